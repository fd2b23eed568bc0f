#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Runs a sweep in PARTS parts, one on each processor at a time, by GNU parallel, and prints
# their lines in order:
#
#   PARTS=16 ./parallel.sh all -t hypercube:8,torus:16x16 -m 64,4KiB --clock virtual >sweep.csv
#
# A run has threads of its own: more parts than processors even out what the formulas did not
# foresee. With --sshloginfile, parallel uses other hosts, too.
set -eu
vcube=${VCUBE:-vcube} parts=${PARTS:-$(nproc)}

# shellcheck disable=SC1083
seq "$parts" | parallel --keep-order "$vcube" run --csv --no-wall --quiet --part {}/"$parts" "$@"
