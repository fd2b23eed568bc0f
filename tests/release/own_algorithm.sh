#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# With libvcube as installed, from nothing to a passing test of an algorithm of one's own: by the
# commands that each page shows for make, CMake and meson, as far as these are installed. Such a
# paragraph begins with `vcube new`.
#
#   own_algorithm.sh PAGE...
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for page; do
	awk -v folder="$folder" '
	/^ *vcube new/ { file = folder "/way" ++ways ".sh" }
	/^ *$|^\./ { file = "" }
	file { print >file }
	END { exit ways != 3 }' "$page" || {
		echo "$page does not show make, CMake and meson with vcube new."
		exit 1
	}
	for way in "$folder"/way*.sh; do
		tool=$(sed -n 's/.*--build=\([a-z]*\).*/\1/p' "$way")
		command -v "${tool:=make}" >/dev/null || continue
		[ "$tool" != meson ] || command -v ninja >/dev/null || continue
		begin=$(date +%s)
		rm -rf "$folder/work"
		mkdir "$folder/work"
		(cd "$folder/work" && sh -e "$way") >"$folder/log" 2>&1 </dev/null || {
			cat "$way" "$folder/log"
			echo "These commands of $page fail."
			exit 1
		}
		echo "$tool: an own algorithm passes its test after $(($(date +%s) - begin)) s"
	done
done
