#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The MPI programs of examples/mpi print what is right, on any number of ranks and any machine.
[ -z "$SANITIZE" ] || exit 77   # programs would need it as well
VCUBE=${VCUBERUN:-mpi/run/here/vcuberun}
. "${srcdir:-.}/tests/support/command.sh" || exit
. "${srcdir:-.}/tests/support/programs.sh" || exit
programs=${srcdir:-.}/examples/mpi

for program in ring pi heat workers transpose; do
	build $program.c -O2 -std=c11 -lm
done

for ranks in 1 2 5 16; do
	runs -n $ranks "$folder/ring"
	has "sum to $((ranks * (ranks - 1) / 2)), as they should: $((ranks * (ranks - 1) / 2))" "$out"
	runs -n $ranks "$folder/pi"
	has 'pi is about 3.141592654, off by less than 1e-9: yes' "$out"
	runs -n $ranks "$folder/transpose"
	has ' 0 elements wrong' "$out"
done

# Which worker gets which number depends on the host, the sum does not.
for machine in '-n 2' '-n 9' '-t torus:3x3 --clock virtual' '-n 4 --set fuzz=5'; do
	# shellcheck disable=SC2086 # a list of options
	runs $machine "$folder/workers"
	has '46 primes up to 200' "$out"
done
ends 2 -n 1 "$folder/workers"
has 'workers needs 2 ranks or more' "$err"

runs -n 6 "$folder/heat"
has '3 by 2 parts; in step 200' "$out"

# Under the virtual clock times are those of the machine, the same in every run.
for run in 1 2 3; do
	runs -t hypercube:3 --profile sp2 "$folder/transpose"
	[ $run = 1 ] && cp "$out" "$folder/first"
	same "$folder/first" <"$out"
done
finish
