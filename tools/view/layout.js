// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// Where the vertices of a topology go, in units of the distance of two neighbours.

const CUBE_LEGS = [[1.07, 0], [0, 1.07], [0.46, -0.57], [4.1, -0.9], [1, 5], [1.5, -3.6]];

function cubePlace(v) {
	return CUBE_LEGS.reduce(([x, y], [dx, dy], k) =>
		(v >> k & 1 ? [x + dx, y + dy] : [x, y]), [0, 0]);
}

function circlePlace(v, count) {
	const radius = Math.max(1, count / 6.3), angle = 2 * Math.PI * v / count;

	return [radius * Math.sin(angle), -radius * Math.cos(angle)];
}

// The last axis to the right, the one before down, others further away.
function gridPlace(v, axes) {
	const at = axes.map(() => 0);
	for (let i = axes.length - 1, rest = v; i >= 0; rest = Math.floor(rest / axes[i--]))
		at[i] = rest % axes[i];
	const n = axes.length, rows = n > 1 ? axes[n - 2] : 1;
	const [x, y] = [at[n - 1], n > 1 ? at[n - 2] : 0];
	const far = at.slice(0, Math.max(0, n - 2)).reduce((sum, a, i) => sum * axes[i] + a, 0);

	return [x + far * (axes[n - 1] + 0.8), y + far * rows * 0.25];
}

// The more leaves, the closer together, and the higher the tree.
function treePlace(v, run) {
	const leaves = run.nodes, arity = run.axes[0] || 2, across = leaves / arity;
	const wide = leaves > 16 ? 0.45 : 0.75, high = Math.max(1.3, leaves * wide / 9);

	if (v < leaves)
		return [v * wide, run.axes.length * high];
	const level = Math.floor((v - leaves) / across), i = (v - leaves) % across;
	return [(i * arity + (arity - 1) / 2) * wide, (run.axes.length - 1 - level) * high];
}

function linePlace(v) {
	const y = Math.floor(v / 16), x = v % 16;

	return [y % 2 ? 15 - x : x, y];
}

function placeOf(v, run) {
	switch (run.kind) {
	case 'hypercube': return cubePlace(v);
	case 'mesh': case 'torus': return gridPlace(v, run.axes);
	case 'fattree': return treePlace(v, run);
	case 'linear': return linePlace(v);
	default: return circlePlace(v, run.vertices);
	}
}

// In pixels, from the origin, with a margin.
function layoutOf(run) {
	const pitch = run.vertices <= 16 ? 104 : 82, margin = 46;
	const lie = run.kind === 'hypercube' && run.nodes > 16;         // windows are wide
	const places = Array.from({ length: run.vertices }, (_, v) => placeOf(v, run)).map(([x, y]) => (lie ? [y, x] : [x, y]));
	const xs = places.map((p) => p[0]), ys = places.map((p) => p[1]);
	const left = Math.min(...xs), top = Math.min(...ys);

	return {
		pitch,
		places: places.map(([x, y]) => [margin + (x - left) * pitch, margin + (y - top) * pitch]),
		width: 2 * margin + (Math.max(...xs) - left) * pitch,
		height: 2 * margin + (Math.max(...ys) - top) * pitch,
	};
}
