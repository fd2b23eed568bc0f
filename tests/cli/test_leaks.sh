#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# No subcommand leaves memory behind that nothing leads to, whether it succeeds or fails: by
# valgrind, or by the address sanitizer that it was built with.
. "${srcdir:-.}"/tests/support/command.sh || exit
include=$(cd "${srcdir:-.}" && pwd)/lib/include
case $SANITIZE in
*address*)
	export ASAN_OPTIONS=detect_leaks=1:log_path=$folder/leaks LSAN_OPTIONS=log_path=$folder/leaks
	under=() ;;
'')
	command -v valgrind >/dev/null || { echo 'There is no valgrind.'; exit 77; }
	under=(valgrind --quiet --leak-check=full --fair-sched=yes --undef-value-errors=no \
		--log-file="$folder/leaks.%p") ;;
*)
	exit 77 ;;
esac

# Nothing has been told since the last look.
clean()         # WHAT
{
	tests=$((tests + 1))
	cat "$folder"/leaks.* >"$folder/told" 2>/dev/null
	rm -f "$folder"/leaks.*
	[ ! -s "$folder/told" ] || {
		head -n 30 "$folder/told"
		fail "$1 leaks"
	}
}

leaks_nothing() # STATUS ARGUMENT...
{
	"${under[@]}" "$vcube" "${@:2}" >"$out" 2>"$err" </dev/null
	ended=$?
	[ $ended = "$1" ] || fail "vcube ${*:2} ends with $ended, not $1"
	clean "vcube ${*:2}"
}

${CC:-cc} -std=c11 -fPIC -shared $SANITIZE -I "$include" -x c - -o "$folder/leaking.so" <<'P' || exit
#include <stdlib.h>
#include <vcube/authoring.h>
int vcube_own_program(vcube_node *self, size_t bytes)
{
	static char *volatile block;
	if (vcube_rank(self) == 0) {
		block = malloc(1000 + bytes);
		block = NULL;
	}
	return 0;
}
P
# What looks for leaks finds one.
"${under[@]}" "$vcube" run --load "$folder/leaking.so" -t full:2 -m 234 --no-wall >"$out" 2>"$err"
cat "$folder"/leaks.* >"$folder/told" 2>/dev/null
rm -f "$folder"/leaks.*
tests=$((tests + 1))
grep -qE '1,?234 byte' "$folder/told" || fail 'a leak of 1,234 bytes is not told'

trace=$folder/a.trace page=$folder/a.html
leaks_nothing 0 list
leaks_nothing 0 topo torus:3x4
leaks_nothing 0 schedule alltoall.aapc4 -d 3 --run
leaks_nothing 0 predict all -t hypercube:2 -m 8
leaks_nothing 0 run all -t full:3 -m 8
leaks_nothing 0 run allgather.ring -t ring:4 --clock virtual --no-wall --trace "$trace"
leaks_nothing 0 run allreduce.doubling -t full:3 --explore both
leaks_nothing 6 run bcast.binomial -t full:2 --explore buffered --faults drop
leaks_nothing 0 trace "$trace"
leaks_nothing 0 view "$trace" -o "$page"
leaks_nothing 0 view alltoall.direct -t ring:4 -o "$page"
leaks_nothing 0 step --print allgather.ring -t ring:4
leaks_nothing 0 reproduce cm200-table11 --size 100
leaks_nothing 0 calibrate --output "$folder/host.ini" --iterations 1 -q
# Where it fails, too
leaks_nothing 2 run allgather.ring -t rung:4
leaks_nothing 2 trace "$page"
leaks_nothing 2 view "$page" -o "$folder/none.html"

# The lab answers some requests and refuses one; then it is stopped.
if command -v curl >/dev/null; then
	exec {said}< <(exec "${under[@]}" "$vcube" lab --no-browser 2>"$err")
	lab=$!
	if read -r url <&"$said"; then
		for what in 'page?run=allgather.ring&topology=ring:4&bytes=8' 'predict?run=allgather' menu none; do
			curl -s "$url$what" >"$out" || fail "the lab does not answer $what"
		done
		kill "$lab"
		wait "$lab" || fail 'the lab does not end well'
		clean 'vcube lab'
	else
		grep -q 'needs libmicrohttpd' "$err" || fail 'the lab does not start'
	fi
fi

finish
