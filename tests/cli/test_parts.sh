#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The parts of a sweep, sorted, equal the whole, byte for byte, also as the example scripts
# run them.
. "${srcdir:-.}/tests/support/command.sh" || exit

sweep=('allgather,bcast,alltoall.auto,barrier' -t 'ring:6,hypercube:3' -m '0,64,4KiB' --clock virtual)
quietly=(--no-wall -q)

# The parts together are what the whole is; when sorted, or, for one part, as they are.
compare()       # WHAT FILE WHOLE
{
	tests=$((tests + 1))
	cmp -s <(sort "$2") <(sort "$3") || fail "$1 differ from the whole"
}

for form in csv json; do
	runs run "${sweep[@]}" "${quietly[@]}" --$form
	cp "$out" "$folder/whole.$form"
	for of in 1 2 5; do
		: >"$folder/parts"
		for ((i = 1; i <= of; i++)); do
			runs run "${sweep[@]}" "${quietly[@]}" --$form --part $i/$of
			cat "$out" >>"$folder/parts"
			[ -s "$out" ] || fail "part $i of $of has no case"
		done
		compare "$of parts as $form" "$folder/parts" "$folder/whole.$form"
	done
	[ "$(head -n 1 "$folder/parts" | cut -c -12)" = \
		"$(head -n 1 "$folder/whole.$form" | cut -c -12)" ] || fail "how $form begins"
done

# Predictions have parts, too.
runs predict "${sweep[@]}" -q --csv
cp "$out" "$folder/predicted"
runs predict "${sweep[@]}" -q --csv --part 1/2
cp "$out" "$folder/parts"
runs predict "${sweep[@]}" -q --csv --part 2/2
cat "$out" >>"$folder/parts"
compare 'two parts of predictions' "$folder/parts" "$folder/predicted"

# Parts get equal work, not equal numbers: the long case is alone.
runs run alltoall.direct -t full:8 -m 8,16,32,1MiB --clock virtual --no-wall --json --part 1/2
[ "$(json bytes <"$out")" = 1048576 ] || fail 'the long case and others are one part'
# More parts than cases: nothing is left for the last.
runs run alltoall.direct -t full:8 -m 8,16 --clock virtual --no-wall --json --part 3/3
[ ! -s "$out" ] || fail 'a part without cases prints something'

# The examples.
examples=$(cd "${srcdir:-.}/examples/sweep" && pwd)
VCUBE=$(cd "$(dirname "$vcube")" && pwd)/$(basename "$vcube")
export VCUBE
tests=$((tests + 1))
for ((i = 1; i <= 3; i++)); do
	(cd "$folder" && SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_COUNT=3 \
		sh "$examples/slurm.sh" "${sweep[@]}") || fail "task $i of the example for Slurm"
done
cat "$folder"/sweep-*.csv >"$folder/parts"
compare 'the tasks of the example for Slurm' "$folder/parts" "$folder/whole.csv"
if parallel --version 2>/dev/null | grep -q GNU; then
	PARTS=3 sh "$examples/parallel.sh" "${sweep[@]}" >"$folder/parts" 2>"$err" ||
		fail 'the example for GNU parallel'
	compare 'the parts of the example for GNU parallel' "$folder/parts" "$folder/whole.csv"
fi

# Refused.
for part in 0/4 5/4 x 1 1/ /4 1/4x -1/4 1/0 1/99999 99999999999/4; do
	refuses "takes I/N, the Ith of N parts, such as 1/4" run allgather --csv --part "$part"
done
refuses 'add --json or --csv' run allgather --part 1/4
refuses 'a plot needs all' run allgather --clock virtual --csv --part 1/4 --plot "$folder/a.svg"
refuses 'one case has no parts' run allgather.ring --csv --part 1/4 --trace "$folder/a.trace"
finish
