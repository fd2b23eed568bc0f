#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# vcube run, and what holds for every subcommand: every form of output, and exit codes.
. "${srcdir:-.}/tests/support/command.sh" || exit

# Help and version.
runs --version
has 'vcube ' "$out"
runs run -h
has 'Usage: vcube run' "$out"
runs -h
runs --help
for subcommand in $("$vcube" list subcommands --names); do
	has "  $subcommand " "$out"
done
for subcommand in $("$vcube" list subcommands --names); do
	runs help "$subcommand"
	cp "$out" "$folder/help"
	runs "$subcommand" --help
	tests=$((tests + 1))
	cmp -s "$out" "$folder/help" || fail "vcube help $subcommand is not its --help"
	"$vcube" list options --names | sed -n "s/^$subcommand //p" >"$folder/options"
	while read -r option; do
		has "$option" "$folder/help"
	done <"$folder/options"
done

# Every subject of list has rows, and names without blanks, except
# those that begin with a subcommand.
for subject in $("$vcube" list subjects --names); do
	runs list "$subject"
	runs list "$subject" --names
	tests=$((tests + 1))
	[ -s "$out" ] || fail "vcube list $subject --names is empty"
	[ "$subject" = options ] || [ "$subject" = values ] || ! grep -q '[[:space:]]' "$out" ||
		fail "vcube list $subject --names has a name with a blank in it"
done
runs list settings
lacks '|' "$out"
runs list keys
has 'mesh:AxB[xC...]|' "$out"
tests=$((tests + 1))
[ "$(wc -L <"$out")" -le 80 ] || fail 'keys are not told in 80 columns'
runs list
runs list algorithms
for algorithm in $("$vcube" list algorithms --names); do
	has "$algorithm" "$out"
done

# Every algorithm runs by name on 16 nodes, and its data is right.
for algorithm in $("$vcube" list algorithms --names); do
	sizes='-m 0,1,1000'
	[[ $algorithm = barrier.* ]] && sizes=
	# shellcheck disable=SC2086
	runs run "$algorithm" -t full:16 $sizes --json --iterations 2
	[ "$(json status <"$out" | sort -u)" = '"ran"' ] || fail "$algorithm did not run"
	[ "$(json checked <"$out" | sort -u)" = true ] || fail "$algorithm was not checked right"
done

# Direct receives the first block before it has sent the last: no time is lost.
runs run alltoall.direct -t full:65,full:66,full:100,hypercube:7 -m 0,3000 --clock virtual --json \
	--no-wall --set copy=9ns
[ "$(json checked <"$out" | sort -u)" = true ] || fail 'direct is not right'
[ "$(json time_ps <"$out")" = "$(json predicted_ps <"$out")" ] ||
	fail 'direct does not take the time that its formula says'
runs run alltoall.direct -t full:100 -m 3000 --set capacity=0 --no-wall

# With options.
runs run alltoall.multiphase:parts=2+3,alltoall.multiphase:parts=3+2:barrier=yes -t full:32 \
	-m 100 --clock virtual --json
[ "$(json checked <"$out" | sort -u)" = true ] || fail 'multiphase is not right'
has '"algorithm":"multiphase:parts=2+3"' "$out"
tests=$((tests + 1))
# (3 + 7) ts + (3 * 8 + 7 * 4) tw m, and two barriers of 5 ts
[ "$(json time_ps <"$out" | tr '\n' ' ')" = '15200000 25200000 ' ] ||
	fail 'multiphase does not take the time that Bokhari says'
[ "$(json predicted_ps <"$out" | tr '\n' ' ')" = '15200000 25200000 ' ] ||
	fail 'multiphase is not predicted by its options'
