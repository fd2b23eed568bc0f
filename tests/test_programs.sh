#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The larger examples, on the files that come with them: they say that they are
# right, and of wrong input what is wrong, and where.
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

# Ends well, says that it is right, and nothing else on standard error.
right()         # PROGRAM ARGUMENT...
{
	program=$1
	shift
	timeout 60 "$programs/$program" "$@" >out 2>err || fail "$program $* ends with $?: $(cat err)"
	grep -q '^right: ' out || fail "$program $* does not say that it is right: $(tail -n 1 out)"
	[ ! -s err ] || fail "$program $* complains: $(cat err)"
}

# Ends with STATUS and one line that has WORDS in it.
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

# Two files have the same numbers, but for rounding, and lines that begin with % or #.
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

# A product that is worked out without it
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

# What is refused of the command line
wrong 2 'unrecognized option' matvec --nonsense laplace-6x6.mtx
wrong 2 'name one Matrix Market file' matvec
wrong 2 'no-such.mtx: No such file' matvec no-such.mtx
wrong 2 'no algorithm "cycles" of allgather' matvec laplace-6x6.mtx -a cycles
wrong 2 'no algorithm "direkt" of reduce_scatter' matvec laplace-6x6.mtx -r direkt
wrong 2 'hypercube:D' matvec laplace-6x6.mtx -t hypercube
wrong 2 'no profile' matvec laplace-6x6.mtx -p nothing
wrong 2 'KEY=VALUE' matvec laplace-6x6.mtx --set flop
wrong 2 'row or column' matvec laplace-6x6.mtx --order diagonal
wrong 2 'matvec, vecmat or rank1' matvec laplace-6x6.mtx -m matmul
wrong 2 'is not what the machine has, 8' matvec laplace-6x6.mtx -g 3x3
wrong 2 'rows, columns, or a shape' matvec laplace-6x6.mtx -g 3by3
wrong 2 'should be 36 x 1, not 7 x 1' matvec laplace-6x6.mtx -x y.mtx
wrong 2 'No such file' matvec laplace-6x6.mtx --output nowhere/y.mtx
wrong 2 'nowhere' matvec laplace-6x6.mtx --trace nowhere/trace
wrong 1 'needs a number of nodes that is a power of two' matvec laplace-6x6.mtx -t ring:3 -a cycle
wrong 1 'heap' matvec laplace-6x6.mtx -m rank1 --set heap=4KiB -t full:1

# What is refused of a file: its lines, and where and how it is wrong
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
file '1: the field should be one of real, integer, pattern; not' "$banner complex general" '1 1 0'
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
file '3: a symmetric matrix is given by its lower half' "$banner real symmetric" '3 3 1' '1 2 1'
file '3: a skew-symmetric matrix' "$banner real skew-symmetric" '3 3 1' '2 2 1'
file '3: the file ends after 1 of 2 entries' "$banner real general" '3 3 2' '1 1 1'
file '4: there is more' "$banner real general" '3 3 1' '1 1 1' '2 2 2'
file '5: the file ends after 3 of 4' '%%MatrixMarket matrix array real general' '2 2' 1 2 3
# and what is not
printf '%s\r\n' '%%matrixmarket MATRIX Array Integer Skew-Symmetric' '% -' '3 3' 1 -2 '' 3 >skew.mtx
right matvec skew.mtx -t full:2 -o y.mtx
printf '%s\n' '3 1' 4 -8 4 >wanted.mtx
alike wanted.mtx y.mtx
printf '%s\n' "$banner real general" '4 2 0' >empty.mtx
right matvec - -t ring:5 <empty.mtx
exit $status
