#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Reports on programs that vcuberun has loaded name their lines; races are warnings alone.
[ -z "$SANITIZE" ] || exit 77   # programs would need it as well
VCUBE=${VCUBERUN:-mpi/run/here/vcuberun}
. "${srcdir:-.}/tests/support/command.sh" || exit
. "${srcdir:-.}/tests/support/programs.sh" || exit
command -v addr2line >/dev/null || exit 77

build mistakes.c -O2
line()          # of the comment in the program
{
	echo "mistakes.c:$(grep -n "/\* $1 \*/" "$programs/mistakes.c" | cut -d: -f1)"
}

ends 3 -n 3 "$folder/mistakes" deadlock
has 'cycle: 0 -> 1 -> 2 -> 0' "$err"
has "node 0 waits in MPI_Recv(source 1, tag 7, comm MPI_COMM_WORLD) at $(line 'in a function')" "$err"
has "node 2 waits in MPI_Recv(source 0, tag 7, comm MPI_COMM_WORLD) at $(line 'in a function')" "$err"

ends 0 -n 3 "$folder/mistakes" buffering
lacks 'warning' "$err"
ends 0 -n 3 --strict "$folder/mistakes" buffering
has "warning: rank 1: reliance on buffering: MPI_Send(destination 2, tag 8) at $(line 'in main') would wait for ever" "$err"
ends 0 -n 3 --strict "$folder/mistakes" before
has "warning: rank 0: reliance on buffering: MPI_Send(destination 1, tag 9) at $(line 'before all') would wait for ever" "$err"
lacks 'rank 1: ' "$err"
# Who takes any message may take the one that can come.
ends 0 -n 3 --strict "$folder/mistakes" sends
lacks 'reliance' "$err"
ends 3 -n 3 --capacity 0 "$folder/mistakes" buffering
has "MPI_Send(destination 1, tag 8, comm MPI_COMM_WORLD) at $(line 'in main'), for room" "$err"
has 'relies on buffering' "$err"

ends 0 -n 3 --strict "$folder/mistakes" none
lacks 'warning' "$err"
ends 0 -n 3 "$folder/mistakes" race
lacks 'warning' "$err"
ends 0 -n 3 --strict "$folder/mistakes" race
has 'warning: rank 0: message race: MPI_Recv(source MPI_ANY_SOURCE, tag 9' "$err"
has "$(line 'in a function')" "$err"
has '; 1 such receive: the result' "$err"

# A receive could have taken a later message, unless that is an answer.
ends 0 -n 3 --strict "$folder/mistakes" late
has 'warning: rank 0: message race: MPI_Recv(source MPI_ANY_SOURCE, tag 9' "$err"
ends 0 -n 3 --strict "$folder/mistakes" answer
lacks 'warning' "$err"

# So may a probe, and a request, which is named.
ends 0 -n 3 --strict "$folder/mistakes" probed
has "warning: rank 0: message race: MPI_Probe(source MPI_ANY_SOURCE, tag 11, comm MPI_COMM_WORLD) at $(line probed) took" "$err"
ends 0 -n 3 --strict "$folder/mistakes" posted
has "warning: rank 0: message race: MPI_Irecv(source MPI_ANY_SOURCE, tag 11, comm MPI_COMM_WORLD) at $(line posted) took" "$err"
# A run that fails warns as well.
ends 6 -n 3 --strict "$folder/mistakes" fails
has 'MPI_ERR_RANK' "$err"
has 'warning: rank 0: message race: MPI_Recv(source MPI_ANY_SOURCE, tag 9' "$err"

for what in freed locked; do
	ends 0 -n 3 "$folder/mistakes" $what
	lacks 'warning' "$err"
	ends 0 -n 3 --strict "$folder/mistakes" $what
	has 'warning: rank 0: ' "$err"
	has "$(line $what)" "$err"
done
ends 0 -n 3 --strict "$folder/mistakes" nosucceed
lacks 'warning' "$err"

ends 0 -n 3 "$folder/mistakes" left
lacks 'warning' "$err"
ends 1 -n 3 --strict "$folder/mistakes" left
has "resource leak: communicator created at $(line left) was never freed" "$err"
# Errors of files return.
ends 0 -n 3 "$folder/mistakes" refused
lacks 'warning' "$err"
ends 0 -n 3 --strict "$folder/mistakes" refused
has "warning: rank 0: file error: MPI_File_write at $(line refused)" "$err"
has 'returned MPI_ERR_READ_ONLY' "$err"

# Without debug information, functions are named.
build mistakes.c -O1 -fno-inline -g0
ends 3 -n 3 "$folder/mistakes" deadlock
has 'comm MPI_COMM_WORLD) at receive()' "$err"
finish
