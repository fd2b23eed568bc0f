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

const sizeText = (bytes) => `${bytes} B`;

const count = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

const nowWords = (state) => (state.by === 'step' ? 'in this step' : 'at this time');

// Names a node, "3", or a group of nodes, "48-63".
function nodeName(run, i) {
	if (!run.groups)
		return String(i);
	const groups = run.groups - Number(run.traced < run.nodes);
	if (i === groups)
		return 'others';
	const first = (g) => run.first + Math.ceil(g * run.traced / groups);
	return first(i) + 1 === first(i + 1) ? String(first(i)) : `${first(i)}–${first(i + 1) - 1}`;
}

// Blocks

const colourOf = (rank) => HUES[rank % HUES.length];

// The colours of a cell from left to right: a part for each piece; in it, from top to bottom, a
// band for each node, coloured if the node is combined in it.
function bandsOf(run, piece) {
	if (piece.bits === undefined)
		return [[piece.rank < 0 ? (piece.empty ? '' : 'var(--line)') : colourOf(piece.rank), 1]];
	return Array.from({ length: run.nodes }, (_, r) => [piece.bits >> BigInt(r) & 1n ? colourOf(r) : '', 1]);
}

function cellBackground(run, cell) {
	const all = cell.pieces.reduce((sum, piece) => sum + piece.bytes, 0);
	let left = 0;
	const layers = [];

	for (const piece of cell.pieces) {
		const bands = bandsOf(run, piece), wide = piece.bytes / all;
		const stops = bands.map(([colour], i) => `${colour || 'transparent'} ${(100 * i / bands.length).toFixed(1)}% ${(100 * (i + 1) / bands.length).toFixed(1)}%`);
		const at = wide < 1 ? 100 * left / (1 - wide) : 0;
		if (bands.some(([colour]) => colour))
			layers.push(`linear-gradient(${stops.join()}) ${at.toFixed(2)}% 0 / ${(100 * wide).toFixed(2)}% 100% no-repeat`);
		left += wide;
	}
	return layers.join();
}

// A longer name is not written on its bar, but read by pointing at it, or aloud.
const LONG = 9;
// The most room for the names of pieces, in em
const WIDEST = 9;

// The width of a block where blocks differ in length; an empty one is still seen.
function cellWidth(run, cell) {
	run.longest = run.longest ?? Math.max(1, ...[...run.last.values()].flatMap((e) => e.cells.map((cell) => cell.bytes)));
	return Math.max(0.4, 7 * cell.bytes / run.longest);
}

// The names of a cell's pieces, in their order: of equal parts its text names each, see
// pieces_print() in cli/run/pieces.h.
function pieceNames(cell) {
	const words = cell.text.split('|').map((word) => word.replace(/ \d+\/\d+$/, '')), all = cell.bytes;
	let left = 0;

	return cell.pieces.map((piece, i) => {
		const name = words.length === cell.pieces.length ? words[i] : words[Math.round(left * words.length / all)];
		left += piece.bytes;
		return name === '.' ? '' : name;
	});
}

// A cell of several pieces has the name of each on it, if there is room. Returns that room, in em.
const nameWidth = (cell, names) => Math.max(2.6, ...names.map((name, i) => name && (0.6 * name.length + 0.35) * cell.bytes / cell.pieces[i].bytes));

const namesHtml = (cell, names) => cell.pieces.map((piece, i) => `<i style="flex:${piece.bytes}${piece.rank >= 0 ? `;color:${inkOn(piece.rank)};text-shadow:none` : ''}">${escapeText(names[i])}</i>`).join('');

// Text on a cell of one colour.
const inkOn = (rank) => (rank % HUES.length ? '#111' : '#fff');

// Does a cell lack the room for its name, or for those of its pieces?
function isLong(cell, names, width) {
	return names ? nameWidth(cell, names) > (width || WIDEST) : cell.text.length > (width ? 1.6 * width : LONG);
}

