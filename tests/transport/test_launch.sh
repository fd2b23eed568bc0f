#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Every algorithm is right on 1 to 16 processes, started by vcube launch or, where there is one,
# by an MPI; and what they say, and how they end, is as in one process.
. "${srcdir:-.}/tests/support/command.sh" || exit
unset VCUBE_TRANSPORT VCUBE_SOCKETS

# The lines of a sweep, by one process.
sweep=(run all -t hypercube:4 --no-wall --csv)
runs "${sweep[@]}" -m 8
cp "$out" "$folder/8"
runs "${sweep[@]}" -m 20KiB
cp "$out" "$folder/20KiB"

# A node a process: long blocks leave from the program's memory.
few=(run all -t full:4 --no-wall --csv -m 20KiB)
runs "${few[@]}"
cp "$out" "$folder/few"

# The same in virtual time, where they agree to the picosecond
timed=(-m 100 --clock virtual --set routing=none)
runs "${sweep[@]}" "${timed[@]}"
cp "$out" "$folder/timed"
grep -q ',true,' "$folder/8" || fail 'one process checks nothing'

same()          # WHAT WHOLE
{
	tests=$((tests + 1))
	cmp -s "$out" "$folder/$2" || fail "$1 print other lines than one process"
}

for processes in 1 2 3 4 8 16; do
	runs launch $processes "$vcube" "${sweep[@]}" -m 8
	same "$processes processes" 8
done
for processes in 2 5; do
	runs launch $processes "$vcube" "${sweep[@]}" "${timed[@]}"
	same "$processes processes in virtual time" timed
done
runs launch 3 "$vcube" "${sweep[@]}" -m 20KiB --set spread=robin
same '3 processes in turn' 20KiB
runs launch 4 "$vcube" "${few[@]}"
same '4 processes of a node each' few

# Each process has its functions at addresses of its own.
runs launch 3 tests/transport/test_processes sockets

# Host times are measured in process 0, which prints them once.
runs launch 2 "$vcube" run allgather.ring -t ring:5 --json
[ "$(grep -c wall_ns "$out")" = 1 ] || fail 'processes print a line each'
[ "$(json wall_ns <"$out")" -gt 0 ] || fail 'there is no host time'

# A profile of what messages between processes cost predicts a run of theirs.
profile=$folder/cluster.ini
runs launch 2 "$vcube" calibrate --iterations 1 -q --output "$profile"
grep -q 'in 2 processes' "$profile" || fail 'the profile does not say who measured it'
runs launch 2 "$vcube" run allgather.ring -t ring:4 --clock free --profile "$profile" --json
[ "$(json predicted_ps <"$out")" -gt 0 ] || fail 'the profile predicts nothing'
[ "$(json wall_ns <"$out")" -gt 0 ] || fail 'nothing is measured beside it'

# Exit statuses, and who died.
ends 1 launch 2 "$vcube" run allgather.ring -t ring:1
has 'too few for 2 processes' "$err"
# Process 0 alone says so.
for command in run predict; do
	refuses 'needs clock=free, or clock=virtual with routing=none' \
		launch 2 "$vcube" $command allgather -t ring:4 --clock virtual
	[ "$(wc -l <"$err")" = 1 ] || fail "launch 2 vcube $command says it twice"
done
ends 3 launch 3 sh -c 'case $VCUBE_SOCKETS in 1:*) exit 3; esac'
ends 137 launch 3 sh -c 'case $VCUBE_SOCKETS in 2:*) kill -9 $$; esac'
has 'process 2 of 3 has died (Killed)' "$err"
ends 1 launch 2 ./no-such-program
has 'no-such-program cannot be started' "$err"
[ "$(wc -l <"$err")" = 1 ] || fail 'each process says that the program cannot be started'
runs launch 2 -- true
# The command takes as many descriptors as the host allows, the program as many as the shell does.
tests=$((tests + 1))
(ulimit -S -n 64 && "$vcube" launch 12 sh -c 'ulimit -n' >"$out" 2>"$err")
[ "$(sort -u "$out")" = 64 ] || fail 'launch 12 needs more than 64 descriptors'
tests=$((tests + 1))
(ulimit -n 64 && "$vcube" launch 12 true >"$out" 2>"$err")
has 'the 132 sockets of 12 processes (Too many open files); allow more by ulimit -n' "$err"
# A program that another one has started has its environment, but not its descriptors.
for sockets in 0:-1,99 1:0,-1 x:-1,0; do
	VCUBE_TRANSPORT=sockets VCUBE_SOCKETS=$sockets refuses "VCUBE_SOCKETS=$sockets" \
		run allgather -t ring:4 </dev/null
