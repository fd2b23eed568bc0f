#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# vcube trace --goal and --ti: every line is one of the form's, every message is sent and
# received once, and SimGrid, where installed, takes our time within 2 %. VCUBE is the
# command to test, srcdir the folder of the sources.
. "${srcdir:-.}/tests/support/command.sh"

# Prints what is wrong with a GOAL file.
check_goal()
{
	awk -v wanted="$2" '
	function wrong(why) { print FILENAME ":" NR ": " why; bad = 1; exit }
	NR == 1 { if ($0 !~ /^num_ranks [0-9]+$/) wrong("no number of ranks"); ranks = $2; next }
	/^$/ { if (open) wrong("an empty line in a rank"); next }
	/^rank [0-9]+ \{$/ { if (open || $2 != seen++) wrong("rank out of order"); open = 1; last = 0; next }
	/^}$/ { if (!open) wrong("a brace too many"); open = 0; next }
	!open { wrong("outside of a rank") }
	/^l[0-9]+: calc [1-9][0-9]*$/ { ops++ }
	/^l[0-9]+: send [0-9]+b to [0-9]+ tag [0-9]+$/ { ops++; sent[seen - 1, $5, $7, $3]++; messages++ }
	/^l[0-9]+: recv [0-9]+b from [0-9]+ tag [0-9]+$/ { ops++; got[$5, seen - 1, $7, $3]++ }
	/^l[0-9]+: / { if ($1 != "l" ++last ":") wrong("a label out of order"); lines++; next }
	/^l[0-9]+ requires l[0-9]+$/ {
		if ($1 != "l" last || $3 != "l" last - 1) wrong("an unknown label"); next }
	{ wrong("unknown") }
	END {
		if (bad) exit
		if (open || seen != ranks || ops != lines) print "not whole"
		for (m in sent) if (sent[m] != 1 || got[m] != 1) { print "not received once: " m; exit }
		for (m in got) if (!(m in sent)) { print "never sent: " m; exit }
		if (messages != wanted) print messages " messages, not " wanted
	}' "$1"
}

# Prints what is wrong with the folder of a time-independent trace.
check_ti()
{
	xargs -d '\n' awk -v wanted="$2" '
	function wrong(why) { print FILENAME ":" FNR ": " why; bad = 1; exit }
	FNR == 1 { if (NR > 1 && !ended) wrong("no end"); if ($0 != rank++ " init") wrong("no start")
		delete open; waits = ended = 0; next }
	ended || $1 != rank - 1 { wrong("another rank") }
	/^[0-9]+ compute [1-9][0-9]*$/ { next }
	/^[0-9]+ isend [0-9]+ [0-9]+ [0-9]+$/ { sent[$1, $3, $4, $5]++; open[$3, $4]; waits++; messages++; next }
	/^[0-9]+ recv [0-9]+ [0-9]+ [0-9]+$/ { got[$3, $1, $4, $5]++; next }
	/^[0-9]+ wait [0-9]+ [0-9]+ [0-9]+$/ {
		if ($3 != $1 || !(($4, $5) in open)) wrong("a wait for nothing")
		delete open[$4, $5]; waits--; next }
	/^[0-9]+ waitall$/ { if (waits == 0) wrong("a wait for nothing"); waits = 0; next }
	/^[0-9]+ finalize$/ { if (waits > 0) wrong("a send is open"); ended = 1; next }
	{ wrong("unknown") }
	END {
		if (bad) exit
		for (m in sent) if (sent[m] != 1 || got[m] != 1) { print "not received once: " m; exit }
		for (m in got) if (!(m in sent)) { print "never sent: " m; exit }
		if (!ended || messages != wanted) print messages " messages, not " wanted
	}' <"$1/ranks.txt"
}

# Both forms of a run.
exported()      # COLLECTIVE ARGUMENT...
{
	local messages wrong

	runs run "$@" --no-wall --trace "$folder/trace"
	messages=$("$vcube" trace "$folder/trace" | awk '$1 == "send" { print $2 }')
	runs trace "$folder/trace" --goal "$folder/goal" --ti "$folder/ti"
	wrong=$(check_goal "$folder/goal" "${messages:-0}" && check_ti "$folder/ti" "${messages:-0}") &&
		[ -z "$wrong" ] || fail "$*: $wrong"
}

for collective in alltoall allgather reduce_scatter bcast; do
	exported $collective.auto -t hypercube:3 -m 24 --clock virtual
done
exported barrier.dissemination -t full:7 --clock virtual
exported alltoall.pairwise -t full:8 -m 100 --clock virtual --set ports=all --set copy=3ns
exported reduce_scatter.halving -t full:8 -m 80 --clock virtual --set combine=70ps
exported alltoall.bruck -t full:13 -m 8
exported allreduce.doubling -t full:1 -m 8 --clock virtual

# The checks see a line that is missing.
exported alltoall.pairwise -t full:4 -m 8 --clock virtual
tests=$((tests + 2))
sed -i 4d "$folder/goal" "$folder/ti/rank-1.txt"
[ -n "$(check_goal "$folder/goal" 12)" ] || fail 'GOAL without a line passes'
[ -n "$(check_ti "$folder/ti" 12)" ] || fail 'a rank without a line passes'

# Work is rounded as a sum: rank 0 combines 10 elements three times, 700 ps each, so 2.1 ns.
runs run reduce.binomial -t full:8 -m 80 --clock virtual --set combine=70ps --no-wall --trace "$folder/trace"
runs trace "$folder/trace" --goal -
tests=$((tests + 1))
[ "$(awk '/^rank/ { rank = $2 } rank == 0 && $2 == "calc" { ns += $3 } END { print ns }' "$out")" = 2 ] ||
	fail 'work is lost in rounding'

# What is no whole run is refused; so is a folder that is a file.
v run allgather.ring -t ring:4 --clock virtual --set links=0-1:down,1-2:down,2-3:down,3-0:down --trace "$folder/failed"
refuses 'this one failed' trace "$folder/failed" --goal "$folder/none"
refuses 'this one failed' trace "$folder/failed" --ti "$folder/none"
tests=$((tests + 1))
[ ! -e "$folder/none" ] || fail 'a failed run is written'
ends 1 trace "$folder/trace" --ti "$folder/trace/inside"
has 'cannot make the folder' "$err"

if command -v smpirun >/dev/null; then
	times=$("${srcdir:-.}/bench/peers/replays" "$vcube" "$folder/replays") || fail 'replays'
	echo "$times"
	tests=$((tests + 1))
	awk '$1 ~ /^(pairwise|bruck|standard|aapc4)$/ { n++; if ($4 > 2 || $4 < -2) exit 1 } END { exit n != 4 }' \
		<<<"$times" || fail 'SimGrid takes another time'
else
	echo 'SimGrid is not installed: what it would take is not known'
fi
finish
