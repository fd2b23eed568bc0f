// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// The views: each makes HTML or SVG, as text, of one run at one moment.

const HUES = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#8c8c8c'];
const DARK_TEXT = new Set([1, 4, 6]);

const escapeText = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

function timeText(ps) {
	for (const [unit, size] of [['s', 1e12], ['ms', 1e9], ['us', 1e6], ['ns', 1e3]])
		if (Math.abs(ps) >= size)
			return `${Number((ps / size).toPrecision(7))} ${unit}`;
	return `${ps} ps`;
}

const count = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

// "3", or of a group "48-63".
function nodeName(run, i) {
	if (!run.groups)
		return String(i);
	const first = (g) => Math.ceil(g * run.nodes / run.groups);
	return first(i) + 1 === first(i + 1) ? String(first(i)) : `${first(i)}–${first(i + 1) - 1}`;
}

// Who holds what

function cellHtml(cell, i, before, end) {
	const missing = end && end.cells[i] && end.cells[i].text !== cell.text;
	const fresh = before && before.cells[i] && before.cells[i].text !== cell.text;
	const hue = cell.rank % HUES.length;
	const colours = cell.rank < 0 ? '' : ` style="background:${HUES[hue]};color:${DARK_TEXT.has(hue) ? '#111' : '#fff'}"`;
	const kind = (missing ? ' missing' : '') + (fresh ? ' fresh' : '') + (cell.rank < 0 ? ' value' : '');

	return `<span class="cell${kind}"${colours}>${escapeText(cell.text || '·')}</span>`;
}

function watchHtml(run, key, memory, before) {
	const now = memory.get(key), end = run.last.get(key);
	const changes = run.changing.has(key.slice(key.indexOf(' ') + 1));

	if (!now)
		return `<td class="soft">not in use</td>${changes ? '<td></td>' : ''}`;
	const missing = end.cells.filter((c, i) => !now.cells[i] || c.text !== now.cells[i].text).length;
	const cut = now.span > now.number ? `<span class="soft"> first ${now.number} of ${now.span} bytes</span>` : '';
	const cells = now.cells.map((cell, i) => cellHtml(cell, i, before.get(key), end)).join('');
	return `<td>${cells}${cut}</td>${changes ? `<td>${missing || ''}</td>` : ''}`;
}

function cellWords(run) {
	if (run.sets)
		return '0-3 is what nodes 0 to 3 have given, combined.';
	if (!run.named)
		return 'A number is the first element of a block.';
	return run.many ? '1&#62;3 is the block from node 1 to node 3.' : '3 is the block of node 3.';
}

function blocksView(run, at) {
	if (run.groups)
		return '<p>Of so many nodes or events, contents of memory are left out.</p>';
	if (!run.watches.length)
		return '<p>This run names no memory to watch (vcube_watch), or kept no contents of it.</p>';
	const memory = memoryOf(at.events), before = memoryOf(at.before);
	const heads = run.watches.map((w) => `<th class="left">${escapeText(w.replace(/ \d+$/, ''))}</th>${run.changing.has(w) ? '<th title="blocks that are not yet as at the end">missing</th>' : ''}`);
	const rows = Array.from({ length: run.nodes }, (_, r) => `<tr><th>${r}</th>${
		run.watches.map((w) => watchHtml(run, `${r} ${w}`, memory, before)).join('')}</tr>`);

	return `<table class="blocks"><thead><tr><th>node</th>${heads.join('')}</tr></thead>
		<tbody>${rows.join('')}</tbody></table>
		<p class="soft">${cellWords(run)} Dashed: not yet what it is at the end. Outlined: came with
		this moment. Contents are recorded when a node begins a step or returns from a call.</p>`;
}

// The topology

function curve([x1, y1], [x2, y2], bend) {
	const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2], [dx, dy] = [x2 - x1, y2 - y1];

	return `M${x1.toFixed(1)} ${y1.toFixed(1)}Q${(mx - dy * bend).toFixed(1)} ${(my + dx * bend).toFixed(1)} ${x2.toFixed(1)} ${y2.toFixed(1)}`;
}

// Wires round the back of a grid go around what lies between.
function bendOf(run, from, to) {
	const [a, b] = [run.layout.places[from], run.layout.places[to]];
	const far = Math.hypot(a[0] - b[0], a[1] - b[1]) > 1.5 * run.layout.pitch;

	return far && (run.kind === 'torus' || run.kind === 'mesh') ? (from < to ? 0.2 : -0.2) : 0;
}

