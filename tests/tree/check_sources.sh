#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Every file states its licence, is in the build, and includes only what its folder may
# see.
cd "${srcdir:-.}" || exit
folders='lib topo nodes mpi stepper tests cli examples bench'
status=0

complain()
{
	echo "$*"
	status=1
}

# Files that people write; a build in the source tree adds others.
sources=$(find $folders man profiles doc -type f \( -name '*.[ch]' -o -name '*.sh' -o -name '*.[1-8]' \
	-o -name '*.cc' -o -name '*.cpp' -o -name '*.hpp' -o -name '*.pml' -o -name '*.ini' -o -name '*.awk' \
	-o -name '*.js' -o -name '*.css' \))

# A licence, within the first three lines.
awk 'FNR <= 3 && /SPDX-License-Identifier: BSD-2-Clause/ { has[FILENAME] = 1 }
	END { for (i = 1; i < ARGC; i++) if (!(ARGV[i] in has)) { print ARGV[i] " has no SPDX line."; bad = 1 }
		exit bad }' \
	$sources configure.ac Makefile.am try check .ci/foreign.sh .ci/run .ci/setup.sh \
	bench/peers/run examples/Makefile examples/lab/Makefile cli/completion/vcube || status=1

# Shellcheck, if installed, warns of no script of a clone. No file has a blank in its name.
if [ -e .git ] && command -v shellcheck >/dev/null; then
	scripts=$(grep -rlE '^#(!.*sh$| shellcheck shell)' $folders man doc .ci check try)
	for file in $scripts; do
		shellcheck -x -S warning -e SC2044 -f gcc "$file" || status=1
	done
fi

# A makefile names it, or its folder as a whole; the only source x.c of a program as x. A header
# needs no more than a file that includes it.
makefiles=$(for part in Makefile.am $(find . -name files.mk ! -path './build/*'); do
	sed "s/#.*//; s,%D%,${part%/files.mk},g; s,\./,,g" "$part"
done)
named=" $(echo "$makefiles" | tr -s '[:space:]' ' ') "
whole=$(echo "$makefiles" | sed -n ':more; /\\$/ { N; s/\\\n//; b more; }
	s/^EXTRA_DIST +*= //p; s,.*= \$(wildcard \$(srcdir)/\(.*\)/\*)$,\1,p')
is_whole()      # FILE
{
	for folder in $whole; do
		case $1 in
		"$folder"/*) return 0 ;;
		esac
	done
	return 1
}
included=" $(echo "$sources" | xargs sed -n 's/^[[:space:]]*#[[:space:]]*include.*["</]\(.*\.h\)[">].*/\1/p' |
	sort -u | tr '\n' ' ')"
is_included()   # FILE
{
	case $included in
	*" ${1##*/} "*) return 0 ;;
	esac
	return 1
}
for file in $sources; do
	case $named in
	*" $file "* | *" ${file%.c} "*) continue ;;
	esac
	is_whole "$file" || is_included "$file" ||
		complain "$file is not in Makefile.am, nor in a files.mk."
done

# doc/architecture.md names each file of nodes/, or its family.
find nodes -name '*.c' ! -path 'nodes/algorithms/*' | awk '
	NR == FNR { if (/^\| `.*\/` \|/) { split($0, cell, "`"); row[cell[2]] = row[cell[2]] $0 }; next }
	{
		folder = name = $0
		sub(/^nodes\//, "", folder); sub(/[^\/]*$/, "", folder)
		sub(/.*\//, "", name); sub(/\.c$/, "", name)
		family = name; sub(/_.*/, "", family)
		if (!index(row[folder], "`" name ".c`") && !index(row[folder], "`" family "*.c`")) {
			print $0 " has no place in the table of doc/architecture.md."; bad = 1
		}
	}
	END { exit bad }' doc/architecture.md - || status=1

# It has each order between threads, and both ends of each name it, unless an operation is both.
orders=$(sed -n '/^## Orders/,/^## [^O]/s/^| \([A-Z][A-Z, -]*\) |.*/\1/p' doc/architecture.md | tr -d , | tr ' ' '\n' |
	grep . | sort)
written=$(grep -rhoE '\<[A-Z]+-[A-Z]{2,}\>' lib nodes --include='*.[ch]' | grep -v '^FROM-TO$' | sort)
[ "$orders" = "$(echo "$written" | uniq)" ] ||
	complain "The table of orders in doc/architecture.md has not those of the code:" \
		"$(echo "$orders" "$written" | tr ' ' '\n' | sort -u | while read -r order; do
			echo "$orders" | grep -qx -e "$order" && echo "$written" | grep -qx -e "$order" ||
				echo "$order"
		done | xargs)"
for order in $(echo "$written" | uniq -u); do
	grep -rqE --include='*.[ch]' "acq_rel: $order\>" lib nodes || complain "Only one end of the order $order names it."
done

# doc/porting.md names each file that uses what other hosts lack.
while IFS='|' read -r _ words places _; do
	places=$(echo "$places" | tr -d ' `' | tr ',' '\n' | sort)
	words=$(echo "$words" | tr -d ' `' | tr ',' '\n')
	used=$(grep -rlwF --include='*.[ch]' "$words" lib topo nodes stepper cli mpi | sort)
	[ "$used" = "$places" ] || complain "doc/porting.md: what uses" $words "is" $used
done <<-end
$(grep '^| `' doc/porting.md)
end

# Code that sees only the public headers includes in quotes only its own headers.
own()           # FOLDER [FIND-CONDITION...]
{
	folder=$1
	shift
	pairs=$(find "$folder" -name '*.[ch]' "$@" -exec awk -F'"' \
		'/^[[:space:]]*#[[:space:]]*include[[:space:]]*"/ { print FILENAME ":" $2 }' {} +)
	for pair in $pairs; do
		[ -f "$folder/${pair#*:}" ] || complain "${pair%:*} must not include ${pair#*:}."
	done
}

own lib/include
own examples
own stepper
own cli
own bench ! -name 'queue*' ! -name copies.c

# Inside the command, a folder includes what lies below it; a subcommand has its row.
layer()         # FOLDER [FOLDER...]
{
	below=$(echo "base $*" | tr ' ' '|')
	grep -q "struct command .*_command = {" cli/"$1"/*.c && below="$below|commands.h"
	awk -F'["/]' -v below="^($below)$" '/^#include "/ && $2 !~ below {
		print FILENAME " must not include what lies in " $2 "."; bad = 1 }
		END { exit bad }' cli/"$1"/*.[ch] || status=1
}
layer base
layer output
layer plot
layer load
layer sweep load output plot
layer run load output sweep
layer step run sweep
layer topo run sweep
layer trace
layer view load output run sweep
layer calibrate
layer papers plot sweep
layer new
layer lab list load output sweep
layer list output papers sweep
layer schedule list

# The version of configure.ac is that of the packages, and its series what examples ask for.
version=$(sed -n 's/^AC_INIT(\[libvcube\], \[\(.*\)\])/\1/p' configure.ac) series=${version%.*}
named()         # FILE TEXT
{
	grep -qF "$2" "$1" || complain "$1 does not have '$2', as the version in configure.ac wants."
}
named CITATION.cff "version: $version"
named debian/changelog "libvcube ($version)"
for folder in examples cli/new/template; do
	cmake=$(find $folder -name CMakeLists.txt) meson=$(find $folder -name meson.build)
	named "$cmake" "find_package(vcube $series REQUIRED"
	named "$meson" "dependency('vcube', version: '>=$series')"
done
exit $status
