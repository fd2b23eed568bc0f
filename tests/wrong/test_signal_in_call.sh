#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# A signal inside the library names the call that was given a bad pointer; one in the program, or in
# its operator, blames no call, and the stack ends at the program. Threads without a node are
# reported, too.
sources=$(cd "${srcdir:-.}" && pwd) here=$PWD
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT
[ -z "$SANITIZE" ] && [ -f "$here/.libs/libvcube.so" ] || exit 77
LD_LIBRARY_PATH=$here/.libs
export LD_LIBRARY_PATH

cat >"$folder/program.c" <<'END'
#include <pthread.h>
#include <string.h>
#include <vcube.h>

static void
apply(const void *left, const void *right, void *into, size_t count, vcube_type type)
{
	(void)right, (void)count, (void)type;
	memcpy(into, *(char *volatile *)left, 4);
}

static void *
stray(void *arg)
{
	vcube_barrier(arg, NULL, NULL);
	return NULL;
}

static int
program(vcube_node *self, void *how)
{
	const struct vcube_op own = {.name = "own", .commutative = 1, .apply = apply};
	char *volatile nowhere = (char *)16;
	uint64_t x = 16, y;
	pthread_t other;

	if (vcube_rank(self) == 0 && *(char *)how != 'o')
		return vcube_recv(self, NULL, 1, &x, sizeof x, NULL);
	switch (*(char *)how) {
	case 'g': return vcube_send(self, (vcube_group *)nowhere, 0, &x, sizeof x);
	case 'b': return vcube_send(self, NULL, 0, nowhere, 900);
	case 'o': return vcube_allreduce(self, NULL, &x, &y, 1, VCUBE_INT64, &own, NULL);
	case 'p': return *nowhere;
	case 'c': return ((int (*)(void))nowhere)();
	case 'a': return *(char *)vcube_alloc(self, (size_t)1 << 40);
	case 't': return pthread_create(&other, NULL, stray, NULL) || pthread_join(other, NULL);
	}
	return vcube_send(self, NULL, 0, &x, sizeof x);
}

int
main(int argc, char **argv)
{
	vcube_machine *machine = vcube_open("full:2", NULL);
	int failed = argc < 2 || vcube_run(machine, program, argv[1]) != 0;

	vcube_close(machine);
	return failed;
}
END

${CC:-cc} -g -O1 -I "$sources/lib/include" "$folder/program.c" -o "$folder/program" -L "$here/.libs" -lvcube \
	-lpthread || exit
ulimit -c 0

fail()
{
	cat "$folder/log"
	echo "not ok: $*"
	exit 1
}

# HOW WORDS [WORDS THAT ARE NOT THERE]
says()
{
	{ "$folder/program" "$1"; } >"$folder/log" 2>&1 && fail "$1 ends well"
	grep -qF "$2" "$folder/log" || fail "$1 lacks: $2"
	[ -z "$3" ] || ! grep -qF "$3" "$folder/log" || fail "$1 has: $3"
}

"$folder/program" well || fail 'the right program fails'
says g 'it used address 0x10 in vcube_send, which was given a handle or a pointer that is not valid'
says b 'it used address 0x10 in vcube_send, which was given a handle or a pointer that is not valid'
says o 'died of SIGSEGV' 'was given'
says p 'node 1 died of SIGSEGV (Segmentation fault): it used address 0x10; no line of a call is known' 'was given'
says c 'node 1 in program at program.c:'
# how the library has started the program is not its stack
says c 'node 1 in program at program.c:' 'node 1 in thread'
says p 'node 1 in program at program.c:' 'node 1 in start_thread'
says a 'an allocation had failed: no room for 1099511627776 bytes'
says t 'a thread that runs no node died of SIGSEGV (Segmentation fault): it used address'
