#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The larger examples are right on their own files, and report wrong input.
sources=$(cd "${srcdir:-.}" && pwd)/examples
programs=$PWD/examples
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT
cp "$sources"/data/* "$folder"
cd "$folder" || exit
status=0

fail()
{
	echo "not ok: $*"
	status=1
}

# The program ends well, reports that it is right, and prints nothing on standard error.
right()         # PROGRAM ARGUMENT...
{
	program=$1
	shift
	timeout 60 "$programs/$program" "$@" >out 2>err || fail "$program $* ends with $?: $(cat err)"
	grep -q '^right: ' out || fail "$program $* does not say that it is right: $(tail -n 1 out)"
	[ ! -s err ] || fail "$program $* complains: $(cat err)"
}

# The program ends with STATUS and one line with WORDS.
wrong()         # STATUS WORDS PROGRAM ARGUMENT...
{
	wanted=$1 words=$2 program=$3
	shift 3
	timeout 60 "$programs/$program" "$@" >out 2>err
	ended=$?
	[ $ended = "$wanted" ] || fail "$program $* ends with $ended, not $wanted"
	grep -qF -e "$words" err || fail "$program $* does not say '$words', but $(cat err)"
	[ "$wanted" = 1 ] || [ "$(wc -l <err)" -le 2 ] || fail "$program $* says too much: $(cat err)"
}

# Compares the numbers of two files, except for rounding and lines that begin with % or #.
alike()         # WANTED GOT
{
	grep -v '^[%#]' "$1" >wanted
	grep -v '^[%#]' "$2" >got
	[ -s got ] && [ "$(wc -l <wanted)" = "$(wc -l <got)" ] || fail "$1 and $2 differ in length"
	paste wanted got | awk '{
		if (NF % 2)
			exit 1
		for (i = 1; i <= NF / 2; i++) {
			d = $i - $(i + NF / 2)
			if (d * d > 1e-24 * (1 + $i * $i))
				exit 1
		}
	}' || fail "$1 and $2 differ: $(paste wanted got)"
}

# Matrices: all shapes, orders and operations
for file in laplace-6x6.mtx hilbert-7x5.mtx knight-4x5.mtx; do
	for what in matvec vecmat rank1; do
		for order in row column; do
			right matvec $file -m $what --order $order -t hypercube:4
			right matvec $file -m $what --order $order -t full:6 --storage column
		done
		right matvec $file -m $what -t ring:5 --grid rows --set routing=none -a ring -r ring
		right matvec $file -m $what -t full:40 --grid columns --clock free
	done
done
right matvec laplace-6x6.mtx -t hypercube:0
right matvec laplace-6x6.mtx -t hypercube:5 --grid 4x8 --order row --profile cm200 \
	-a dcycles:index=local -r dcycles --set flop=20ns
grep -q 'all-to-all broadcast in columns' out || fail 'matvec has no report by phases'
right matvec laplace-6x6.mtx -t hypercube:4 -a cycle:order=gray -r cycle --ports all
right matvec laplace-6x6.mtx -t hypercube:2 --print
grep -q 'segments\[17\]' out || fail 'the stepper does not show the segments'
right matvec hilbert-7x5.mtx --trace trace
[ -s trace ] || fail 'there is no trace'
"$VCUBE" trace trace >/dev/null || fail 'vcube trace does not read the trace of matvec'

# A product computed without it
awk '/^%/ { next } !rows { rows = $1; next } {
		y[n % rows] += $1 * (int(n / rows) % 10 + 1)
		n++
	} END {
		print rows, 1
		for (i = 0; i < rows; i++)
			printf "%.17g\n", y[i]
	}' hilbert-7x5.mtx >wanted.mtx
right matvec hilbert-7x5.mtx -t full:3 --output y.mtx
alike wanted.mtx y.mtx
# and given back to it: A' (A x)
right matvec hilbert-7x5.mtx -m vecmat -x y.mtx -t full:3

# Refusals of the command line
wrong 2 'unrecognized option' matvec --nonsense laplace-6x6.mtx
wrong 2 'name one Matrix Market file' matvec
wrong 2 'no-such.mtx: No such file' matvec no-such.mtx
wrong 2 "no algorithm 'cycles' of allgather" matvec laplace-6x6.mtx -a cycles
wrong 2 "no algorithm 'direkt' of reduce_scatter" matvec laplace-6x6.mtx -r direkt
wrong 2 'hypercube:D' matvec laplace-6x6.mtx -t hypercube
wrong 2 'no such profile' matvec laplace-6x6.mtx -p nothing
wrong 2 'KEY=VALUE' matvec laplace-6x6.mtx --set flop
wrong 2 'row or column' matvec laplace-6x6.mtx --order diagonal
wrong 2 'matvec, vecmat or rank1' matvec laplace-6x6.mtx -m matmul
wrong 2 "does not fit the machine's 8" matvec laplace-6x6.mtx -g 3x3
wrong 2 'rows, columns, or a shape' matvec laplace-6x6.mtx -g 3by3
wrong 2 'should be 36 x 1, not 7 x 1' matvec laplace-6x6.mtx -x y.mtx
wrong 2 'No such file' matvec laplace-6x6.mtx --output nowhere/y.mtx
wrong 2 'nowhere' matvec laplace-6x6.mtx --trace nowhere/trace
wrong 1 'needs a number of nodes that is a power of two' matvec laplace-6x6.mtx -t ring:3 -a cycle
wrong 1 'heap' matvec laplace-6x6.mtx -m rank1 --set heap=4KiB -t full:1

# Refusals of a file: its lines, and where and how it is wrong
file()          # WORDS LINE...
{
	words=$1
	shift
	printf '%s\n' "$@" >file.mtx
	wrong 2 "file.mtx:$words" matvec file.mtx
}

banner='%%MatrixMarket matrix coordinate'
file '1: the first line' '%MatrixMarket'
file '1: the first line'
file '1: the format' '%%MatrixMarket matrix sparse real general' '1 1 0'
file '1: the field should be one of real, integer, pattern, not' "$banner complex general" '1 1 0'
file '1: the symmetry' "$banner real hermitian" '1 1 0'
file '1: an array has values' '%%MatrixMarket matrix array pattern general' '1 1'
file '3: the file ends before the line of sizes' "$banner real general" '% nothing' ''
file '2: the number of columns is missing' "$banner real general" '3'
file '2: the number of rows is a whole number' "$banner real general" '-3 3 1'
file '2: the number of entries is a whole number from 0 to 9' "$banner real general" '3 3 10'
file '2: the line should end before' "$banner real general" '3 3 1 1'
file "2: a matrix that is symmetric is square, not 2 x 3" "$banner real symmetric" '2 3 1'
file '4: a row is a whole number from 1 to 3' "$banner real general" '3 3 2' '1 1 1' '4 1 1'
file '3: a column is a whole number from 1 to 3' "$banner real general" '3 3 1' '1 0 1'
file '3: a real value is missing' "$banner real general" '3 3 1' '1 1'
file '3: a real value is a finite number' "$banner real general" '3 3 1' '1 1 nan'
file '3: an integer value is a whole number' "$banner integer general" '3 3 1' '1 1 1.5'
file '3: the line should end before' "$banner pattern general" '3 3 1' '1 1 1'
file '3: a symmetric matrix has only entries of its lower half' "$banner real symmetric" '3 3 1' '1 2 1'
file '3: a skew-symmetric matrix' "$banner real skew-symmetric" '3 3 1' '2 2 1'
file '3: the file ends after 1 of 2 entries' "$banner real general" '3 3 2' '1 1 1'
file '4: more than the 1 entries' "$banner real general" '3 3 1' '1 1 1' '2 2 2'
file '5: the file ends after 3 of 4' '%%MatrixMarket matrix array real general' '2 2' 1 2 3
# and what is accepted
printf '%s\r\n' '%%matrixmarket MATRIX Array Integer Skew-Symmetric' '% -' '3 3' 1 -2 '' 3 >skew.mtx
right matvec skew.mtx -t full:2 -o y.mtx
printf '%s\n' '3 1' 4 -8 4 >wanted.mtx
alike wanted.mtx y.mtx
printf '%s\n' "$banner real general" '4 2 0' >empty.mtx
right matvec - -t ring:5 <empty.mtx

# Bodies: any number of nodes, also more than bodies; by each method
for topology in full:1 ring:5 hypercube:3 full:20; do
	for way in --ring --allgather=bruck --allgather=star; do
		right nbody planets.txt -G 2.95912208286e-4 -d 100 -t $topology $way
	done
done
right nbody planets.txt -t hypercube:2 -a dcycles:order=gray --ports all --clock free
right nbody figure-eight.txt -t ring:3 --ring --set routing=none -n 2 --print
grep -q 'wait for the next block' out || fail 'the stepper does not show the phases of nbody'
# three bodies return to their places with the same energy
right nbody figure-eight.txt -t full:2 -d 0.00632591398 -n 1000 -o eight
awk '/^energy/ { found = $(NF - 2)^2 < 1e-16 } END { exit !found }' out || fail "the energy of the figure eight is not kept: $(grep ^energy out)"
grep -v '^#' figure-eight.txt | paste - eight | awk '{
		for (i = 1; i <= 7; i++)
			if (($i - $(i + 7))^2 > 1e-6)
				exit 1
	}' || fail "the figure eight does not close: $(cat eight)"
wrong 2 'passes blocks itself' nbody planets.txt --ring -a ring
printf '1 0 0 0 0 0 0\n# one\n1 0 0 0 0 0\n' >bad
wrong 2 'bad:3: number 7 of 7 is missing' nbody bad
printf '1 0 0 0 0 0 0\n1 0 x 0 0 0 0\n' >bad
wrong 2 "bad:2: number 3 of 7 is a finite number, not 'x'" nbody bad
printf '1 0 0 0 0 0 0 0\n' >bad
wrong 2 "bad:1: the line should end before '0'" nbody bad
printf '1 0 1 0 0 0 0\n1 2 0 0 1 1 1\n1 0 1 0 0 0 0\n' >bad
wrong 2 'bodies 1 and 3 are at the same place' nbody bad
right nbody bad --softening 0.1
printf 'a\0b\n' >bad
wrong 2 'a zero byte' nbody bad
wrong 2 '--steps takes a whole number' nbody planets.txt -n -1
wrong 2 '--dt takes a number' nbody planets.txt -d soon
wrong 2 '--softening takes a number, 0 or more' nbody planets.txt -e -1
wrong 2 "no algorithm 'rings' of allgather" nbody planets.txt -a rings
right nbody /dev/null

# Keys: many kinds, by each algorithm
seq 1000 | awk '{ print 3.5 }' >equal
seq 999 >sorted
seq 999 -1 1 >reversed
awk 'BEGIN { x = 7; for (i = 0; i < 3000; i++) { x = (x * 16807) % 2147483647
	print x % 3 ? x / 1000 - 1e6 : -1 } }' >mixed
seq 3 >few
for file in equal mixed few /dev/null; do
	for how in direct two-stage mesh four-stage; do
		right sort $file -a $how -t full:9
	done
	right sort $file -t full:1
done
for file in sorted reversed collatz.txt; do
	right sort $file -a four-stage:mode=nonblocking -t full:23
	right sort $file -t hypercube:5 -s 1 --clock free
done
right sort equal -t full:8
awk '/^the fullest/ { found = $5 <= 140 } END { exit !found }' out ||
	fail "equal keys are not shared out: $(grep fullest out)"
# the virtual clock: every byte is the same
right sort mixed -t torus:3x4 -a four-stage
cp out again
right sort mixed -t torus:3x4 -a four-stage
cmp -s out again || fail "a second run of sort prints something else: $(diff again out)"
right sort mixed -t ring:6 -o keys
sort -g mixed >wanted.keys
alike wanted.keys keys
printf '1\n2 3\n' >bad
wrong 2 "bad:2: the line should end before '3'" sort bad
printf '1\ninf\n' >bad
wrong 2 "bad:2: number 1 of 1 is a finite number, not 'inf'" sort bad
wrong 2 '--samples takes a whole number' sort few -s 0
wrong 2 "no algorithm 'quick' of alltoallv" sort few -a quick
wrong 1 'a number of nodes that is a square' sort few -a mesh -t full:8
wrong 1 'heap' sort mixed -t full:2 --set heap=8KiB

# Signals: every way to cut a cube into axes, and to put values in order
for machine in '-t hypercube:0' '-t hypercube:1' '-t hypercube:4' '-t hypercube:4 -s 2' \
	'-t full:16 -s 4 -n 32' '-t hypercube:6 -s 3 -n 256' '-t ring:8 --clock free'; do
	# shellcheck disable=SC2086
	right fft -S noise $machine
done
for how in aapc1 aapc2 aapc3 aapc4 standard; do
	right fft chord.txt -a $how -t hypercube:4 --set routing=none --ports all
	right fft chord.txt -a $how -t hypercube:4 --set routing=none -s 2
done
right fft -S tone:0 -n 256 -c aapc4:block=yes
for schedule in aapc1 aapc2 aapc3 windows; do
	right fft -S square -n 512 -t hypercube:6 -s 2 -c $schedule
done
right fft chord.txt -t full:1 -o wanted.values
for parts in '-P 1' '-s 2 -P 2' '-s 4 -P 8'; do
	# shellcheck disable=SC2086
	right fft -S noise -t hypercube:4 $parts --ports all --set routing=none
	# shellcheck disable=SC2086
	right fft chord.txt -t full:16 $parts -c aapc1 -o values
	alike wanted.values values
done
right fft -S tone:-3 -n 1 -t full:1
right fft -S impulse -n 64 --print
grep -q 'bit reversal' out || fail 'the stepper does not show the phases of fft'
# known values
right fft chord.txt -t hypercube:2
grep -q '^largest: 128.[0-9]* at 8, 6[0-9.]* at 10, 3[0-9.]* at 12' out ||
	fail "the chord is not that of its tones: $(grep ^largest out)"
right fft -S impulse -n 16 -t hypercube:2 -o values
awk 'BEGIN { for (k = 0; k < 16; k++) print 1, 0 }' >wanted.values
alike wanted.values values
printf '%s\n' 1 0 '0 1' '0.5 -0.5' >four
awk 'BEGIN { print 1.5, 0.5; print 1.5, -0.5; print 0.5, 1.5; print 0.5, -1.5 }' >wanted.values
right fft four -t full:2 -o values
alike wanted.values values
wrong 2 'name one file of samples' fft
wrong 2 'name one file of samples' fft -S noise four
wrong 2 "--signal takes" fft -S 'tone:'
wrong 2 '--points takes a whole number' fft -S noise -n 0
wrong 2 'must be a power of two, such as 128, not 100' fft -S noise -n 100
wrong 2 'such as hypercube:2, not 6' fft -S noise -t ring:6
wrong 2 'not divide evenly into 2 axes' fft -S noise -s 2
wrong 2 'need 64 samples or more; there are 32' fft -S noise -n 32
wrong 2 'need 512 samples or more for as many parts; there are 256' fft chord.txt -P 8
wrong 2 'the number of parts must be a power of two' fft chord.txt -P 3
wrong 2 'parts takes a --schedule' fft chord.txt -P 2 -a direct
wrong 2 "no algorithm 'aapc9' of alltoall" fft -S noise -a aapc9
wrong 1 'aapc5' fft -S noise -t hypercube:4 -s 2 -c aapc5
printf '1\n1 2 3\n' >bad
wrong 2 "bad:2: the line should end before '3'" fft bad
exit $status
