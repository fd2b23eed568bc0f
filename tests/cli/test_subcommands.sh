#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The other subcommands, output that cannot be written, and completion.
. "${srcdir:-.}/tests/support/command.sh" || exit

# What the library selects, and why.
runs run allgather.auto -t hypercube:4,ring:7 --clock virtual --no-wall --json
[ "$(json chosen <"$out" | tr '\n' ' ')" = '"hypercube" "ring" ' ] || fail 'the choice'
[ "$(json time_ps <"$out")" = "$(json predicted_ps <"$out")" ] || fail 'the choice, as predicted'
runs run allgather.auto -t ring:9 --clock virtual --no-wall --explain
has 'allgather.auto on ring:9, 1 KiB a block, is ring: least predicted time of 6 suitable' "$out"
has 'power of two' "$out"
tests=$((tests + 1))
[ "$(sed -n 's/^  \([a-z]*\)  .*/\1/p' "$out" | head -n 7 | tr '\n' ' ')" = \
	'ring mesh bruck doubling direct star hypercube ' ] || fail 'the order of what may be chosen'
# Resolved options and set ones give the same output.
runs run alltoall.multiphase,alltoall.multiphase:parts=3+3 -t hypercube:6 --profile paragon --no-wall --json
[ "$(json settled <"$out" | tr '\n' ' ')" = '"parts=3+3" null ' ] || fail 'what is settled'
[ "$(json time_ps <"$out" | sort -u | wc -l)" = 1 ] || fail 'what is settled, as run'
runs run barrier.auto -t full:9 --no-wall --explain --set fuzz=1
has 'barrier.auto on full:9 is dissemination: ' "$out"
# No member knows all blocks of alltoallv, so their lengths do not matter; the costs are theirs.
runs run alltoallv.auto -t full:16 -m 8,64KiB --no-wall --explain --set fuzz=1
has 'alltoallv.auto on full:16, 64 KiB a block, is bruck: never far from the best of 5 suitable' "$out"
has 'whatever the lengths, since no node knows those of all' "$out"
has '  direct        15.12 us' "$out"
has '  direct        998.0 us' "$out"
runs predict alltoallv.auto -t torus:4x4 -m 64KiB --pattern spike --explain
has 'bruck    454.3 us' "$out"
has '  bruck         454.3 us' "$out"
runs run alltoallv.auto -t full:9 -m 8 --clock virtual --no-wall --explain
has 'native to no topology' "$out"
runs predict alltoall.auto -t full:16 -m 8,64KiB --explain --set fuzz=1
has 'is standard: least predicted time of ' "$out"
has 'is direct: least' "$out"

# Every order of a call: what came of it stands below the table, or in a column.
runs run allreduce.doubling -t full:3 --explore both
has 'allreduce.doubling on full:3, 1 KiB a block: explored 2 orders in 2 runs: 1 outcome' "$out"
runs run barrier.dissemination -t full:4 --explore buffered --json
has '"checked":true' "$out"
has '"reason":"explored 1 order in 1 run: 1 outcome"' "$out"
ends 6 run bcast.binomial -t full:2 --explore buffered --faults drop
has 'the first: lose=0-1@0 replay=0:' "$err"
refuses '--faults tries faults in each order of messages; add --explore' run bcast.binomial -t full:2 --faults drop
refuses 'and --trace records those of one process' launch 1 "$VCUBE" run bcast.binomial -t full:2 --trace "$folder/shared"
refuses 'and --trace records one' run bcast.binomial -t full:2 --explore both --trace "$folder/explored"
refuses 'clock=free has no virtual time' run bcast.binomial -t full:2 --set changes=1us:0-1:down
refuses '--explore measures none; leave it out' run bcast.binomial -t full:2 --explore both --iterations 5
ends 2 run bcast.binomial -t full:2 --explore some
has 'it takes no|buffered|synchronous|both' "$err"

# So for the messages of two orders; a strict machine has nothing to remark.
runs run allreduce.doubling -t full:4 --no-wall --set digest=yes
has 'allreduce.doubling on full:4, 1 KiB a block: the messages are the same in two orders: ' "$out"
runs run allreduce.doubling -t full:4 --set digest=yes --json
has '"reason":"the messages are the same in two orders: ' "$out"
runs run all -t full:4 -m 8 --no-wall --set strict=yes
lacks 'a block:' "$out"