// Each direction of a wire has its own side.
function linkPath(run, from, to, side) {
	const [a, b] = [run.layout.places[from], run.layout.places[to]];
	const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
	const shift = ([x, y]) => [x - (b[1] - a[1]) / length * side, y + (b[0] - a[0]) / length * side];

	return curve(shift(a), shift(b), bendOf(run, from, to));
}

function loadPaths(run, loads) {
	const most = Math.max(1, ...loads.values());

	return [...loads].map(([key, bytes]) => {
		const [from, to] = key.split('>').map(Number), grade = Math.max(1, Math.ceil(4 * bytes / most));
		return `<path class="load load${grade}" d="${linkPath(run, from, to, 4)}"><title>link ${from} to ${to}: ${bytes} bytes</title></path>`;
	}).join('');
}

function nodeCircle(run, v, busy) {
	const [x, y] = run.layout.places[v], rank = run.position.indexOf(v);

	if (rank < 0)
		return `<rect class="switch" x="${x - 8}" y="${y - 8}" width="16" height="16"><title>switch ${v - run.nodes}</title></rect>`;
	return `<circle class="node${busy.has(rank) ? ' busy' : ''}" cx="${x}" cy="${y}" r="15"></circle>
		<text x="${x}" y="${y + 4}" text-anchor="middle">${rank}</text>`;
}

function legend(loads) {
	const most = Math.max(0, ...loads.values());

	if (!most)
		return '<p class="soft">No link has carried anything yet.</p>';
	const grades = [1, 2, 3, 4].map((g) => `<span><i style="border-top:${1 + g * 1.5}px solid var(--load${g})"></i>to ${Math.ceil(most * g / 4)} B</span>`);
	return `<p class="legend soft">Carried up to now: ${grades.join('')}</p>`;
}

function routePaths(run, chosen) {
	const message = run.messages.get(chosen);

	return message ? linksOf(run, message).map((link) =>
		`<path class="route" d="${linkPath(run, link.from, link.to, -5)}"></path>`).join('') : '';
}

// Groups of nodes have no topology of their own: who sent how much to whom.
function trafficView(run, loads) {
	const size = 11, left = 64, side = left + size * run.groups + 8, most = Math.max(1, ...loads.values());
	const cells = [...loads].map(([key, bytes]) => {
		const [from, to] = key.split('>').map(Number), grade = Math.max(1, Math.ceil(4 * bytes / most));
		return `<rect x="${left + to * size}" y="${left + from * size}" width="${size - 1}" height="${size - 1}" fill="var(--load${grade})"><title>${nodeName(run, from)} to ${nodeName(run, to)}: ${bytes} bytes</title></rect>`;
	});
	const names = Array.from({ length: run.groups }, (_, i) => (i % 4 ? '' : `<text x="${left - 5}" y="${left + 9 + i * size}" text-anchor="end">${nodeName(run, i)}</text>
		<text transform="translate(${left + 9 + i * size} ${left - 5}) rotate(-90)">${nodeName(run, i)}</text>`));

	return `<svg viewBox="0 0 ${side} ${side}" width="${side}" role="img" aria-label="how much each group of nodes has sent to each">
		${names.join('')}${cells.join('')}</svg>${legend(loads)}
		<p class="soft">A row for each group that sends, a column for each that receives; every fourth is named.</p>`;
}

function topologyView(run, at, state) {
	if (run.groups)
		return trafficView(run, loadsOf(run, state.by, at.value));
	run.layout = run.layout || layoutOf(run);
	const loads = loadsOf(run, state.by, at.value);
	const busy = new Set(at.now.filter((e) => e.kind === 'send' || e.kind === 'got').map((e) => e.rank));
	const wires = run.wires.map(([a, b]) => `<path class="wire" d="${linkPath(run, a, b, 0)}"></path>`);
	const nodes = run.layout.places.map((_, v) => nodeCircle(run, v, busy));
	const pad = run.kind === 'torus' ? 40 : 0;

	return `<svg viewBox="${-pad} ${-pad} ${run.layout.width + 2 * pad} ${run.layout.height + 2 * pad}"
		width="${run.layout.width + 2 * pad}" role="img" aria-label="${escapeText(run.topology)} with the load of its links">
		${wires.join('')}${loadPaths(run, loads)}${routePaths(run, state.message)}${nodes.join('')}</svg>
		${legend(loads)}<p class="soft">Ringed: sends or receives at this moment. Dashed: the route
		of the chosen message.</p>`;
}

