#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Every block arrives, on each of these machines; and on a ring in the time of the formula.
vcube=${VCUBE:-vcube}
own="--load ./@NAME@.so --clock virtual --no-wall -q"

# shellcheck disable=SC2086
"$vcube" run $own -t ring:2,ring:3,ring:8,torus:4x4,hypercube:4 -m 8,1KiB || exit
# shellcheck disable=SC2086
"$vcube" run $own -t ring:2,ring:3,ring:8,ring:32 -m 8,1KiB --csv | awk -F, '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
	NR > 1 && $at["time_ps"] != $at["predicted_ps"] {
		print "on " $at["topology"] " with " $at["bytes"] " bytes it takes " \
			$at["time_ps"] " ps, and the formula says " $at["predicted_ps"]
		wrong = 1
	}
	END { exit wrong || NR < 9 }'
