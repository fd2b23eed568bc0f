#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The gallery has a picture of each algorithm, and the same runs make the same pictures again.
# VCUBE is the command, srcdir the folder of the sources.
vcube=$(realpath "${VCUBE:-cli/here/vcube}")
gallery=$(realpath "${srcdir:-.}/doc/gallery")
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT
status=0 pictures=0

"$gallery/make.sh" "$vcube" "$folder" || status=1
cmp "$folder/README.md" "$gallery/README.md" || status=1
for name in $("$vcube" list algorithms --names); do
	pictures=$((pictures + 1))
	cmp "$folder/$name.svg" "$gallery/$name.svg" || status=1
	grep -q '<animateMotion' "$gallery/$name.svg" || { echo "Nothing moves in $name.svg."; status=1; }
done
[ $status = 0 ] && echo "ok: $pictures pictures"
exit $status
