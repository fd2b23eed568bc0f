#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# vcuberun gives each rank a process of its own: variables, libc's state, streams, its end.
[ -z "$SANITIZE" ] || exit 77   # programs would need it as well
VCUBE_COMMAND=$VCUBE
VCUBE=${VCUBERUN:-mpi/run/here/vcuberun}
. "${srcdir:-.}/tests/support/command.sh" || exit
. "${srcdir:-.}/tests/support/programs.sh" || exit

build own.c
build objects.cc -std=c++17
build ends.c
build streams.c
build large.c

# Variables and libc's state
for ranks in 1 2 50; do
	GIVEN=before runs -n $ranks "$folder/own"
	tests=$((tests + 1))
	[ "$(grep -cx fine "$out")" = $ranks ] || fail "not every one of $ranks ranks is fine"
done
PMI_RANK=17 GIVEN=before runs -n 2 "$folder/own"
GIVEN=before runs -t hypercube:3 --clock virtual "$folder/own"
GIVEN=before runs -n 4 --set fuzz=7 "$folder/own"

runs -n 3 "$folder/large"

# Objects of C++, and their ends in the right order
runs -n 3 --prefix "$folder/objects"
for rank in 0 1 2; do
	sed -n "s/^\[$rank\] //p" "$out" >"$folder/lines"
	printf '%s\n' "a line $rank" "thread_local $((200 + rank))" "local $((300 + rank))" \
		"static $((100 + rank))" | same "$folder/lines"
done

# Lines are whole.
printf 'first\n42\n' >"$folder/input"
v -n 5 --prefix "$folder/streams" <"$folder/input"
for rank in 0 1 2 3 4; do
	for number in 00 57 99; do
		has "[$rank] line $number of $rank here" "$out"
	done
	has "[$rank] error of $rank" "$err"
	has "[$rank] files 1 2" "$out"
done
tests=$((tests + 1))
[ "$(grep -c 'line' "$out")" = 500 ] || fail 'lines are mixed'

# Rank 0 has the input, the others none.
has '[0] read first' "$out"
has '[0] 42 and 10' "$out"
tests=$((tests + 1))
[ "$(grep -c 'nothing to read' "$out")" = 4 ] || fail 'not every other rank has no input'

# Each has a folder of its own, where the host lets it, and files in the place of its streams.
build turns.c
if unshare --fork true 2>/dev/null; then
	mkdir "$folder/turns.d"
	runs -n 5 --prefix "$folder/turns" "$folder/turns.d"
	for rank in 0 1 2 3 4; do
		has "[$rank] after" "$out"
		printf 'output of %d\nthe end' $rank | same "$folder/turns.d/rank$rank/out"
	done
fi

# What scripts pass to mpirun
build words.c
runs -np 3 --oversubscribe --bind-to core --map-by=node -x WORD=one -x HOME "$folder/words" a -np 7
[ "$(grep -cx "one, 4 words in $(basename "$PWD")" "$out")" = 3 ] || fail 'not three ranks have one'
mkdir -p "$folder/here"
runs --strict -hostfile /dev/null -genv WORD two --wdir "$folder/here" -t ring:4 --mca btl self \
	--tag-output --timeout 100 "$folder/words"
for rank in 0 1 2 3; do
	has "[$rank] two, 1 words in here" "$out"
done
runs --ntasks=2 --cpus-per-task 1 --capacity 1MiB -l "$folder/words"
has '[1] none, 1 words' "$out"

