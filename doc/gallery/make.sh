#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Makes the gallery again: an animated picture of each algorithm, from a run on a topology where
# it talks only to neighbours, and README.md, which shows them.
#
#   make.sh VCUBE [FOLDER]
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
vcube=$(realpath "$1") gallery=$(realpath "${2:-$here}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Of its native topologies, one of few nodes; on a complete graph all are neighbours.
topology_of()   # NATIVE...
{
	local kind

	for kind in hypercube:3 ring:8 torus:4x4 mesh:4x4 linear:8; do
		[[ " $* " != *" ${kind%:*} "* ]] || { echo "$kind"; return; }
	done
	echo full:8
}

draw()          # ALGORITHM TOPOLOGY WORDS
{
	local trace=$folder/trace bytes=(-m 8)

	[ "${1%%.*}" != barrier ] || bytes=()
	"$vcube" run "$1" -t "$2" "${bytes[@]}" --clock virtual --no-wall -q --trace "$trace" >/dev/null
	"$vcube" trace "$trace" --csv "$folder/events.csv" >/dev/null
	"$vcube" topo "$2" --svg "$folder/topology.svg"
	awk -F, -v title="$1 on $2" -v words="$3" -f "$here/animate.awk" "$folder/topology.svg" \
		"$folder/events.csv" >"$gallery/$1.svg"
}

"$vcube" list algorithms | awk '
	function put() { if (name) print name "\t" native "\t" how }
	/^  [a-z_]+\.[a-z0-9-]+$/ { put(); name = $1; native = "-"; how = "" }
	/^      how / { how = $0; sub(/^ *how */, "", how); at = "how"; next }
	/^      native / { native = $0; sub(/^ *native */, "", native); gsub(",", "", native) }
	/^              / && at == "how" { sub(/^ */, ""); how = how " " $0; next }
	{ at = "" }
	END { put() }' >"$folder/list"
{
	echo '# The gallery'
	echo
	echo 'One call of each algorithm, with 8 bytes a block, on a topology where it talks only to'
	echo 'neighbours; a dot is a message, in the colour of its sender, from its start to its arrival'
	echo 'on the virtual clock. `make.sh` makes them of runs; `vcube lab` has all of it live.'
} >"$gallery/README.md"
before=
while IFS=$'\t' read -r name native how; do
	# shellcheck disable=SC2086
	topology=$(topology_of $native)
	# some want a square
	"$vcube" predict "$name" -t "$topology" >/dev/null 2>&1 || topology=full:16
	draw "$name" "$topology" "$how"
	[ "$before" = "${name%%.*}" ] || printf '\n## %s\n\n' "${name%%.*}" >>"$gallery/README.md"
	before=${name%%.*}
	printf '![%s on %s: %s](%s.svg)\n' "$name" "$topology" "$how" "$name" >>"$gallery/README.md"
done <"$folder/list"