# Predicted algorithms run and take the predicted time.
for places in hypercube:4 torus:4x4 ring:6 full:12; do
	runs run all -t $places -m 0,100 --profile t3d --set routing=none --no-wall --csv
	awk -F, '/,ran,/ && $16 == $17 { print $1, $4, $5, $17 }' "$out" | sort >"$folder/ran"
	runs predict all -t $places -m 0,100 --profile t3d --set routing=none --csv
	awk -F, '/,predicted,/ { print $1, $4, $5, $17 }' "$out" | sort >"$folder/predicted"
	tests=$((tests + 1))
	[ -s "$folder/predicted" ] && [ -z "$(comm -13 "$folder/ran" "$folder/predicted")" ] || {
		comm -13 "$folder/ran" "$folder/predicted" >"$out"
		fail "$places: predictions that did not come true"
	}
done
runs predict all -t full:64 --csv
# What is skipped is so for the reason of a run, also where nobody works the call out.
for places in ring:8 torus:20x20; do
	runs predict allgather,alltoallv -t $places --set routing=none
	has 'star, direct: skipped, needs routes (not all partners are neighbours)' "$out"
	has 'four-stage, two-stage: skipped, needs routes (not all partners are neighbours)' "$out"
	lacks 'made for' "$out"
done
ends 1 predict allgather.star -t ring:8 --set routing=none
has 'node 0 and node 2 are not neighbours on ring:8' "$err"
tests=$((tests + 1))
[ "$(tail -n 1 "$out")" = '1 failed' ] || fail 'the total of what is not predicted'

# Where links are shared, what the run takes is predicted, and the fastest in truth has the star;
# what is too large to work out is a bound.
runs predict allreduce -t torus:16x16 -m 8
has 'reduce-bcast  * 16.13 us' "$out"
has 'hypercube       30.24 us' "$out"
runs run allreduce.hypercube,allreduce.reduce-bcast -t torus:8x8 -m 8 --clock virtual --no-wall --json
[ "$(json time_ps <"$out")" = "$(json predicted_ps <"$out")" ] || fail 'predictions on a torus'
[ "$(json predicted_is <"$out" | sort -u)" = '"exact"' ] || fail 'what predictions on a torus are'
runs predict alltoall.direct,alltoall.standard -t torus:32x64 -m 8
has 'direct     >= 2.063 ms' "$out"
has '>= at least' "$out"

# Ranges of sizes, and units as people write them.
runs predict allgather.ring -t ring:4 -m 8:64,100:300:+100,1K,1kb,2M --json
[ "$(json bytes <"$out" | tr '\n' ' ')" = '8 16 32 64 100 200 300 1024 1024 2097152 ' ] ||
	fail 'ranges of sizes'
ends 1 predict allgather.hypercube -t ring:6
has 'power of two' "$err"
refuses 'name a collective' predict
refuses 'no-wall' predict allgather --no-wall
refuses "no option '--explore'" predict allgather.ring -t ring:4 --explore both
lacks '--set explore' "$err"
for key in explore=both faults=drop replay=0:1; do
	refuses 'vcube predict runs nothing; use vcube run' predict allgather.ring -t ring:4 --set $key
done

# The environment describes machines, too.
export VCUBE_TOPOLOGY=ring:5 VCUBE_CLOCK=virtual
runs run allgather.ring --json
has '"topology":"ring:5"' "$out"
has '"clock":"virtual"' "$out"
unset VCUBE_TOPOLOGY VCUBE_CLOCK
export VCUBE_STRATUP=1us
refuses 'STRATUP' run allgather
unset VCUBE_STRATUP
VCUBE_startup=2 refuses 'VCUBE_startup: the variables of keys are in capital letters' run allgather