ends 1 run alltoall.multiphase:parts=2+2 -t hypercube:5
has 'sum to 5' "$err"
# A run that an injected fault ends has its own exit status, and names the fault.
ends 6 run alltoall.direct -t hypercube:3 --clock virtual --no-wall --set drop=0.05 --json
has '"status":"failed"' "$out"
has '"faults":"2 drop"' "$out"
has 'an injected fault ended the run: message 0 from node 3 to node 0 (1024 bytes' "$err"
ends 6 run allgather.ring -t ring:8 -m 64 --no-wall --set corrupt=0.02
has 'data WRONG in 1; 1 failed' "$out"
has 'was corrupted: bit' "$err"
ends 6 run allgather.ring -t ring:8 -m 64 --no-wall --set crash=3@5
has 'node 3: it crashed after 5 operations (crash=3@5)' "$err"
runs run allgather.ring -t ring:4 --set delay=0-1@0:5us --clock virtual --no-wall --json
has '"faults":"1 delay"' "$out"
ends 6 run bcast.binomial -t ring:4 --set crash=0@1
has 'it crashed after 1 operation (crash=0@1)' "$err"
ends 6 step allgather.ring -t ring:4 --print --set drop=30%
runs run allgather.hypercube -t hypercube:3 --clock virtual --no-wall --set jitter=5us
has '24 jitter' "$out"
refuses 'it is more than 1' run allgather --set drop=2

refuses 'parts=N+N' run alltoall.multiphase:prats=2
refuses 'takes no|yes' run alltoall.multiphase:barrier=maybe
refuses 'nor any other' run alltoall.direct:parts=2

# The other shapes, types and operators.
for type in $("$vcube" list types --names); do
	runs run alltoall -t ring:6 -m 48 --type "$type" --no-wall --json
	[ "$(json type <"$out" | sort -u)" = "\"${type%:*}\"" ] || fail "--type $type is not what ran"
done
for op in $("$vcube" list operators --names); do
	runs run reduce_scatter,allreduce,scan,reduce -t ring:6 -m 64 --op "$op" --no-wall
	runs run reduce_scatter,allreduce,scan,reduce -t hypercube:3 -m 64 --op "$op" --no-wall \
		--type uint8
done
for type in float double complex_float complex_double; do
	runs run reduce_scatter,allreduce,scan,reduce -t hypercube:3 -m 64 --op prod --type $type
	runs run reduce_scatter,allreduce,scan,reduce -t ring:7 -m 64 --type $type
done
runs run bcast,reduce,gather,scatter -t ring:5 -m 24 --root 3 --no-wall
runs run all -t fattree:2x2,mesh:2x3,linear:1 -m 0,24 --json
[ "$(json checked <"$out" | sort -u | tr '\n' ' ')" = 'null true ' ] || fail 'all: not right'
runs run allgather.auto -t hypercube:4 --json
has '"algorithm":"auto"' "$out"
has '"checked":true' "$out"

# Blocks of any length: by pattern, and from a file.
for pattern in $("$vcube" list patterns --names); do
	runs run alltoallv -t full:16,full:7 -m 0,8,1000 --pattern "$pattern" --json --iterations 2
	[ "$(json checked <"$out" | sort -u | tr '\n' ' ')" = 'null true ' ] ||
		fail "$pattern was not checked right"
	[ "$(json pattern <"$out" | sort -u)" = "\"$pattern\"" ] || fail "$pattern is not named"
	grep -c '"status":"skipped"' "$out" | grep -qx 3 || fail 'more than mesh is skipped'
done
unequal=allgatherv,reduce_scatterv,gatherv,scatterv
for pattern in $("$vcube" list patterns --names); do
	runs run "$unequal" -t full:16,hypercube:3,torus:3x3 -m 8,1000 --pattern "$pattern" --json \
		--no-wall --clock virtual --set copy=100ps --set combine=1ns
	[ "$(json checked <"$out" | sort -u | tr '\n' ' ')" = 'null true ' ] ||
		fail "unequal blocks by $pattern were not checked right"
	[ "$(json time_ps <"$out")" = "$(json predicted_ps <"$out")" ] ||
		fail "unequal blocks by $pattern do not take what is predicted"
