#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# vcuberun --explore runs a program in every order, and the one that it names fails again, alone.
[ -z "$SANITIZE" ] || exit 77   # programs would need it as well
VCUBE_COMMAND=$VCUBE
VCUBE=${VCUBERUN:-mpi/run/here/vcuberun}
. "${srcdir:-.}/tests/support/command.sh" || exit
. "${srcdir:-.}/tests/support/programs.sh" || exit
ulimit -c 0

build races.c

# Right programs: outcomes are what ranks print; one order shows it.
for case in '3:both:4:2' '3:buffered:2:2' '4:both:12:6' '4:synchronous:6:6' '5:buffered:24:24'; do
	IFS=: read -r ranks sends orders outcomes <<<"$case"
	runs -n "$ranks" --set "explore=$sends" "$folder/races"
	has "explored $orders orders in $orders runs: $outcomes outcomes" "$out"
	has "the receive from any at MPI_Recv at races.c:21 could take the message of node 1 or of node 2" "$out"
	tests=$((tests + 1))
	[ "$(grep -c came "$out")" = 1 ] || fail 'not one order shows what it prints'
done
runs -n 4 --explore "$folder/races" same
has 'explored 12 orders in 12 runs: 1 outcome' "$out"
ends 0 -n 4 --explore --strict "$folder/races" same
has 'explored 12 orders in 12 runs: 1 outcome' "$out"
has 'at races.c:21 took the message from rank 1, but one from rank 2 could have arrived first' "$err"
VCUBE_EXPLORE=both VCUBE_N=3 "$folder/races" >"$out" 2>"$err"
has 'explored 4 orders in 4 runs: 2 outcomes' "$out"

# Wrong ones: the status of the exploration, and of the order alone, and what both say
while IFS=: read -r how explored alone words; do
	ends "$explored" -n 3 --explore "$folder/races" "$how"
	has '2 1 came' "$out"
	has "$words" "$err"
	has '2 failed; the first: replay=0:2,1' "$err"
	has 'alone, without --explore: --set replay=0:2,1' "$err"
	ends "$alone" -n 3 --set replay=0:2,1 "$folder/races" "$how"
	has "$words" "$err"
	runs -n 3 --set replay=0:1,2 "$folder/races" "$how"
done <<'END'
assert:1:134:first == 1
abort:1:9:aborted the run with code 9
segv:1:139:rank 0 was killed by signal 11
hang:3:3:node 0 waits in MPI_Recv(source 1
exit:1:3:rank 0 ended with status 3 between MPI_Init and MPI_Finalize
END
ends 1 -n 3 --explore "$folder/races" return
has 'the program of node 0 returned 4' "$err"
ends 4 -n 3 --set replay=0:2,1 "$folder/races" return

# It can be recorded and stepped.
v -n 3 --set replay=0:2,1 --trace "$folder/trace" "$folder/races" hang
"${VCUBE_COMMAND:-cli/here/vcube}" trace "$folder/trace" >"$out" 2>"$err"
has 'replay=0:2,1' "$out"
has 'waits in MPI_Recv(source 1' "$out"
v -n 3 --set replay=0:2,1 --step --print "$folder/races" hang
has 'the run failed: node 0 waits in MPI_Recv(source 1' "$out"

# Reliance on buffering
ends 3 -n 2 --explore "$folder/races" head-on
has 'the program relies on buffering' "$err"
has '--set capacity=0 --set replay=0:1' "$err"
ends 3 -n 2 --set capacity=0 --set replay=0:1 "$folder/races" head-on

# Each order has the input from its beginning, if it is a file.
echo 42 >"$folder/input"
runs -n 3 --explore "$folder/races" read <"$folder/input"
has 'read 42' "$out"
has 'explored 4 orders in 4 runs: 2 outcomes' "$out"
echo 42 | v -n 3 --explore "$folder/races" read
has 'read -1' "$out"
finish