# The load of links, printed and drawn; links that differ; runs that end in a fault.
runs topo linear:4 --load alltoall.direct -m 64
has '1>2: held for' "$out"
has '6 of 6 links are used' "$out"
! grep -q ' $' "$out" || fail 'a line ends in a blank'
runs topo -t ring:6 --load bcast.chain --set links=0-1:down --svg "$folder/load.svg"
has '</svg>' "$folder/load.svg"
has 'busiest link' "$folder/load.svg"
runs topo mesh:2x2 --load allgather.ring --set duplex=half --set routing=none --mapping 0,1,3,2
has '0>1: held for' "$out"
refuses 'one algorithm, one topology and one size' topo ring:4 --load allgather
refuses 'only clock=virtual accounts' topo ring:4 --load allgather.ring --clock free
refuses 'too large to draw' topo ring:300 --load bcast.binomial --svg -
refuses 'one topology' topo ring:4 ring:5 --load bcast.chain
refuses 'name one topology, not several: ring:4,ring:5' topo ring:4 ring:5
refuses 'have no such class; there is axis0' topo ring:4 --load bcast.chain --set links=axis1:down
ends 6 topo linear:4 --load bcast.chain --set links=1-2:down
has 'no route from node' "$err"
# Nodes and links that one of the machines does not have, before anything runs.
for wrong in links=0-2:down links=axis9:down links=axis0:down changes=1us:0-2:down crash=9@1 lose=0-9@0 \
	delay=0-9@0:1us; do
	for command in run predict; do
		ends 2 $command allgather.ring -t full:10,ring:4 --clock virtual --set $wrong
		[ ! -s "$out" ] || fail "$command --set $wrong prints"
	done
done
ends 2 run allgather.ring -t ring:4 --explore both --set lose=0-9@0
has "lose '0-9@0': there is no node 9 on ring:4 (0 to 3)" "$err"
ends 2 step allgather.ring -t ring:4 --print --set crash=9@1
ends 6 run bcast.chain -t linear:4 --clock virtual --set changes=1ps:1-2:down --no-wall
has 'link 1>2 is down' "$err"
runs step bcast.chain -t linear:4 --print --set changes=1us:1-2:per_byte=1us

# Names of files that are not UTF-8.
printf '1 1\n1 1\n' >"$folder/"$'m\xff'
runs run alltoallv.direct -t full:2 --pattern "$folder/"$'m\xff' --no-wall --json
has "\"pattern\":\"$folder/m?\"" "$out"
refuses 'the path is not UTF-8' topo $'graph:/tmp/p\xff.txt' --svg -