done
printf '8 0 1KiB 64\n' >"$folder/one"
runs run allgatherv.ring,reduce_scatterv.dcycles -t full:4 --pattern "$folder/one" --json --no-wall
[ "$(json bytes_total <"$out" | tr '\n' ' ')" = '3288 3288 ' ] || fail 'one line for all: other blocks'
runs run alltoallv.direct -t full:16 -m 3200 --pattern spike --json --no-wall
# a spike and fourteen small blocks at most, or fifteen
has '"bytes_sent":4544' "$out"
runs run alltoallv.direct -t full:16 -m 3200 --pattern transpose --json --no-wall
# 12 of 16 nodes are not their own mirror image
has "\"bytes_total\":$((12 * (3200 + 14 * 96) + 4 * 15 * 96))" "$out"
runs run alltoallv.direct -t full:16 -m 3200 --pattern power --json --no-wall
json bytes_total <"$out" >"$folder/first"
runs run alltoallv.direct -t full:16 -m 3200 --pattern power --json --no-wall --set seed=2
tests=$((tests + 1))
! json bytes_total <"$out" | cmp -s - "$folder/first" || fail 'the seed draws nothing'

matrix=$folder/matrix
printf '%s\n' '# to: 0 1 2' '0 8 1KiB' '' '16 0 24 # a comment' '0 0 80' >"$matrix"
runs run alltoallv -t full:3 --pattern "$matrix" --json --no-wall --clock virtual
[ "$(json checked <"$out" | sort -u | tr '\n' ' ')" = 'null true ' ] || fail 'a matrix: not right'
[ "$(json algorithm <"$out" | wc -l)" = 5 ] || fail 'a matrix has one size'
grep '"direct"' "$out" >"$folder/direct"
has '"bytes":1024,' "$folder/direct"
has '"bytes_sent":1032,' "$folder/direct"
has '"bytes_total":1072,' "$folder/direct"
has '"type":"int64"' "$folder/direct"
[ "$(json time_ps <"$folder/direct")" = "$(json predicted_ps <"$folder/direct")" ] ||
	fail 'direct with a matrix is not as predicted'
refuses 'full:4 has 4' run alltoallv -t full:4 --pattern "$matrix"
refuses 'leave out --bytes' run alltoallv -t full:3 -m 64 --pattern "$matrix"
refuses "$matrix:2: 8 bytes for node 1 are not a whole number of elements of 16" \
	run alltoallv -t full:3 --pattern "$matrix" --type complex_double
refuses 'name alltoallv' run alltoall --pattern spike
refuses "there are uniform, spike, transpose, power; did you mean spike?" run alltoallv --pattern spkie
bad()           # WORDS LINE...
{
	local words=$1
	shift
	printf '%s\n' "$@" >"$matrix"
	refuses "$matrix$words" run alltoallv -t full:2 --pattern "$matrix"
}
bad ": no sizes" '# none'
bad ":2: 'x' is not a size" '1 2' '3 x'
bad ":3: 1 sizes, where line 1 has 2" '1 2' '' '3'
bad ":2: more than the 2 sizes of line 1" '1 2' '3 4 5'
bad ":3: more than the 2 lines" '1 2' '3 4' '5 6'
bad ": 2 lines of 3 sizes; there must be one for each node, or one for all" '1 2 3' '4 5 6'
ends 2 run alltoallv --pattern "$folder"

# The memory that an algorithm uses.
runs run alltoallv.four-stage -t full:16 -m 1000 --json --no-wall
scratch=$(json scratch <"$out")
tests=$((tests + 1))
[ "$scratch" -gt 16000 ] && [ "$scratch" -lt 36000 ] ||
	fail "four-stage works in $scratch bytes, not in two buffers of 16000 and its tables"

# The textbook: the times of ring, torus and hypercube on their own topologies.
runs run allgather,reduce_scatter -t ring:9,torus:3x3,hypercube:3 -m 100 --clock virtual --json
for line in ring:9:ring torus:3x3:mesh hypercube:3:hypercube; do
	grep -F "\"topology\":\"${line%:*}\"" "$out" | grep -F "\"algorithm\":\"${line##*:}\"" \
		>"$folder/lines"
	tests=$((tests + 1))
	[ "$(json time_ps <"$folder/lines")" = "$(json predicted_ps <"$folder/lines")" ] &&
		[ "$(wc -l <"$folder/lines")" = 2 ] || fail "${line##*:} is not as predicted"
