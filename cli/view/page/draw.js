// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// The views of blocks, topology and costs: each returns HTML or SVG, as text, for one run at
// one stop.

const HUES = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#8c8c8c'];

const escapeText = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

function timeText(ps) {
	for (const [unit, size] of [['s', 1e12], ['ms', 1e9], ['us', 1e6], ['ns', 1e3]])
		if (Math.abs(ps) >= size)
			return `${Number((ps / size).toPrecision(7))} ${unit}`;
	return `${ps} ps`;
}

const count = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

const nowWords = (state) => (state.by === 'step' ? 'in this step' : 'at this time');

// Names a node, "3", or a group of nodes, "48-63".
function nodeName(run, i) {
	if (!run.groups)
		return String(i);
	const first = (g) => Math.ceil(g * run.nodes / run.groups);
	return first(i) + 1 === first(i + 1) ? String(first(i)) : `${first(i)}–${first(i + 1) - 1}`;
}

// Blocks

function cellHtml(cell, i, before, end) {
	const missing = end && end.cells[i] && end.cells[i].text !== cell.text;
	const fresh = before && before.cells[i] && before.cells[i].text !== cell.text;
	const hue = cell.rank % HUES.length;
	const colours = cell.rank < 0 ? '' : ` style="background:${HUES[hue]};color:${hue ? '#111' : '#fff'}"`;
	const kind = (missing ? ' missing' : '') + (fresh ? ' fresh' : '') + (cell.rank < 0 ? ' value' : '');

	const lack = missing ? lackOf(cell, end.cells[i]) : '';

	return `<span class="cell${kind}"${colours} title="${escapeText(cell.text)}${lack && ` without ${lack}`}">${escapeText(shortText(cell.text) || '·')}</span>`;
}

function watchHtml(run, key, memory, before) {
	const now = memory.get(key), end = run.last.get(key);
	const changes = run.changing.has(key.slice(key.indexOf(' ') + 1));

	if (!now)
		return `<td class="soft">not in use</td>${changes ? '<td></td>' : ''}`;
	const missing = end.cells.filter((c, i) => !now.cells[i] || c.text !== now.cells[i].text).length;
	const lack = end.cells.length === 1 ? lackOf(now.cells[0], end.cells[0]) : '';
	const shown = now.more[2], cut = now.span > shown ? `<span class="soft"> first ${shown} of ${now.span} bytes</span>` : '';
	const cells = now.cells.map((cell, i) => cellHtml(cell, i, before.get(key), end)).join('');
	return `<td>${cells}${cut}</td>${changes ? `<td>${lack || missing || ''}</td>` : ''}`;
}

// Too many blocks to read side by side are shown by colours.
const isDense = (run) => run.named && [...run.last.values()].some((e) => e.cells.length > 24);

function cellWords(run) {
	if (run.sets)
		return `${run.scatters ? '2:0,1,5 combines blocks 2' : '0,1,5 combines the blocks'} of nodes 0, 1 and 5; ~ means a part of the block, or a node counted twice; ? is something else. For a single block, missing names the nodes that it lacks.`;
	if (!run.named)
		return `A number is an element, or the first element of a call's block.${run.combined ? ' With elements of int64, a run shows which nodes each contains.' : ''}`;
	if (isDense(run))
		return 'A colour is the node of origin; point at a block to read its name.';
	return run.many ? '1&#62;3 is the block from node 1 to node 3.' : '3 is the block of node 3.';
}

function blocksView(run, at, state) {
	if (run.groups)
		return '<p>With so many nodes or events, the page leaves out contents of memory.</p>';
	if (!run.watches.length)
		return '<p>This run watches no memory (vcube_watch), or recorded no contents.</p>';
	const memory = memoryOf(at.events), before = memoryOf(at.before);
	const heads = run.watches.map((w) => `<th class="left">${escapeText(w.replace(/ \d+$/, ''))}</th>${run.changing.has(w) ? '<th title="blocks that differ from the end">missing</th>' : ''}`);
	const rows = Array.from({ length: run.nodes }, (_, r) => `<tr><th>${r}</th>${
		run.watches.map((w) => watchHtml(run, `${r} ${w}`, memory, before)).join('')}</tr>`);

	return `<table class="blocks${isDense(run) ? ' dense' : ''}"><thead><tr><th>node</th>${heads.join('')}</tr></thead>
		<tbody>${rows.join('')}</tbody></table>
		<p class="soft">${cellWords(run)} ${isDense(run) ? 'Pale' : 'Dashed'}: differs from the end. ${isDense(run) ? 'Underlined' : 'Outlined'}: changed
		${nowWords(state)}. Contents are recorded when a node begins a step or returns from a call.</p>`;
}

