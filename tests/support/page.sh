# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
#
# The data of a page of vcube view; to be sourced.
#
#   page_rows FILE.html       its events, one a line: kind,time,span,rank,peer,number,amount,text,detail
#   page_kind FILE.html NAME  the number of a kind of event

# See cli/view/rows.h.
page_rows()
{
	sed -n '/"events":\[/,$ { s/^.*"events":\[//; /\]/ { s/\].*//p; q; }; p; }' "$1" |
		awk -F, '{
			at = 1
			kind = $1 % 32
			changed = int($1 / 32) % 256
			for (i = 1; i <= 8; i++) {
				if (changed % 2)
					last[kind, i] = $(++at)
				changed = int(changed / 2)
			}
			row = kind
			for (i = 1; i <= 8; i++)
				row = row "," ((kind, i) in last ? last[kind, i] : 0)
			print row
		}'
}

page_kind()
{
	sed -n 's/^"kinds":\[\(.*\)\],$/\1/p' "$1" | tr , '\n' | awk -v name="\"$2\"" '$0 == name { print NR - 1 }'
}
