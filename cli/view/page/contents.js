// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// The contents of nodes' memory as cells: pieces of named blocks, sets of nodes, numbers.

const READERS = ['getInt8', 'getInt16', 'getInt32', 'getBigInt64', 'getUint8', 'getUint16',
		 'getUint32', 'getBigUint64', 'getFloat32', 'getFloat64', 'getFloat32', 'getFloat64'];

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));

const COMPLEX = new Set([10, 11]);              // types whose second half is imaginary

function valueIn(view, type, at = 0) {
	const reader = READERS[type] || 'getUint8', size = Number(/\d+/.exec(reader)[0]) / 8;

	if (view.byteLength < at + size * (COMPLEX.has(type) ? 2 : 1))
		return '';
	const value = String(view[reader](at, true)), second = COMPLEX.has(type) ? String(view[reader](at + size, true)) : '';
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

// A piece: its bytes, and the node that it is from, or the nodes that are combined in it.
function toPiece([bytes, from]) {
	if (typeof from === 'string')
		return { bytes, bits: BigInt(`0x${from}`) };
	return { bytes, rank: from ?? -1, empty: from === undefined };
}

// A kind of cell, see contents_write_kinds() in cli/view/contents.h.
function knownCell(row) {
	const text = row[0], pieces = row.slice(1).map(toPiece);

	return { text: text === '.' ? '' : text, pieces, bits: pieces.length === 1 ? pieces[0].bits : undefined,
		 bytes: pieces.reduce((sum, piece) => sum + piece.bytes, 0) };
}

// A value; indices of elements that travel are many.
function valueCell(hex, type) {
	const bytes = bytesOf(hex), view = new DataView(bytes.buffer), texts = [];

	if (!bytes.every((b) => b === 0) && type !== 6)
		texts.push(valueIn(view, type));
	for (let at = 0; type === 6 && at < bytes.length; at += 4)
		texts.push(valueIn(view, type, at));
	return { text: texts.join(' ').trim(), pieces: null, bits: undefined, bytes: 0 };
}

const isSameKind = (a, b) => a === b || (typeof a !== 'string' && typeof b !== 'string' && a.length === b.length &&
	a.every((part, i) => (i ? part[0] === b[i][0] && part[1] === b[i][1] : part === b[i])));

// The cells of the run that was shown before are those of this one if all kinds are the same: what
// has not changed need not be drawn. Sums have none.
function cellsOf(run, former) {
	const same = former?.cells && former.cells.length === run.cells?.length && run.cells.every((row, i) => isSameKind(row, former.cells[i]));

	return same ? former.blockCells : [];
}

function cellOf(run, kind, type) {
	const row = run.cells[kind];

	if (typeof row !== 'string')
		return (run.blockCells[kind] = run.blockCells[kind] ?? knownCell(row));
	const key = `${kind} ${type}`;
	if (!run.valueCells.has(key))
		run.valueCells.set(key, valueCell(row, type));
	return run.valueCells.get(key);
}

// Names the nodes that a set lacks and will contain at the end.
function lackOf(cell, end) {
	return end?.bits === undefined || cell?.text.endsWith('~') || (cell?.text && cell.bits === undefined) ? ''
		: setText(end.bits & ~(cell?.bits ?? 0n));
}

// Names the memory of an event, "out 1", and with its node, "3 out 1": one text for all its events.
function nameMemory(names, e) {
	if (!names.has(e.text))
		names.set(e.text, []);
	const depths = names.get(e.text), name = depths[e.peer] || { watch: `${e.text} ${e.peer}`, keys: [] };

	depths[e.peer] = name;
	e.watch = name.watch;
	e.key = name.keys[e.rank] = name.keys[e.rank] || `${e.rank} ${name.watch}`;
}

// The cells of an event: those of the nearest one before it that is known, and all changes since.
function heldBy(e) {
	const since = [];
	let known = e;

	for (; known && !known.held; known = known.before)
		if (known.size || !known.before)
			since.push(known);
	if (!since.length)
		return known.held;
	const { run, run: { numbers } } = e, cells = known ? known.held.slice() : new Array(e.number);

	for (const { at, size, detail } of since.reverse())
		for (let i = at; i < at + size; i += 2)
			cells[numbers[i]] = cellOf(run, numbers[i + 1], detail);
	return cells;
}

// Finds the watches, the contents of each at each event, and the last on each node, by which
// missing blocks are recognized.
function findContents(run, former) {
	run.watches = [];
	run.changing = new Set();
	run.last = new Map();
	[run.blockCells, run.valueCells] = [cellsOf(run, former), new Map()];
	const names = new Map();
	for (const e of run.events)
		if (e.kind === 'memory') {
			nameMemory(names, e);
			const before = run.last.get(e.key);

			if (before && e.size)
				run.changing.add(e.watch);
			if (before?.number === e.number)
				e.before = before;
			if (!run.watches.includes(e.watch))
				run.watches.push(e.watch);
			run.last.set(e.key, e);
		}
	// Watches that change come first.
	run.watches.sort((a, b) => run.changing.has(b) - run.changing.has(a));
	run.sums = run.known && run.cells.some((row) => typeof row !== 'string' && row.slice(1).some((p) => typeof p[1] === 'string'));
	run.uneven = run.known && lengthsOf(run).size > 1 && hasUneven(run);
	run.many = run.known && run.cells.some((row) => typeof row !== 'string' && row[0].includes('>'));
}

// The lengths of all kinds of cells: where there is one, no memory need be looked at.
const lengthsOf = (run) => new Set(run.cells.map((row) => (typeof row === 'string' ? 0 : row.slice(1).reduce((sum, [bytes]) => sum + bytes, 0))));

// Do cells of a node's memory differ in length? The last may be shorter.
function hasUneven(run) {
	return [...run.last.values()].some(({ cells }) => cells.some((cell, i) => i < cells.length - 1 && cell.bytes !== cells[0].bytes));
}

function memoryOf(events) {
	const memory = new Map();

	for (const e of events)
		if (e.kind === 'memory')
			memory.set(e.key, e);
	return memory;
}
