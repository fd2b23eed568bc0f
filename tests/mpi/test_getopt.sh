#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The getopt() of a rank does what libc's does, on random words.
[ -z "$SANITIZE" ] || exit 77
VCUBE=${VCUBERUN:-mpi/run/here/vcuberun}
. "${srcdir:-.}/tests/support/command.sh" || exit
. "${srcdir:-.}/tests/support/programs.sh" || exit
build options.c
${CC:-cc} "$programs/options.c" -o "$folder/libc" || exit

# All in one process: a line of the file is the words of a case.
words=(-a -b -c -ab -abvalue -bvalue -cvalue -acb -x -ax - -- --all --al --alter --alt --a --block
	--block=5 --blo 7 --color --color=red --col --columns --colu=3 --all=no --none --none=1 -all
	-block -block=5 -color -co -colu=3 -alter=x one two '' -a-b --=x)
RANDOM=${SEED:-17}
echo "seed ${SEED:-17}"
same_result()   # KIND LETTERS WORD...
{
	tests=$((tests + 1))
	(exec -a options "$folder/libc" "$@") >"$folder/wanted" 2>&1
	timeout 60 "$vcube" -- "$folder/options" "$@" >"$out" 2>&1
	diff "$folder/wanted" "$out" || fail "getopt $* differs"
}
for ((round = 0; round < ${ROUNDS:-150}; round++)); do
	given=()
	for ((i = RANDOM % 7; i > 0; i--)); do
		given+=("${words[RANDOM % ${#words[@]}]}")
	done
	kinds=(short long only)
	letters=('ab:c::' '+ab:c::' '-ab:c::' ':ab:c::' '-:ab:c::')
	same_result "${kinds[RANDOM % 3]}" "${letters[RANDOM % 5]}" "${given[@]}"
done
POSIXLY_CORRECT=1 same_result long ab: one -a
finish
