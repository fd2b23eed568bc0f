// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// The figure of times over bytes or nodes: lines are formulas, points are runs, and rings mark
// from where on another algorithm is the fastest. Both axes are logarithmic.

const FIGURE = { width: 860, height: 330, left: 78, right: 150, top: 14, bottom: 44 };
const NARROWEST = 520;

function timeText(ps) {
	const units = [['ps', 1], ['ns', 1e3], ['us', 1e6], ['ms', 1e9], ['s', 1e12]];
	const [name, size] = units.filter(([, s]) => Math.abs(ps) >= s).pop() ?? units[0];

	return `${Number((ps / size).toPrecision(4))} ${name}`;
}

function bytesText(bytes) {
	if (bytes >= 1 << 20 && bytes % (1 << 20) === 0)
		return `${bytes >> 20} MiB`;
	return bytes >= 1024 && bytes % 1024 === 0 ? `${bytes >> 10} KiB` : `${bytes} B`;
}

const faster = (x) => (a, b) => a.at.get(x) - b.at.get(x);

// Where another curve becomes the fastest: on straight lines between neighbouring values, which
// formulas are between two sizes.
function crossingsOf(curves) {
	const xs = [...new Set(curves.flatMap((c) => [...c.at.keys()]))].sort((a, b) => a - b);
	const found = [];

	for (let i = 1; i < xs.length; i++) {
		const both = curves.filter((c) => c.at.has(xs[i - 1]) && c.at.has(xs[i]));
		const [before] = [...both].sort(faster(xs[i - 1])), [after] = [...both].sort(faster(xs[i]));

		if (!before || before === after || before.at.get(xs[i - 1]) === after.at.get(xs[i - 1]))
			continue;
		const gap = after.at.get(xs[i - 1]) - before.at.get(xs[i - 1]);
		const lead = before.at.get(xs[i]) - after.at.get(xs[i]);
		const part = gap / (gap + lead), on = (c) => c.at.get(xs[i - 1]) * (1 - part) + c.at.get(xs[i]) * part;

		found.push({ x: xs[i - 1] * (1 - part) + xs[i] * part, y: on(after), to: after.name });
	}
	return found;
}

const escapeText = (s) => String(s).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

const pathOf = (line, x, y) => line.map(([v, t], i) => `${i ? 'L' : 'M'}${x(v).toFixed(1)} ${y(t).toFixed(1)}`).join('');

// Dots and squares, so that colours are not needed to tell curves apart.
const MARKS = ['M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0', 'M-4 -4h8v8h-8z'];

// Returns the picture of an element, which it keeps: what changes then moves to its place.
function pictureIn(element, f) {
	const svg = d3.select(element).selectAll('svg').data([f]).join((enter) => {
		const made = enter.append('svg').attr('role', 'img');

		for (const part of ['x', 'y', 'now', 'lines', 'points', 'names', 'rings'])
			made.append('g').attr('class', part);
		made.select('.now').append('line').attr('class', 'here');
		made.append('text').attr('class', 'soft').attr('text-anchor', 'middle').attr('y', f.height - 6);
		return made;
	});

	return svg.attr('viewBox', `0 0 ${f.width} ${f.height}`);
}

// Powers of ten; where they are few, their double and half, too.
function roundTimes(y) {
	const times = y.ticks(8), powers = times.filter((t) => /^10*$/.test(t));

	return powers.length > 2 ? powers : times.filter((t) => /^[125]0*$/.test(t));
}

function drawAxes(svg, move, f, x, y, over) {
	const bottom = f.height - f.bottom, wide = f.width - f.right - f.left;

	move(svg.select('.x').attr('transform', `translate(0,${bottom})`)).call(d3.axisBottom(x).ticks(9)
		.tickFormat((v) => (over === 'bytes' ? bytesText(v) : String(v))).tickSizeInner(f.top - bottom).tickSizeOuter(0).tickPadding(8));
	move(svg.select('.y').attr('transform', `translate(${f.left},0)`)).call(d3.axisLeft(y)
		.tickValues(roundTimes(y)).tickFormat(timeText).tickSizeInner(-wide).tickSizeOuter(0).tickPadding(8));
	svg.select('text.soft').attr('x', f.left + wide / 2).text(over === 'bytes' ? 'bytes of a block' : 'nodes');
}

