// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// Pictures of much: blocks and messages that are too many for elements of their own. A view
// leaves a canvas and says how to draw it, which happens once the canvas is on the page.

const CANVAS_LINES = 800;
const drawings = [];
const drawing = { panel: '', count: 0 };

// Says for which panel the next views are.
function drawFor(panel) {
	Object.assign(drawing, { panel, count: 0 });
}

// Has `draw` called with an element that a view leaves, once it is on the page. Returns its id,
// which is the same whenever the view is drawn again.
function later(draw) {
	const id = `drawn-${drawing.panel}-${++drawing.count}`;

	drawings.push({ id, draw });
	return id;
}

function canvasHtml(name, width, height, label, draw) {
	const ratio = window.devicePixelRatio || 1;                     // as many pixels as the screen has
	const id = later((canvas) => {
		const context = canvas.getContext('2d');

		context.setTransform(ratio, 0, 0, ratio, 0, 0);
		draw(context, canvas);
	});

	return `<canvas id="${id}" class="${name}" data-key="${name}" width="${Math.ceil(width * ratio)}" height="${Math.ceil(height * ratio)}" style="width:${Math.ceil(width)}px" role="img" aria-label="${escapeText(label)}"></canvas>`;
}

function drawAll() {
	for (const { id, draw } of drawings.splice(0))
		draw(document.getElementById(id));
}

const styleOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Many blocks: a row for each node, a narrow cell for each block.

function gridOf(run) {
	const counts = run.watches.map((w) => Math.max(...[...run.last].filter(([key]) => key.endsWith(` ${w}`)).map(([, e]) => e.cells.length)));
	const room = run.rooms.blocks ? run.rooms.blocks.width - 40 : document.getElementById('runs').clientWidth / runs.length - 120;
	const cells = counts.reduce((a, b) => a + b, 0), wide = Math.max(2, Math.min(11, Math.floor((room - 14 * counts.length) / cells)));
	const fit = run.rooms.blocks ? Math.max(3, Math.floor((run.rooms.blocks.height - 18) / run.nodes)) : 11;
	const high = Math.min(fit, run.nodes > 32 ? 8 : 11), left = 30, top = 18;
	const columns = [];
	let x = left;

	counts.forEach((n, i) => {
		columns.push({ watch: run.watches[i], x, count: n });
		x += n * wide + 14;
	});
	return { columns, wide, high, left, top, width: x, height: top + run.nodes * high };
}

// Where the cells of a memory begin and end, which takes `room`: in proportion to their lengths.
function edgesOf(run, cells, room) {
	const bytes = cells.map((cell) => (run.uneven ? cell.bytes : 1)), all = Math.max(1, d3.sum(bytes)), edges = [0];

	for (const n of bytes)
		edges.push(edges[edges.length - 1] + room * n / all);
	return edges;
}

function drawCell(context, run, cell, x, y, wide, high) {
	const [first] = cell.pieces;

	if (cell.pieces.length === 1 && first.rank >= 0) {
		context.fillStyle = colourOf(first.rank);
		context.fillRect(x, y, wide, high);
		return;
	}
	const all = cell.pieces.reduce((sum, piece) => sum + piece.bytes, 0);

	for (const piece of cell.pieces) {
		const width = wide * piece.bytes / all, bands = bandsOf(run, piece);
		bands.forEach(([colour], i) => {
			if (!colour)
				return;
			context.fillStyle = colour.startsWith('var') ? styleOf('--line') : colour;
			context.fillRect(x, y + high * i / bands.length, width, high / bands.length);
		});
		x += width;
	}
}

// What a row of cells looks like: the cells, and those of the stop before and of the end.
const EMPTY_ROW = { cells: NOTHING, old: NOTHING, end: NOTHING };

const isFresh = ({ cells, old }, i) => Boolean(cells[i] && old[i] && old[i] !== cells[i]);
const isLast = ({ cells, end }, i) => cells[i] === end[i];
const looksSame = (a, b, i) => a.cells[i] === b.cells[i] && isFresh(a, i) === isFresh(b, i) && isLast(a, i) === isLast(b, i);

// Draws the cells of a node's memory that look different from before.
function drawRow(context, run, grid, ink, { x, count }, y, row, seen) {
	if (row.cells === seen.cells && row.old === seen.old && row.end === seen.end)
		return;
	const { cells } = row, edges = run.uneven ? edgesOf(run, cells, cells.length * grid.wide) : null;
	// uneven ones move
	const whole = edges ? hasSome(count, (i) => cells[i] !== seen.cells[i]) : !hasSome(count, (i) => looksSame(row, seen, i));

	if (whole)
		context.clearRect(x, y, count * grid.wide, grid.high);
	for (let i = 0; i < count; i++) {
		const cell = cells[i];

		if (!whole && looksSame(row, seen, i))
			continue;
		const left = x + (cell && edges ? edges[i] : i * grid.wide), wide = cell && edges ? edges[i + 1] - edges[i] : grid.wide;

		if (!whole)
			context.clearRect(left, y, wide, grid.high);
		context.globalAlpha = isLast(row, i) ? 1 : 0.3;
		if (cell?.pieces)
			drawCell(context, run, cell, left, y, wide - (wide > 4 ? 1 : 0), grid.high - 1);
		if (isFresh(row, i)) {
			context.globalAlpha = 1;
			context.fillStyle = ink;
			context.fillRect(left, y + grid.high - 3, wide, 2);
		}
	}
}

function hasSome(count, is) {
	for (let i = 0; i < count; i++)
		if (is(i))
			return true;
	return false;
}