// A picture never shrinks below a readable size: it scrolls.
const svgHead = (width, height, label, left = 0, top = 0) =>
	`<svg viewBox="${left} ${top} ${width} ${height}" width="${width}" style="min-width:${Math.min(Math.round(0.7 * width), 620)}px" role="img" aria-label="${escapeText(label)}">`;

// A picture as large as the window allows, up to `most` times its size.
const fittedHead = (width, height, label, left = 0, top = 0, most = 2) =>
	`<svg class="fitted" viewBox="${left} ${top} ${width} ${height}" width="${most * width}" preserveAspectRatio="xMinYMin" role="img" aria-label="${escapeText(label)}">`;

// The topology

function curve([x1, y1], [x2, y2], bend) {
	const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2], [dx, dy] = [x2 - x1, y2 - y1];

	return `M${x1.toFixed(1)} ${y1.toFixed(1)}Q${(mx - dy * bend).toFixed(1)} ${(my + dx * bend).toFixed(1)} ${x2.toFixed(1)} ${y2.toFixed(1)}`;
}

// Returns the bend to the right of the link's direction, as a share of its length.
function bendOf(run, from, to, length) {
	return -2 * (run.layout.bends.get(`${from}>${to}`) || 0) / length;
}

// Each direction of a wire has its own side.
function linkPath(run, from, to, side) {
	const [a, b] = [run.layout.places[from], run.layout.places[to]];
	const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
	const shift = ([x, y]) => [x - (b[1] - a[1]) / length * side, y + (b[0] - a[0]) / length * side];

	return curve(shift(a), shift(b), bendOf(run, from, to, length));
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

function legend(most, what, none) {
	if (!most)
		return `<p class="soft">${none}</p>`;
	const grades = [1, 2, 3, 4].map((g) => `<span><i style="border-top:${1 + g * 1.5}px solid var(--load${g})"></i>to ${Math.ceil(most * g / 4)} B</span>`);
	return `<p class="legend soft">${what}: ${grades.join('')}</p>`;
}

const mostOf = (loads) => Math.max(0, ...loads.values());

// Names a node by its rank, a switch by its number, as the picture's titles do.
function vertexName(run, v) {
	const rank = run.position.indexOf(v);

	return rank < 0 ? `switch ${v - run.nodes}` : String(rank);
}

// The same in words: the links that carried most, and the message's route.
function topologyWords(run, loads, chosen) {
	const most = mostOf(loads), message = run.messages.get(chosen);
	const busiest = [...loads].filter(([, bytes]) => bytes === most).map(([key]) => key.split('>').map((v) => vertexName(run, Number(v))).join(' to '));
	const rest = busiest.length > 4 ? ` and ${busiest.length - 4} others` : '';
	const links = most ? `${count(loads.size, 'link')} used; the most, ${most} bytes, went over ${busiest.slice(0, 4).join(', ')}${rest}. ` : '';
	const route = message ? linksOf(run, message) : [];

	return route.length ? `${links}The message from ${message.from} to ${message.to} crosses ${count(route.length, 'link')}: ${
		[route[0].from, ...route.map((link) => link.to)].map((v) => vertexName(run, v)).join(', ')}.` : links;
}

function routePaths(run, chosen) {
	const message = run.messages.get(chosen);

	return message ? linksOf(run, message).map((link) =>
		`<path class="route" d="${linkPath(run, link.from, link.to, -5)}"></path>`).join('') : '';
}

// Groups of nodes have no topology: shows the bytes that each sent to each.
function trafficView(run, loads) {
	const size = 11, left = 64, side = left + size * run.groups + 8, most = Math.max(1, ...loads.values());
	const cells = [...loads].map(([key, bytes]) => {
		const [from, to] = key.split('>').map(Number), grade = Math.max(1, Math.ceil(4 * bytes / most));
		return `<rect x="${left + to * size}" y="${left + from * size}" width="${size - 1}" height="${size - 1}" fill="var(--load${grade})"><title>${nodeName(run, from)} to ${nodeName(run, to)}: ${bytes} bytes</title></rect>`;
	});
	const names = Array.from({ length: run.groups }, (_, i) => (i % 4 ? '' : `<text x="${left - 5}" y="${left + 9 + i * size}" text-anchor="end">${nodeName(run, i)}</text>
		<text transform="translate(${left + 9 + i * size} ${left - 5}) rotate(-90)">${nodeName(run, i)}</text>`));

	return `${svgHead(side, side, 'bytes that each group of nodes has sent to each')}
		${names.join('')}${cells.join('')}</svg>${legend(mostOf(loads), 'Sent so far', 'Nothing has been sent yet.')}
		<p class="soft">A row per sending group, a column per receiving group; every fourth has its name.</p>`;
}

function topologyView(run, at, state) {
	if (run.groups)
		return trafficView(run, loadsOf(run, state.by, at.value));
	run.layout = run.layout || layoutOf(run);
	const loads = loadsOf(run, state.by, at.value), chosen = at.hidden ? '' : state.message;
	const busy = new Set(at.now.filter((e) => e.kind === 'send' || e.kind === 'got').map((e) => e.rank));
	const wires = run.wires.map(([a, b]) => `<path class="wire" d="${linkPath(run, a, b, 0)}"></path>`);
	const nodes = run.layout.places.map((_, v) => nodeCircle(run, v, busy));
	const fine = run.wires.length > 150 ? ' finest' : run.wires.length > 48 ? ' fine' : '';

	return `${fittedHead(run.layout.width, run.layout.height, `${run.topology} with the load of its links`)}
		<g class="net${fine}">${wires.join('')}${loadPaths(run, loads)}${routePaths(run, chosen)}${nodes.join('')}</g></svg>
		${legend(mostOf(loads), 'Carried so far', 'No link has carried anything yet.')}<p class="words">${topologyWords(run, loads, chosen)}</p><p class="soft">Ringed: sends or receives ${nowWords(state)}. Dashed: the route
		of the chosen message.${run.clock ? '' : ' The free clock simulates no times of links: a message counts on all links of its route when it is sent.'}</p>`;
}

// Costs

const COST_NAMES = { startups: 'start-ups', bytes: 'bytes sent', hops: 'links crossed', waited: 'waited' };
const costText = (name, value) => (name === 'waited' ? timeText(value) : value);

const costRow = (head, cost) => `<tr><th>${head}</th>${Object.keys(COST_NAMES).map((name) =>
	`<td data-cost="${name}">${costText(name, cost[name])}</td>`).join('')}</tr>`;

function formulaHtml(run) {
	if (!run.formula)
		return '';
	const times = run.time / run.predicted, compared = run.single && run.predicted > 0 && !run.code;
	const beside = run.predicted === run.time ? 'exactly the time of the run'
		: `and the run took ${Number(times.toPrecision(3))} times that`;
	const what = run.predicted === undefined ? '' : ` = ${timeText(run.predicted)}${compared ? `, ${beside}` : ''}`;
	return `<p>Formula${run.single ? '' : ` for the first call, ${escapeText(run.call)}`}: ${escapeText(run.formula)}${what}.</p>`;
}

function costsView(run, at) {
	const costs = costsOf(run, at.events), { sum, most } = sumOf(costs);
	const all = sumOf(costsOf(run, run.events)).sum;
	const heads = Object.values(COST_NAMES).map((name) => `<th>${name}</th>`).join('');
	const nodes = costs.map((cost, r) => costRow(nodeName(run, r), cost)).join('');

	return `<p>The run took <b>${timeText(run.time)}</b>${run.clock === 1 ? '' : ' on the host'}.</p>${formulaHtml(run)}
		<table><thead><tr><th>so far</th>${heads}</tr></thead><tbody>${costRow('most of any node', most)}${costRow('all nodes', sum)}</tbody>
		<tbody class="whole">${costRow('whole run', all)}</tbody></table>
		<h3>Each ${run.groups ? 'group of nodes' : 'node'} so far</h3>
		<table><thead><tr><th>node</th>${heads}</tr></thead><tbody>${nodes}</tbody></table>
		<p class="soft">Messages that start together over several ports share one start-up. Waited: time in receives, for messages to leave and for other nodes, including the time of messages in flight.</p>`;
}
