#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Input that the command refuses, with what would be right or a suggestion.
. "${srcdir:-.}/tests/support/command.sh" || exit

# Refused, with what would be right.
refuses 'run, launch, step, predict, calibrate, reproduce, list, topo, schedule' nonsense
refuses 'run, launch, step, predict, calibrate, reproduce, list, topo, schedule'
refuses 'name a collective' run
refuses 'allgather' run gatherall
refuses 'hypercube' run allgather.rign
refuses 'hypercube' run allgather -t cube:3
refuses 'ring:x' run allgather -t ring:x
refuses 'ring:0' run allgather -t ring:0
refuses 'ring' topo rong:4
refuses 'name a topology' topo
refuses 'subject' list nonsense
refuses 'name a schedule' schedule -d 3
refuses 'alltoall.aapc4' schedule allgather.ring -d 3
refuses 'aapc1, aapc2' schedule alltoall.aapc6 -d 3
refuses 'is a second' schedule alltoall.aapc1 alltoall.aapc2 -d 3
refuses 'such as -d 5' schedule alltoall.aapc4
refuses '--dimensions takes a whole number from 1 to 14, not' schedule alltoall.aapc4 -d 15
refuses 'from 1 to 14' schedule alltoall.aapc1 -d 0
refuses 'from 1 to 2147483647' schedule alltoall.aapc4 -d 3 -k 10000000000
refuses 'from 1 to 2147483647' schedule alltoall.aapc4 -d 3 --width two
refuses 'not both' schedule alltoall.aapc4 -d 3 --width 2 --block
refuses 'two or more' schedule alltoall.aapc5 -d 3
refuses 'multiple of 2^3' schedule alltoall.windows -d 3 -k 9 --successive 2
refuses 'do not increase' schedule alltoall.aapc1 --orders 2,3
refuses 'not by aapc2' schedule alltoall.aapc2 --orders 3,2
refuses 'such as 3,2,2' schedule alltoall.aapc1 --orders 3,x
refuses 'instead of --dimensions' schedule alltoall.aapc1 --orders 3,2 --successive 2
refuses 'up to 14 dimensions' schedule alltoall.aapc1 --orders 8,7 --run
refuses 'leave out --run' schedule alltoall.aapc4 -d 3 --diagonal --run
refuses 'only aapc4' schedule alltoall.aapc1 -d 3 --diagonal
refuses '--orders for aapc1' schedule alltoall.aapc1 --orders 3,2 --diagonal
refuses 'leave out --delay' schedule alltoall.aapc1 -d 3 --successive 2 --delay 3 --run
refuses 'add --run' schedule alltoall.aapc1 -d 2 --permute to-gray
refuses 'by aapc1 to aapc4' schedule alltoall.windows -d 2 --run --permute to-gray
refuses 'by aapc1 to aapc4' schedule alltoall.aapc1 -d 2 -k 8 --run --permute to-gray
refuses 'only 3 numbers; f and g have 4 each' schedule alltoall.aapc1 -d 2 --run --permute 1,0,2/
refuses 'more than 8 numbers' schedule alltoall.aapc1 -d 2 --run --permute 0,1,2,3/0,1,2,3,0
refuses '--permute /tmp: it cannot be read: Is a directory' schedule alltoall.aapc1 -d 2 --run --permute /tmp
refuses 'no list such as 1,0/0,1, and as a file' schedule alltoall.aapc1 -d 2 --run --permute to-grey
refuses 'needs a multiple of 2^D addresses' schedule alltoall.aapc1 -d 3 -k 9 --run
refuses 'a multiple of 4^D addresses' schedule alltoall.aapc5 -d 3 --successive 3 --run
refuses 'leave out --addresses' schedule alltoall.aapc4 -d 3 -k 16 --block --run
refuses 'up to 14 dimensions' schedule alltoall.aapc1 -d 5 --successive 3 --run
refuses 'more than 2 GB' schedule alltoall.aapc1 -d 14 --run
refuses '8KiB' run allgather -m 1kx
refuses '8KiB' run allgather -m 8:
refuses 'FIRST:LAST:+STEP' run allgather -m 64:8
refuses 'FIRST:LAST:+STEP' run allgather -m 0:8
refuses 'FIRST:LAST:+STEP' run allgather -m 8:64:8
refuses 'FIRST:LAST:+STEP' run allgather -m 8:64:+0
refuses 'more than 10000 sizes' run allgather -m 0:1GiB:+1
refuses '8KiB' run allgather -m -5
refuses 'FIRST..LAST:+STEP' run barrier -t full:5..2
refuses 'FIRST..LAST:+STEP' run barrier -t full:2..
refuses 'FIRST..LAST:+STEP' run barrier -t full:..4
refuses 'FIRST..LAST:+STEP' run barrier -t torus:2..4x2..4
refuses 'FIRST..LAST:+STEP' run barrier -t full:2..8:+0
refuses 'FIRST..LAST:+STEP' run barrier -t full:2..8:+2x
refuses 'full:N with N from 1' run barrier -t full:0..4
refuses 'with D from 0 to 20' run barrier -t hypercube:18..24
refuses 'no such topology' run barrier -t fool:2..4
refuses 'more than 10000 topologies' run barrier -t full:2..20000:+1
refuses '8KiB' run allgather -m 8,
refuses '8KiB' run allgather -m 99999999999999999999
refuses 'whole number' run allgather -m 7 --type int32
refuses 'int32' run allgather --type int23
refuses 'prod' run allreduce --op times
refuses 'band' run allreduce --op band --type float
refuses 'virtual' run allgather --clock vitrual
refuses 'one|all' run allgather --ports two
refuses 'root' run bcast -t ring:4 --root 4
refuses 'root' run bcast --root -1
refuses 'a zero byte, or more than' run alltoallv --pattern /dev/zero
refuses 'iterations' run allgather --iterations 0
refuses 'KEY=VALUE' run allgather --set startup
refuses 'startup' run allgather --set strat=1us
refuses 'startup' run allgather --set startup=soon
refuses "startup '-1': it is less than 0" run allgather --set startup=-1
refuses 'up to 9223372s' run allgather --set limit=99999999s
refuses 'G from 1 to A H (A H + 1 if left out)' run barrier -t dragonfly:2x4x1x1..5
refuses 'allgather.auto takes no options, as the library chooses these, too' run allgather.auto:parts=2
refuses "name one subcommand; 'foo' is a second word" help run foo
refuses 'gray' run allgather -t ring:8 --mapping gray
refuses 'nonsense' run allgather --nonsense
refuses 'vcube predict' run allgather.auto --explain --json
refuses 'COLLECTIVE.auto' run allgather.ring --explain

