#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# A subcommand that the host refuses an allocation, a mapping or a thread says so and fails, or
# does without and prints what it always prints. Fresh memory is not 0 (MALLOC_PERTURB_), so that what
# nobody has set shows. $LONG=1 refuses each one, in turn; else some.
# (Of help none: glibc's argp aborts there.)
. "${srcdir:-.}/tests/support/command.sh" || exit
shim=$folder/refusing.so
# shellcheck disable=SC2086
${CC:-cc} -shared -fPIC -O1 -o "$shim" "$srcdir/tests/support/refusing.c" -ldl -pthread || exit
most=${LONG:+1000000}
most=${most:-40}

# Runs with the nth refused, in a folder of its own; what it writes must be `whole` or nothing.
with()          # N ARGUMENT...
{
	local n=$1
	shift
	rm -rf "$folder"/made[.-]*
	tests=$((tests + 1))
	LD_PRELOAD=$shim REFUSE=$n REFUSE_COUNT=$folder/count MALLOC_PERTURB_=165 \
		timeout 60 "$vcube" "$@" >"$out" 2>"$err"
	ended=$?
	cat "$folder"/made[.-]* "$folder"/made-*/* "$out" 2>/dev/null | sed -E 's/made\.[^ ]*//g' >"$folder/all"
}

# No more than `most` of the numbers from 1 to the last one; the first are the densest.
some()          # LAST
{
	awk -v last="$1" -v most="$most" 'BEGIN {
		step = last / most
		for (i = 1; i <= last; i += step > 1 ? step : 1)
			print int(i)
	}'
}

holds()         # ARGUMENT...
{
	local last n

	with 0 "$@"
	[ $ended = 0 ] || { fail "vcube $* ends with $ended"; return; }
	mv "$folder/all" "$folder/whole"
	last=$(cat "$folder/count")
	[ "$last" -gt 10 ] || fail "vcube $* allocates $last times"
	for n in $(some "$last"); do
		with "$n" "$@"
		case $ended in
		0) cmp -s "$folder/all" "$folder/whole" ||
			fail "vcube $* prints something else, without a word, if $n of $last is refused" ;;
		[1-6]) grep -qE '^(vcube|the run failed)' "$err" "$out" ||
			fail "vcube $* says nothing if $n of $last is refused" ;;
		*) fail "vcube $* ends with $ended if $n of $last is refused" ;;
		esac
	done
}

cd "$folder" || exit
exact='-t hypercube:2 -m 8 --clock virtual --no-wall'
# shellcheck disable=SC2086
{
	holds run allgather.ring,allreduce.auto $exact
	holds run alltoall $exact --json
	holds run allgather.ring $exact --trace made.trace
	holds step allgather.ring --print -t hypercube:2 -m 8
	holds predict allgather -t hypercube:2 -m 8
	holds topo torus:3x3 --svg made.svg
	holds topo fattree:2x4
	holds schedule alltoall.aapc1 -d 3 --run
	holds list algorithms
	holds reproduce --list
	holds new program made-program
	holds new algorithm made-algorithm
	holds run alltoall $exact --set digest=yes --set strict=yes
}
runs run allgather.ring -t hypercube:2 -m 8 --clock virtual --trace run.trace
holds view run.trace -o made.html
for form in info 'csv made.csv' 'links made.csv' 'paje made.paje' 'perfetto made.json'; do
	# shellcheck disable=SC2086
	holds trace run.trace --$form
done
finish
