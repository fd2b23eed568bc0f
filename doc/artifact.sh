#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Makes the figures and tables of README.md, doc/seeing.md, doc/gallery and doc/papers.md from
# scratch, and says of each how near it comes to what is printed. What an earlier call has made
# stays: so a call that was interrupted is resumed by the same words.
#
#   doc/artifact.sh [-l] BUILD FOLDER [NAME...]
#
# BUILD is a folder in which libvcube was built, FOLDER gets NAME.txt, what was printed, and
# NAME.near; remove a NAME.near to make it again. -l lists the names. Without names, it makes all,
# in about half an hour on two quiet cores.
set -uo pipefail
export LC_ALL=C
sources=$(cd "$(dirname "$0")/.." && pwd)
list=no
[ "${1-}" != -l ] || { list=yes; shift; }
if [ $# -lt 2 ] || [ ! -x "$1/cli/vcube" ]; then
	echo "usage: $0 [-l] BUILD FOLDER [NAME...], with vcube built in BUILD" >&2
	exit 2
fi
mkdir -p "$2" || exit
build=$(cd "$1" && pwd) folder=$(cd "$2" && pwd)
shift 2
vcube=$build/cli/vcube readme=$sources/README.md

# --- how each is made: prints it; on 3, in words, how near it is ----------------

near() { echo "$*" >&3; }

# Standard input: numbers, ours divided by those printed.
span()
{
	sort -g | awk '{ v[NR] = $1 } END { printf "%.2f to %.2f", v[1], v[NR] }'
}

# shellcheck disable=SC2086
first_program()
{
	awk '/^```/ { inside = /c$/ && !seen++; next } inside' "$readme" >"$folder/first.c"
	${CC:-cc} -I "$sources/lib/include" "$folder/first.c" -o "$folder/first" \
		-L "$build/.libs" -Wl,-rpath,"$build/.libs" -lvcube || return
	"$folder/first" | quoted
}

# Passes on standard input, and says how many of its lines README quotes.
quoted()
{
	local line lines=0 same=0

	while IFS= read -r line; do
		echo "$line"
		lines=$((lines + 1))
		! grep -qxF "    $line" "$readme" || same=$((same + 1))
	done
	near "$same of $lines lines as printed"
}

transpose()
{
	local here=$build/mpi/run

	"$here/here/vcubecc" -O2 "$sources/examples/mpi/transpose.c" -o "$folder/transpose" &&
		"$here/vcuberun" -t hypercube:3 --profile sp2 "$folder/transpose" | quoted
}

# README leaves out columns before the last.
small_table()
{
	local rows

	"$vcube" run allgather.ring,allgather.hypercube -t ring:8,hypercube:3 -m 1KiB \
		--clock virtual --quiet >"$folder/table" || return
	cat "$folder/table"
	rows=$(awk '
		{ gsub(/ +/, " "); sub(/^ /, "") }
		FNR == NR { made[NR] = $0; next }
		/KiB.* right$/ {
			sub(/ right$/, "")
			rows++
			for (i in made)
				if (index(made[i], $0) == 1) { same++; break }
		}
		END { print same + 0 " of " rows }' "$folder/table" "$readme")
	near "$rows rows as printed"
}

reproduction()  # NAME
{
	"$vcube" reproduce --quiet "$1" | tee "$folder/table"
	[ "${PIPESTATUS[0]}" = 0 ] || return
	awk '
		/^  error:.*: ok$/ {
			bounded++
			sub(/%/, "", $5)
			if ($5 + 0 > most)
				most = $5 + 0
		}
		/^  as in the paper:.*: ok$/ { bounded++ }
		/: TOO FAR$/ { far++ }
		/no bound$/ { free++ }
		/^  rows that are not numbers/ { words = $(NF - 2) " of " $NF " words as printed" }
		END {
			printf "bounds kept by %d of %d tables, error at most %.2f %%", bounded,
				bounded + far, most
			if (free)
				printf "; %d more have none", free
			if (words)
				printf "; %s", words
			print ""
		}' "$folder/table" >&3
}

commands_of_papers()
{
	(cd "$build" && srcdir=$sources VCUBE=$vcube SANITIZE='' \
		bash "$sources/tests/examples/test_papers.sh") && near 'all as quoted'
}

# Compares pictures with those of a folder of doc/.
pictures()      # FOLDER KIND
{
	local file all=0 same=0

	mkdir -p "$folder/$1"
	"$sources/doc/$1/make.sh" "$vcube" "$folder/$1" || return
	for file in "$sources/doc/$1"/*."$2"; do
		all=$((all + 1))
		! cmp "$file" "$folder/$1/${file##*/}" || same=$((same + 1))
	done
	near "$same of $all .$2 the same, byte for byte"
}

# A row of the table of times, by bench/peers/run
row()           # COLLECTIVE
{
	local cases

	make -s -C "$build" bench/collectives || return         # 'make' alone builds no benchmark
	cases=$(awk -F'|' -v work="$1" '
		function bytes(text) { return text * (text ~ /KiB/ ? 1024 : 1) }
		/^\| nodes, block/ {
			for (i = 3; i < NF; i++) {
				split($i, part, ",")
				cases = cases work ":" part[1] + 0 ":" bytes(part[2]) " "
			}
		}
		END { print cases }' "$readme")
	CASES=$cases PEERS=openmpi "$sources/bench/peers/run" "$build/bench/collectives" "$folder/peers" \
		>"$folder/times" 2>&1 || { cat "$folder/times"; return 1; }
	cat "$folder/times"
	awk -v work="$1" '
		FNR == NR {
			if ($1 == work && $4 > 0) {
				time[++rows] = $4
				ratio[rows] = $6 + 0 > 0 ? $7 : 0
			}
			next
		}
		index($0, "| " work " ") == 1 {
			split($0, cell, "|")
			for (i = 1; i <= rows; i++) {
				split(cell[i + 2], part, ", ")
				gsub(/[ ,]/, "", part[1])
				sub(/.*x/, "", part[2])
				print "time", time[i] / part[1]
				if (ratio[i] > 0)
					print "ratio", ratio[i] / part[2]
			}
		}' "$folder/times" "$readme" >"$folder/shares"
	[ "$(grep -c time "$folder/shares")" -gt 0 ] || return
	near "times $(sed -n 's/time //p' "$folder/shares" | span) of those printed$(
		! grep -q ratio "$folder/shares" || echo ", ratios to Open MPI" \
		"$(sed -n 's/ratio //p' "$folder/shares" | span)")"
}

# A large machine: README's words with # for the seconds, and the run
seconds()       # WORDS RUN...
{
	local words=$1 printed TIMEFORMAT='%U %S'

	shift
	printed=$(tr '\n' ' ' <"$readme" | sed -n "s/.*${words/\#/\\([0-9.]*\\)}.*/\1/p")
	[ -n "$printed" ] || {
		echo "README.md does not say: $words"
		return 1
	}
	{ time "$vcube" run "$@" --clock virtual --set threads=no --quiet 2>&1; } \
		2>"$folder/seconds" || return
	near "$(awk -v printed="$printed" '{ printf "%.1f s of processor, %.2f of what is printed",
		$1 + $2, ($1 + $2) / printed }' "$folder/seconds")"
}

