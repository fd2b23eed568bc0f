#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The page of vcube view shows after each step the pieces of blocks that vcube step prints,
# for every algorithm, and blocks that differ as wide as they are long. VCUBE is the command, srcdir where the sources are.
vcube=${VCUBE:-cli/here/vcube}
. "${srcdir:-.}"/tests/support/browser.sh
browser_there || { echo 'skipped: there is no chromium with chromedriver'; exit 77; }
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
			const cells = rows.map((row) => Array.from(row[k].querySelectorAll(".cell"), (cell) => cell.dataset.text || "."));
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

	"$vcube" step "${run[@]}" --print >"$folder/step" || fail "vcube step ${run[*]} fails"
	"$vcube" run "${run[@]}" --no-wall -q --trace "$folder/trace" >/dev/null || fail "vcube run ${run[*]} fails"
	"$vcube" view "$folder/trace" -o "$folder/page.html" || fail "${run[*]} has no page"
	printed "$folder/step" >"$folder/printed"
	[ -s "$folder/printed" ] || fail "vcube step ${run[*]} prints no memory"
	browse about:blank
	browse "file://$folder/page.html#view=blocks&by=step&stop=0"
	ask "$shown" | tr '@' '\n' >"$folder/shown"
	compared=$((compared + 1))
	differs "$folder/shown" "$folder/printed" >"$folder/differs"
	[ ! -s "$folder/differs" ] || fail "${run[*]}: the page does not show $(head -n 3 "$folder/differs")"
}

"$vcube" list algorithms --names >"$folder/names"
while read -r name <&3; do
	[[ $name == barrier.* ]] || compare "$name" hypercube:2
done 3<"$folder/names"
compare allreduce.rabenseifner hypercube:3
compare allgather.dcycles:index=local hypercube:3
[ $compared -gt "$(grep -vc '^barrier' "$folder/names")" ] || fail "only $compared algorithms have been compared"

# Blocks of 8, 16, 24 and 48 bytes: what the page shows of a node's `out`, and how wide.
uneven()        # NAME STEP NODE CELLS
{
	"$vcube" run "$1" -t hypercube:2 --pattern "$folder/lengths" --ports all --clock virtual --no-wall -q \
		--trace "$folder/trace" >/dev/null || fail "vcube run $1 fails"
	"$vcube" view "$folder/trace" -o "$folder/page.html" || fail "$1 has no page"
	browse about:blank
	browse "file://$folder/page.html#view=blocks&by=step&stop=$2"
	same "$1, step $2, node $3" "$(ask "
		const column = Array.from(document.querySelectorAll('.blocks th.left'), (head) => head.textContent).indexOf('out');
		const cells = [...[...document.querySelectorAll('.blocks tbody tr')[$3].children].filter((td) => td.querySelector('.cell'))[column].children];
		const widths = cells.map((cell) => cell.getBoundingClientRect().width), unit = widths[0] / runs[0].last.get('$3 out 1').cells[0].bytes;
		return cells.map((cell, i) => (cell.dataset.text || '.') + ' ' + Math.round(widths[i] / unit)).join(', ');")" "$4"
}

echo '8 16 24 48' >"$folder/lengths"
uneven allgatherv.dcycles 1 0 '0 8, 1|. 16, .|.|2 24, . 48'
uneven scatterv.binomial 2 3 '3 48'
printf '%s\n' '8 16 24 48' '16 8 0 24' '8 8 8 8' '48 24 16 8' >"$folder/lengths"
uneven alltoallv.two-stage 3 0 '0>0 8, 1>0|. 16, 2>0 8, 3>0|.|. 48'

[ $status = 0 ] && echo "ok: $((compared + 3)) runs"
exit $status