const namesOf = (cell) => (cell.pieces?.length > 1 ? pieceNames(cell) : null);

// The width of a memory's blocks where all are equally long, in em: at every step and node the same,
// as wide as the one needs whose names take most room.
function blockWidth(run, watch) {
	const own = (cell) => {
		const names = namesOf(cell);
		return isLong(cell, names, 0) ? 6.5 : names ? nameWidth(cell, names) : 0.62 * cell.text.length + 0.75;
	};
	const cells = new Set(run.events.filter((e) => e.kind === 'memory' && e.watch === watch).flatMap((e) => e.cells));

	return Math.max(2.1, ...[...cells].filter((cell) => cell.pieces).map(own));
}

function widthOf(run, watch) {
	run.widths = run.widths ?? new Map();
	if (!run.widths.has(watch))
		run.widths.set(watch, blockWidth(run, watch));
	return run.widths.get(watch);
}

function cellHtml(run, cell, watch, before, end) {
	const missing = end && end !== cell, fresh = before && before !== cell;
	const whole = cell.pieces?.length === 1 && cell.pieces[0].rank >= 0 ? cell.pieces[0].rank : -1;
	const sized = run.uneven && cell.pieces ? cellWidth(run, cell) : 0, names = namesOf(cell);
	const long = cell.pieces && isLong(cell, names, sized), width = sized || (cell.pieces ? widthOf(run, watch) : 0);
	const kind = (missing ? ' missing' : '') + (fresh ? ' fresh' : '') + (cell.pieces ? '' : ' value') + (cell.pieces && whole < 0 && cell.text ? ' cut' : '') + (long ? ' long' : '') + (sized ? ' sized' : '') + (names && !long ? ' named' : '');
	const style = `${cell.pieces && cell.text ? `background:${cellBackground(run, cell)};${whole >= 0 ? `color:${inkOn(whole)};` : ''}` : ''}${width ? `width:${width.toFixed(2)}em` : ''}`;
	const lack = missing ? lackOf(cell, end) : '';

	return `<span class="cell${kind}"${style && ` style="${style}"`} data-text="${escapeText(cell.text)}" title="${escapeText(cell.text)}${sized ? `, ${sizeText(cell.bytes)}` : ''}${lack && ` without ${lack}`}"><span>${names && !long ? namesHtml(cell, names) : escapeText(shortText(cell.text) || '·')}</span></span>`;
}

function watchHtml(run, key, memory, before) {
	const now = memory.get(key), end = run.last.get(key);
	const watch = key.slice(key.indexOf(' ') + 1), changes = run.changing.has(watch);

	if (!now)
		return `<td class="soft">not in use</td>${changes ? '<td></td>' : ''}`;
	const missing = end.cells.filter((c, i) => c !== now.cells[i]).length;
	const lack = end.cells.length === 1 ? lackOf(now.cells[0], end.cells[0]) : '';
	const shown = now.amount, cut = now.span > shown ? `<span class="soft"> first ${shown} of ${now.span} bytes</span>` : '';
	const cells = now.cells.map((cell, i) => cellHtml(run, cell, watch, before.get(key)?.cells[i], end.cells[i])).join('');
	return `<td>${cells}${cut}</td>${changes ? `<td>${lack || missing || ''}</td>` : ''}`;
}

// Too many blocks to read side by side are shown by colours.
const isDense = (run) => run.known && [...run.last.values()].some((e) => e.cells.length > 24);

function cellWords(run) {
	if (!run.known)
		return `A number is an element, or the first element of a call's block.${run.combined ? ' With elements of int64, a run shows which nodes each contains.' : ''}`;
	if (run.sums)
		return '015 combines the blocks of nodes 0, 1 and 5, and 2:015 their blocks 2 (0-2,15 on more than ten nodes); in a cell, each node has a band of its colour. ~ means a node counted twice. For a single block, missing names the nodes that it lacks.';
	if (isDense(run))
		return 'A colour is the node of origin; point at a block to read its name.';
	return `${run.many ? '1&#62;3 is the block from node 1 to node 3' : '3 is the block of node 3'}; of a block that is not all there, the parts that are there are coloured where they lie in it.${run.uneven ? ' Blocks are as wide as they are long.' : ''}`;
}

