#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# With the installed suppressions, ThreadSanitizer finds nothing in a right program on a library
# without it, and still finds a race of the program's own.
sources=$(cd "${srcdir:-.}" && pwd) here=$PWD
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT
[ -z "$SANITIZE" ] && [ -f "$here/.libs/libvcube.so" ] || exit 77
# memory laid out as the sanitizer expects
steady="setarch $(uname -m) -R"
$steady true 2>/dev/null || steady=

cat >"$folder/program.c" <<'EOF'
#include <stdlib.h>
#include <string.h>
#include <vcube.h>

static int counter;

static int
program(vcube_node *self, void *racy)
{
	const int me = vcube_rank(self), size = vcube_size(self);
	char out[20000], in[20000];
	int32_t one = 1, sum;

	for (int i = 0; i < 20; i++) {
		memset(out, me + i, sizeof out);
		vcube_sendrecv(self, NULL, (me + 1) % size, out, sizeof out,
			       (me + size - 1) % size, in, sizeof in, NULL);
		if (!vcube_failed(self) && in[7] != (me + size - 1) % size + i)
			return vcube_fail(self, "wrong data");
		vcube_allreduce(self, NULL, &one, &sum, 1, VCUBE_INT32, VCUBE_SUM, NULL);
		if (racy)
			counter += sum;
	}
	return 0;
}

int
main(int argc, char **argv)
{
	vcube_machine *machine = vcube_open(argv[1], NULL);
	int failed = vcube_run(machine, program, argc > 2 ? argv : NULL) != 0;

	vcube_close(machine);
	return failed;
}
EOF
${CC:-cc} -g -O1 -fsanitize=thread -I "$sources/lib/include" "$folder/program.c" \
	-o "$folder/program" -L "$here/.libs" -lvcube -Wl,-rpath,"$here/.libs" \
	>"$folder/log" 2>&1 || { cat "$folder/log"; exit 77; }
TSAN_OPTIONS="suppressions=$sources/sanitizers/thread.supp exitcode=66"
export TSAN_OPTIONS
for machine in ring:4 'ring:4 clock=virtual' 'ring:4 fuzz=3'; do
	$steady "$folder/program" "$machine" >"$folder/log" 2>&1 || {
		cat "$folder/log"
		echo "not ok: ThreadSanitizer complains of a right program on $machine"
		exit 1
	}
done
$steady "$folder/program" ring:4 racy >"$folder/log" 2>&1
[ $? = 66 ] && grep -q 'data race.*in program' "$folder/log" || {
	cat "$folder/log"
	echo "not ok: ThreadSanitizer does not see a race of the program's own"
	exit 1
}
