#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Makes students.html and teacher.html of sheet.md, and the pages of the runs in them.
#
#   sheets.sh FOLDER        VCUBE is the command, by default vcube
set -e
vcube=${VCUBE:-vcube}
here=$(cd "$(dirname "$0")" && pwd)
[ $# = 1 ] || { echo "$0: name a folder for the sheets" >&2; exit 2; }
mkdir -p "$1"
cd "$1"
# The runs that the sheet views, but not those of traces that other commands of it record.
commands=$(sed -n 's/^    \$ vcube view \([a-z]*\.[a-z-]*.* -t .* -o [a-z]*\.html\)$/\1/p' "$here/sheet.md")
pages=$(echo "$commands" | while read -r command; do
	# shellcheck disable=SC2086
	"$vcube" view $command
	echo "${command##* }"
done)
for who in students:0 teacher:1; do
	awk -v answers="${who#*:}" -v pages="$(echo "$pages" | tr '\n' ' ')" -f "$here/sheet.awk" \
		"$here/sheet.md" >"${who%:*}.html"
done