// The names of nodes and memories, on an empty canvas
function drawNamesOfGrid(context, run, grid) {
	context.clearRect(0, 0, grid.width, grid.height);
	context.font = '10px system-ui, sans-serif';
	context.textAlign = 'right';
	context.fillStyle = styleOf('--soft');
	for (let rank = 0; rank < run.nodes; rank += Math.ceil(9 / grid.high))
		context.fillText(rank, grid.left - 5, grid.top + (rank + 1) * grid.high - 1);
	context.textAlign = 'left';
	context.fillStyle = styleOf('--ink');
	for (const { watch, x } of grid.columns)
		context.fillText(watch.replace(/ \d+$/, ''), x, 11);
}

// A canvas that stays on the page keeps its picture: most cells are as they were, in another run, too.
function drawGrid(context, canvas, run, grid, memory, before) {
	const ink = styleOf('--ink'), kind = JSON.stringify([grid, canvas.width, canvas.height, ink, run.uneven, run.nodes]);

	if (canvas.kind !== kind) {
		Object.assign(canvas, { kind, seen: new Map() });
		context.globalAlpha = 1;
		drawNamesOfGrid(context, run, grid);
	}
	for (let rank = 0; rank < run.nodes; rank++)
		for (const column of grid.columns) {
			const key = `${rank} ${column.watch}`, y = grid.top + rank * grid.high;
			const row = { cells: memory.get(key)?.cells ?? NOTHING, old: before.get(key)?.cells ?? NOTHING, end: run.last.get(key)?.cells ?? NOTHING };

			drawRow(context, run, grid, ink, column, y, row, canvas.seen.get(key) ?? EMPTY_ROW);
			canvas.seen.set(key, row);
		}
}

// Names the block under the pointer.
function cellUnder(run, grid, memory, x, y) {
	const rank = Math.floor((y - grid.top) / grid.high);
	const column = grid.columns.find((c) => x >= c.x && x < c.x + c.count * grid.wide);
	const cells = (column && memory.get(`${rank} ${column.watch}`)?.cells) ?? [];
	const i = column ? d3.bisectRight(edgesOf(run, cells, cells.length * grid.wide), x - column.x) - 1 : -1, cell = cells[i];

	return cell ? { node: rank, text: `Node ${rank}, ${column.watch.replace(/ \d+$/, '')}[${i}]: ${cell.text || 'nothing yet'}.` } : null;
}

function denseBlocks(run, at, state) {
	const memory = memoryOf(at.events), before = memoryOf(at.before), grid = gridOf(run);
	const missing = [...run.last].reduce((sum, [key, end]) => sum + end.cells.filter((cell, i) => memory.get(key)?.cells[i] !== cell).length, 0);
	const draw = (context, canvas) => {
		drawGrid(context, canvas, run, grid, memory, before);
		canvas.onpointermove = (event) => {
			const under = cellUnder(run, grid, memory, event.offsetX, event.offsetY);
			if (under)
				sayAbout(under.text, { kind: 'node', id: String(under.node) });
		};
	};

	return `${canvasHtml('dense', grid.width, grid.height, 'a row for each node, a cell for each block', draw)}
		${explained(run, 'blocks', `${missing ? `${count(missing, 'block')} still differ from the end` : 'All is as at the end'}. ${cellWords(run)} Pale: differs from the end. Underlined: changed ${nowWords(state)}. ${recordWords(memory, state.by)}`)}`;
}

// The colours of a node's time, as in page.css
const BARS = { waiting: ['--load3', 0.45], transfer: ['--mark', 0.35], startup: ['--mark', 0.8], work: ['--soft', 1] };

// Many messages, behind the picture of their nodes.
function manyLines(run, own, intervals, state, at, x, height) {
	const y = (rank) => 20 + rank * PLOT.row, byStep = state.by === 'step';
	const kinds = [['later', '--wire', 0.8], ['', '--mark', 0.8], ['now', '--alarm', 1.6]].map(([kind, colour, width]) => ({ kind, colour, width, lines: [] }));

	for (const m of own.messages) {
		const sent = startOf(m, state.by), end = byStep ? (m.got ? Math.max(m.got.step, sent) : sent) + 0.85 : m.end;
		const now = byStep ? sent === at.value : m.start <= at.value && m.end >= at.value;
		if (!(at.hidden && sent > at.value))
			kinds[sent > at.value ? 0 : now ? 2 : 1].lines.push([x(sent), y(m.from), x(end), y(m.to)]);
	}
	const shown = kinds.reduce((sum, k) => sum + k.lines.length, 0);
	const html = canvasHtml('lines', PLOT.left + PLOT.width + 40, height, `${shown} messages as lines`, (context, canvas) => {
		context.clearRect(0, 0, canvas.width, canvas.height);
		for (const [kind, [colour, alpha]] of Object.entries(BARS)) {
			context.fillStyle = styleOf(colour);
			context.globalAlpha = alpha;
			for (const [from, to, is, e] of intervals)
				if (is === kind)
					context.fillRect(x(Math.max(from, x.from)), y(e.rank) - PLOT.bar / 2, Math.max(0.5, x(Math.min(to, x.to)) - x(Math.max(from, x.from))), PLOT.bar);
		}
		for (const { colour, width, lines } of kinds) {
			context.globalAlpha = Math.min(1, Math.max(0.1, 25 * PLOT.row / lines.length));
			context.strokeStyle = styleOf(colour);
			context.lineWidth = width;
			context.beginPath();
			for (const [x1, y1, x2, y2] of lines) {
				context.moveTo(x1, y1);
				context.lineTo(x2, y2);
			}
			context.stroke();
		}
	});
	return html.replace('<canvas', `<canvas data-shown="${shown}" data-now="${kinds[2].lines.length}"`);
}