done
tests=$((tests + 1))
# (ts + tw m)(p - 1), twice
[ "$(json time_ps <"$out" | sed -n 1p)" = $(((1000000 + 1000 * 100) * 8)) ] ||
	fail 'allgather.ring does not take (ts + tw m)(p - 1)'

# Algorithms of a collective that cannot run are skipped; by name, that is a failure.
runs run allgather -t ring:6 --clock virtual --json
has '"status":"skipped"' "$out"
has 'power of two' "$out"
runs run allgather -t ring:7 --clock virtual
has 'skipped, ' "$out"
ends 1 run allgather.hypercube -t ring:6
has 'power of two' "$err"
ends 1 run allgather.hypercube,allgather.ring -t ring:8 --clock virtual --set routing=none --json
has 'neighbour' "$err"
tests=$((tests + 1))
[ "$(json status <"$out" | tr '\n' ' ')" = '"failed" "ran" ' ] ||
	fail 'the sweep does not go on after a failure'

# Limits. 2^63 bytes of 1,000 ps are 0 in 64 bits.
ends 1 predict alltoall.direct -t full:4 -m 8589934592GiB
has 'than 13 days, the range of the clocks' "$err"
ends 1 predict alltoall.direct -t ring:8 -m 1MiB --set per_byte=1000s --json
has '"predicted_ps":null' "$out"
has 'longer than 13 days, the range of the clocks' "$err"
runs predict all -t full:16 -m 1MiB --set per_byte=1us --set startup=1s --json
lacks '"status":"failed"' "$out"
ends 5 run allgather.ring -t ring:8 -m 8 --set startup=1000s --set per_byte=100s --clock virtual \
	--no-wall --set send_overhead=1000s --set poll=1000s -m 8KiB
has 'has passed 13 days' "$err"
ends 5 run alltoall.direct -t ring:4 -m 64KiB --set heap=4KiB
has 'heap' "$err"
ends 5 run allgather.ring -t ring:64 --set limit=1ns
ends 5 run alltoall -t hypercube:4 -m 1024GiB

# Nothing that a virtual run prints depends on the host.
for form in --json --csv --quiet; do
	runs run all -t ring:4,torus:4x4,hypercube:3 -m 8,1KiB --clock virtual --no-wall $form
	cp "$out" "$folder/first"
	runs run all -t ring:4,torus:4x4,hypercube:3 -m 8,1KiB --clock virtual --no-wall $form
	tests=$((tests + 1))
	cmp -s "$out" "$folder/first" || fail "two virtual runs differ ($form)"
	lacks wall "$out"
	lacks 'host time' "$out"
done

# Times under the wall clock are the host's; the output says how exact they are.
runs run allgather.ring,alltoall.standard -t hypercube:2 -m 8,1KiB --clock wall --no-wall \
	--set startup=2ms
has 'wall clock, one port' "$out"
has 'all data right' "$out"
has 'predicted' "$out"
runs run allgather.ring -t ring:3 --clock wall --json --set startup=20ms
has '"clock":"wall"' "$out"
has '"checked":true' "$out"
lacks '"time_ps":null' "$out"
has '"predicted_ps":40' "$out"
has '"late_most_ps":' "$out"

# On a terminal a table has the columns that fit; script(1) makes a terminal.
on_terminal()           # COLUMNS ARGUMENT...
{
	tests=$((tests + 1))
	script -qec "stty cols $1; '$vcube' run ${*:2} --quiet --no-wall" /dev/null </dev/null |
		tr -d '\r' >"$out"
}
case='allgather.ring,allgather.hypercube -t ring:8 -m 8'
if command -v script >/dev/null; then
	on_terminal 80 "$case" --clock virtual
	grep -qE '^topology +block +algorithm +time +predicted .* data$' "$out" || fail '80 columns'
	has 'no room on this terminal for: steps, ' "$out"
	has 'scratch, formula' "$out"
	[ "$(sed 1d "$out" | wc -L)" -le 80 ] || fail '80 columns are exceeded'
	on_terminal 100 "$case" --clock virtual
	grep -qE ' predicted .* data +formula$' "$out" || fail '100 columns'
	has 'no room' "$out"
	on_terminal 250 "$case" --clock virtual
	grep -qE ' predicted +steps .* scratch +data +formula$' "$out" || fail '250 columns'
	lacks 'no room' "$out"
	on_terminal 20 "$case"
	grep -qE '^topology +block +algorithm +predicted +data$' "$out" || fail '20 columns'
	# the names and times of a table that is not for a terminal are all there
	runs run allgather.ring -t ring:8 --clock virtual --no-wall
	lacks 'no room' "$out"