// Space and time

const PLOT = { left: 52, width: 900, row: 22 };

// More messages than that are not drawn at once, but those nearest to the moment.
const LINES = 3000;

const startOf = (m, by) => (by === 'step' ? m.sent.step : m.start);

// What of a run is drawn: from when to when, and its messages.
function stretchOf(run, by, value) {
	run.sorted = run.sorted || {};
	const all = run.sorted[by] = run.sorted[by] ||
		[...run.messages.values()].sort((a, b) => startOf(a, by) - startOf(b, by));
	const end = by === 'step' ? run.steps + 1 : run.time;

	if (all.length <= LINES)
		return { from: 0, to: end, messages: all, left: 0 };
	const next = all.findIndex((m) => startOf(m, by) > value);
	const first = Math.max(0, Math.min((next < 0 ? all.length : next) - LINES / 2, all.length - LINES));
	const messages = all.slice(first, first + LINES);
	return { from: first ? startOf(messages[0], by) : 0, messages, left: all.length - LINES,
		 to: first + LINES < all.length ? startOf(messages[LINES - 1], by) + 1 : end };
}

// The same for all runs beside each other.
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

function spanBar(e, x) {
	const kind = e.kind === 'work' ? 'work' : 'wait';

	return `<rect class="${kind}" x="${x(e.time - e.span).toFixed(1)}" y="${15 + e.rank * PLOT.row}" width="${Math.max(0.5, x(e.span) - x(0)).toFixed(1)}" height="10"><title>node ${e.rank} ${kind === 'work' ? 'works' : 'waits'} ${timeText(e.whole)}</title></rect>`;
}

function rowsOf(run) {
	return Array.from({ length: run.shown }, (_, r) => `<text x="${PLOT.left - 8}" y="${24 + r * PLOT.row}" text-anchor="end">${nodeName(run, r)}</text>
		<line class="row" x1="${PLOT.left}" x2="${PLOT.left + PLOT.width}" y1="${20 + r * PLOT.row}" y2="${20 + r * PLOT.row}"></line>`).join('');
}

// The waiting and the work between two times.
function barsOf(run, at, x) {
	return run.events.filter((e) => (WAITS.has(e.kind) || e.kind === 'work') && e.span > 0 &&
		e.time > x.from && e.time - e.span < x.to && !(at.hidden && e.time > at.value));
}

function cutBar(e, x) {
	const begin = Math.max(x.from, e.time - e.span), end = Math.min(x.to, e.time);

	return spanBar({ ...e, time: end, span: end - begin, whole: e.span }, x);
}

function spacetimeView(run, at, state, runs) {
	const stretches = runs.map((r) => stretchOf(r, state.by, at.value));
	const x = scaleOf(stretches), own = stretches[runs.indexOf(run)];
	const height = 44 + run.shown * PLOT.row;
	const bars = state.by === 'step' || run.groups ? [] : barsOf(run, at, x).map((e) => cutBar(e, x));
	const lines = own.messages.map((m) => messageLine(run, m, state, at, x));
	const line = x(state.by === 'step' ? at.value + 0.93 : at.value);
	const part = state.by === 'step' ? `steps ${x.from} to ${x.to - 1}` : `time, ${timeText(x.from)} to ${timeText(x.to)}`;
	const unit = own.left ? `${part}; ${count(own.left, 'message')} before and after are left out` : part;

	return `<svg viewBox="0 0 ${PLOT.left + PLOT.width + 12} ${height}" width="${PLOT.left + PLOT.width + 12}" role="img"
		aria-label="nodes below each other, messages as lines">${rowsOf(run)}${bars.join('')}${lines.join('')}
		<line class="now-line" x1="${line}" x2="${line}" y1="6" y2="${height - 24}"></line>
		<text class="soft" x="${PLOT.left}" y="${height - 6}">${unit}; a line is a message, orange is waiting, grey is work</text></svg>`;
}

// What it cost

const COST_NAMES = { messages: 'start-ups', bytes: 'bytes sent', hops: 'links crossed', waited: 'waited' };
const costText = (name, value) => (name === 'waited' ? timeText(value) : value);

