#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The manual is complete and correct. Each exported name, list row of a header, option,
# key or algorithm has its line in man/; what man/ names exists; its first program
# and its examples work.
#
# VCUBE and VCUBERUN are the commands, NM and CC the tools, srcdir the folder of the sources. It
# runs where the library was built; a generated page may lie there, too.
here=$PWD
sources=$(cd "${srcdir:-.}" && pwd) || exit
case ${VCUBE:=cli/here/vcube} in
/*) ;;
*) VCUBE=$here/$VCUBE ;;
esac
case ${VCUBERUN:=mpi/run/here/vcuberun} in
/*) ;;
*) VCUBERUN=$here/$VCUBERUN ;;
esac
"$VCUBE" --version >/dev/null && "$VCUBERUN" --version >/dev/null || exit
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit

# All pages as pages/NAME, without escapes for typesetting.
mkdir pages
for page in "$sources"/man/*.[1357] "$here"/man/*.[1357]; do
	[ -f "$page" ] && sed 's/\\&//g; s/\\-/-/g; s/\\(dq/"/g; s/\\e/\\/g' "$page" \
		>"pages/${page##*/}"
done
cat pages/*.3 >section3
cat pages/* >all
# Each item, and the line below it.
sed -n '/^\.It /{N;s/\n/ | /p;}' all >items
sed 's,/\*.*\*/,,; /\/\*/,/\*\//d' "$sources"/lib/include/vcube/*.h \
	"$sources"/mpi/include/vcube/mpi.h >headers

# The words of a text, one per line.
words() { grep -oE '[A-Za-z_][A-Za-z0-9_]*' "$@" | sort -u; }

# Prints the lines of standard input that are not in the file $1, each
# in a sentence. $2: what they are
absent() { sort -u | grep -vxFf "$1" | sed "s/.*/The manual lacks $2 &./"; }

# Callable names: exported functions, inline ones, macros with arguments.
for library in "$here"/.libs/libvcube.so "$here"/.libs/libvcube.a \
	"$here"/.libs/libvcube-stepper.so "$here"/.libs/libvcube-stepper.a \
	"$here"/.libs/libvcube-mpi.so "$here"/.libs/libvcube-mpi.a; do
	[ -f "$library" ] && ${NM:-nm} -g --defined-only "$library"
done 2>/dev/null | awk '$3 ~ /^vcube_/ && $3 !~ /_of_fortran$/ { print $2, $3 }' | sort -u >symbols
sed 's/.* //' symbols >exported
sed -n 's/^[Tt] //p' symbols >functions
sed -n 's/^\(vcube_[a-z0-9_]*\)(.*/\1/p' headers >inline
sed -n 's/^#define \([A-Za-z0-9_]*[a-zA-Z0-9]\)(.*/\1/p' headers | grep -v '^X$' >macros
sort -u exported inline macros >callable