fi

# All forms have the columns that list names; JSON is one object per line.
"$vcube" list columns --names >"$folder/columns"
runs run allgather.ring -t ring:4 --csv
tests=$((tests + 1))
[ "$(head -n 1 "$out" | tr , '\n')" = "$(cat "$folder/columns")" ] || fail 'columns of CSV'
runs run allgather -t ring:4 -m 1,2,3 --json
tests=$((tests + 1))
[ "$(head -n 1 "$out" | grep -oE '"[a-z0-9_]+":' | tr -d '":')" = "$(cat "$folder/columns")" ] ||
	fail 'keys of JSON'
tests=$((tests + 1))
[ "$(grep -cE '^\{.*\}$' "$out")" = "$(wc -l <"$out")" ] || fail 'JSON is not an object a line'
for key in nodes bytes predicted_ps steps messages bytes_sent wall_ns; do
	tests=$((tests + 1))
	[ -z "$(json $key <"$out" | grep -vE '^([0-9]+|null)$')" ] || fail "$key is no integer"
done
# Three steps around a ring: the links of one direction are busy all the time.
runs run allgather.ring -t ring:4 -m 8 --clock virtual --set startup=1us --set per_byte=1ns \
	--set per_hop=0 --json
has '"time_ps":3024000,"predicted_ps":3024000,"steps":3,"messages":3,"bytes_sent":24,' "$out"
has '"messages_total":12,"bytes_total":96,"contention_ps":0,"busiest_link":"0>1",' "$out"
has '"busiest_ps":3024000,"utilization_ppm":500000,"startup_ps":3000000,"transfer_ps":24000,' "$out"
runs run allgather -t ring:4 --no-check --json
has '"checked":null' "$out"
has '"time_ps":null' "$out"
# Without threads: the same time; data do not move, and unknown counts are refused by name.
runs run allgather.ring -t ring:4 -m 8 --clock virtual --no-wall --set threads=no --json
has '"time_ps":3024000,' "$out"
has '"checked":null' "$out"
has '"reason":"data are not checked: with threads=no they are not moved"' "$out"
ends 1 run alltoallv.direct -t ring:4 -m 8 --clock virtual --no-wall --set threads=no
has 'vcube_alltoallv does not run with threads=no' "$err"
# Where only times are asked for, nodes have no threads, and the output is as if they had.
for machine in '--clock virtual' '--clock virtual --ports all --set send_overhead=1us' \
	'--clock virtual --set jitter=2us'; do
	for threads in cores auto; do
		# shellcheck disable=SC2086     # words of a machine
		runs run all -t torus:4x4,full:7 -m 8,1KiB --no-check --no-wall --csv $machine \
			--set threads=$threads
		mv "$out" "$folder/threads=$threads"
	done
	tests=$((tests + 1))
	cmp -s "$folder/threads=cores" "$folder/threads=auto" || fail "$machine without threads"
done
# Only they can be that many.
large=(run bcast.binomial -t hypercube:15 -m 8 --clock virtual --no-wall)
runs "${large[@]}" --no-check
ends 1 "${large[@]}"
has 'at most 16384 can be threads' "$err"
ends 1 "${large[@]}" --no-check --set strict=yes
# What waits for links on the critical path is no work, though nodes wait for the latest at the end.
runs run allgather.hypercube -t torus:4x4 -m 8 --clock virtual --no-wall --json
has '"startup_ps":4000000,"transfer_ps":120000,"waiting_ps":2080000,"work_ps":0,' "$out"

finish