const costRow = (head, cost) => `<tr><th>${head}</th>${Object.keys(COST_NAMES).map((name) =>
	`<td data-cost="${name}">${costText(name, cost[name])}</td>`).join('')}</tr>`;

function formulaHtml(run) {
	if (!run.formula)
		return '';
	const what = run.predicted === undefined ? '' : ` = ${timeText(run.predicted)}${
		run.predicted === run.time ? ', which is the time of the run' : ''}`;
	return `<p>Formula: ${escapeText(run.formula)}${what}</p>`;
}

function costsView(run, at) {
	const costs = costsOf(run, at.events), { sum, most } = sumOf(costs);
	const all = sumOf(costsOf(run, run.events)).sum;
	const heads = Object.values(COST_NAMES).map((name) => `<th>${name}</th>`).join('');
	const nodes = costs.map((cost, r) => costRow(nodeName(run, r), cost)).join('');

	return `<p>The run took <b>${timeText(run.time)}</b>${run.clock ? '' : ' of the host'}.</p>${formulaHtml(run)}
		<table><thead><tr><th>up to now</th>${heads}</tr></thead><tbody>${costRow('most of any', most)}${costRow('all nodes', sum)}</tbody>
		<tbody class="whole">${costRow('whole run', all)}</tbody></table>
		<h3>Of each ${run.groups ? 'group of nodes' : 'node'}, up to now</h3>
		<table><thead><tr><th>node</th>${heads}</tr></thead><tbody>${nodes}</tbody></table>
		<p class="soft">Waited: in receives, for messages to leave, and for others.</p>`;
}

// Why it failed

const waitText = (run, e) => `node ${e.rank} waits ${e.text}${e.peer < 0 ? '' : ` node ${e.peer}`}${
	run.texts[e.number] ? ` (${run.texts[e.number]})` : ''}`;

function failureSentence(run) {
	const cycle = cycleOf(waitsOf(run));

	if (cycle.length === 1)
		return `Node ${cycle[0]} waits for itself, so it can never go on.`;
	if (cycle.length)
		return `Nodes ${cycle.join(', ')} wait in a circle, each for the next and the last for the first, so none of them can ever go on.`;
	return run.error || 'Nothing failed.';
}

function waitGraph(run) {
	const waits = waitsOf(run), cycle = new Set(cycleOf(waits));
	const nodes = [...new Set(waits.flatMap((e) => [e.rank, e.peer]))].filter((r) => r >= 0).sort((a, b) => a - b);
	const place = new Map(nodes.map((r, i) => {
		const [x, y] = circlePlace(i, nodes.length), radius = 62;
		return [r, [x * radius, y * radius]];
	}));
	const size = 62 * Math.max(1, nodes.length / 6.3) + 40;
	const arrows = waits.filter((e) => e.peer >= 0).map((e) => arrow(place.get(e.rank), place.get(e.peer),
		cycle.has(e.rank) ? 'cycle' : 'waits'));
	const circles = nodes.map((r) => `<circle class="node" cx="${place.get(r)[0]}" cy="${place.get(r)[1]}" r="15"></circle>
		<text x="${place.get(r)[0]}" y="${place.get(r)[1] + 4}" text-anchor="middle">${r}</text>`);

	return `<svg viewBox="${-size} ${-size} ${2 * size} ${2 * size}" width="${2 * size}" role="img" aria-label="who waits for whom">
		<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto">
		<path d="M0 0L8 4L0 8z" fill="context-stroke"></path></marker></defs>${arrows.join('')}${circles.join('')}</svg>`;
}

function arrow([x1, y1], [x2, y2], kind) {
	const length = Math.hypot(x2 - x1, y2 - y1) || 1, cut = 18 / length;
	const from = [x1 + (x2 - x1) * cut, y1 + (y2 - y1) * cut], to = [x2 - (x2 - x1) * cut, y2 - (y2 - y1) * cut];

	return `<path class="${kind}" marker-end="url(#tip)" d="${curve(from, to, 0.12)}"></path>`;
}

function failureView(run) {
	if (!run.code)
		return '<p>The run ended well.</p>';
	const waits = waitsOf(run).map((e) => `<li>${escapeText(waitText(run, e))}</li>`).join('');

	return `<p class="alarm">${escapeText(failureSentence(run))}</p>${waits && !run.groups ? waitGraph(run) : ''}
		<ul>${waits}</ul><h3>The report</h3><pre>${escapeText(run.report || run.error)}</pre>`;
}
