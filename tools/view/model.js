// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// The runs as they were recorded, and what is true at a moment. No drawing here.

const TIME_KINDS = new Set(['step', 'send', 'hop', 'arrive', 'got', 'return', 'fail', 'wait']);
const WAITS = new Set(['got', 'sent', 'align']);

const toEvent = (run, row) => ({
	kind: run.kinds[row[0]], time: row[1], span: row[2], rank: row[3], peer: row[4],
	number: row[5], amount: row[6], text: run.texts[row[7]], detail: row[8], more: row.slice(9),
});

const keyOf = (from, to, number) => `${from}>${to}#${number}`;

// The step of its node in which an event is. What memory holds when a step begins
// is what the step before has left.
function countSteps(run) {
	const step = new Array(run.shown).fill(0), begun = new Array(run.shown).fill(false);

	for (const e of run.events) {
		if (e.kind === 'step')
			step[e.rank]++;
		begun[e.rank] = e.kind === 'step' || (begun[e.rank] && e.kind === 'memory');
		e.step = begun[e.rank] && e.kind === 'memory' ? step[e.rank] - 1 : step[e.rank];
	}
	run.steps = Math.max(...step);
}

function addMessage(run, e) {
	const m = { from: e.rank, to: e.peer, number: e.number, bytes: e.amount, sent: e,
		    start: e.time + (run.groups ? 0 : e.span), end: e.time, hops: [],
		    count: run.groups ? e.number : 1, links: run.groups ? e.span : 0 };

	m.key = run.groups ? `${keyOf(e.rank, e.peer, e.number)}@${e.time}` : keyOf(e.rank, e.peer, e.number);
	run.messages.set(m.key, m);
}

function findMessages(run) {
	run.messages = new Map();
	for (const e of run.events)
		if (e.kind === 'send')
			addMessage(run, e);
	for (const e of run.events) {
		const up = run.messages.get(keyOf(e.rank, e.peer, e.number));
		const down = run.messages.get(keyOf(e.peer, e.rank, e.number));

		if (e.kind === 'hop' && up)
			up.hops.push({ from: e.more[0], to: e.more[1], event: e });
		else if ((e.kind === 'arrive' || (e.kind === 'got' && !run.clock)) && down)
			[down.end, down.arrived] = [e.time, true];
		if (e.kind === 'got' && down && e.detail !== 1)
			down.got = e;
	}
}

function readRun(run) {
	run.shown = run.groups || run.nodes;
	run.events = run.events.map((row) => toEvent(run, row));
	countSteps(run);
	findMessages(run);
	const call = run.events.find((e) => e.kind === 'call');
	run.block = call ? call.amount : 0;
	run.scatters = Boolean(call?.text.startsWith('reduce_scatter.'));
	run.adds = run.events.find((e) => e.kind === 'group')?.text === 'sum';
	run.combined = run.adds && run.title.startsWith(call.text);
	findContents(run);
	return run;
}

// The links a message takes, as pairs of vertices: as recorded, or the topology's route.
function linksOf(run, message) {
	if (message.hops.length)
		return message.hops;
	if (run.groups)
		return [{ from: message.from, to: message.to, event: message.sent }];
	const ends = message.sent.more, links = [];
	for (let i = 0; i < ends.length; i += 2)
		links.push({ from: ends[i], to: ends[i + 1], event: message.sent });
	return links;
}

// Moments

function momentsOf(runs, by) {
	if (by === 'step')
		return Array.from({ length: Math.max(...runs.map((r) => r.steps)) + 1 }, (_, i) => i);
	const times = new Set([0]);
	for (const run of runs)
		for (const e of run.events)
			if (TIME_KINDS.has(e.kind) || run.groups)
				times.add(e.time);
	return [...times].sort((a, b) => a - b);
}

const valueOf = (e, by) => (by === 'step' ? e.step : e.time);

// What has happened up to and with a moment, and what exactly then.
const upTo = (run, by, value) => run.events.filter((e) => valueOf(e, by) <= value);
const exactly = (run, by, value) => run.events.filter((e) => valueOf(e, by) === value);

// Costs

function emptyCost() {
	return { messages: 0, bytes: 0, hops: 0, waited: 0 };
}

function addCost(run, cost, e) {
	if (WAITS.has(e.kind))
		cost.waited += e.span;
	if (e.kind === 'hop')
		cost.hops += run.groups ? e.span : 1;
	if (e.kind !== 'send')
		return;
	const m = run.groups ? { count: e.number, links: e.span }
			     : { count: 1, links: messageOf(run, e).hops.length ? 0 : e.more.length / 2 };
	cost.messages += m.count;
	cost.hops += m.links;
	cost.bytes += e.amount;
}

const messageOf = (run, e) => run.messages.get(keyOf(e.rank, e.peer, e.number));

function costsOf(run, events) {
	const costs = Array.from({ length: run.shown }, emptyCost);

	for (const e of events)
		addCost(run, costs[e.rank], e);
	return costs;
}

function sumOf(costs) {
	const sum = emptyCost(), most = emptyCost();

	for (const cost of costs)
		for (const name of Object.keys(sum)) {
			sum[name] += cost[name];
			most[name] = Math.max(most[name], cost[name]);
		}
	return { sum, most };
}

function loadsOf(run, by, value) {
	const loads = new Map();

	for (const message of run.messages.values())
		for (const link of linksOf(run, message))
			if (valueOf(link.event, by) <= value && (run.groups || link.from !== link.to)) {
				const key = `${link.from}>${link.to}`;
				loads.set(key, (loads.get(key) || 0) + message.bytes);
			}
	return loads;
}