done
# Whoever starts the command may ignore that its children end.
tests=$((tests + 1))
env --ignore-signal=CHLD "$vcube" launch 2 sh -c 'exit 4' >"$out" 2>"$err"
[ $? = 4 ] || fail 'the exit status is lost where SIGCHLD is ignored'
refuses 'not a number of processes: 1 to 128' launch 0 true
refuses 'not a number of processes: 1 to 128' launch many true
refuses 'name a number of processes and a program' launch 4
refuses 'start the program by vcube launch' run allgather --set transport=sockets
refuses 'start the program by mpirun' run allgather --set transport=mpi

# A process reports how one of its nodes ends it, and what its others do; those of other processes
# it does not know.
include=$(cd "${srcdir:-.}" && pwd)/lib/include
${CC:-cc} -std=gnu11 -fPIC -shared $SANITIZE -I "$include" -x c - -o "$folder/wrong.so" <<'P' || exit
#include <stdlib.h>
#include <unistd.h>
#include <vcube/authoring.h>
int vcube_own_program(vcube_node *self, size_t bytes)
{
	char c;

	while (vcube_rank(self) == 0 && bytes == 16)
		pause();
	if (vcube_rank(self) == 3 && bytes == 8)
		abort();
	if (vcube_rank(self) == 3 && bytes == 32)
		exit(7);
	return vcube_recv(self, NULL, (vcube_rank(self) + 1) % vcube_size(self), &c, 1, NULL);
}
P
ends 134 launch 2 "$vcube" run --load "$folder/wrong.so" -t ring:4 -m 8
has 'node 3 died of SIGABRT' "$err"
has 'these are the nodes of process 1 of 2' "$err"
lacks 'node 0 ' "$err"
# A hard limit ends the process whose node goes on.
ends 5 launch 2 "$vcube" run --load "$folder/wrong.so" -t ring:4 -m 16 --set limit=100ms \
	--set hard_limit=yes
has 'node 0 blocks outside of the library' "$err"
has 'node 1 was stopped while waiting to receive from node 2' "$err"
has 'these are the nodes of process 0 of 2' "$err"
lacks 'node 3 ' "$err"

# Under each MPI that has a module here, on 2 and 4 processes; with LONG=1 on more. What is wrong
# with a run is reported in the words of one process.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
patience=${LONG:+600}

starts()        # MPIRUN OPTION... PROGRAM ARGUMENT...
{
	tests=$((tests + 1))
	timeout "${patience:-60}" "$@" >"$out" 2>"$err" || fail "$* fails"
}

under()         # MPI
{
	local module=.libs/vcube-$1.so mpirun=(mpirun."$1") processes

	[ -f "$module" ] || return
	[ "$1" = mpich ] || mpirun+=(--oversubscribe)
	for processes in 2 4 ${LONG:+1 3 8 16}; do
		starts "${mpirun[@]}" -np $processes "$vcube" "${sweep[@]}" -m 8 --set transport=mpi
		same "$processes processes of $1" 8
	done
	starts "${mpirun[@]}" -np 4 "$vcube" "${few[@]}" --set transport=mpi
	same "4 processes of $1, of a node each," few
	for processes in 3 ${LONG:+2 4 8}; do
		starts "${mpirun[@]}" -np $processes tests/transport/test_processes "$(realpath "$module")"
	done
	# A node ends its process: nobody else there calls the MPI while it ends as well.
	for _ in 1 2 3; do
		timeout "${patience:-60}" "${mpirun[@]}" -np 2 "$vcube" run --load "$folder/wrong.so" \
			-t ring:4 -m 32 --set transport=mpi >"$out" 2>"$err"
		has 'node 3 called exit(7)' "$err"
		has 'process 1 of 2 has died' "$err"
		! grep -E 'FINALIZE|Assertion|signal|UCX' "$out" "$err" || fail "exit() in a node crashes $1"
	done
}
under openmpi
under mpich
finish
