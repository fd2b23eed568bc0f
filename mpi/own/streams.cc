// SPDX-License-Identifier: BSD-2-Clause
//
// std::cin, std::cout, std::cerr and std::clog of a rank: it has their formats, states and
// buffers for itself, instead of libstdc++'s. They take the places of libstdc++'s objects, whose
// names they bear, before the program's own objects are constructed.
#include <cstdio>
#include <ext/stdio_sync_filebuf.h>
#include <istream>
#include <new>
#include <ostream>

template <class Stream> struct alignas(Stream) Place {
	char bytes[sizeof(Stream)];
};

extern Place<std::istream> in __asm__("_ZSt3cin");
extern Place<std::ostream> out __asm__("_ZSt4cout");
extern Place<std::ostream> error __asm__("_ZSt4cerr");
extern Place<std::ostream> logged __asm__("_ZSt4clog");
Place<std::istream> in;
Place<std::ostream> out, error, logged;

using Buffer = __gnu_cxx::stdio_sync_filebuf<char>;
static Place<Buffer> in_buffer, out_buffer, error_buffer;

__attribute__((constructor(101))) static void construct()
{
	Buffer *to_out = new (&out_buffer) Buffer(stdout), *to_error = new (&error_buffer) Buffer(stderr);
	std::ostream *cout = new (&out) std::ostream(to_out);
	std::ostream *cerr = new (&error) std::ostream(to_error);
	std::istream *cin = new (&in) std::istream(new (&in_buffer) Buffer(stdin));

	new (&logged) std::ostream(to_error);
	cin->tie(cout);
	cerr->tie(cout);
	cerr->setf(std::ios_base::unitbuf);
}

// They stay synchronized with stdio, which has the rank's lines. Returns what was before.
bool keep_synchronized(bool) __asm__("_ZNSt8ios_base15sync_with_stdioEb");

bool keep_synchronized(bool)
{
	return true;
}
