// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// Places the vertices and bends the wires of a topology as in the library's pictures, in
// thousandths of the distance between neighbours, as large as there is room.

const PITCH = 150;                      // the most pixels between neighbours
const NAMED = 6.5;                      // the least radius of a circle with a number in it

// The middle of a bent wire
function middleOf(run, [from, to, bend]) {
	const [a, b] = [run.places[from], run.places[to]], [dx, dy] = [b[0] - a[0], b[1] - a[1]];
	const length = Math.hypot(dx, dy) || 1;

	return [(a[0] + b[0]) / 2 + dy * bend / length, (a[1] + b[1]) / 2 - dx * bend / length];
}

function leastDistance(places) {
	let least = Infinity;

	places.forEach((a, i) => {
		for (let k = 0; k < i; k++)
			least = Math.min(least, Math.hypot(a[0] - places[k][0], a[1] - places[k][1]) || Infinity);
	});
	return least < Infinity ? least : 1000;
}

// A row or column, further away where a power of two ends
const gridPlace = (i) => 1000 * i + 300 * [4, 8, 16, 32, 64].reduce((sum, power) => sum + Math.floor(i / power), 0);

// A loop through a grid, for a ring: to and fro in its rows, and back in the first column. The last
// two rows are shorter, if need be.
function loopOf(count) {
	const rows = 2 * Math.ceil(Math.sqrt(count) / 2.8), wide = Math.ceil(count / rows), places = [];
	const right = (y) => wide - (y < rows - 2 ? 0 : Math.floor((rows * wide - count) / 2));

	for (let y = 0; y < rows; y++)
		for (let i = 1; i < right(y); i++)
			places.push([y % 2 ? right(y) - i : i, y]);
	for (let y = rows - 1; places.length < count; y--)
		places.push([0, y]);
	return places;
}

function spreadRing(run) {
	run.places = loopOf(run.places.length).map(([x, y]) => [1000 * x, 1000 * y]);
	run.wires = run.wires.map(([a, b]) => [a, b, 0]);
	run.drawnAs = 'The picture of so large a ring is a loop, to and fro.';
}

// Nodes become a grid, whose rows and columns bend the wires that pass others.
function spreadGrid(run) {
	const side = 2 ** Math.ceil(Math.log2(run.places.length) / 2), at = (v) => [v % side, Math.floor(v / side)];

	run.places = run.places.map((_, v) => at(v).map(gridPlace));
	run.wires = run.wires.map(([a, b]) => {
		const length = Math.hypot(run.places[b][0] - run.places[a][0], run.places[b][1] - run.places[a][1]);
		return [a, b, length > 1500 && (at(a)[0] === at(b)[0] || at(a)[1] === at(b)[1]) ? 0.13 * length : 0];
	});
	run.drawnAs = 'The picture of so many nodes is a grid, row by row, in place of the topology\'s own.';
}

// Where the library's picture has no room for so many nodes, they get another. Returns what that is,
// in words.
function shapeOf(run) {
	if (run.nearest !== undefined || !run.places.length)
		return run.drawnAs ?? '';
	const extent = Math.max(...[0, 1].map((axis) => d3.max(run.places, (p) => p[axis]) - d3.min(run.places, (p) => p[axis])));

	run.nearest = leastDistance(run.places);
	if (!isCrowd(run) || 80 * run.nearest >= extent)
		return '';
	run.nearest = 1000;
	if (run.topology.startsWith('ring:'))
		spreadRing(run);
	else
		spreadGrid(run);
	return run.drawnAs;
}

// Returns pixels, with the radius of nodes.
function layoutOf(run, room) {
	shapeOf(run);
	const points = run.places.concat(run.wires.filter((w) => w[2]).map((w) => middleOf(run, w)));
	const [left, right] = d3.extent(points, (p) => p[0]), [top, bottom] = d3.extent(points, (p) => p[1]), margin = 24;
	const fit = (pixels, thousandths) => Math.max(1, pixels - 2 * margin) / Math.max(1, thousandths);
	const scale = Math.min(PITCH / 1000, fit(room.width, right - left), fit(room.height, bottom - top));
	const bends = new Map(run.wires.filter((w) => w[2]).flatMap(([from, to, bend]) =>
		[[`${from}>${to}`, bend * scale], [`${to}>${from}`, -bend * scale]]));

	return {
		bends,
		places: run.places.map(([x, y]) => [margin + (x - left) * scale, margin + (y - top) * scale]),
		radius: Math.min(17, Math.max(1.5, 0.3 * run.nearest * scale)),
		width: 2 * margin + (right - left) * scale,
		height: 2 * margin + (bottom - top) * scale,
	};
}

// The room that the words beside or below a picture take, in pixels
const WORDS_WIDE = 190, WORDS_HIGH = 84;
const isBroad = (room) => Boolean(room) && room.width > 0.95 * room.height + WORDS_WIDE;

// The room for a picture: of its panel, or of the window where it is shown alone.
function roomOf(run) {
	const panel = run.rooms.topology;

	if (panel && run.groups)
		return { width: panel.width / 2 - 20, height: panel.height - 30 };
	if (panel)
		return isBroad(panel) ? { width: panel.width - WORDS_WIDE, height: panel.height } : { width: panel.width, height: panel.height - WORDS_HIGH };

	const wide = document.getElementById('runs').clientWidth, columns = runs.length > 1 && wide > 1000 ? 2 : 1;

	return { width: wide / columns - 20, height: Math.max(350, window.innerHeight - 300) };
}

// Lets a picture be enlarged: by the wheel with Ctrl or Shift, by keys, and moved then.
function enlargeable(element, run, draw) {
	const picture = d3.select(element);
	const zoom = d3.zoom().scaleExtent([1, 40]).extent([[0, 0], [run.layout.width, run.layout.height]])
		.translateExtent([[0, 0], [run.layout.width, run.layout.height]])
		.filter(() => (d3.event.type === 'wheel' ? d3.event.ctrlKey || d3.event.shiftKey : d3.zoomTransform(element).k > 1 && !d3.event.button))
		.on('zoom', () => draw(run.enlarged = d3.event.transform));

	picture.property('__zoom', null).call(zoom).on('dblclick.zoom', () => enlarge(run, 0));
	run.enlarge = (factor) => picture.transition().duration(stillness() ? 0 : 200).call(factor ? zoom.scaleBy : zoom.transform, factor || d3.zoomIdentity);
	if (run.enlarged)
		picture.call(zoom.transform, run.enlarged);
}

// Enlarges the picture by a factor; 0: shows all of it again.
const enlarge = (run, factor) => run.enlarge?.(factor);

// Does the reader want nothing to move?
const stillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
