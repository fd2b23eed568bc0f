#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Ranges of machines, and the columns of host times and bandwidths: the order of the
# statistics, batches, and the definitions of nccl-tests.
. "${srcdir:-.}/tests/support/command.sh" || exit

# The machines of a range.
machines()      # RANGE MACHINE...
{
	local range=$1
	shift
	runs predict barrier.star -t "$range" --json
	tests=$((tests + 1))
	[ "$(json topology <"$out" | tr -d '"' | tr '\n' ' ')" = "$* " ] || fail "$range is not $*"
}
machines full:2..64 full:2 full:4 full:8 full:16 full:32 full:64
machines full:3..50 full:3 full:6 full:12 full:24 full:48
machines full:7..7 full:7
machines hypercube:0..4 hypercube:0 hypercube:1 hypercube:2 hypercube:3 hypercube:4
machines torus:4x2..16 torus:4x2 torus:4x4 torus:4x8 torus:4x16
machines full:2..9:+3 full:2 full:5 full:8
machines mesh:2..6x3:+2,ring:4 mesh:2x3 mesh:4x3 mesh:6x3 ring:4
# The dots of a path are none.
mkdir "$folder/below"
cp "${srcdir:-.}/graphs/petersen.txt" "$folder"
machines "graph:$folder/below/../petersen.txt" "graph:$folder/below/../petersen.txt"

# least <= median, and low <= median <= high where they are known, from six calls on.
ordered()       # LINE
{
	local min low median high
	min=$(json wall_min_ns <<<"$1") low=$(json wall_low_ns <<<"$1")
	median=$(json wall_ns <<<"$1") high=$(json wall_high_ns <<<"$1")
	tests=$((tests + 1))
	[ "$low" != null ] || low=$min high=$median
	[ "$min" -le "$low" ] && [ "$low" -le "$median" ] && [ "$median" -le "$high" ] ||
		fail "host times are out of order: $min, $low, $median, $high"
	[ "$(json wall_batch <<<"$1")" -ge 1 ] || fail 'a batch without calls'
}
for n in 1 5 6 10; do
	runs run alltoall.direct,barrier.star -t full:2,full:4 -m 8,64KiB --json --iterations $n
	tests=$((tests + 1))
	[ "$(json wall_samples <"$out" | grep -v null | sort -u)" = $n ] || fail "not $n measurements"
	[ $n -ge 6 ] || [ "$(json wall_low_ns <"$out" | sort -u)" = null ] ||
		fail "$n measurements are too few for an interval, but there is one"
	[ $n -lt 6 ] || ! json wall_low_ns <<<"$(grep '"ran"' "$out")" | grep -q null ||
		fail "the median of $n measurements has no interval"
	while read -r line; do
		ordered "$line"
	done < <(grep '"ran"' "$out")
done
runs run barrier.star -t full:2 --csv --no-wall
lacks wall_ "$out"

# Bandwidth: the larger buffer over the time; and what a link must carry of it.
rates()         # CASE TOPOLOGY BYTES BUFFER NUMERATOR DENOMINATOR
{
	runs run "$1" -t "$2" -m "$3" --clock virtual --no-wall --json
	tests=$((tests + 1))
	awk -v t="$(json time_ps <"$out")" -v alg="$(json algbw <"$out")" \
		-v bus="$(json busbw <"$out")" -v buffer="$4" -v n="$5" -v d="$6" 'BEGIN {
			wanted = buffer / (t * 1e-12)
			exit !(alg > wanted - 1 && alg < wanted + 1 &&
			       bus > wanted * n / d - 1 && bus < wanted * n / d + 1)
		}' || fail "bandwidths of $1"
}
rates alltoall.direct full:8 1000 8000 7 8
rates allgather.ring ring:5 100 500 4 5
rates reduce_scatter.ring ring:4 64 256 3 4
rates gather.star full:4 100 400 3 4
rates scatter.star full:4 100 400 3 4
rates allreduce.ring ring:4 800 800 6 4
rates bcast.binomial full:8 100 100 1 1
rates reduce.binomial full:8 80 80 1 1
runs predict alltoall.direct -t full:8 -m 1000 --json
[ "$(json algbw <"$out")" -gt 0 ] || fail 'a prediction has no bandwidth'
runs run scan.chain -t ring:4 -m 64 --json
[ "$(json algbw <"$out")" -gt 0 ] || fail 'a scan has no bandwidth'
has '"busbw":null' "$out"
runs run barrier.star -t full:4 --json
has '"algbw":null,"busbw":null' "$out"
runs run alltoallv.direct -t full:4 --pattern spike --json
has '"algbw":null,"busbw":null' "$out"
# The table has them where the host's clock counts.
runs run alltoall.direct -t full:2
has busbw "$out"
has least "$out"
runs run alltoall.direct -t full:2 --clock virtual
lacks busbw "$out"
runs run alltoall.direct -t full:2 --no-wall
lacks busbw "$out"

[ $status = 0 ] && echo "$tests checks passed"
exit $status
