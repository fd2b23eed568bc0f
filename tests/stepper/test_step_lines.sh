#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# vcube step --print: every byte of some runs, output of each algorithm, and refusals.
# VCUBE is the command, srcdir the folder of the sources.
vcube=${VCUBE:-cli/here/vcube}
golden=${srcdir:-.}/tests/golden
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT
status=0

fail()
{
	echo "not ok: $*"
	status=1
}

# The command prints GOLDEN and ends with STATUS; twice.
prints()                # GOLDEN STATUS COMMAND...
{
	file=$golden/$1 wanted=$2
	shift 2
	for again in 1 2; do
		timeout 60 "$@" --print >"$folder/out" 2>"$folder/err"
		ended=$?
		[ $ended = "$wanted" ] || fail "$* ends with $ended"
		[ ! -s "$folder/err" ] || fail "$* complains: $(cat "$folder/err")"
		# a program's line is that of its source
		sed -i 's/stepped\.c:[0-9]*/stepped.c:LINE/; s, at [^ ]*examples/, at examples/,' \
			"$folder/out"
		diff "$file" "$folder/out" || fail "$* ($again)"
	done
}

prints step_allgather.txt 0 "$vcube" step allgather.hypercube -t hypercube:2
prints step_reduce_scatter.txt 0 "$vcube" step reduce_scatter.ring -t ring:4 -m 16
prints step_deadlock.txt 1 examples/stepped hang

# The nodes in a sum: also for pieces of a block, and for blocks on as many nodes as
# bits; a node that is in it twice is visible.
says()                  # WORDS ARGUMENT...
{
	words=$1
	shift
	timeout 60 "$vcube" step "$@" --print >"$folder/out" 2>/dev/null
	grep -qF -e "$words" "$folder/out" || fail "$* does not print '$words'"
}
says '  got[0]    67 1/8 07 1/8 01 1/8 12 1/8 23 1/8 34 1/8 45 1/8 56 1/8' allreduce.ring -t ring:8
says '  out[0]    0123   01  012 0123' allreduce.ring -t ring:4 -m 8
says '  out[0]    0:0123 1:0123 2:0123 3:0123' reduce_scatter.hypercube -t hypercube:2 --op bor
says ' 0-62  all' scan.doubling -t hypercube:6 -m 8 --type uint64
says '  out[0]    01~ 12~ 23~ 03~' reduce_scatter.ring -t ring:4 -m 16 --set duplicate=1
says '  out[0]        0 0|0|. .|.|0     .' allgather.dcycles -t hypercube:2 -m 24
says '  in[0]     0 1 2 3' allreduce.hypercube -t hypercube:2 --op bor
says '  in[0]      605077779   29412186' allreduce.hypercube -t hypercube:2 --op max

# Each algorithm, on links that accept it: everything in its memory has a
# name, and the result is right.
"$vcube" list algorithms --names >"$folder/names"
[ -s "$folder/names" ] || fail 'there are no algorithms'
while read -r name; do
	timeout 60 "$vcube" step "$name" -t hypercube:2 --clock free --print \
		>"$folder/out" 2>"$folder/err"
	ended=$?
	if grep -qE 'number of nodes|needs|made for' "$folder/err"; then
		continue
	fi
	[ $ended = 0 ] || fail "$name ends with $ended: $(cat "$folder/err")"
	grep -q '^step 1, ' "$folder/out" || fail "$name has no step"
	grep -q '^the run ended$' "$folder/out" || fail "$name does not end"
	! grep -qF '?' "$folder/out" || fail "$name has unknown pieces"
done <"$folder/names"

# A detour: from 0 to 1 through 3 and 2, as link 0-1 is down
"$vcube" step bcast.binomial -t ring:4 --set links=0-1:down --print >"$folder/out" ||
	fail 'no detour round a link that is down'
grep -q 'step 1, broadcast: 3 messages, 192 B; 4 links busy, up to 2 on one' "$folder/out" ||
	fail "not the links that were used: $(grep '^step 1' "$folder/out")"
grep -q '^  busiest: 0>3, 3>2$' "$folder/out" ||
	fail 'the busiest links are not named'
! grep -q 'or later' "$folder/out" || fail 'a clock that is known is not shown'

refuses()               # WORDS ARGUMENT...
{
	words=$1
	shift
	timeout 60 "$vcube" step "$@" >"$folder/out" 2>"$folder/err" </dev/null &&
		fail "$* is not refused"
	[ ! -s "$folder/out" ] || fail "$* prints something before it is refused"
	grep -qF -e "$words" "$folder/err" || fail "$* does not say '$words': $(cat "$folder/err")"
}

refuses 'one algorithm, one topology and one size' allgather --print
refuses 'one algorithm, one topology and one size' allgather.ring -t ring:3,ring:4 --print
refuses 'one algorithm, one topology and one size' allgather.ring -m 64,128 --print
refuses 'cannot be told apart' allgather.ring -m 4 --print
refuses 'blocks that all nodes know' alltoallv.direct --pattern uniform --print
refuses 'up to 256 nodes' allgather.ring -t ring:257 --print
refuses 'needs a terminal' allgather.ring -t ring:4

[ $status = 0 ] && echo "ok: $(wc -l <"$folder/names") algorithms"
exit $status