// By time, contents are as old as their last record.
function recordWords(memory, by) {
	const times = [...memory.values()].map((e) => e.time), [first, last] = [Math.min(...times), Math.max(...times)];

	if (by !== 'time' || !times.length)
		return '';
	return first === last ? `Shown as recorded at ${timeText(first)}. ` : `Shown as last recorded, from ${timeText(first)} to ${timeText(last)}, by node. `;
}

// Where all views share a window, rows are as low as it takes to see them all, and can be read.
function tightness(run) {
	const row = run.rooms.blocks ? Math.floor(run.rooms.blocks.height / (run.nodes + 1)) : 27;

	return row >= 27 ? '' : `--row:${Math.max(15, row)}px;--gap:.25rem;font-size:${Math.max(11, Math.min(14, row - 5))}px`;
}

function blocksView(run, at, state) {
	if (run.groups || isCrowd(run))
		return '<p>With so many nodes or events, the page leaves out contents of memory.</p>';
	if (!run.watches.length)
		return '<p>This run watches no memory (vcube_watch), or recorded no contents.</p>';
	if (isDense(run))
		return denseBlocks(run, at, state);
	const memory = memoryOf(at.events), before = memoryOf(at.before);
	const heads = run.watches.map((w) => `<th class="left">${escapeText(w.replace(/ \d+$/, ''))}</th>${run.changing.has(w) ? '<th title="blocks that differ from the end">missing</th>' : ''}`);
	const rows = Array.from({ length: run.nodes }, (_, r) => `<tr data-node="${r}"><th>${r}</th>${
		run.watches.map((w) => watchHtml(run, `${r} ${w}`, memory, before)).join('')}</tr>`);

	return `<table class="blocks" style="${tightness(run)}"><thead><tr><th>node</th>${heads.join('')}</tr></thead>
		<tbody>${rows.join('')}</tbody></table>
		${explained(run, 'blocks', `${cellWords(run)} Dashed: differs from the end. Outlined: changed
		${nowWords(state)}. ${recordWords(memory, state.by)}Contents are recorded when a node begins a step or returns from a call.`)}`;
}

// A picture never shrinks below a readable size: it scrolls.
const svgHead = (width, height, label, left = 0, top = 0, id = '') =>
	`<svg${id && ` id="${id}"`} viewBox="${left} ${top} ${width} ${height}" width="${width}" style="min-width:${Math.min(Math.round(0.7 * width), 620)}px" role="img" aria-label="${escapeText(label)}">`;

// A picture as large as the window allows, up to `most` times its size.
const fittedHead = (width, height, label, left = 0, top = 0, most = 2) =>
	`<svg class="fitted" viewBox="${left} ${top} ${width} ${height}" width="${most * width}" preserveAspectRatio="xMidYMin" role="img" aria-label="${escapeText(label)}">`;

// The topology

function curve([x1, y1], [x2, y2], bend) {
	const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2], [dx, dy] = [x2 - x1, y2 - y1];

	return `M${x1.toFixed(1)} ${y1.toFixed(1)}Q${(mx - dy * bend).toFixed(1)} ${(my + dx * bend).toFixed(1)} ${x2.toFixed(1)} ${y2.toFixed(1)}`;
}

// Returns the bend to the right of the link's direction, as a share of its length.
function bendOf(run, from, to, length) {
	return -2 * (run.layout.bends.get(`${from}>${to}`) || 0) / length;
}

