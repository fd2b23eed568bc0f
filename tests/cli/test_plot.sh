#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# vcube run --plot refuses impossible plots before the run; a plot has titles, a
# legend, dashes for each curve, and crossovers where they are.
# VCUBE is the command to test.
vcube=${VCUBE:-cli/here/vcube}
[[ $vcube == /* ]] || vcube=$PWD/$vcube
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT
status=0

fail()
{
	echo "not ok: $*"
	sed 's/^/    stderr: /' "$folder/err" | head -n 5
	status=1
}

# The command must end with this status and these words, without a run.
refuses()       # STATUS WORDS ARGUMENT...
{
	local wanted=$1 words=$2
	shift 2
	"$vcube" "$@" >"$folder/out" 2>"$folder/err"
	[ $? = "$wanted" ] || fail "vcube $* does not end with $wanted"
	grep -qF -e "$words" "$folder/err" || fail "vcube $* does not say '$words'"
	[ ! -s "$folder/out" ] || fail "vcube $* runs something before it refuses"
}

draws()         # FILE ARGUMENT...
{
	local file=$1
	shift
	"$vcube" "$@" --plot "$folder/$file" >"$folder/out" 2>"$folder/err" ||
		fail "vcube $* --plot $file fails"
	[ -s "$folder/$file" ] || fail "vcube $* --plot $file draws nothing"
}

has()           # FILE WORDS...
{
	local file=$1 words
	shift
	for words; do
		grep -qF -e "$words" "$folder/$file" || fail "$file lacks '$words'"
	done
}

virtual='--clock virtual --no-wall'
refuses 2 'named .svg or .png' run barrier --plot "$folder/a.pdf"
refuses 1 'cannot write' run barrier --plot "$folder/none/a.svg"
refuses 2 'the free clock has only host times' run barrier --no-wall --plot "$folder/a.svg"
refuses 2 'name fewer' run all -t ring:4,ring:8 -m 8,64 --plot "$folder/a.svg"
mkdir "$folder/bare"
printf '#!/bin/sh\nexit 127\n' >"$folder/bare/gnuplot"
chmod +x "$folder/bare/gnuplot"
PATH=$folder/bare:$PATH refuses 1 'gnuplot, which is not installed' run barrier --plot "$folder/a.svg"

command -v gnuplot >/dev/null || { echo 'There is no gnuplot: nothing was drawn.'; exit $status; }

# Over sizes: exact crossovers, the same as in predict.
draws sizes.svg run alltoall.standard,alltoall.multiphase,alltoall.direct -t hypercube:4 \
	-m 16,64,256,1KiB,4KiB --profile paragon --no-wall
has sizes.svg '>alltoall on hypercube:4<' '>bytes of a block<' '>virtual time of a call<' \
	'>standard<' '>multiphase<' '>direct<' '>488 B: multiphase<' '>1 KiB<' '>1 ms<' \
	'points: measured; lines: by the formulas'
fastest()       # BYTES: of those algorithms, by the formulas
{
	"$vcube" predict alltoall.standard,alltoall.multiphase -t hypercube:4 -m "$1" \
		--profile paragon --csv | awk -F, '
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
		NR > 1 { time = $column["predicted_ps"]; if (NR == 2 || time < least) {
			least = time; name = $column["algorithm"] } }
		END { print name }'
}
[ "$(fastest 480) $(fastest 488)" = 'standard multiphase' ] || fail 'the crossover is elsewhere'
[ "$(grep -o 'stroke-dasharray=.[0-9.,]*' "$folder/sizes.svg" | sort -u | wc -l)" -ge 3 ] ||
	fail 'curves are not told apart by dashes'

# Effects outside the formulas are measured: on a ring, cubes are slow.
draws nodes.svg run allgather.ring,allgather.bruck -t ring:4,ring:8,hypercube:4 $virtual -m 1KiB
has nodes.svg '>nodes<' '>ring, ring<' '>bruck, hypercube<' '>allgather, 1 KiB a block<'

# One size and one number of nodes: a row for each algorithm; panels for topologies.
draws rows.svg run allgather -t ring:16,torus:4x4 $virtual
has rows.svg '>allgather on ring:16, 1 KiB a block<' '>allgather on torus:4x4, 1 KiB a block<' \
	'>gather-trees<' '>measured<' '>by the formula<'

draws free.svg run barrier -t hypercube:2,hypercube:3 --iterations 2
has free.svg '>host time of a call<' '>dissemination<' '>measured'
draws predicted.png predict alltoall -t hypercube:6 -m 0,64,1KiB
[ "$(head -c 4 "$folder/predicted.png" | tail -c 3)" = PNG ] || fail 'predicted.png is no PNG'
# A name may begin with any character.
(cd "$folder" && "$vcube" predict barrier --plot '|false.svg' >out 2>err) && has '|false.svg' '<svg' ||
	fail 'a name that begins with | is not a file'
exit $status