# Topologies, printed and drawn.
for text in $("$vcube" list topologies | tr -s ' \n' ' ' | grep -o 'such as [^ ]*' | cut -d ' ' -f 3); do
	[[ $text != *:*/* ]] || text=${text%%:*}:${srcdir:-.}/${text#*:}
	runs topo $text
	has $text "$out"
	runs topo $text --svg -
	has '</svg>' "$out"
	runs topo $text --svg "$folder/picture.svg"
	has '</svg>' "$folder/picture.svg"
done
ends 1 topo ring:4 --svg "$folder/nowhere/picture.svg"
has 'cannot write' "$err"

# Schedules: the table, the verdict, and a wrong one.
for schedule in $("$vcube" list schedules --names); do
	for words in '' '-k 80 --by-address' --no-table; do
		# shellcheck disable=SC2086
		case $schedule in
		*aapc5) runs schedule "$schedule" -d 3 --successive 4 $words ;;
		*) runs schedule "$schedule" -d 3 $words ;;
		esac
		has 'check    right' "$out"
	done
done
runs schedule alltoall.aapc4 -d 5
has '     5  00011  00110  01100  11000  10001  necklace 00011' "$out"
has 'steps       16   K/2 = 16' "$out"
has 'span         5   d = 5' "$out"
has 'use     100.0%' "$out"
runs schedule alltoall.aapc1 -d 5 --block --no-table
has 'steps        5   d = 5' "$out"
has 'block        4   most elements' "$out"
runs schedule alltoall.aapc4 -d 5 --width 3 --no-table
has 'steps        6   ceil(K/2b) = 6' "$out"
runs schedule alltoall.windows -d 5 --successive 3 --no-table
has 'steps       26   K/2 + (s-1)d = 26' "$out"
runs schedule alltoall.aapc1 --orders 4,3,2 --no-table
has 'of orders 4, 3,' "$out"
has 'steps       17   ' "$out"
runs schedule alltoall.aapc5 -d 1 -k 18 --successive 6
has 'd = 1 dimension, K = 18 addresses, s = 6' "$out"
has 'block of 1 pair in each time of 1 step;' "$out"
runs schedule alltoall.aapc1 -d 10 --successive 4 --no-table
[ "$(wc -L <"$out")" -le 80 ] || fail 'a head of more than 80 columns'
# The time of its run.
while read -r transfers words; do
	# shellcheck disable=SC2086
	runs schedule alltoall.$words --no-table --run
	has 'run        right' "$out"
	has "$(printf 'transfers %6d   of an element' "$transfers")" "$out"
done <<'EOF'
16 aapc4 -d 5
20 aapc1 -d 5 --block
6 aapc4 -d 5 --width 3
9 aapc1 -d 3 --successive 2
8 windows -d 2 -k 12 --successive 2
515 windows -d 3 -k 1024 --successive 2
20 aapc5 -d 2 -k 32 --successive 5
17 aapc1 --orders 4,3,2
40 aapc1 --orders 6,4
16 aapc4 -d 5 --permute bit-reversal
20 aapc1 -d 5 --block --permute in-gray
2 aapc2 -d 2 --permute 2,0,3,1/1,3,2,0
EOF
printf '# f\n3 0 2 1 # drawn\n# g\n1 0\n2 3\n' >"$folder/permutations"
runs schedule alltoall.aapc3 -d 2 --no-table --run --permute "$folder/permutations"
has 'run        right' "$out"
refuses '--permute 0,1,2,2/0,1,2,3: f is no permutation: it has 2 twice' schedule alltoall.aapc3 -d 2 \
	--no-table --run --permute 0,1,2,2/0,1,2,3
refuses 'g(3) is 4; there are 0 to 3' schedule alltoall.aapc3 -d 2 --run --permute 0,1,2,3/0,1,2,4
refuses 'vcube step shows up to 256 nodes, and full:257 has 257' step bcast.binomial -t full:257 --print
ends 1 schedule alltoall.aapc4 -d 5 --successive 3 --delay 5
has 'check    WRONG' "$out"
has 'while other nodes may still move it' "$err"

# Output that cannot be written is an error.
if [ -w /dev/full ]; then
	for words in --help --version list 'topo ring:4' 'topo ring:4 --svg -' \
		'topo ring:4 --svg /dev/full' 'run allgather' 'run allgather --json' \
		'schedule alltoall.aapc4 -d 3'; do
		tests=$((tests + 1))
		# shellcheck disable=SC2086
		timeout 60 "$vcube" $words >/dev/full 2>"$err"
		[ $? = 1 ] || fail "vcube $words does not notice a full disk"
		has 'cannot write' "$err"
	done
fi
tests=$((tests + 1))
mkfifo "$folder/pipe"
head -c 0 <"$folder/pipe" &
exec 3>"$folder/pipe"
wait $!
timeout 60 "$vcube" run allgather --json >&3 2>"$err"
[ $? = 1 ] || fail 'a closed pipe is not noticed'
exec 3>&-
[ ! -s "$err" ] || fail 'a closed pipe is complained of'

# Output that cannot be written or shown is refused before anything else.
ends 1 calibrate --output "$folder/none/host.ini"
[ ! -s "$out" ] || fail 'calibrate measures what it cannot write'
refuses 'leave out --set threads=no' step allgather.ring -t ring:4 --print --set threads=no
ends 5 step allgather.ring -t ring:4 </dev/null
has 'the full screen needs a terminal' "$err"
has '--print' "$err"

# A trace: of one run, to a writable path, the same twice.
trace=$folder/trace
runs run alltoall.standard -t hypercube:3 -m 64 --clock virtual --no-wall --trace "$trace"
[ "$(head -c 8 "$trace")" = vcubetrc ] || fail 'there is no trace'
cp "$trace" "$trace.first"
runs run alltoall.standard -t hypercube:3 -m 64 --clock virtual --trace "$trace"
tests=$((tests + 1))
cmp -s "$trace" "$trace.first" || fail 'the same run has another trace'
runs run alltoall.standard -t hypercube:3 -m 64 --clock virtual --trace "$trace" --contents=0
tests=$((tests + 1))
[ "$(stat -c %s "$trace")" -lt "$(stat -c %s "$trace.first")" ] || fail 'contents cannot be left out'
# Of some nodes alone, with or without threads (where nodes do not meet before the call), and
# readers say so.
some=(run alltoall.standard -t hypercube:3 -m 64 --clock virtual --no-wall --contents 0 --trace-nodes 2..3)
runs "${some[@]}" --trace "$trace"
runs "${some[@]}" --set threads=no --trace "$trace.without"
tests=$((tests + 1))
cmp -s <("$vcube" trace "$trace" --csv - | grep -v ,align,) <("$vcube" trace "$trace.without" --csv -) ||
	fail 'without threads the trace of two nodes is another one'
runs trace "$trace"
has 'nodes     8, of which the trace has 2 to 3' "$out"
runs trace "$trace" --perfetto -
lacks '"node 4"' "$out"
has '"node 3"' "$out"
refuses 'this trace has nodes 2 to 3 of 8' trace "$trace" --goal -
refuses 'this trace has nodes 2 to 3 of 8' trace "$trace" --links -
refuses 'this trace has nodes 2 to 3 of 8' trace "$trace" --ti "$folder/ti"
runs view "$trace" -o "$folder/page"
has '"first":2,"traced":2' "$folder/page"
refuses 'takes A..B' run alltoall.standard --trace "$trace" --trace-nodes 5..3
refuses 'takes A..B' run alltoall.standard --trace "$trace" --trace-nodes 5
refuses 'name its file by --trace' run alltoall.standard -t hypercube:3 --trace-nodes 0..3
refuses '--trace-nodes names nodes that' run alltoall.standard -t hypercube:3 --trace "$trace" --trace-nodes 5..8
refuses '--ti takes a folder, and - is the standard output' trace "$trace" --ti -
refuses 'the standard output takes only one form' trace "$trace" --csv - --info
refuses 'cannot be read' view "$folder/nothing" -o "$folder/page"
for form in perfetto paje csv links goal; do
	cp "$trace" "$trace.kept"
	refuses "--$form $folder/./trace would overwrite the trace itself" trace "$trace" --$form "$folder/./trace"
	cmp -s "$trace" "$trace.kept" || fail 'a trace is overwritten'
done
refuses '--output' view "$trace" -o "$trace"
refuses 'would overwrite the trace itself; name another file' view "$trace" "$trace.kept" -o "$trace.kept"
refuses '--csv x would overwrite what --perfetto writes' trace "$trace" --csv x --perfetto x
runs trace "$trace" --csv /dev/null --perfetto /dev/null
printf '1 1\n1 1\n' >"$folder/matrix"
refuses 'would overwrite the file of --pattern' run alltoallv.direct -t full:2 --pattern "$folder/matrix" \
	--trace "$folder/matrix"
refuses '--plot x.svg would overwrite what --trace writes' run bcast.chain --trace x.svg --plot x.svg
cp "${srcdir:-.}/graphs/petersen.txt" "$folder/graph"
refuses 'would overwrite the graph itself' topo "graph:$folder/graph" --svg "$folder/graph"
refuses '--trace records one case, not ' run alltoall --trace "$trace"
refuses 'takes a number of bytes' run alltoall.standard --contents many
ends 1 run alltoall.standard --trace "$folder/no/such/folder"
has "cannot write $folder/no/such/folder" "$err"
[ ! -s "$out" ] || fail 'something was run before the trace was refused'
ends 1 run alltoall.standard --trace /dev/full
has 'the trace /dev/full cannot be written: No space left' "$err"

# A file gets its name when it is complete: an older one stays until then, and an
# interrupted run leaves nothing else.
mkdir "$folder/files"
echo before >"$folder/files/old"
chmod 640 "$folder/files/old"
ln -s old "$folder/files/link"
mkfifo "$folder/started"
cut_off()       # SIGNAL ARGUMENT...: a run that this ends after it has said something
{
	local signal=$1

	shift
	tests=$((tests + 1))
	(ulimit -c 0; exec "$vcube" "$@" >"$folder/started" 2>"$err") &
	read -r _ <"$folder/started"
	kill -"$signal" $!
	wait $! 2>/dev/null
	[ $? = $((128 + $(kill -l "$signal"))) ] || fail "vcube $* does not end by SIG$signal"
	[ "$(cd "$folder/files" && echo *)" = 'link old' ] || fail "vcube $* leaves a file"
	[ "$(cat "$folder/files/old")" = before ] || fail "vcube $* spoils the file that was there"
}
never='run alltoall.direct -t full:4 --clock wall --set startup=1000s'
# shellcheck disable=SC2086
{
	for signal in TERM HUP QUIT XFSZ; do
		cut_off $signal $never --trace "$folder/files/old"
		cut_off $signal $never --trace "$folder/files/new"
	done
	command -v gnuplot >/dev/null && cut_off TERM $never --plot "$folder/files/new.svg"
}
runs run bcast.chain -t ring:4 --clock virtual --trace "$folder/files/link"
tests=$((tests + 1))
[ "$(head -c 8 "$folder/files/old")" = vcubetrc ] || fail 'a link is not followed'
[ -h "$folder/files/link" ] || fail 'a link is written over'
[ "$(stat -c %a "$folder/files/old")" = 640 ] || fail 'a file is not as readable as before'
runs view "$folder/files/link" -o "$folder/files/page"
(umask 027 && "$vcube" topo ring:4 --svg "$folder/files/picture")
tests=$((tests + 1))
[ "$(stat -c %a "$folder/files/picture")" = 640 ] || fail 'a new file has another mode'
[ "$(cd "$folder/files" && echo *)" = 'link old page picture' ] || fail 'files are left behind'
# A failed run has a trace, too; one that never began has none.
ends 6 run bcast.chain -t linear:4 --clock virtual --set changes=1ps:1-2:down --trace "$folder/files/failed"
runs trace "$folder/files/failed"
ends 1 run allgather.hypercube -t ring:6 --trace "$folder/files/none"
[ ! -e "$folder/files/none" ] || fail 'there is a trace of nothing'
refuses 'not to the standard output' run bcast.chain -t ring:4 --trace -
runs topo ring:4 --svg /dev/null
ends 1 topo ring:4 --load bcast.chain --svg "$folder/nowhere/load.svg"
has "cannot write $folder/nowhere/load.svg" "$err"

# Completion offers the rows of list.
completions()           # LINE
{
	COMP_LINE=$1 COMP_POINT=${#1}
	COMPREPLY=()
	_vcube "$vcube"
	printf '%s\n' "${COMPREPLY[@]}"
}
complete() { :; }
compopt() { :; }
# shellcheck source=/dev/null
. "${srcdir:-.}/cli/completion/vcube"
: >"$err"

completed()             # LINE, whose completions are in $out
{
	completions "$1" >"$out"
	tests=$((tests + 1))
}

completed 'vcube '
for name in $("$vcube" list subcommands --names); do has "$name" "$out"; done
completed 'vcube run '
for name in $("$vcube" list algorithms --names); do has "$name" "$out"; done
completed 'vcube step '
for name in $("$vcube" list algorithms --names); do has "$name" "$out"; done
completed 'vcube predict '
for name in $("$vcube" list algorithms --names); do has "$name" "$out"; done
completed 'vcube run allgather.ring,allg'
has 'allgather.ring,allgather.mesh' "$out"
completed 'vcube run allgather -t '
for name in $("$vcube" list topologies --names); do has "$name:" "$out"; done
completed 'vcube run allgather -t ring:16,hyp'
[ "$(cat "$out")" = 16,hypercube: ] || fail 'completion within a list of topologies'
for words in 'topo' 'run allgather -t'; do
	completed "vcube $words graph:${srcdir:-.}/graphs/peters"
	[ "$(cat "$out")" = "${srcdir:-.}/graphs/petersen.txt" ] || fail 'completion of the file of a graph'
done
completed 'vcube run --'
"$vcube" list options --names | sed -n 's/^run //p' >"$folder/options"
while read -r option; do has "$option" "$out"; done <"$folder/options"
completed 'vcube run --clock v'
[ "$(cat "$out")" = virtual ] || fail 'completion of a clock'
completed 'vcube run --clock=v'
[ "$(cat "$out")" = virtual ] || fail 'completion after ='
completed 'vcube run --profile sp'
[ "$(cat "$out")" = 'sp2
sp2-mpich' ] || fail 'completion of a profile'
completed 'vcube schedule alltoall.aapc4 --suc'
[ "$(cat "$out")" = --successive ] || fail 'completion of an option of vcube schedule'
completed 'vcube schedule alltoall.w'
[ "$(cat "$out")" = alltoall.windows ] || fail 'completion of a schedule'
completed 'vcube run --set startu'
[ "$(cat "$out")" = startup= ] || fail 'completion of a key'
completed "vcube run bcast.chain --trace $folder/op"
has "$folder/options" "$out"
completed 'vcube reproduce cm200-table7 --nodes '
[ ! "$(cat "$out")" ] || fail 'completion of a number'
completed 'vcube topo tor'
[ "$(cat "$out")" = torus: ] || fail 'completion of a topology'
"$vcube" list values --names | sed -n 's/^\([a-z]*\): @\([a-z]*\).*/\1 \2/p' >"$folder/words"
while read -r subcommand subject; do
	completed "vcube $subcommand "
	for name in $("$vcube" list "$subject" --names); do has "$name" "$out"; done
done <"$folder/words"
completed 'vcube list '
for name in $("$vcube" list subjects --names); do has "$name" "$out"; done

finish
