#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Of every file: it says its licence, it is in the build, and it includes only
# what its folder may know of.
cd "${srcdir:-.}" || exit
folders='lib topo nodes stepper tests tools examples bench'
status=0

complain()
{
	echo "$*"
	status=1
}

# What people write; a build in the source tree leaves other files beside it.
sources=$(find $folders man profiles doc -type f \( -name '*.[ch]' -o -name '*.sh' -o -name '*.[1-8]' \
	-o -name '*.cc' -o -name '*.cpp' -o -name '*.hpp' -o -name '*.pml' -o -name '*.ini' -o -name '*.awk' \
	-o -name '*.js' -o -name '*.css' \))

# A licence, within the first three lines.
for file in $sources configure.ac Makefile.am try check .ci/run bench/peers/run \
	examples/Makefile examples/lab/Makefile tools/vcube.bash-completion; do
	head -n 3 "$file" | grep -q 'SPDX-License-Identifier: BSD-2-Clause' ||
		complain "$file has no SPDX line."
done

# The makefile names it; the only source x.c of a program as x.
for file in $sources; do
	grep -qE "(^|[[:space:]])$file([[:space:]]|\$)" Makefile.am ||
		grep -qE "(^|[[:space:]])${file%.c}([[:space:]]|\$)" Makefile.am ||
		complain "$file is not in Makefile.am."
done

# What the parts are is told in one place: each file of nodes/, or its family.
for file in $(find nodes -name '*.c' ! -path 'nodes/a2a/*'); do
	name=$(basename "$file" .c) folder=$(basename "$(dirname "$file")")
	grep -qE "^\| \`$folder/\` \|.*\`($name|${name%%_*}\*)\.c\`" doc/architecture.md ||
		complain "$file has no place in the table of doc/architecture.md."
done

# What each test is for, too: programs and scripts, and what they share.
for file in tests/*.sh tests/*.h tests/test_*.c; do
	name=$(basename "$file" .c)
	grep -q "\`$name\`" tests/README.md || complain "$file has no place in tests/README.md."
done
for name in $(grep -o '`[a-z_.]*`' tests/README.md | tr -d '`'); do
	[ -e "tests/$name" ] || [ -e "tests/$name.c" ] ||
		complain "tests/README.md names $name, which is not there."
done

# Includes point down: FOLDER may include, in quotes, what matches REGEX.
may()
{
	folder=$1 regex=$2
	shift 2
	for file in $(find "$folder" -name '*.[ch]' "$@"); do
		bad=$(sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*"\(.*\)".*/\1/p' "$file" |
			grep -vE "^($regex)\$")
		[ -z "$bad" ] || complain "$file must not include $bad."
	done
}

private='[a-z0-9_]+\.h'
may lib "lib/$private" ! -path 'lib/include/*'
may lib/include 'no quotes'
may topo "(lib|topo)/$private"
may nodes "(lib|topo|nodes/[a-z0-9]+)/$private" ! -path 'nodes/a2a/*'
may nodes/a2a 'no quotes'
may examples "$private"
may stepper "$private"
may tools "$private"
may bench "$private" ! -name 'queue*'
exit $status