// Each direction of a wire has its own side, and ends before the node.
function linkPath(run, from, to, side, before = 0) {
	const [a, b] = [run.layout.places[from], run.layout.places[to]];
	const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
	const shift = ([x, y]) => [x - (b[1] - a[1]) / length * side, y + (b[0] - a[0]) / length * side];

	const cut = ([x, y]) => [x - (b[0] - a[0]) / length * before, y - (b[1] - a[1]) / length * before];

	return curve(shift(a), cut(shift(b)), bendOf(run, from, to, length));
}

const messageName = (m) => `${m.from} to ${m.to}`;

// The links that the machine's description, or a change of it up to now, takes down: "2>3" is one
// direction, "2-3" both, see vcube-desc(5).
function downLinks(run, time) {
	const down = new Set(), value = (key) => new RegExp(`(?:^| )${key}=([^ ]*)`).exec(run.machine)?.[1].split(',') ?? [];
	const note = (words) => {
		const [name, ...settings] = words, ends = /^(\w+)([->])(\w+)$/.exec(name);
		const vertex = (v) => (v[0] === 's' ? run.nodes + Number(v.slice(1)) : Number(v));
		for (const key of ends ? [`${vertex(ends[1])}>${vertex(ends[3])}`, ...(ends[2] === '-' ? [`${vertex(ends[3])}>${vertex(ends[1])}`] : [])] : [])
			if (settings.includes('down'))
				down.add(key);
			else if (settings.includes('up'))
				down.delete(key);
	};

	value('links').forEach((words) => note(words.split(':')));
	for (const [at, ...words] of value('changes').map((change) => change.split(':')))
		if (psOf(at) <= time)
			note(words);
	return down;
}

// A duration of a description, in picoseconds
function psOf(text) {
	const [, number, unit] = /^([\d.]+)(\w*)$/.exec(text) ?? [0, 'NaN', 'ps'];

	return Number(number) * ({ ps: 1, ns: 1e3, us: 1e6, ms: 1e9, s: 1e12 }[unit] ?? 1);
}

function downPaths(run, time) {
	return [...downLinks(run, time)].map((key) => {
		const [from, to] = key.split('>').map(Number), [a, b] = [run.layout.places[from], run.layout.places[to]];
		if (!a || !b)
			return '';
		const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1, side = sideOf(run);
		const x = a[0] + 0.4 * (b[0] - a[0]) - side * (b[1] - a[1]) / length, y = a[1] + 0.4 * (b[1] - a[1]) + side * (b[0] - a[0]) / length;
		return `<g class="down" data-wire="${wireWord(run, Math.min(from, to), Math.max(from, to))}"><title>link ${vertexName(run, from)} to ${vertexName(run, to)} is down</title><path d="${linkPath(run, from, to, side, run.layout.radius + 1)}"></path><path class="cross" d="M${(x - 5).toFixed(1)} ${(y - 5).toFixed(1)}l10 10m0 -10l-10 10"></path></g>`;
	}).join('');
}

// What a link does, in words.
function linkWords(run, key, link, time) {
	const [from, to] = key.split('>').map(Number);
	const held = link.holders.length && time !== null ? `; held by ${link.holders.map(messageName).join(', ')}` : '';
	const queue = link.queue.length ? `; waiting: ${link.queue.map(messageName).join(', ')}` : '';
	const used = time > 0 && link.busy / time >= 0.005 ? `; held ${Math.round(100 * link.busy / time)} % of the time` : '';

	return `link ${vertexName(run, from)} to ${vertexName(run, to)}: ${link.bytes} bytes${held}${queue}${used}`;
}

// The length of an arrowhead, which stands before the end of its line
const headOf = (run) => Math.min(13, 2.5 + 0.6 * run.layout.radius);

// How far beside the wire each direction is drawn
const sideOf = (run) => 0.25 * run.layout.radius;