function drawCurves(svg, move, f, x, y, curves) {
	const colour = (c) => `var(--curve${curves.indexOf(c) % 4})`, odd = (c) => curves.indexOf(c) % 2;
	const points = curves.flatMap((c) => [...c.run].map(([v, t]) => ({ c, v, t })));
	const marks = svg.select('.points').selectAll('path').data(points, (p) => `${p.c.name} ${p.v}`).join((enter) => {
		const made = enter.append('path').attr('class', 'point').attr('transform', (p) => `translate(${x(p.v)},${y(p.t)})`);

		made.append('title');
		return made;
	});

	move(svg.select('.lines').selectAll('path').data(curves, (c) => c.name).join('path').attr('class', (c) => `curve${odd(c) ? ' dashed' : ''}`).attr('stroke', colour))
		.attr('d', (c) => pathOf([...c.at].sort((a, b) => a[0] - b[0]), x, y));
	marks.attr('d', (p) => MARKS[odd(p.c)]).attr('fill', (p) => colour(p.c)).select('title').text((p) => `${p.c.name}: ${timeText(p.t)}`);
	move(marks).attr('transform', (p) => `translate(${x(p.v)},${y(p.t)})`);
	svg.select('.names').selectAll('text').data(curves).join('text').style('fill', colour)
		.attr('x', f.width - f.right + 10).attr('y', (c, i) => f.top + 16 + 18 * i).text((c, i) => `${i % 2 ? '■' : '●'} ${c.name}`);
}

function drawRings(svg, x, y, curves, over) {
	const label = (v) => (over === 'bytes' ? `${Math.ceil(v)} B` : `${Math.round(v)} nodes`);
	const rings = svg.select('.rings').selectAll('g').data(crossingsOf(curves)).join((enter) => {
		const made = enter.append('g');

		made.append('circle').attr('class', 'ring').attr('r', 8);
		made.append('text').attr('class', 'crossing').attr('y', -13).attr('text-anchor', 'middle');
		return made;
	});

	rings.attr('transform', (r) => `translate(${x(r.x)},${y(r.y)})`).select('text').text((r) => `from ${label(r.x)} on: ${r.to}`);
}

/*
 * Draws curves, each { name, at, run }: maps from x to picoseconds, by the formula and by runs.
 * `here` is the x of the run that is shown.
 */
function drawFigure(element, curves, over, here) {
	// in a narrow window its words can still be read
	const f = { ...FIGURE, width: Math.max(NARROWEST, Math.min(FIGURE.width, element.clientWidth)) };
	const points = curves.flatMap((c) => [...c.at, ...c.run]).filter(([v, t]) => v > 0 && t > 0);

	if (!points.length)
		return d3.select(element).select('svg').remove();
	const xs = d3.extent(points, ([v]) => v), ys = d3.extent(points, ([, t]) => t), bottom = f.height - f.bottom;
	const x = d3.scaleLog(xs, [f.left, f.width - f.right]).base(2), y = d3.scaleLog(ys, [bottom, f.top]);
	const svg = pictureIn(element, f).attr('aria-label', `times of ${curves.map((c) => c.name).join(' and ')}`);
	const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches, move = (some) => some.transition().duration(still ? 0 : 250);

	drawAxes(svg, move, f, x, y, over);
	drawCurves(svg, move, f, x, y, curves);
	drawRings(svg, x, y, curves, over);
	return svg.select('.here').attr('display', here >= xs[0] && here <= xs[1] ? null : 'none')
		.attr('x1', x(here) || 0).attr('x2', x(here) || 0).attr('y1', f.top).attr('y2', bottom);
}
