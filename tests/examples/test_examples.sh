#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The examples work, and the one that shows a deadlock and a wrong answer fails as it
# says.
status=0

runs()
{
	"$@" || { echo "not ok: $* ends with $?"; status=1; }
}

fails()         # WORDS COMMAND...
{
	words=$1
	shift
	output=$("$@" 2>&1) && { echo "not ok: $* does not fail"; status=1; }
	case $output in
	*"$words"*) ;;
	*) printf '%s\n' "not ok: $* does not say '$words', but" "$output"; status=1 ;;
	esac
}

runs examples/first
runs examples/own_algorithm
runs examples/race mended
runs examples/stepped --print
runs examples/test_exchange
fails 'the first: replay=0:1,3' examples/race
fails 'the square of 2 is not 9' examples/race replay=0:1,3
fails 'for ever' examples/stepped --print hang
fails 'wait for each other' examples/test_exchange deadlock
fails 'instead of' examples/test_exchange wrong
runs "${srcdir:-.}"/examples/tour.sh
exit $status
