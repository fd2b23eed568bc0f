#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# A tour of emulated machines, in a few seconds. VCUBE is the command to run.
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

show 'On its native topology each algorithm takes the time of the textbook, to the' \
	'picosecond. Elsewhere messages cross several links and wait for each other:' \
	'the table shows this contention, and the busiest link.' \
	-- run allgather.ring,allgather.mesh,allgather.hypercube \
	-t ring:16,mesh:4x4,torus:4x4,hypercube:4,fattree:4x2 -m 1KiB --clock virtual

show 'In Gray code order a ring lies on the hypercube, and each hop is one wire.' \
	-- run allgather.ring,allgather.cycle,allgather.dcycles -t hypercube:4 -m 1KiB \
	--mapping gray --clock virtual

show 'The same exchange in one, two or six phases, on a machine of 1995: the best' \
	'depends on the size of a block, and the formula predicts it.' \
	-- run alltoall.multiphase:parts=6,alltoall.multiphase:parts=3+3,alltoall.standard \
	-t hypercube:6 -m 8,512,4KiB --profile paragon --clock virtual

show 'With a wire between every two nodes, the faster complete exchange depends on' \
	'the size of a block.' \
	-- run alltoall.direct,alltoall.standard -t full:64 -m 8,64,512,4KiB --clock virtual

show 'The free clock counts no virtual time: data are checked as before, and times are' \
	'those of this host.' \
	-- run allgather.ring,allgather.hypercube,allgather.star,reduce_scatter.hypercube,alltoall.direct \
	-t fattree:4x2,hypercube:6 -m 1KiB
