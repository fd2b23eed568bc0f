// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// The contents of nodes' memory as cells: named blocks, sets of nodes, numbers.

const READERS = ['getInt8', 'getInt16', 'getInt32', 'getBigInt64', 'getUint8', 'getUint16',
		 'getUint32', 'getBigUint64', 'getFloat32', 'getFloat64', 'getFloat32', 'getFloat64'];

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));

// A block of moved data begins with its node and its number there, see cli/run/pattern.h.
function originOf(view, nodes) {
	if (view.byteLength < 8)
		return null;
	const block = view.getUint32(0, true), rank = view.getUint32(4, true);

	return rank >= 1 && rank <= nodes && block >= 1 && block <= nodes
		? { rank: rank - 1, block: block - 1 } : null;
}

const COMPLEX = new Set([10, 11]);              // types whose second half is imaginary

function valueIn(view, type) {
	const reader = READERS[type] || 'getUint8', size = Number(/\d+/.exec(reader)[0]) / 8;

	if (view.byteLength < size * (COMPLEX.has(type) ? 2 : 1))
		return '';
	const value = String(view[reader](0, true)), second = COMPLEX.has(type) ? String(view[reader](size, true)) : '';
	return second ? `${value}${second.startsWith('-') ? '' : '+'}${second}i` : value;
}

// Shortens fractions for display; comparisons use all digits.
const shortText = (text) => text.replace(/-?\d+(\.\d+)?(e[-+]\d+)?/g, (n) =>
	(n.length > 9 && /[.e]/.test(n) ? String(Number(Number(n).toPrecision(5))) : n));

// Names the nodes whose bits a number has: "0-3,8".
function setText(bits) {
	const ranks = Array.from({ length: 64 }, (_, r) => r).filter((r) => bits >> BigInt(r) & 1n), parts = [];

	for (let i = 0, end; i < ranks.length; i = end) {
		for (end = i + 1; ranks[end] === ranks[end - 1] + 1;)
			end++;
		parts.push(end - i > 2 ? `${ranks[i]}-${ranks[end - 1]}` : ranks.slice(i, end).join());
	}
	return parts.join();
}

// Reads the nodes whose blocks are combined, and the block's number if it is marked (see
// pattern_mark() in cli/run/pattern.h); null if it is no such set.
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
	const origin = run.single ? originOf(view, run.nodes) : null;

	if (origin)
		return { ...origin, text: '' };
	return { text: bytes.every((b) => b === 0) ? '' : valueIn(view, type), rank: -1 };
}

// The page has the first bytes of each cell, as many as the row says.
function toCells(run, e) {
	const [hex, size] = e.more, bytes = bytesOf(hex), cells = [];

	for (let at = 0; at < bytes.length; at += size)
		cells.push(toCell(run, bytes.subarray(at, at + size), e.detail));
	return cells;
}

// Names blocks as the stepper does: 3 is the block of node 3, 1>3 the one from 1 to 3.
function nameBlocks(run) {
	const cells = run.events.flatMap((e) => e.cells || []).filter((cell) => cell.rank >= 0);
	const many = cells.some((cell) => cell.block > 0);

	run.many = many;
	run.named = cells.length > 0;
	for (const cell of cells)
		cell.text = many ? `${cell.rank}>${cell.block}` : String(cell.rank);
}

// Names the nodes that a set lacks and will contain at the end.
function lackOf(cell, end) {
	return end?.bits === undefined || cell?.text.endsWith('~') ? '' : setText(end.bits & ~(cell?.bits ?? 0n));
}

const watchOf = (e) => `${e.text} ${e.peer}`;

// Finds the watches, and the last contents of each on each node, by which missing blocks are
// recognized.
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
	// Watches that change come first.
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
