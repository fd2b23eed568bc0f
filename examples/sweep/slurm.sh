#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Runs a sweep on a cluster: each task of the array runs a part of the cases.
#
#   sbatch --array=1-16 slurm.sh all -t hypercube:8,torus:16x16 -m 64,4KiB --clock virtual
#   cat sweep-*.csv             # once all have ended
#
#SBATCH --job-name=sweep
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --time=01:00:00
set -eu
task=$SLURM_ARRAY_TASK_ID parts=$SLURM_ARRAY_TASK_COUNT

# Leading zeros: then the shell, and sort, list the parts in order.
"${VCUBE:-vcube}" run --csv --no-wall --quiet --part "$task/$parts" "$@" \
	>"sweep-$(printf %05d "$task").csv"