# Exit statuses
ends 5 -n 3 "$folder/ends" exit
tests=$((tests + 1))
[ "$(grep -c handler "$out")-$(grep -c destructor "$out")" = 3-3 ] || fail 'not all handlers ran'
ends 6 -n 3 "$folder/ends" _exit
tests=$((tests + 1))
[ "$(grep -c handler "$out")-$(grep -c destructor "$out")" = 2-2 ] || fail '_exit() runs handlers'
ends 4 -n 3 "$folder/ends" unfinished
has 'rank 1' "$err"
ends 44 -n 4 "$folder/ends" 300 3
ends 0 -n 1 "$folder/ends" exit
runs -n 2 "$folder/ends" fork
has child "$out"
ends 9 -n 3 "$folder/ends" MPI_Abort
has 'rank 1' "$err"
ends 44 -n 3 "$folder/ends" MPI_Abort300
ends 1 -n 3 "$folder/ends" MPI_Abort256
ends 1 -n 3 "$folder/ends" MPI_Abort0
ends 1 -n 3 "$folder/ends" leave
has 'rank 1 ended without MPI_Finalize' "$err"
ends 7 -n 2 "$folder/ends" thread
has 'a thread of rank 1' "$err"
ulimit -c 0
for pair in segv:11 overflow:11 abort:6 assert:6; do
	ends $((128 + ${pair#*:})) -n 3 "$folder/ends" "${pair%:*}" 2
	has "rank 2 was killed by signal ${pair#*:}" "$err"
	[ -n "$SANITIZE" ] || has 'node 2 died of SIG' "$err"
done
has 'ends: ' "$err"                     # assert() names the program
ends 143 -n 3 "$folder/ends" term 2
has 'rank 2 was killed by signal 15 (Terminated)' "$err"
ends 143 -n 3 "$folder/ends" kill 2
has 'a rank killed all by signal 15 (Terminated)' "$err"
ends 134 -n 3 "$folder/ends" later 2
has 'rank 2 was killed by signal 6 (Aborted) after its program had ended' "$err"

# Without vcuberun
tests=$((tests + 2))
[ "$(env -u VCUBE_N "$folder/streams" </dev/null | grep -c 'line 00')" = 1 ] || fail 'not one rank alone'
[ "$(VCUBE_N=3 "$folder/streams" </dev/null | grep -c 'line 00')" = 3 ] || fail 'not VCUBE_N ranks'
(cd "$folder" && VCUBERUN=/nowhere ./streams) >"$out" 2>"$err"
has 'VCUBERUN' "$err"

# What the machine records and shows
build whole.c "$programs/part.c"
runs -t ring:4 --profile sp2 --trace "$folder/trace" "$folder/whole"
has 'rank 3 of 4' "$out"
"${VCUBE_COMMAND:-cli/here/vcube}" trace "$folder/trace" >"$out" 2>"$err"
has 'ring:4' "$out"
has 'virtual clock' "$out"
runs -n 2 --step --print "$folder/whole"
has 'the run ended' "$out"

# Collectives beside the program: each has a beginning and an end.
build besides.c
for options in '--clock virtual' '--strict'; do
	# shellcheck disable=SC2086
	runs -t hypercube:2 $options --trace "$folder/trace" "$folder/besides"
	"${VCUBE_COMMAND:-cli/here/vcube}" trace --csv - "$folder/trace" >"$out" 2>"$err"
	for wanted in start,allreduce:4 start,bcast:4 start,allgather:8 done,allreduce:4 done,bcast:4 \
		done,allgather:8 call,allreduce:4 return,allreduce:4; do
		tests=$((tests + 1))
		name=${wanted%:*}
		[ "$(grep -c "^[0-9]*,[0-3],${name%,*},.*\"${name#*,}[.]" "$out")" = "${wanted#*:}" ] ||
			fail "not ${wanted#*:} of $name"
	done
done
"${VCUBE_COMMAND:-cli/here/vcube}" trace "$folder/trace" >"$out" 2>"$err"
has 'start           16' "$out"
has 'done            16' "$out"

runs --version
runs --help
has 'vcuberun -n 64' "$out"

# Algorithms of collectives; what cannot run is told once, with what runs instead.
build gathers.c
for choice in allgather=dcycles allgather.dcycles; do
	runs -t hypercube:3 --clock virtual --set ports=all --set $choice "$folder/gathers"
	has 'right after 7.7 us' "$out"
done
runs -t hypercube:3 --clock virtual --set ports=all --set allgather=hypercube "$folder/gathers"
has 'right after 5.1 us' "$out"
v -n 6 --set allgather=dcycles "$folder/gathers"
tests=$((tests + 1))
[ "$(grep -c 'of 6 processes: allgather.dcycles needs a number of nodes that is a power of two' "$err")" = 1 ] ||
	fail 'not told once'
has 'right' "$out"

# What computing takes
build computes.c
runs -n 2 --clock virtual "$folder/computes"
has 'nothing, charged 2.5' "$out"
runs -n 2 --clock virtual --compute charged "$folder/computes"
has 'nothing, charged 2.5' "$out"
for pair in measured:1 measured:100:100; do
	v -n 2 --clock virtual --compute "${pair%:*}" "$folder/computes" "${pair##*:}"
	has 'enough, charged 2.5' "$out"
	has 'times depend on this host' "$err"
done

# Completion offers the options of --help, and what `vcube list' has.
complete() { :; }
compopt() { :; }
vcube() { "${VCUBE_COMMAND:-cli/here/vcube}" "$@"; }
# shellcheck source=/dev/null
. "${srcdir:-.}/cli/completion/vcuberun"
# shellcheck source=/dev/null
. "${srcdir:-.}/cli/completion/vcubecc"
completes()             # FUNCTION LINE WORD...: among what completes the line
{
	local function=$1

	COMP_LINE=$2 COMP_POINT=${#2} COMPREPLY=()
	shift 2
	"$function" "$vcube"
	printf '%s\n' "${COMPREPLY[@]}" >"$out"
	for word; do has "$word" "$out"; done
}
# shellcheck disable=SC2046
completes _vcuberun 'vcuberun --' $("$vcube" --help | grep -oE '(^|[ ,])--[a-z-]+' | tr -d ' ,')
# shellcheck disable=SC2046
completes _vcuberun 'vcuberun -t ' $(vcube list topologies --names)
completes _vcuberun 'vcuberun -n 4 --set allg' allgather=
completes _vcuberun 'vcuberun -n 4 --set allgather=d' dcycles doubling
completes _vcuberun 'vcuberun --clock=v' virtual
completes _vcuberun 'vcuberun --profile sp' sp2
completes _vcuberun 'vcuberun -n 4 --compute m' measured
completes _vcuberun "vcuberun -n 4 $folder/strea" "$folder/streams"
completes _vcuberun 'vcuberun -n 4 ./prog --'
lacks ranks "$out"
completes _vcubecc 'vcubecc -showme:inc' incdirs

# Numbers of ranks
VCUBE_N=4 ends 0 "$folder/streams"
has 'of 3 here' "$out"
lacks 'of 4 here' "$out"
VCUBE_N=9 ends 0 -t ring:2 "$folder/streams"
lacks 'of 2 here' "$out"
ends 0 -np 2 "$folder/streams"
ends 0 -n 300 "$folder/streams"
has 'line 99 of 299 here' "$out"
finish
