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

show 'Each algorithm, where it is native, takes the time that the textbook says, to the' \
	'picosecond. Elsewhere messages cross several links and wait for each other:' \
	'that is the contention, and it has a place.' \
	-- run allgather.ring,allgather.mesh,allgather.hypercube \
	-t ring:16,mesh:4x4,torus:4x4,hypercube:4,fattree:4x2 -m 1KiB --clock virtual

show 'In Gray code order, a ring lies on the hypercube, and each hop is one wire.' \
	-- run allgather.ring,allgather.cycle,allgather.dcycles -t hypercube:4 -m 1KiB \
	--mapping gray --clock virtual

show 'The same exchange in one, two or six phases, on a machine of 1995: which is' \
	'best depends on the size of a block, and the formula knows it beforehand.' \
	-- run alltoall.multiphase:parts=6,alltoall.multiphase:parts=3+3,alltoall.standard \
	-t hypercube:6 -m 8,512,4KiB --profile paragon --clock virtual

show 'With a wire between every two nodes, which complete exchange is the faster' \
	'depends on the size of a block.' \
	-- run alltoall.direct,alltoall.standard -t full:64 -m 8,64,512,4KiB --clock virtual

show 'Under the free clock no time is kept: the data is checked as before, and the' \
	'time is that of this host.' \
	-- run allgather.ring,allgather.hypercube,allgather.star,reduce_scatter.hypercube,alltoall.direct \
	-t fattree:4x2,hypercube:6 -m 1KiB
