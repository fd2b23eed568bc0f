# SPDX-License-Identifier: BSD-2-Clause
#
# Spin: the states of park.pml, under the orders of x86.

model()         # OPTIMIZATION CALL-KIND-OR-MACRO...: makes the searching program
{
	local optimization=$1

	shift
	rm -rf "$work/model"
	mkdir "$work/model" && cp "$here/park.pml" "$work/model" && cd "$work/model" &&
		spin -a "${@/#/-D}" park.pml >log 2>&1 </dev/null &&
		$CC $optimization -w -DSAFETY -DCOLLAPSE -o pan pan.c >>log 2>&1
}

states()
{
	awk '/states, stored/ { printf "%d states", $1; exit }' "$work/model/log"
}

right_model()   # TITLE MACRO...
{
	local title="park.pml: $1"

	shift
	if ! model -O1 "$@"; then
		broken "$title" 'cannot be built' "$work/model/log"
		return
	fi
	timeout 300 ./pan -m100000 -w24 >log 2>&1 </dev/null
	if grep -q 'errors: 0$' log && grep -q 'invalid end states	+' log &&
		grep -q 'assertion violations	+' log &&
		! grep -qE 'not completed|too small|truncated|out of memory' log; then
		report 0 "$title" "$(states)" ok
	else
		timeout 60 spin -t -p "${@/#/-D}" park.pml >>log 2>&1 </dev/null
		broken "$title" 'this execution is wrong, or there was no room' log
	fi
}

bug()           # BUG
{
	local title="park.pml: $1"

	if ! model -O0 NODES=2 CALLS=2 SEND RECV STEP DATED "BUG_$1"; then
		broken "$title" 'cannot be built' "$work/model/log"
		return
	fi
	timeout 300 ./pan -m100000 -w20 >log 2>&1 </dev/null
	if grep -qE '^pan:1: (assertion violated|invalid end state)' log; then
		report 0 "$title" "$(states)" \
			"found: $(grep -oE '^pan:1: [a-z]+( [a-z]+)*' log | cut -d' ' -f2-)"
	else
		broken "$title" 'not found' log
	fi
}

all_of_spin()
{
	local name

	right_model '2 nodes, 3 calls of every kind' \
		NODES=2 CALLS=3 SEND RECV DATED ANY STEP ALIGN
	right_model '2 nodes, 2 calls of every kind, a limit' \
		NODES=2 CALLS=2 SEND RECV DATED ANY STEP ALIGN LIMIT
	right_model '3 nodes, 1 call each of five kinds' \
		NODES=3 CALLS=1 RECV DATED BATCH STEP ALIGN
	right_model '3 nodes, 2, 1 and 1 calls, messages alone' \
		NODES=3 CALLS=1 MORE=1 SEND BATCH RECV

	# every bug that park.pml has
	for name in $(grep -oE 'BUG_[A-Z_]+' "$here/park.pml" | sort -u); do
		bug "${name#BUG_}"
	done
}
