#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# What emulated machines show in a few seconds. VCUBE is the command to run.
set -eu
vcube=${VCUBE:-vcube}

show()          # HEADLINE... -- ARGUMENT...
{
	printf '\n'
	while [ "$1" != -- ]; do
		printf '# %s\n' "$1"
		shift
	done
	shift
	printf '\n$ vcube %s\n\n' "$*"
	"$vcube" "$@"
}

show 'Each topology with the algorithms that talk to neighbours alone on it: the' \
	'virtual time is what the textbook says, to the picosecond.' \
	-- run allgather,reduce_scatter -t ring:16,torus:4x4,hypercube:4 -m 1KiB --clock virtual

show 'In Gray code order, a ring lies on the hypercube, and each hop is one wire.' \
	-- run allgather -t hypercube:4 -m 1KiB --mapping gray --clock virtual

show 'With a wire between every two nodes, which complete exchange is the faster' \
	'depends on the size of a block.' \
	-- run alltoall -t full:64 -m 8,64,512,4KiB --clock virtual

show 'Under the free clock messages reach every node, on a fat tree, too: the data is' \
	'checked as before, and the time is that of this host.' \
	-- run allgather,reduce_scatter,alltoall -t fattree:4x2,hypercube:4 -m 1KiB
