#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The tables of tests/README.md have a row for each test and each shared file: the first
# sentence of the comment at its head. With --write, writes the tables.
cd "${srcdir:-.}/tests" || exit

rows()          # standard input: FILE...
{
	echo '| file | what it is |'
	echo '| --- | --- |'
	LC_ALL=C sort -t/ -k1,1 -k2 | while read -r file; do
		LC_ALL=C awk -v name="${file%.c}" '
		function row()
		{
			if (match(text, /\.( |$)/))
				text = substr(text, 1, RSTART)
			else
				text = ""
			print "| `" name "` | " substr(text, 2) " |"
			exit
		}
		/SPDX|^#!|shellcheck/ { next }
		{
			line = $0
			ends = sub(/ *\*\/$/, "", line)
			gsub(/^ *(\/?\*|#) *|^[ \t]+/, "", line)
			if (line != "")
				text = text " " line
			if (ends || (line == "" && text != ""))
				row()
		}' "$file"
	done
}

readme()
{
	awk '/^\| / { next } { print }
		/^<!-- tests/ { system("cat \"" tests "\"") }
		/^<!-- shared/ { system("cat \"" shared "\"") }' \
		tests="$work/tests" shared="$work/shared" README.md
}

work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
printf '%s\n' */test_*.c */test_*.sh */check_*.sh tree/installcheck.sh | rows >"$work/tests"
printf '%s\n' support/*.h support/*.sh | rows >"$work/shared"
readme >"$work/README.md"
if grep -n '|  |' "$work/README.md"; then
	echo "Of these files the first sentence is missing."
	exit 1
fi
if [ "$1" = --write ]; then
	cp "$work/README.md" README.md
elif ! diff README.md "$work/README.md"; then
	echo "tests/README.md is not what the tests say; tests/tree/check_tests.sh --write makes it so."
	exit 1
fi
