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

	PLOT.width = Math.max(420, Math.floor(room / columns) - PLOT.left - 40 - 12 * (columns - 1));
	PLOT.row = Math.min(40, Math.max(14, Math.floor(420 / shown)));
	PLOT.bar = PLOT.row < 20 ? 6 : 10;
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

	return Object.assign((value) => PLOT.left + PLOT.width * (value - from) / (to - from), { from, to });
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

// Returns the labelled values of an axis: about six round times, or each step that has room.
function ticksOf(from, to, byStep) {
	const raw = (to - from) / 6, power = 10 ** Math.floor(Math.log10(raw || 1));
	const pitch = [1, 2, 5, 10].map((k) => k * power).find((p) => p >= raw) || 1;
	const by = byStep ? Math.max(1, Math.ceil((to - from) / 20)) : Math.max(1, pitch);
	const ticks = [];

	for (let t = Math.ceil(from / by) * by; t < to; t += by)
		ticks.push(t);
	return ticks;
}

function axisOf(x, byStep, y) {
	const half = byStep ? (x(1) - x(0)) / 2 : 0;

	return ticksOf(x.from, x.to, byStep).map((t) => `<text class="soft" text-anchor="${byStep ? 'middle' : 'start'}" x="${(x(t) + half).toFixed(1)}" y="${y}">${byStep ? t : timeText(t)}</text>${
		byStep ? '' : `<line class="tick" x1="${x(t).toFixed(1)}" x2="${x(t).toFixed(1)}" y1="12" y2="${y - 12}"></line>`}`).join('');
}

function rowsOf(run) {
	return Array.from({ length: run.shown }, (_, r) => `<g data-node="${r}"><text x="${PLOT.left - 8}" y="${24 + r * PLOT.row}" text-anchor="end">${nodeName(run, r)}</text>
		<line class="row" x1="${PLOT.left}" x2="${PLOT.left + PLOT.width}" y1="${20 + r * PLOT.row}" y2="${20 + r * PLOT.row}"></line></g>`).join('');
}

// Returns the intervals of all nodes between two times.
function barsOf(run, at, x) {
	return run.intervals.flat().filter(([from, to, , e]) => from < x.to && to > x.from && !(at.hidden && e.time > at.value));
}

// Draws how much each group sent in each part of the time.
function densityView(run, at, x) {
	const sent = new Map(), row = 12, y = (group) => 14 + group * row;

	for (const m of run.messages.values())
		if (!at.hidden || m.start <= at.value)
			sent.set(`${m.from} ${m.start}`, (sent.get(`${m.from} ${m.start}`) || 0) + m.bytes);
	const most = mostOf(sent), wide = x(x.from + run.time / 128) - PLOT.left;
	const cells = [...sent].map(([key, bytes]) => {
		const [group, time] = key.split(' ').map(Number), grade = Math.max(1, Math.ceil(4 * bytes / most));
		return `<rect class="part${time > at.value ? ' later' : ''}" x="${x(time).toFixed(1)}" y="${y(group)}" width="${(wide - 0.6).toFixed(1)}" height="${row - 1}" fill="var(--load${grade})"><title>${nodeName(run, group)} sent ${bytes} bytes from ${timeText(time)} on</title></rect>`;
	});
	const names = Array.from({ length: run.shown }, (_, g) => (g % 2 ? '' : `<text x="${PLOT.left - 8}" y="${y(g) + 10}" text-anchor="end">${nodeName(run, g)}</text>`));
	const height = y(run.shown) + 40;

	return `${svgHead(PLOT.left + PLOT.width + 40, height, 'bytes that each group of nodes sent, over time')}${names.join('')}${cells.join('')}${axisOf(x, false, height - 22)}
		<line class="now-line" x1="${x(at.value)}" x2="${x(at.value)}" y1="4" y2="${height - 34}"></line></svg>
		${legend(most, 'Sent by a group of nodes in a part of the time', 'Nothing is sent.')}
		<p class="soft">A row per group; every other has its name. Pale: still to come.</p>`;
}

// The critical path: nodes as thick bars, messages as thick lines.
function criticalLines(run, x) {
	run.critical = run.critical ?? criticalPath(run);
	const y = (rank) => 20 + rank * PLOT.row, at = (time) => x(Math.min(Math.max(time, x.from), x.to)).toFixed(1);

	return run.critical.map(({ rank, from, to, message: m }) => (m
		? (m.end > x.from && m.start < x.to ? `<line class="critical" data-message="${m.key}" x1="${at(m.start)}" y1="${y(m.from)}" x2="${at(m.end)}" y2="${y(m.to)}"></line>` : '')
		: (to > x.from && from < x.to ? `<line class="critical" x1="${at(from)}" x2="${at(to)}" y1="${y(rank)}" y2="${y(rank)}"></line>` : ''))).join('');
}

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

	return `${many ? manyLines(run, own, intervals, state, at, x, height) : ''}${svgHead(PLOT.left + PLOT.width + 40, height, 'nodes below each other, messages as lines')}${rowsOf(run)}${bars.join('')}${axisOf(x, byStep, height - 22)}${lines.join('')}${state.critical && !byStep ? criticalLines(run, x) : ''}
		<line class="now-line" x1="${line}" x2="${line}" y1="6" y2="${height - 34}"></line></svg>
		<p class="soft">${byStep ? 'Steps' : 'Time'} from left to right. A line is a message, thick ${nowWords(state)}${byStep ? '' : '; on a node, blue is transfer, dark blue start-up, orange waiting, grey work'}. ${left}</p>`;
}
