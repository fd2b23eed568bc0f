// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// The view of space and time: nodes below each other, messages as lines; for groups of
// nodes, how much each sent, and when.

const PLOT = { left: 76, width: 1120, row: 22, bar: 10, window: null };

// Fits the plot to the window, or to half of it beside another run; fewer nodes get taller
// rows.
function fitPlot(runs) {
	const shown = Math.max(...runs.map((run) => run.shown));
	const room = document.getElementById('runs').clientWidth - 24, columns = runs.length > 1 && room > 1000 ? 2 : 1;

	PLOT.left = Math.max(76, ...runs.map(nameRoom));
	PLOT.width = Math.max(420, Math.floor(room / columns) - PLOT.left - 40 - 12 * (columns - 1));
	PLOT.row = shown > 64 ? Math.max(0.6, 620 / shown) : Math.min(40, Math.max(14, Math.floor(420 / shown)));
	if (runs[0].rooms.spacetime)
		fitPanel(runs[0].rooms.spacetime, shown);
	PLOT.bar = PLOT.row < 14 ? 0.7 * PLOT.row : PLOT.row < 20 ? 6 : 10;
}

// In a panel, all nodes are seen.
function fitPanel({ width, height }, shown) {
	PLOT.width = width - PLOT.left - 40;
	PLOT.row = Math.min(40, (height - (state.critical ? 132 : 90)) / shown);
}

// The most messages drawn at once; of more, those nearest to the stop are drawn.
const LINES = 3000;

const startOf = (m, by) => (by === 'step' ? m.sent.step : m.start);

// Returns the time of the first activity: by the host's clocks, nodes take a while to start.
function beginOf(run) {
	const begins = run.events.filter((e) => e.kind !== 'run').map((e) => (SPENDS.has(e.kind) ? e.time - e.span : e.time));

	return begins.length ? begins.reduce((a, b) => Math.min(a, b)) : 0;
}

// The messages of an enlarged part of the time
function mostOfWindow(all, { from, to }) {
	const inside = all.filter((m) => m.start < to && m.end > from);

	return { messages: inside.slice(0, LINES), left: Math.max(0, inside.length - LINES) };
}

// Returns the part of a run to draw: its begin and end, and its messages.
function stretchOf(run, by, value) {
	if (run.groups)
		return { from: 0, to: run.time, ...PLOT.window };
	run.sorted = run.sorted || {};
	const all = run.sorted[by] = run.sorted[by] ||
		[...run.messages.values()].sort((a, b) => startOf(a, by) - startOf(b, by));
	const begin = by === 'step' ? 0 : run.begin = run.begin ?? beginOf(run), end = by === 'step' ? run.steps + 1 : run.time;

	if (PLOT.window && by === 'time')
		return { ...PLOT.window, ...mostOfWindow(all, PLOT.window) };
	if (all.length <= LINES)
		return { from: begin, to: end, messages: all, left: 0 };
	const next = all.findIndex((m) => startOf(m, by) > value);
	const first = Math.max(0, Math.min((next < 0 ? all.length : next) - LINES / 2, all.length - LINES));
	const messages = all.slice(first, first + LINES);
	return { from: first ? startOf(messages[0], by) : begin, messages, left: all.length - LINES,
		 to: first + LINES < all.length ? startOf(messages[LINES - 1], by) + 1 : end };
}

// Returns one scale for all runs beside each other.
function scaleOf(stretches) {
	const from = Math.min(...stretches.map((s) => s.from));
	const to = Math.max(from + 1, ...stretches.map((s) => s.to));

	return Object.assign(d3.scaleLinear([from, to], [PLOT.left, PLOT.left + PLOT.width]), { from, to });
}

function messageLine(run, m, state, at, x) {
	const byStep = state.by === 'step', sent = startOf(m, state.by);
	const y = (rank) => 20 + rank * PLOT.row;

	if (at.hidden && sent > at.value)
		return '';
	const end = byStep ? (m.got ? Math.max(m.got.step, sent) : sent) + 0.85 : m.end;
	const now = byStep ? sent === at.value : m.start <= at.value && m.end >= at.value;
	const kind = (sent > at.value ? ' later' : now ? ' now' : '') + (m.key === state.message ? ' chosen' : '');
	return `<line class="message${kind}" data-message="${m.key}" x1="${x(sent).toFixed(1)}" y1="${y(m.from)}" x2="${x(end).toFixed(1)}" y2="${y(m.to)}"><title>${m.from} to ${m.to}: ${m.bytes} bytes</title></line>`;
}

const BAR_WORDS = { work: 'works', waiting: 'waits', transfer: 'is sending or receiving', startup: 'starts a message' };