# Suggestions.
while IFS='|' read -r meant arguments; do
	# shellcheck disable=SC2086
	refuses "; did you mean $meant?" $arguments
done <<'EOF'
list|lst
help|hlep
step|setp
run|help rn
--version|--verison
alltoall|run alltoal
alltoall.direct|run alltoall:direct
allgather.ring|run ring
-t ring:8|run allgather ring:8
ring|run allgather.rign
mesh|topo mesh4x4
fattree|run barrier -t fat:2x3
int16|run allgather --type int46
max|run allreduce --op maximum
virtual|run allgather --clock vitrual
all|run allgather --ports ALL
gray|run allgather --mapping grey
sp2|run allgather --profile sp3
startup|run allgather --set strtup=1us
spike|run alltoallv --pattern spkie
--clock|run allgather --clok virtual
--clock|run allgather -t ring:4 --set seed=3 --clok=virtual
--perfetto|trace run.trace --perfeto run.json
mathur-table2|reproduce mathur
switching|reproduce ports swiching
--plot|reproduce ports --plott ports.svg
algorithms|list algoritms
alltoall.aapc4|schedule aapc4 -d 3
windows|schedule alltoall.window -d 3
parts|run alltoall.multiphase:prats=2+3
EOF
refuses 'did you mean --set routing=?' run allgather --routing none
refuses 'did you mean --set clock=virtual?' run allgather -t mesh:4x4,clock=virtual
refuses 'did you mean --set clock=virtual?' run allgather -t 'mesh:4x4 clock=virtual'
refuses "'--p' is ambiguous" run allgather --p all
refuses 'requires an argument' run allgather --clock
tests=$((tests + 1))
[ "$(wc -l <"$err")" = 2 ] || fail 'an option is complained of more than once'

# A file without a name is refused before anything is run.
for option in --trace --plot --load; do
	refuses "$option takes a name, and '' is none" run allgather.ring -t ring:4 $option ''
done
refuses "--output takes a name, and '' is none" calibrate -o ''
refuses "--output takes a name, and '' is none" view allgather.ring -o ''
refuses "--svg takes a name, and '' is none" topo ring:4 --svg ''
refuses "--load takes a name, and '' is none" lab --load ''
for option in --csv --perfetto --ti; do
	refuses "$option takes a name, and '' is none" trace run.trace $option ''
done

# Options without effect are refused, too.
refuses 'name its file by --trace' run allgather.ring -t ring:4 --contents 64
refuses '--no-wall leaves these out' run allgather.ring -t ring:4 --no-wall --iterations 3
refuses 'choose one' run allgather.ring -t ring:4 --json --csv
refuses 'choose one' predict allgather.ring -t ring:4 --csv --json
refuses 'both set the topology' run allgather.ring -t ring:4 --set topology=ring:8
refuses '--op is the operator of' run allgather,bcast -t ring:4 --op sum
refuses '--op is the operator of' predict alltoall -t ring:4 --op max
refuses '--op is the operator of' step bcast.binomial -t ring:4 --op max --print
refuses '--root is the root of' run allgather,allreduce -t ring:4 --root 0
refuses '--root is the root of' topo ring:4 --load alltoall.direct --root 2
refuses 'a barrier has none' run barrier -t ring:4 --type int32
refuses 'a barrier has none' run barrier -t ring:4 -m 64
# shellcheck disable=SC2086
for given in '-m 64' '--type int32' '--op max' '--root 1' '--pattern spike' '--mapping gray' '--ports all' \
	'--clock virtual' '--profile sp2' '--set startup=1us'; do
	refuses 'go with --load' topo hypercube:3 $given
done
refuses '--no-table' schedule alltoall.aapc1 -d 3 --by-address --no-table
refuses 'is the standard output' calibrate --force --output -
# Keys that contradict each other, once for all cases
for command in run predict; do
	refuses 'threads=one runs all nodes in one thread, and needs fuzz=0' $command \
		allreduce.ring,bcast --set threads=one --set fuzz=1
done
# One of several options that it affects is enough.
runs predict allgather,reduce,barrier -t ring:4 -m 64 --op max --root 1 --type int32
VCUBE_TOPOLOGY=ring:8 runs run allgather.ring -t ring:4 -m 0 --no-wall --json
has '"nodes":4' "$out"

finish