function loadPaths(run, links, time) {
	const most = Math.max(1, ...[...links.values()].map((link) => link.bytes));

	return [...links].map(([key, link]) => {
		const [from, to] = key.split('>').map(Number), grade = Math.max(1, Math.ceil(4 * link.bytes / most));
		const kind = `${link.holders.length ? ' held' : ''}${link.queue.length ? ' queued' : ''}`;
		return `<path class="load load${grade}${kind}" data-link="${key}" data-wire="${wireWord(run, Math.min(from, to), Math.max(from, to))}" marker-end="url(#head)" d="${linkPath(run, from, to, sideOf(run), run.layout.radius + headOf(run) - 1)}"><title>${linkWords(run, key, link, time)}</title></path>`;
	}).join('');
}

// The links for which messages queue, the longest queue first, and of how many the picture has room
// to count them: where links are short, the counts would hide them.
const queuedLinks = (links) => [...links].filter(([, link]) => link.queue.length).sort((a, b) => b[1].queue.length - a[1].queue.length);
const countedQueues = (run) => (run.layout.radius < 11 ? 12 : Infinity);

// Counts the messages that queue for a link, beside its middle.
function queueMarks(run, links) {
	const size = Math.max(6, 0.5 * run.layout.radius);

	return queuedLinks(links).slice(0, countedQueues(run)).map(([key, link]) => {
		const [from, to] = key.split('>').map(Number), [a, b] = [run.layout.places[from], run.layout.places[to]];
		const [px, py] = moverPlace(run, [from, to, 0.5]), aside = 1.3 * size / (Math.hypot(b[0] - a[0], b[1] - a[1]) || 1);
		const [x, y] = [px - aside * (b[1] - a[1]), py + aside * (b[0] - a[0])];
		return `<g class="queue"><circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${size.toFixed(1)}"></circle><text x="${x.toFixed(1)}" y="${(y + 0.42 * size).toFixed(1)}" text-anchor="middle" style="font-size:${(1.2 * size).toFixed(1)}px">${link.queue.length}</text></g>`;
	}).join('');
}

function nodeCircle(run, v, busy) {
	const [x, y] = run.layout.places[v].map((c) => c.toFixed(1)), rank = run.rankAt[v], r = run.layout.radius;

	if (rank === undefined)
		return `<rect class="switch" x="${x - r / 2}" y="${y - r / 2}" width="${r}" height="${r}"><title>switch ${v - run.nodes}</title></rect>`;
	return `<g data-node="${rank}"><circle class="node${busy.has(rank) ? ' busy' : ''}" style="stroke:${colourOf(rank)}" cx="${x}" cy="${y}" r="${r.toFixed(1)}"><title>node ${rank}</title></circle>${
		r < NAMED ? '' : `<text x="${x}" y="${y}" dy=".35em" text-anchor="middle" style="font-size:${Math.min(13, 0.85 * r).toFixed(1)}px">${rank}</text>`}</g>`;
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
	return String(run.rankAt[v] ?? `switch ${v - run.nodes}`);
}

// Who holds links and who waits for them, by time.
function contentionWords(run, links, by) {
	const held = [...links.values()].filter((link) => link.holders.length).length;
	const queued = queuedLinks(links), counted = countedQueues(run);
	const names = queued.slice(0, 3).map(([key, link]) => `${link.queue.map(messageName).slice(0, 4).join(', ')}${link.queue.length > 4 ? ' ..' : ''} for link ${key.split('>').map((v) => vertexName(run, Number(v))).join(' to ')}, held by ${link.holders.map(messageName).join(', ')}`);

	if (by !== 'time' || !run.clock)
		return '';
	return `${held ? `Now held: ${count(held, 'link')}. ` : ''}${queued.length ? `Waiting: ${names.join('; ')}${queued.length > 3 ? `; and for ${queued.length - 3} more` : ''}. ` : ''}${queued.length > counted ? `The picture counts the ${counted} longest queues. ` : ''}`;
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
		`<path class="route" d="${linkPath(run, link.from, link.to, sideOf(run))}"></path>`).join('') : '';
}

// The room for the longest name of a node or group, in pixels
const nameRoom = (run) => 12 + 7.5 * nodeName(run, run.shown - 1).length;