function bar([begin, end, kind, e], x) {
	const from = Math.max(x.from, begin), to = Math.min(x.to, end);

	return to <= from ? '' : `<rect class="${kind}" x="${x(from).toFixed(1)}" y="${20 - PLOT.bar / 2 + e.rank * PLOT.row}" width="${Math.max(0.5, x(to) - x(from)).toFixed(1)}" height="${PLOT.bar}"><title>node ${e.rank} ${BAR_WORDS[kind]} ${timeText(end - begin)}</title></rect>`;
}

// Draws the axis, and lets a part of the time be chosen by a frame, or by the wheel.
function finishPlot(svg, x, byStep, height) {
	const picture = d3.select(svg), box = [[PLOT.left, 6], [PLOT.left + PLOT.width, height - 30]];
	const axis = d3.axisBottom(x).tickPadding(8).tickSizeOuter(0).tickSizeInner(byStep ? 4 : 6 - box[1][1]);

	picture.select('.axis').attr('transform', `translate(${byStep ? (x(1) - x(0)) / 2 : 0},${box[1][1]})`)
		.call(byStep ? axis.tickValues(x.ticks(20).filter((t) => Number.isInteger(t) && t < x.to)).tickFormat(String)
			: axis.ticks(PLOT.width / 160).tickFormat(timeText));
	if (byStep)
		return;
	picture.select('.brush').property('__brush', null).call(d3.brushX().extent(box)
		.on('end', () => d3.event.selection && setWindow(...d3.event.selection.map(x.invert))));
	const whole = wholeTime(), all = x.copy().domain([whole.from, whole.to]), wide = (whole.to - whole.from) / (x.to - x.from);
	picture.call(d3.zoom().scaleExtent([1, 1e6]).extent(box).translateExtent(box)
		.filter(() => d3.event.type === 'wheel' && (d3.event.ctrlKey || d3.event.shiftKey))
		.on('zoom', () => setWindow(...d3.event.transform.rescaleX(all).domain())))
		.property('__zoom', d3.zoomIdentity.translate(PLOT.left - wide * all(x.from), 0).scale(wide))
		.on('dblclick', () => setWindow(-Infinity, Infinity));
}

// The frame of a plot: the axis below, and the place for the pointer's frame behind all.
const plotHtml = (label, x, byStep, height, inner) =>
	`${svgHead(PLOT.left + PLOT.width + 40, height, label, 0, 0, later((svg) => finishPlot(svg, x, byStep, height))).replace('<svg', `<svg data-key="plot ${byStep}"`)}<g class="axis" data-key="axis" data-drawn=""></g>${byStep ? '' : '<g class="brush" data-key="brush" data-drawn=""></g>'}${inner}</svg>`;

// Of many nodes, some have their number.
function rowsOf(run) {
	const pitch = 2 ** Math.max(0, Math.ceil(Math.log2(12 / PLOT.row)));

	if (isCrowd(run))
		return d3.range(0, run.shown, pitch).map((r) => `<text x="${PLOT.left - 8}" y="${24 + r * PLOT.row}" text-anchor="end">${r}</text>`).join('');
	return Array.from({ length: run.shown }, (_, r) => `<g data-node="${r}">${r % pitch ? '' : `<text x="${PLOT.left - 8}" y="${24 + r * PLOT.row}" text-anchor="end">${nodeName(run, r)}</text>`}
		<line class="row" x1="${PLOT.left}" x2="${PLOT.left + PLOT.width}" y1="${20 + r * PLOT.row}" y2="${20 + r * PLOT.row}"></line></g>`).join('');
}

// Returns the intervals of all nodes between two times.
function barsOf(run, at, x) {
	return run.intervals.flat().filter(([from, to, , e]) => from < x.to && to > x.from && !(at.hidden && e.time > at.value));
}

