#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# A machine of one process executes not an instruction more per message: callgrind counts those of
# nodes/transport/, and finds only what opens, begins and closes a machine.
. "${srcdir:-.}/tests/support/command.sh" || exit
unset VCUBE_TRANSPORT VCUBE_SOCKETS

for tool in valgrind callgrind_annotate; do
	command -v $tool >/dev/null && continue
	echo "skipped: there is no $tool to count instructions"
	exit 77
done

# Print the instructions of each function, by file.
count()         # ARGUMENT...
{
	rm -f "$folder"/calls.*
	timeout 300 valgrind -q --tool=callgrind --trace-children=yes \
		--callgrind-out-file="$folder/calls.%p" "$vcube" "$@" >"$out" 2>"$err" ||
		fail "vcube $* fails under callgrind"
	for calls in "$folder"/calls.*; do
		callgrind_annotate --threshold=100 --show-percs=no "$calls"
	done
}

run=(run 'allgather.ring,alltoall.direct,bcast.binomial' -t full:4 --no-wall -q)
count "${run[@]}" >"$folder/one"
if ! grep -q 'nodes/message/' "$folder/one"; then
	echo 'skipped: the library was built without the lines of its functions'
	exit 77
fi
tests=$((tests + 1))
grep -o 'nodes/transport/[^ ]*' "$folder/one" | sort -u >"$folder/executed"
# The command asks which process it is.
if grep -E ':' "$folder/executed" |
	grep -vE ':((open|begin|finish|close)_(division|processes)|vcube_(join|process|processes|process_of))$' >"$err"
then
	fail 'one process executes what is for several'
fi

# Of several processes it finds more: the look can fail.
count launch 2 "$vcube" "${run[@]}" >"$folder/two"
tests=$((tests + 1))
grep -q 'nodes/transport/[^ ]*:post' "$folder/two" || fail 'the sends of two processes are not seen'
finish
