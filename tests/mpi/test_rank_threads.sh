#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Threads that a rank makes belong to it: by pthread_create(), in C++ and by OpenMP.
[ -z "$SANITIZE" ] || exit 77   # programs would need it as well
VCUBE=${VCUBERUN:-mpi/run/here/vcuberun}
. "${srcdir:-.}/tests/support/command.sh" || exit
. "${srcdir:-.}/tests/support/programs.sh" || exit
[ -n "$VCUBECXX" ] && [ -x "$VCUBECXX" ] || exit 77

options='-std=c++17 -pthread'
echo 'int main() { return 0; }' >"$folder/openmp.cc"
"$VCUBECXX" -fopenmp "$folder/openmp.cc" -o "$folder/openmp" 2>/dev/null && options+=' -fopenmp'
# shellcheck disable=SC2086
build threads.cc $options

for options in '-n 1' '-n 2' '-n 5' '-t hypercube:3 --clock virtual'; do
	# shellcheck disable=SC2086
	runs $options --prefix "$folder/threads"
	ranks=$(grep -c ' ends$' "$out")
	for rank in $(seq 0 $((ranks - 1))); do
		grep "^\[$rank\]" "$out" | sort >"$folder/lines"
		printf "[$rank] %s\n" "rank $rank ends" "thread 1 of rank $rank" \
			"thread 2 of rank $rank" | same "$folder/lines"
	done
done

# A deadlock is one though the first thread of each rank waits for the end of another.
ends 3 -n 2 "$folder/threads" silent
has 'waits to receive from node 1' "$err"
finish
