// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// The figure of times over bytes or nodes: lines are formulas, points are runs, and rings mark
// from where on another algorithm is the fastest. Both axes are logarithmic.

const FIGURE = { width: 860, height: 330, left: 78, right: 150, top: 14, bottom: 44 };

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

function scaleOf(values, from, to) {
	const low = Math.log(Math.min(...values)), high = Math.log(Math.max(...values));

	return (v) => (high > low ? from + (to - from) * (Math.log(v) - low) / (high - low) : (from + to) / 2);
}

// Powers of `base` between the least and the greatest value, at most `most` of them.
function ticksOf(values, base, most) {
	const low = Math.ceil(Math.log(Math.min(...values)) / Math.log(base) - 1e-9);
	const high = Math.floor(Math.log(Math.max(...values)) / Math.log(base) + 1e-9);
	const step = Math.max(1, Math.ceil((high - low + 1) / most)), ticks = [];

	for (let i = low; i <= high; i += step)
		ticks.push(base ** i);
	return ticks;
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

function axesHtml(f, x, y, xs, ys, over) {
	const bottom = f.height - f.bottom, right = f.width - f.right;
	const label = (v) => (over === 'bytes' ? bytesText(v) : v);
	const below = ticksOf(xs, 2, 9).map((v) => `<line class="tick" x1="${x(v)}" x2="${x(v)}" y1="${f.top}" y2="${bottom}"/>
		<text x="${x(v)}" y="${bottom + 17}" text-anchor="middle">${label(v)}</text>`);
	const beside = ticksOf(ys, 10, 8).map((v) => `<line class="tick" x1="${f.left}" x2="${right}" y1="${y(v)}" y2="${y(v)}"/>
		<text x="${f.left - 8}" y="${y(v) + 4}" text-anchor="end">${timeText(v)}</text>`);

	return `${below.join('')}${beside.join('')}<path class="axis" fill="none" d="M${f.left} ${f.top}V${bottom}H${right}"/>
		<text class="soft" x="${(f.left + right) / 2}" y="${f.height - 6}" text-anchor="middle">${over === 'bytes' ? 'bytes of a block' : 'nodes'}</text>`;
}

function curveHtml(curve, i, x, y, f) {
	const color = `var(--curve${i % 4})`, line = [...curve.at].sort((a, b) => a[0] - b[0]);
	const path = line.map(([v, t], k) => `${k ? 'L' : 'M'}${x(v).toFixed(1)} ${y(t).toFixed(1)}`).join('');
	const shape = (v, t) => (i % 2 ? `<rect class="point" x="${x(v) - 4}" y="${y(t) - 4}" width="8" height="8" fill="${color}"><title>${escapeText(curve.name)}: ${timeText(t)}</title></rect>`
		: `<circle class="point" cx="${x(v)}" cy="${y(t)}" r="4.5" fill="${color}"><title>${escapeText(curve.name)}: ${timeText(t)}</title></circle>`);

	return `<path class="curve${i % 2 ? ' dashed' : ''}" stroke="${color}" d="${path}"/>${[...curve.run].map(([v, t]) => shape(v, t)).join('')}
		<text x="${f.width - f.right + 10}" y="${f.top + 16 + 18 * i}" style="fill:${color}">${i % 2 ? '■ ' : '● '}${escapeText(curve.name)}</text>`;
}

/*
 * Draws curves, each { name, at, run }: maps from x to picoseconds, by the formula and by runs.
 * `here` is the x of the run that is shown.
 */
function drawFigure(element, curves, over, here) {
	const f = FIGURE, points = curves.flatMap((c) => [...c.at, ...c.run]).filter(([v, t]) => v > 0 && t > 0);

	if (!points.length) {
		element.innerHTML = '';
		return;
	}
	const xs = points.map(([v]) => v), ys = points.map(([, t]) => t);
	const x = scaleOf(xs, f.left, f.width - f.right), y = scaleOf(ys, f.height - f.bottom, f.top);
	const rings = crossingsOf(curves), label = (v) => (over === 'bytes' ? `${Math.ceil(v)} B` : `${Math.round(v)} nodes`);

	element.querySelector('svg')?.remove();
	element.insertAdjacentHTML('beforeend', `<svg viewBox="0 0 ${f.width} ${f.height}" role="img" aria-label="times of ${escapeText(curves.map((c) => c.name).join(' and '))}">
		${axesHtml(f, x, y, xs, ys, over)}
		${here >= Math.min(...xs) && here <= Math.max(...xs) ? `<line class="here" x1="${x(here)}" x2="${x(here)}" y1="${f.top}" y2="${f.height - f.bottom}"/>` : ''}
		${curves.map((c, i) => curveHtml(c, i, x, y, f)).join('')}
		${rings.map((r) => `<circle class="ring" cx="${x(r.x)}" cy="${y(r.y)}" r="8"/><text class="crossing" x="${x(r.x)}" y="${y(r.y) - 13}" text-anchor="middle">from ${label(r.x)} on: ${escapeText(r.to)}</text>`).join('')}</svg>`);
}
