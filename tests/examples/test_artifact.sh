#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# doc/artifact.sh makes what README and the papers print, does not make it again when resumed, says
# when README prints something else, and refuses names that it does not have.
sources=$(cd "${srcdir:-.}" && pwd)
[ -f .libs/libvcube.so ] && [ -z "$SANITIZE" ] || exit 77
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT
status=0

says()          # WORDS TREE ARGUMENT...
{
	local words=$1 artifact=$2/doc/artifact.sh

	shift 2
	bash "$artifact" "$@" >"$folder/out" 2>&1
	grep -qF -e "$words" "$folder/out" || {
		echo "not ok: $* does not say '$words', but"
		cat "$folder/out"
		status=1
	}
}

says '1 of 1 lines as printed' "$sources" . "$folder/made" first-program
says '4 of 4 rows as printed' "$sources" . "$folder/made" small-table
says 'bounds kept by 1 of 1 tables' "$sources" . "$folder/made" liu-table1
says 'made before: 4 of 4 rows' "$sources" . "$folder/made" small-table
says "nothing is called 'none'" "$sources" . "$folder/made" none
says 'with vcube built in BUILD' "$sources" "$folder" "$folder/made"

# Another README
mkdir -p "$folder/tree/doc"
ln -s "$sources/lib" "$folder/tree"
cp "$sources/doc/artifact.sh" "$folder/tree/doc"
sed 's/done at 7.028/done at 7.029/; s/28.50 us  = 28.50/28.51 us  = 28.50/' "$sources/README.md" \
	>"$folder/tree/README.md"
says '0 of 1 lines as printed' "$folder/tree" . "$folder/other" first-program
says '3 of 4 rows as printed' "$folder/tree" . "$folder/other" small-table
exit $status