# The rows of the lists in the headers, as the manual has them.
rows()
{
	awk '
	function time(ps) {
		if (ps <= 0 || ps % 1000 != 0)
			return ps
		return ps % 1000000 == 0 ? ps / 1000000 "us" : ps / 1000 "ns"
	}
	function row(list, text,    head, f) {
		sub(/\)[ \t]*\\?$/, "", text)
		head = text
		sub(/".*/, "", head)
		text = substr(text, length(head) + 1)
		gsub(/, */, "\t", head)
		gsub(/", *"/, "\t", text)
		gsub(/"/, "", text)
		split(head text, f, "\t")
		if (list ~ /COSTS/)
			return "Cm " f[1] " Pq default " time(f[2]) " | " f[4] ", per " f[3]
		if (list ~ /OPS/)
			return "Dv VCUBE_" toupper(f[1]) " Ta Va vcube_op_" f[1] " Ta " f[1] " Ta " f[2]
		if (list ~ /_TYPES/)
			return "Dv " f[1] " Ta " f[2] " Ta " f[3]
		if (list ~ /TOPOLOGIES/)        # vcube-topologies(7) is made of it
			return ""
		if (list ~ /COLLECTIVES/)
			return "Dv " f[1] " Pq Cm " f[2] " | " f[6] \
				"\n.It Fn vcube_" f[2] " : No " f[7]
		if (list ~ /ERRORS|NEEDS|TRAITS/)
			return "Dv " f[1] " Pq " f[2] " | " f[3]
		return "Dv " f[1] " Pq Cm " f[2] " | " f[3]
	}
	/^#define VCUBE_[A-Z_]*\(X\)/ { list = $2 }
	/^\tX\(/ {
		line = $0
		while (sub(/, \\$/, ", ", line) && (getline more) > 0) {
			sub(/^[ \t]*/, "", more)
			line = line more
		}
		n = split(line, part, /[ \t]X\(/)
		for (i = 2; i <= n; i++)
			if ((line = row(list, part[i])) != "")
				print ".It " line
	}' headers
}

check_library()
{
	[ -s exported ] || echo "There is no library in $here/.libs."
	sed -n 's/^\.Nm \([A-Za-z0-9_]*\).*/\1/p' section3 >named
	cat functions inline | absent named 'in section 3, under NAME, the function'
	words section3 >known
	{
		cat exported macros
		grep -oE '(vcube|VCUBE)_[A-Za-z0-9_]*' headers | grep -vE '_(H|)$'
	} | absent known 'in section 3 the name'
	cat all items >known
	rows | absent known 'the item'
}

# Each synopsis includes the header that declares the function: of programs' vcube.h,
# of authors' and of observers', the first that does.
check_synopses()
{
	for header in vcube.h vcube/authoring.h vcube/observing.h vcube/mpi.h; do
		echo "#include <$header>" |
			${CC:-cc} -E -I "$sources/lib/include" -I "$sources/mpi/include" - |
			words | sed "s,\$, $header,"
	done >declared
	awk '
	NR == FNR { if (!($1 in declared)) declared[$1] = $2; next }
	FNR == 1 { header = "" }
	/^\.Sh/ { synopsis = /SYNOPSIS/ }
	/^\.In/ { header = $2 }
	synopsis && /^\.F[no] vcube_/ && header != declared[$2] {
		print FILENAME " includes \"" header "\" for " $2 ", which is in " declared[$2] "."
	}' declared pages/*.3
}

check_command()
{
	tr -s ' ' '\n' <pages/vcube.1 >known
	"$VCUBE" list subcommands --names >subcommands
	absent known 'in vcube(1) the subcommand' <subcommands
	"$VCUBE" list subjects --names | absent known 'in vcube(1) the subject'
	grep -oE 'Fl -?[a-zA-Z][a-z-]*' pages/vcube.1 | sed 's/^Fl /-/' >known
	while read -r subcommand; do
		"$VCUBE" help "$subcommand" | grep -oE '(^|[ ,])--?[a-zA-Z][a-z-]*' | tr -d ' ,'
	done <subcommands | absent known 'in vcube(1) the option'
	sed -n 's/^\.It Cm //p' pages/vcube.1 >known
	"$VCUBE" list columns --names >columns
	absent known 'in vcube(1) the column' <columns
	sed -n '/^\.Ss JSON and CSV/,/^\.Sh/s/^\.It Cm //p' pages/vcube.1 | cmp -s - columns ||
		echo 'vcube(1) has the columns in another order than vcube list columns.'
	"$VCUBE" list reproductions --names | absent known 'in vcube(1) the reproduction'
	sed -n 's/^\.It //p' pages/vcube.1 >known
	"$VCUBE" help | sed -n '/^Exit/,$s/^  \([0-9]\) .*/\1/p' |
		absent known 'in vcube(1) the exit status'
}

check_mpi_commands()
{
	"$VCUBERUN" --help | grep -oE '(^|[ ,])--?[a-z][a-z-]*' | tr -d ' ,' >options
	grep -oE '(Fl|,|\|) -?[a-zA-Z][a-z-]*' pages/vcuberun.1 | sed 's/^[^ ]* /-/' >known
	absent known 'in vcuberun(1) the option' <options
}

check_lists()
{
	sed -n 's/^\.It Cm \([a-z_]*\).*/\1/p' pages/vcube-desc.5 >known
	"$VCUBE" list keys --names | absent known 'in vcube-desc(5) the key'
	sed -n 's/^\.It Cm \([a-z0-9-]*\) :.*/\1/p' pages/vcube-profile.5 >known
	for profile in "$sources"/profiles/*.ini; do
		basename "$profile" .ini
	done | absent known 'in vcube-profile(5) the profile'
	sed -n 's/^\.It Cm //p' pages/vcube-algorithms.7 >known
	"$VCUBE" list algorithms --names | absent known 'in vcube-algorithms(7) the algorithm'
	"$VCUBE" list schedules --names | absent known 'in vcube-algorithms(7) the schedule'
	sed -n 's/^\.It Cm \([a-z]*\):.*/\1/p' pages/vcube-topologies.7 >known
	"$VCUBE" list topologies --names | absent known 'in vcube-topologies(7) the topology'
}

# The reverse: every name in the manual exists.
check_names()
{
	{
		words headers
		for list in keys topologies; do
			"$VCUBE" list $list --names
		done | tr "[:lower:]" "[:upper:]" | sed 's/^/VCUBE_/'
		echo VCUBE_PROFILES
		grep -ohE '(vcube|VCUBE)_[A-Za-z0-9_]*' "$sources"/lib/include/vcube_cmocka.h |
			sed 's/^assert_//'
		grep -ho 'VCUBE_[A-Z]*' "$sources"/cli/launch.c \
			"$sources"/mpi/run/options.c "$sources"/mpi/run/compiler.sh
		for page in pages/*; do
			page=${page#pages/}
			echo "${page%.*}"
		done
	} | sort -u >known
	grep -v '^\.Dt ' all | grep -oE '(vcube|VCUBE)_[A-Za-z0-9_]*[A-Za-z0-9]' | sort -u |
		grep -vxFf known | sed 's/.*/The manual names &, which there is not./'
	{
		cat callable
		echo vcube
		for page in pages/*.3; do
			page=${page#pages/}
			echo "${page%.*}"
		done
	} >known
	sed -nE 's/^\.(It |)(Fn|Fo|Nm) (vcube_[a-z0-9_]*).*/\3/p' all | sort -u |
		grep -vxFf known | sed 's/.*/The manual has a function &, which there is not./'
	sed -n 's/.*Xr \(vcube[a-z_-]*\) \([1357]\).*/\1.\2/p' all | sort -u |
		while read -r page; do
			[ -f "pages/$page" ] || echo "The manual refers to $page, which there is not."
		done
	for page in pages/*[_-]*; do
		page=${page#pages/}
		grep -q "^\.It Xr ${page%.*} ${page##*.}" pages/vcube.7 ||
			echo "The list at the beginning of vcube(7) lacks $page."
	done
}

# The output of an example's command line, after the name of the command.
example()
{
	eval "set -- $1"
	"$VCUBE" "$@" || echo "The example vcube $* ends with status $?." >>broken
}

check_examples()
{
	: >broken
	sed -n 's/^\.Dl vcube //p' pages/vcube.1 pages/vcube.7 >examples
	[ -s examples ] || echo 'The manual has no examples.'
	while read -r line; do
		example "$line" </dev/null
	done <examples >printed 2>&1
	cat broken
	grep -oE '"time_ps":[0-9]+' all | while read -r time; do
		grep -qF "$time" printed || echo "No example prints $time."
	done
}

# Those of --help can be pasted: each is one line, and all of a subcommand's work, one behind the
# other. Not run: lab, which serves until it is interrupted, and new, which takes an installed
# library (tests/cli/test_load.sh tests what it writes).
check_help()
{
	mkdir help bin
	ln -s "$VCUBE" bin/vcube
	{
		echo
		"$VCUBE" list subcommands --names
	} | while read -r subcommand; do
		# shellcheck disable=SC2086
		"$VCUBE" help $subcommand | awk '/^Examples?:/ { inside = 1; next } inside && NF' >lines
		grep -v '^  vcube [^ ]' lines |
			sed "s/.*/The example of vcube help $subcommand does not fit into a line: &/"
		case $subcommand in
		lab | new) continue ;;
		esac
		(cd help && PATH=$folder/bin:$PATH sh -e ../lines) >printed 2>&1 </dev/null ||
			echo "The examples of vcube help $subcommand fail: $(tail -n 1 printed)"
	done
}

check_first_program()
{
	sed -n '/^\.Ss A first program/,/^\.Ed/p' pages/vcube.7 |
		sed '1,/^\.Bd/d; /^\.Ed/d' >first.c
	wanted=$(sed -n 's/^\.Ql \(done at .*\) :$/\1/p' pages/vcube.7)
	# shellcheck disable=SC2086
	if ! ${CC:-cc} $SANITIZE -Wall -Wextra -Werror -I "$sources/lib/include" -c first.c; then
		echo 'The first program of vcube(7) does not compile.'
	elif [ -f "$here/.libs/libvcube.so" ]; then
		${CC:-cc} $SANITIZE first.o -o first -L "$here/.libs" -lvcube \
			-Wl,-rpath,"$here/.libs" && [ "$(./first)" = "$wanted" ] ||
			echo "The first program of vcube(7) does not print '$wanted'."
	fi 2>&1
}

# Prints a line for each member of each struct, by its number, without comments.
members()       # FILE...
{
	cat "$@" | awk '
	function print_members(name, body,    parts, count, i, type, names, j, n) {
		gsub(/\/\*[^*]*\*+([^\/*][^*]*\*+)*\//, "", body)
		gsub(/[ \t]+/, " ", body)
		count = split(body, parts, ";")
		for (i = n = 1; i < count; i++) {
			sub(/^ /, "", parts[i])
			type = ""
			if (parts[i] !~ /[({}]/ && match(parts[i], /^[^,]* /)) {
				type = substr(parts[i], 1, RLENGTH)
				sub(/ : $/, "", type)
				parts[i] = substr(parts[i], length(type) + 1)
			}
			if (type == "") {
				print "struct " name ": " n++ ": " parts[i]
				continue
			}
			for (j = split(parts[i], names, ", "); j > 0; j--)
				print "struct " name ": " n + j - 1 ": " type names[j]
			n += split(parts[i], names, ", ")
		}
	}
	/^struct vcube_[a-z_]* \{/ { name = $2; body = ""; next }
	name != "" && /^\}/ { print_members(name, body); name = ""; next }
	{ body = body " " $0 }'
}

# A struct that a page shows is that of the header.
check_structs()
{
	members "$sources"/lib/include/vcube/*.h "$sources"/lib/include/vcube_cmocka.h | sort -u >declared
	members pages/*.3 | sort -u >shown
	[ -s shown ] || echo 'The manual shows no struct.'
	comm -13 declared shown | sed 's/.*/The manual shows &, which no header has./'
	comm -23 declared shown | awk -F : 'NR == FNR { whole[$1]; next } $1 in whole' shown - |
		sed 's/.*/The manual lacks &, though it shows that struct./'
}

# Its form, if mandoc is installed, which cannot know our own pages; and lines that do not fit
# into 78 columns, or what else troff warns of, if groff is.
check_form()
{
	for page in "$sources"/man/*.[1357] "$here"/man/*.[1357]; do
		[ -f "$page" ] || continue
		! command -v mandoc >/dev/null || mandoc -Tlint "$page" 2>/dev/null
		! command -v groff >/dev/null || groff -ww -rLL=78n -mdoc -Tutf8 -z "$page" 2>&1
	done | grep -v 'referenced manual not found'
}

complaints=$(
	check_library
	check_synopses
	check_command
	check_mpi_commands
	check_lists
	check_names
	check_examples
	check_help
	check_first_program
	check_structs
	check_form
)
[ -z "$complaints" ] && exit
printf '%s\n' "$complaints"
exit 1
