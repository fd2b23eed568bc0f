#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The page of vcube view shows after each step the pieces of blocks that vcube step prints,
# for every algorithm. VCUBE is the command, srcdir where the sources are.
vcube=${VCUBE:-cli/vcube}
. "${srcdir:-.}"/tests/support/browser.sh
browser_there || { echo 'skipped: there is no chromium with chromedriver, or no curl'; exit 77; }
folder=$(mktemp -d) || exit
trap 'browser_end; rm -rf "$folder"' EXIT
status=0 compared=0

browser_start "$folder" || { fail 'the browser does not start'; exit 1; }

# What the page shows at each step: "STEP out[0] CELL CELL ..", a cell for each node.
shown='const lines = [];
	for (let step = 0; step < stops.length; step++) {
		go(step);
		const rows = Array.from(document.querySelectorAll(".blocks tbody tr"), (row) =>
			Array.from(row.children).filter((td) => td.querySelector(".cell") || td.textContent === "not in use"));
		const names = Array.from(document.querySelectorAll(".blocks th.left"), (head) => head.textContent);
		names.forEach((name, k) => {
			const cells = rows.map((row) => Array.from(row[k].querySelectorAll(".cell"), (cell) => cell.dataset.text || ".")
				.flatMap((text) => (/^\w+v\./.test(runs[0].call) ? (text === "." ? ". . . ." : text.replaceAll("|", " ")).split(" ") : [text])));
			for (let i = 0; i < Math.max(...cells.map((c) => c.length)); i++)
				lines.push([step, `${name}[${i}]`, ...cells.map((c) => c[i]).filter((c) => c)].join(" "));
		});
	}
	return lines.join("@");'

# Prints the same of vcube step.
printed()
{
	awk '/^start;/ { step = 0 } /^step [0-9]+,/ { step = $2 + 0 } /^  [a-z]+\[[0-9]+\]/ { print step, $0 }' "$1" |
		tr -s ' ' | sed 's/ $//'
}

# Prints the lines of the second file whose cells are not, in this order, in a line of the first
# of the same step and memory. A node that works in its result has that memory twice on the page.
differs()
{
	awk 'function has(line, wanted,   a, b, i, n, m, at) {
			n = split(line, a, " "); m = split(wanted, b, " ")
			for (i = at = 1; i <= n && at <= m; i++)
				at += a[i] == b[at]
			return at > m
		}
		NR == FNR { lines[$1, $2, ++count[$1, $2]] = $0; next }
		{ found = 0
		for (i = 1; i <= count[$1, $2]; i++)
			found += has(lines[$1, $2, i], $0)
		if (!found) print }' "$1" "$2"
}

# NAME TOPOLOGY
compare()
{
	local run=("$1" -t "$2" -m 24 --ports all --clock virtual)

	"$vcube" step "${run[@]}" --print >"$folder/step" 2>/dev/null || return
	"$vcube" run "${run[@]}" --no-wall -q --trace "$folder/trace" >/dev/null || fail "vcube run ${run[*]} fails"
	"$vcube" view "$folder/trace" -o "$folder/page.html" || fail "${run[*]} has no page"
	printed "$folder/step" >"$folder/printed"
	[ -s "$folder/printed" ] || return
	browse about:blank
	browse "file://$folder/page.html#view=blocks&by=step&stop=0"
	ask "$shown" | tr '@' '\n' >"$folder/shown"
	compared=$((compared + 1))
	differs "$folder/shown" "$folder/printed" >"$folder/differs"
	[ ! -s "$folder/differs" ] || fail "${run[*]}: the page does not show $(head -n 3 "$folder/differs")"
}

"$vcube" list algorithms --names >"$folder/names"
# Left out: the page counts the steps of each node, which differ in reduce-bcast; and memory of
# blocks of any length is one bar there, in which these cut blocks.
while read -r name <&3; do
	case $name in
	allreduce.reduce-bcast | alltoallv.two-stage | allgatherv.dcycles) ;;
	reduce_scatterv.mesh | reduce_scatterv.h* | reduce_scatterv.dcycles) ;;
	*) compare "$name" hypercube:2 ;;
	esac
done 3<"$folder/names"
compare allreduce.rabenseifner hypercube:3
compare allgather.dcycles:index=local hypercube:3
[ $compared -ge 40 ] || fail "only $compared algorithms have been compared"

[ $status = 0 ] && echo "ok: $compared runs"
exit $status
