// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// Places the vertices and bends the wires of a topology as in the library's pictures, in
// thousandths of the distance between neighbours.

// Returns pixels from the origin, with a margin for bent wires.
function layoutOf(run) {
	const pitch = run.places.length <= 16 ? 104 : 82, scale = pitch / 1000;
	const xs = run.places.map((p) => p[0]), ys = run.places.map((p) => p[1]);
	const [left, top] = [Math.min(...xs), Math.min(...ys)];
	const bends = new Map(run.wires.filter((w) => w[2]).flatMap(([from, to, bend]) =>
		[[`${from}>${to}`, bend * scale], [`${to}>${from}`, -bend * scale]]));
	const margin = 46 + Math.max(0, ...[...bends.values()].map(Math.abs));

	return {
		bends,
		places: run.places.map(([x, y]) => [margin + (x - left) * scale, margin + (y - top) * scale]),
		width: 2 * margin + (Math.max(...xs) - left) * scale,
		height: 2 * margin + (Math.max(...ys) - top) * scale,
	};
}