// Memory

const READERS = ['getInt8', 'getInt16', 'getInt32', 'getBigInt64', 'getUint8', 'getUint16',
		 'getUint32', 'getBigUint64', 'getFloat32', 'getFloat64', 'getFloat32', 'getFloat64'];

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));

// A block of moved data begins with the node it is from and its number there, see
// tools/pattern.h.
function originOf(view, nodes) {
	if (view.byteLength < 8)
		return null;
	const block = view.getUint32(0, true), rank = view.getUint32(4, true);

	return rank >= 1 && rank <= nodes && block >= 1 && block <= nodes
		? { rank: rank - 1, block: block - 1 } : null;
}

function valueIn(view, type) {
	const reader = READERS[type] || 'getUint8', size = Number(/\d+/.exec(reader)[0]) / 8;

	return view.byteLength < size ? '' : String(view[reader](0, true));
}

// "0-3,8": the nodes whose bits are in a number.
function setText(bits) {
	const ranks = Array.from({ length: 64 }, (_, r) => r).filter((r) => bits >> BigInt(r) & 1n), parts = [];

	for (let i = 0, end; i < ranks.length; i = end) {
		for (end = i + 1; ranks[end] === ranks[end - 1] + 1;)
			end++;
		parts.push(end - i > 2 ? `${ranks[i]}-${ranks[end - 1]}` : ranks.slice(i, end).join());
	}
	return parts.join();
}

// The nodes whose blocks are combined in one, and which block it is, if that is told:
// tools/pattern.h, "Marked data"; null: of none.
function setIn(run, view) {
	const bits = view.getBigUint64(0, true), set = { bits, block: -1, whole: true };

	if (bits >> BigInt(run.nodes))
		return null;
	if (view.byteLength < 16)
		return set;
	const second = view.getBigUint64(8, true);
	if (!run.scatters)
		return { ...set, whole: second === bits };
	const nodes = run.adds && bits ? BigInt(bits.toString(2).replaceAll('0', '').length) : 1n;
	const block = second / nodes - (run.adds ? 1n << 32n : 0n) - 1n;
	return !bits || second % nodes || block < 0n || block >= BigInt(run.nodes) ? { ...set, whole: false }
		: { ...set, block: Number(block) };
}

function setCell(run, view) {
	const set = setIn(run, view);

	return { text: set ? `${set.block < 0 ? '' : `${set.block}:`}${setText(set.bits)}${set.whole ? '' : '~'}` : '?',
		 bits: set?.bits, rank: -1 };
}

function toCell(run, bytes, type) {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (run.sets && view.byteLength >= 8 && bytes.some((b) => b !== 0))
		return setCell(run, view);
	const origin = originOf(view, run.nodes);

	if (origin)
		return { ...origin, text: '' };
	return { text: bytes.every((b) => b === 0) ? '' : valueIn(view, type), rank: -1 };
}

// Of each block, or else element, at most the first run.cell bytes are in the page.
function toCells(run, e) {
	const element = Number(/\d+/.exec(READERS[e.detail] ?? '64')[0]) / 8 * (e.detail > 9 && e.detail < 12 ? 2 : 1);
	const bytes = bytesOf(e.more[0]), size = Math.min(run.cell, run.block || element), cells = [];

	for (let at = 0; at < bytes.length; at += size)
		cells.push(toCell(run, bytes.subarray(at, at + size), e.detail));
	return cells;
}

// A block is named as in the stepper: 3 is that of node 3, 1>3 the one from 1 to 3.
function nameBlocks(run) {
	const cells = run.events.flatMap((e) => e.cells || []).filter((cell) => cell.rank >= 0);
	const many = cells.some((cell) => cell.block > 0);

	run.many = many;
	run.named = cells.length > 0;
	for (const cell of cells)
		cell.text = many ? `${cell.rank}>${cell.block}` : String(cell.rank);
}

// The nodes who will be in a set, and are not yet.
function lackOf(cell, end) {
	return end?.bits === undefined || cell?.text.endsWith('~') ? '' : setText(end.bits & ~(cell?.bits ?? 0n));
}

const watchOf = (e) => `${e.text} ${e.peer}`;

// Of each watch of each node: what it holds at the end, against which is told what
// is missing.
function findContents(run) {
	run.watches = [];
	run.changing = new Set();
	run.last = new Map();
	for (const e of run.events)
		if (e.kind === 'memory') {
			e.cells = toCells(run, e);
			if (!run.watches.includes(watchOf(e)))
				run.watches.push(watchOf(e));
			const before = run.last.get(`${e.rank} ${watchOf(e)}`);
			if (before && before.more[0] !== e.more[0])
				run.changing.add(watchOf(e));
			run.last.set(`${e.rank} ${watchOf(e)}`, e);
		}
	// What changes is what one wants to see.
	run.watches.sort((a, b) => run.changing.has(b) - run.changing.has(a));
	nameBlocks(run);
}

function memoryOf(events) {
	const memory = new Map();

	for (const e of events)
		if (e.kind === 'memory')
			memory.set(`${e.rank} ${watchOf(e)}`, e);
	return memory;
}

// Why nobody goes on

const waitsOf = (run) => run.events.filter((e) => e.kind === 'wait');

function cycleOf(waits) {
	const next = new Map(waits.map((e) => [e.rank, e.peer]));

	for (const start of next.keys()) {
		const path = [];
		let at = start;
		while (next.has(at) && !path.includes(at)) {
			path.push(at);
			at = next.get(at);
		}
		if (path.includes(at))
			return path.slice(path.indexOf(at));
	}
	return [];
}