# --- what is made ----------------------------------------------------------------

names=() commands=()
item()          # NAME COMMAND...
{
	names+=("$1")
	shift
	commands+=("$*")
}

item first-program first_program
item transpose transpose
item small-table small_table
for name in $("$vcube" list reproductions --names); do
	item "$name" reproduction "$name"
done
item papers commands_of_papers
item gallery pictures gallery svg
item pictures pictures pictures svg
while read -r name; do
	item "time-$name" row "$name"
done < <(sed -nE 's/^\| ([a-z_]+) +\| [0-9.]+, x.*/\1/p' "$readme")
item million-allreduce seconds "'million messages in # s'" \
	allreduce.doubling -t hypercube:20 -m 64 --set routing=none
item million-bcast seconds "'A broadcast takes # s'" \
	bcast.binomial -t hypercube:20 -m 64 --set routing=none
item million-routes seconds "'and # for an allreduce of 8 bytes on hypercube:20'" \
	allreduce.doubling -t hypercube:20 -m 8

if [ $list = yes ]; then
	printf '%s\n' "${names[@]}"
	exit
fi
for name; do
	[[ " ${names[*]} " == *" $name "* ]] ||
		{ echo "$0: nothing is called '$name'; -l lists the names" >&2; exit 2; }
done

wanted=" ${*-} " failed=()
for i in "${!names[@]}"; do
	name=${names[i]} begin=$SECONDS
	[[ $# = 0 || $wanted == *" $name "* ]] || continue
	printf '%2d of %d  %-20s ' $((i + 1)) ${#names[@]} "$name"
	if [ -f "$folder/$name.near" ]; then
		printf 'made before: '
	elif (eval "${commands[i]}") 3>"$folder/$name.new" >"$folder/$name.txt" 2>&1 &&
		[ -s "$folder/$name.new" ]; then
		mv "$folder/$name.new" "$folder/$name.near"
		printf '%4d s: ' $((SECONDS - begin))
	else
		rm -f "$folder/$name.new"
		failed+=("$name")
		echo "failed: $(tail -n 1 "$folder/$name.txt")"
		continue
	fi
	cat "$folder/$name.near"
done
[ ${#failed[@]} = 0 ] || { echo "Failed: ${failed[*]}"; exit 1; }
