#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Fuzzes each program for SECONDS, as many at a time as there are processors. What it finds out
# lies in tests/fuzz/found of the build: inputs that reach new code, and, as NAME-crash-*,
# NAME-timeout-* and so on, inputs that are wrong to add to corpus/.
#
#   fuzz.sh SECONDS SEED PROGRAM...
#
# The same seed tries the same inputs, as many as the seconds allow.
set -u
seconds=$1 seed=$2
shift 2
here=$(dirname "$0")
found=tests/fuzz/found

one()           # PROGRAM
{
	local name=${1##*test_}

	mkdir -p "$found/$name"
	UBSAN_OPTIONS=print_stacktrace=1 "$1" -seed="$seed" -max_total_time="$seconds" \
		-timeout=10 -max_len=8192 \
		-artifact_prefix="$found/$name-" -print_final_stats=1 -verbosity=0 \
		"$found/$name" "$here/corpus/$name" >"$found/$name.log" 2>&1 ||
		{ tail -n 60 "$found/$name.log"; echo "$name: $found/$name.log has all of it"; return 1; }
	echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$found/$name.log") inputs," \
		"the slowest took $(sed -n 's/^stat::slowest_unit_time_sec: *//p' "$found/$name.log") s"
}

export -f one
export seconds seed here found
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -c 'one {}'
