#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The program ends well on each of these machines, with blocks of each length.
vcube=${VCUBE:-vcube}

"$vcube" run --load ./@NAME@.so --clock virtual --no-wall -q \
	-t ring:2,ring:3,ring:8,torus:4x4,hypercube:4 -m 8,1KiB