// As large as the panel has room for, with the legend and the words below
function trafficSize(run, left) {
	const panel = run.rooms.topology, side = panel ? Math.min(panel.width, panel.height - 80) - left - 8 : Infinity;

	return Math.max(5, Math.min(11, Math.floor(side / run.groups)));
}

// Groups of nodes have no topology: shows the bytes that each sent to each.
function trafficView(run, loads) {
	const left = nameRoom(run), size = trafficSize(run, left), side = left + size * run.groups + 8, most = Math.max(1, ...loads.values());
	const cells = [...loads].map(([key, bytes]) => {
		const [from, to] = key.split('>').map(Number), grade = Math.max(1, Math.ceil(4 * bytes / most));
		return `<rect x="${left + to * size}" y="${left + from * size}" width="${size - 1}" height="${size - 1}" fill="var(--load${grade})"><title>${nodeName(run, from)} to ${nodeName(run, to)}: ${bytes} bytes</title></rect>`;
	});
	const names = Array.from({ length: run.groups }, (_, i) => (i % 4 ? '' : `<text x="${left - 5}" y="${left + 9 + i * size}" text-anchor="end">${nodeName(run, i)}</text>
		<text transform="translate(${left + 9 + i * size} ${left - 5}) rotate(-90)">${nodeName(run, i)}</text>`));

	return `${svgHead(side, side, 'bytes that each group of nodes has sent to each').replace('<svg', '<svg class="traffic"')}
		${names.join('')}${cells.join('')}</svg>${legend(mostOf(loads), 'Sent so far', 'Nothing has been sent yet.')}
		<p class="soft">A row per sending group, a column per receiving group; every fourth has its name.</p>`;
}

// By the run of a machine of many nodes, the picture is drawn on canvas.
const isCrowd = (run) => run.nodes > 64;

function topologyView(run, at, state) {
	if (run.places.length)
		run.layout = layoutOf(run, roomOf(run));
	if (run.groups)
		return `<div class="pair">${run.layout ? `<div>${crowdView(run, at, state, new Map())}</div>` : ''}<div>${trafficView(run, loadsOf(run, state.by, at.value))}</div></div>`;
	const links = linksAt(run, state.by, at.value), chosen = at.hidden ? '' : state.message;
	const loads = new Map([...links].filter(([, link]) => link.bytes).map(([key, link]) => [key, link.bytes]));
	const picture = isCrowd(run) ? crowdView(run, at, state, links) : netView(run, at, state, links, chosen);

	return `<div class="${isBroad(run.rooms.topology) ? 'broad' : 'tall'}">${picture}<div>${legend(mostOf(loads), 'Carried so far', 'No link has carried anything yet.')}<p class="words">${contentionWords(run, links, state.by)}${topologyWords(run, loads, chosen)}</p></div></div>${
		explained(run, 'topology', `${isCrowd(run) ? 'Ringed: the chosen node. Black: the route of the chosen message.'
			: `Ringed: sends or receives ${nowWords(state)}. Dashed: the route of the chosen message. Crossed: a link that is down.`}${run.clock ? '' : ' The free clock simulates no times of links: a message counts on all links of its route when it is sent.'}`)}`;
}

// In the lab: where a link is clicked that is to fail, or to work again
const gripPath = (run, a, b) => `<path class="grip" data-wire="${wireWord(run, a, b)}" d="${linkPath(run, a, b, 0, run.layout.radius)}"><title>click: link ${wireWord(run, a, b)} fails, or works again</title></path>`;