// Draws how much each group sent in each part of the time.
function densityView(run, at, x) {
	const room = run.rooms.spacetime, sent = new Map(), row = room ? Math.max(3, Math.min(12, (room.height - 90) / run.shown)) : 12, y = (group) => 14 + group * row;

	for (const m of run.messages.values())
		if (m.start >= x.from && m.start < x.to && (!at.hidden || m.start <= at.value))
			sent.set(`${m.from} ${m.start}`, (sent.get(`${m.from} ${m.start}`) || 0) + m.bytes);
	const most = mostOf(sent), wide = x(x.from + run.time / 128) - PLOT.left;
	const cells = [...sent].map(([key, bytes]) => {
		const [group, time] = key.split(' ').map(Number), grade = Math.max(1, Math.ceil(4 * bytes / most));
		return `<rect class="part${time > at.value ? ' later' : ''}" x="${x(time).toFixed(1)}" y="${y(group)}" width="${(wide - 0.6).toFixed(1)}" height="${(row - Math.min(1, row / 6)).toFixed(1)}" fill="var(--load${grade})"><title>${nodeName(run, group)} sent ${bytes} bytes from ${timeText(time)} on</title></rect>`;
	});
	const names = Array.from({ length: run.shown }, (_, g) => (g % (2 * Math.ceil(6 / row)) ? '' : `<text x="${PLOT.left - 8}" y="${y(g) + row / 2 + 4}" text-anchor="end">${nodeName(run, g)}</text>`));
	const height = y(run.shown) + 40;

	return `${plotHtml('bytes that each group of nodes sent, over time', x, false, height, `${names.join('')}${cells.join('')}
		<line class="now-line" x1="${x(at.value)}" x2="${x(at.value)}" y1="4" y2="${height - 34}"></line>`)}
		${legend(most, 'Sent by a group of nodes in a part of the time', 'Nothing is sent.')}
		${explained(run, 'spacetime', 'A row per group, of which some have their name. Pale: still to come.')}`;
}

// Where the critical path is at a time: on the row of a node, or on the line of a message.
function criticalRow({ rank, message: m }, time) {
	const part = m && m.end > m.start ? (time - m.start) / (m.end - m.start) : 1;

	return rank ?? m.from + (m.to - m.from) * Math.min(1, Math.max(0, part));
}

const crossesTo = (before, row, time) => before && Math.abs(criticalRow(before, time) - row) > 0.01;

// The critical path: thick lines, dashed where it waits; dotted ones join pieces at one time.
function criticalLines(run, x) {
	const y = (row) => (20 + row * PLOT.row).toFixed(1), at = (time) => x(time).toFixed(1);

	return run.critical.map((piece, i) => {
		const from = Math.max(piece.from, x.from), to = Math.min(piece.to, x.to), row = criticalRow(piece, piece.from);
		if (to <= from)
			return '';
		const joint = from === piece.from && crossesTo(run.critical[i - 1], row, from)
			? `<line class="joint" x1="${at(from)}" x2="${at(from)}" y1="${y(criticalRow(run.critical[i - 1], from))}" y2="${y(row)}"></line>` : '';
		return `${joint}<line class="critical${piece.kind === 'waiting' ? ' waits' : ''}"${piece.message ? ` data-message="${piece.message.key}"` : ''} x1="${at(from)}" y1="${y(criticalRow(piece, from))}" x2="${at(to)}" y2="${y(criticalRow(piece, to))}"><title>${pieceWords(piece)}</title></line>`;
	}).join('');
}

const barLegend = (run, state) => `<p class="legend soft">A node: ${['startup', 'transfer', 'waiting', 'work'].map((kind) =>
	`<span><i class="swatch ${kind}"></i>${kind.replace('startup', 'start-up')}</span>`).join('')}${state.critical ? '<span><i class="swatch critical"></i>critical path</span>' : ''}</p>${state.critical && hasCriticalPath(run) ? `<p class="critical-words soft">${criticalWords(run)}</p>` : ''}`;

function spacetimeView(run, at, state, runs) {
	fitPlot(runs);
	const byStep = state.by === 'step', x = scaleOf(runs.map((r) => stretchOf(r, state.by, at.value)));
	if (run.groups)
		return densityView(run, at, x);
	run.scale = x;
	const own = stretchOf(run, state.by, at.value);
	const height = 64 + run.shown * PLOT.row;
	const intervals = byStep ? [] : barsOf(run, at, x), many = own.messages.length + intervals.length > CANVAS_LINES;
	const bars = many ? [] : intervals.map((interval) => bar(interval, x));
	const lines = many ? [] : own.messages.map((m) => messageLine(run, m, state, at, x));
	const line = x(Math.max(x.from, byStep ? at.value + 0.93 : at.value));
	const left = own.left ? `${count(own.left, 'message')} before and after are not drawn. ` : '';

	return `${many ? manyLines(run, own, intervals, state, at, x, height) : ''}${plotHtml('nodes below each other, messages as lines', x, byStep, height, `${rowsOf(run)}${bars.join('')}${lines.join('')}${state.critical && !byStep && hasCriticalPath(run) ? criticalLines(run, x) : ''}
		<line class="now-line" x1="${line}" x2="${line}" y1="6" y2="${height - 34}"></line>`)}
		${byStep ? '' : barLegend(run, state)}${left ? `<p class="soft">${left}</p>` : ''}${explained(run, 'spacetime', `${byStep ? 'Steps' : 'Time'} from left to right. A line is a message, thick ${nowWords(state)}.`)}`;
}
