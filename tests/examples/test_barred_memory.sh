#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# On a strict machine AddressSanitizer in a program, and valgrind, show the line that touches what a
# pending request receives to, and find nothing in a right program.
sources=$(cd "${srcdir:-.}" && pwd) here=$PWD
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT
[ -z "$SANITIZE" ] && [ -f "$here/.libs/libvcube.so" ] || exit 77
LD_LIBRARY_PATH=$here/.libs
export LD_LIBRARY_PATH
steady="setarch $(uname -m) -R"
$steady true 2>/dev/null || steady=
tried=0

cat >"$folder/program.c" <<'EOF'
#include <string.h>
#include <vcube.h>

enum { BYTES = 4096 };

static int
program(vcube_node *self, void *how)
{
	const int me = vcube_rank(self), other = 1 - me;
	const char what = *(const char *)how;
	char in[BYTES], out[BYTES];
	int sum = 0, done = 0;

	memset(out, me, sizeof out);
	for (int i = 0; i < 3; i++) {
		vcube_request *r[2];

		r[0] = vcube_irecv(self, NULL, other, in, sizeof in);
		r[1] = vcube_isend(self, NULL, other, out, sizeof out);
		sum += out[i];
		if (what == 'w')
			in[100] = 1; /* writes */
		if (what == 'r')
			sum += in[200]; /* reads */
		if (what == 't')
			while (vcube_test(self, r[0], &done, NULL) == 0 && !done)
				;
		vcube_waitall(self, r + (what == 't'), 2 - (what == 't'));
		for (int k = 0; k < BYTES; k++)
			sum += in[k];
		memset(in, 0, sizeof in);
	}
	vcube_outcome(self, (uint64_t)sum);
	return 0;
}

int
main(int argc, char **argv)
{
	vcube_machine *machine = vcube_open(argv[1], NULL);
	int failed = argc < 3 || vcube_run(machine, program, argv[2]) != 0;

	vcube_close(machine);
	return failed;
}
EOF

line_of()       # WORD: where the program does it
{
	grep -n "/\* $1 \*/" "$folder/program.c" | cut -d: -f1
}

# Runs a program by a tool, which says where it is wrong, on machines with these KEYS
tell()          # TOOL KEYS PROGRAM COMMAND..
{
	tool=$1 keys=$2 program=$3
	shift 3
	tried=1
	for key in $keys; do
		machine="full:2 strict=yes $key"
		for how in fine test; do
			"$@" "$program" "$machine" $how >"$folder/log" 2>&1 || {
				cat "$folder/log"
				echo "not ok: $tool complains of a right program ($how) on $machine"
				exit 1
			}
		done
		for how in writes reads; do
			"$@" "$program" "$machine" $how >"$folder/log" 2>&1
			grep -q "program.c:$(line_of $how)" "$folder/log" || {
				cat "$folder/log"
				echo "not ok: $tool does not show the line that $how on $machine"
				exit 1
			}
		done
	done
}

if ${CC:-cc} -g -O1 -fsanitize=address -I "$sources/lib/include" "$folder/program.c" \
	-o "$folder/with" -L "$here/.libs" -lvcube >"$folder/log" 2>&1; then
	tell AddressSanitizer 'clock=free clock=virtual fuzz=3' "$folder/with" $steady
fi
${CC:-cc} -g -O1 -I "$sources/lib/include" "$folder/program.c" -o "$folder/without" \
	-L "$here/.libs" -lvcube || exit
if echo '#include <valgrind/memcheck.h>' | ${CC:-cc} -E - >"$folder/log" 2>&1 &&
	valgrind --version >"$folder/log" 2>&1; then
	tell valgrind clock=virtual "$folder/without" valgrind --quiet --error-exitcode=9
fi
[ $tried = 1 ] || { echo 'neither AddressSanitizer nor valgrind and its header are here'; exit 77; }