function netView(run, at, state, links, chosen) {
	const busy = new Set(at.now.filter((e) => e.kind === 'send' || e.kind === 'got').map((e) => e.rank));
	const wires = run.wires.map(([a, b]) => `<path class="wire" d="${linkPath(run, a, b, 0)}"></path>${isInside() ? gripPath(run, a, b) : ''}`);
	const nodes = run.layout.places.map((_, v) => nodeCircle(run, v, busy));
	const fine = run.layout.radius < 6 ? ' finest' : run.layout.radius < 11 ? ' fine' : '';
	const id = later((svg) => {
		svg.querySelector('.net').removeAttribute('transform');
		enlargeable(svg, run, (transform) => svg.querySelector('.net').setAttribute('transform', transform));
	});

	return `${svgHead(run.layout.width.toFixed(0), run.layout.height.toFixed(0), `${run.topology} with the load of its links`, 0, 0, id).replace('<svg', '<svg class="picture" data-key="picture"')}
		<defs><marker id="head" viewBox="0 0 8 8" refX="1" refY="4" markerWidth="${headOf(run)}" markerHeight="${headOf(run)}" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 1L8 4L0 7z" fill="context-stroke"></path></marker></defs><g class="net${fine}">${wires.join('')}${loadPaths(run, links, state.by === 'time' ? at.value : null)}${downPaths(run, state.by === 'time' ? at.value : Infinity)}${routePaths(run, chosen)}${nodes.join('')}${queueMarks(run, links)}<g class="movers">${state.by === 'time' ? moversHtml(run, 'time', at.value, 0) : ''}</g></g></svg>`;
}

// Costs

const COST_NAMES = { startups: 'messages started', bytes: 'bytes sent', hops: 'links crossed', startup: 'start-up', transfer: 'transfer', waiting: 'waiting', work: 'work' };
const costText = (name, value) => (PARTS.includes(name) ? timeText(value) : value);

const costRow = (head, cost, node) => `<tr${node === undefined ? '' : ` data-node="${node}"`}><th>${head}</th>${Object.keys(COST_NAMES).map((name) =>
	`<td data-cost="${name}">${costText(name, cost[name])}</td>`).join('')}</tr>`;

function formulaHtml(run) {
	if (!run.formula)
		return '';
	const times = run.time / run.predicted, compared = run.single && run.predicted > 0 && !run.code;
	const beside = run.predicted === run.time ? 'exactly the time of the run'
		: `${run.clock === 1 ? 'which does not hold here: ' : 'and '}the run took ${Number(times.toPrecision(3))} times that`;
	const what = run.predicted === undefined ? '' : ` = ${timeText(run.predicted)}${compared ? `, ${beside}` : ''}`;
	return `<p>Formula${run.single ? '' : ` for the first call, ${escapeText(run.call)}`}: ${escapeText(run.formula)}${what}.</p>`;
}

function costsView(run, at) {
	const costs = costsOf(run, at.events, at.by, at.value), { sum, most } = sumOf(costs);
	const all = sumOf(costsOf(run, run.events)).sum;
	const heads = Object.values(COST_NAMES).map((name) => `<th>${name}</th>`).join('');
	const rows = [...costs.keys()].sort((a, b) => (isCrowd(run) && !run.groups ? costs[b].waiting - costs[a].waiting : 0) || a - b).slice(0, 64);
	const nodes = rows.map((r) => costRow(nodeName(run, r), costs[r], r)).join(''), one = run.groups ? 'group of nodes' : 'node';

	return `<p>The run took <b>${timeText(run.time)}</b>${run.clock === 1 ? '' : ' on the host'}.</p>${formulaHtml(run)}
		<table><thead><tr><th>so far</th>${heads}</tr></thead><tbody>${costRow(`most of any ${one}`, most)}${costRow('all nodes', sum)}</tbody>
		<tbody class="whole">${costRow('whole run', all)}</tbody></table>
		<h3>${rows.length < costs.length ? `The ${rows.length} nodes that waited most so far` : `Each ${one} so far`}</h3>
		<table><thead><tr><th>${run.groups ? 'nodes' : 'node'}</th>${heads}</tr></thead><tbody>${nodes}</tbody></table>
		${explained(run, 'costs', 'Messages that start together over several ports share one start-up. A node\'s time up to here is divided into start-ups, the transfer of messages that it waited for, waiting until a message was sent and for links and ports, and work.')}`;
}
