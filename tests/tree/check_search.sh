#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Searches every execution, within bounds, of the library's concurrent parts.
#
#   tests/tree/check_search.sh [DIRECTORY [PART...]]
#
# Relacy runs the queue, the lent messages, the pool, the inbox, the parking, the
# portable futex and what words hand over of lib/, nodes/ and liburcu under C11's memory model; spin searches
# the states of a model of parking, park.pml, under x86's; wave.cc all states of processes that
# look for quiescence. Prints a line for each:
# what, how much, and
#
#   ok      no execution is wrong
#   found   a planted bug was found, as it must be
#
# Builds in DIRECTORY, or in a temporary one. PART is queues, handover, futex, park, carriers,
# waves or spin; without any, all of them. Ends with the counts.

top=$(cd "$(dirname "$0")/../.." && pwd) || exit
here=$top/tests/search
: "${CC:=cc}" "${CXX:=c++}" "${URCU_CFLAGS:=}"
passed=0 failed=0

if [ $# -gt 0 ]; then
	mkdir -p "$1" && work=$(cd "$1" && pwd) || exit
	shift
else
	work=$(mktemp -d) || exit
	trap 'rm -rf "$work"' EXIT
fi

# --- what is needed

missing=
need()          # PACKAGE COMMAND...
{
	local package=$1

	shift
	"$@" >/dev/null 2>&1 || missing+=" $package"
}
relacy()
{
	echo '#include <relacy/relacy.hpp>' | $CXX -E -x c++ -
}
need gcc $CC --version
need g++ $CXX --version
need relacy-dev relacy
need spin spin -V
if [ -n "$missing" ]; then
	echo "The searches need what is not here; on Debian: apt-get install$missing"
	exit 1
fi

# --- results

report()        # GOOD(0/1) SEARCH SIZE RESULT
{
	printf '%-58s %22s  %s\n' "$2" "$3" "$4"
	if [ "$1" = 0 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
	fi
}

broken()        # SEARCH WHY [OUTPUT-FILE]
{
	report 1 "$1" '' "FAILED: $2"
	[ $# -lt 3 ] || tail -n 80 "$3" | cut -c1-200
}

. "$here/library.sh" || exit
. "$here/relacy.sh" || exit
. "$here/spin.sh" || exit

# --- all, side by side

part()          # NAME: runs all_of_NAME in a folder of its own
{
	local output=$work/$1.out

	work=$work/$1
	mkdir -p "$work" && "all_of_$1" >"$output" 2>&1
	echo "$passed $failed" >"$work.counts"
}

[ $# -gt 0 ] || set -- queues handover futex park carriers waves spin
for name; do
	(part $name) &
done
wait

total=0 bad=0
for name; do
	cat "$work/$name.out"
	read -r passed failed <"$work/$name.counts"
	total=$((total + passed)) bad=$((bad + failed))
done
echo "$total passed, $bad failed"
[ $bad = 0 ]
