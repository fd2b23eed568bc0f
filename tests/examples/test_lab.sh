#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The commands of the lab sheet print the lines that it quotes, in that order, and its pages for
# students and teachers are complete. Spaces do
# not count, nor what follows "..." in a line; a line "..." stands for any lines, which at the
# beginning and the end of an output are allowed only with it. [status N]
# is the exit status of a command, if not 0.
#
# VCUBE is the command, srcdir the folder of the sources; the programs are examples/lab/.
# test_papers.sh has another SHEET read in the same way, without exercises.
vcube=${VCUBE:-cli/here/vcube}
[[ $vcube == /* ]] || vcube=$PWD/$vcube
sheet=$(cd "${srcdir:-.}" && pwd)/${SHEET:-examples/lab/sheet.md} || exit
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT
status=0 commands=0

fail()
{
	echo "not ok: $*"
	status=1
}

mkdir "$folder/bin"
# No links: libtool's wrappers depend on their own folder.
stand_in()      # NAME PROGRAM
{
	printf '#!/bin/sh\nexec "%s" "$@"\n' "$2" >"$folder/$1"
	chmod +x "$folder/$1"
}
stand_in bin/vcube "$vcube"
stand_in bin/vcuberun "${VCUBERUN:-$PWD/mpi/run/here/vcuberun}"
stand_in bin/vcubecc "${VCUBECC:-$PWD/mpi/run/here/vcubecc}"
cp "${srcdir:-.}"/examples/lab/{around,race}.c "$folder"
stand_in shift "$PWD/examples/lab/shift"
stand_in stuck "$PWD/examples/lab/stuck"
include=$(cd "${srcdir:-.}" && pwd)/lib/include
printf '#!/bin/sh\n[ "$1" != --cflags ] || echo -I%s\n' "$include" >"$folder/bin/pkg-config"
printf '#!/bin/sh\nexec %s %s "$@"\n' "${CC:-$(command -v cc)}" "$SANITIZE" >"$folder/bin/cc"
chmod +x "$folder/bin/pkg-config" "$folder/bin/cc"
PATH=$folder/bin:$PATH
cc -fPIC -shared -I "$include" "${srcdir:-.}/examples/lab/race.c" -o "$folder/race.so" || exit

# Standard input: the output. $1: the quoted lines.
is_quoted()
{
	awk -v quoted="$1" '
	function plain(line)
	{
		gsub(/[ \t]+/, " ", line)
		gsub(/^ | $/, "", line)
		return line
	}
	function same(line, wanted,    end)
	{
		end = index(wanted, " ...")
		return end ? index(line, substr(wanted, 1, end)) == 1 : line == wanted
	}
	BEGIN {
		count = split(quoted, want, "\n")
		for (at = 1; at <= count; at++)
			want[at] = plain(want[at])
		at = 1
	}
	plain($0) != "" {
		if (want[at] == "...") {
			any = 1
			at++
		}
		if (at <= count && same(plain($0), want[at])) {
			any = 0
			at++
		} else if (!any && !wrong)
			wrong = "printed, and not quoted: " $0
	}
	END {
		if (want[at] == "...")
			at++
		if (at <= count)
			wrong = "quoted, and not printed: " want[at]
		if (wrong)
			print wrong
		exit wrong != ""
	}'
}

check()         # COMMAND QUOTED STATUS
{
	local command=$1 quoted=$2 wanted=$3 ended

	commands=$((commands + 1))
	if [[ $command == *--plot* ]] && ! command -v gnuplot >/dev/null; then
		echo "There is no gnuplot: not run: $command"
		return
	fi
	if [[ $command == *vcubecc* || $command == *./around* || $command == *around.trace* ]] &&
		[ -n "$SANITIZE" ]; then
		echo "The program would need the sanitizer as well: not run: $command"
		return
	fi
	(cd "$folder" && eval "timeout 60 $command") >"$folder/out" 2>&1 </dev/null
	ended=$?
	[ $ended = "$wanted" ] || fail "$command ends with $ended"
	is_quoted "$quoted" <"$folder/out" || fail "$command"
}

command='' quoted='' wanted=0
while IFS= read -r line || [ -n "$line" ]; do
	case $line in
	'    $ '*)
		[ -z "$command" ] || check "$command" "$quoted" "$wanted"
		command=${line#'    $ '} quoted='' wanted=0 ;;
	'    [status '*)
		wanted=${line//[^0-9]/} ;;
	'    '*)
		[ -z "$command" ] || quoted+=${quoted:+$'\n'}${line#'    '} ;;
	*)
		[ -z "$command" ] || check "$command" "$quoted" "$wanted"
		command= ;;
	esac
done <"$sheet"
[ -z "$command" ] || check "$command" "$quoted" "$wanted"

if [ -z "$SHEET" ]; then
	[ "$(grep -c '^## [1-9][0-9]*\. ' "$sheet")" = 15 ] || fail 'there are not 15 exercises'
	[ "$(grep -c '^\*\*Question\.\*\*' "$sheet")" = 15 ] || fail 'there are not 15 questions'
	# the sheets of the same source: one without the answers, both with the runs
	"${srcdir:-.}/examples/lab/sheets.sh" "$folder/sheets" || fail 'there are no sheets'
	[ "$(grep -c '<b>Answer' "$folder/sheets/teacher.html")" = 15 ] || fail 'the teacher lacks answers'
	! grep -q '<b>Answer\|987.04' "$folder/sheets/students.html" || fail 'students have answers'
	[ "$(grep -c '<b>Question' "$folder/sheets/students.html")" = 15 ] || fail 'students lack questions'
	for page in gray cycles stored; do
		grep -q "src=\"$page.html\"" "$folder/sheets/students.html" && [ -s "$folder/sheets/$page.html" ] ||
			fail "the page $page.html is not in the sheets"
	done
	[ "$(grep -c '^\*\*Answer\.\*\*' "$sheet")" = 15 ] || fail 'there are not 14 answers'
fi
[ $commands -ge 16 ] || fail "only $commands commands were found"
[ $status = 0 ] && echo "$commands commands of the sheet are as it says"
exit $status
