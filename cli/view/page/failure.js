// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// The view of a failure: which nodes wait for which, and why the run cannot continue.

// The most waiting nodes that are drawn and listed; on larger machines only the cycle is drawn,
// if it has no more.
const MOST_WAITS = 64;

// Waits are of single nodes, even where events are summed up over groups.
const waitsOf = (run) => run.waits ?? run.events.filter((e) => e.kind === 'wait');

function cycleOf(waits) {
	const next = new Map(waits.map((e) => [e.rank, e.peer])), seen = new Set();

	for (const start of next.keys()) {
		const path = [];
		let at = start;
		for (; next.has(at) && !seen.has(at); at = next.get(at)) {
			seen.add(at);
			path.push(at);
		}
		if (path.includes(at))
			return path.slice(path.indexOf(at));
	}
	return [];
}

// "to receive from node 3"; "for the other members of a group, now node 3".
function waitText(run, e) {
	const whom = e.peer < 0 ? '' : `${/ (from|to)$/.test(e.text) ? '' : ', now'} node ${e.peer}`;

	return `node ${e.rank} waits ${e.text}${whom}${run.texts[e.number] ? ` (${run.texts[e.number]})` : ''}`;
}

// Other errors, such as a lost message, are themselves the reason.
const DEADLOCK = -10;

function failureSentence(run) {
	const cycle = run.code === DEADLOCK ? cycleOf(waitsOf(run)) : [];
	const names = cycle.length > 12 ? `${cycle.slice(0, 6).join(', ')} .. ${cycle.slice(-2).join(', ')}, ${cycle.length} in all,` : cycle.join(', ');

	if (cycle.length === 1)
		return `Node ${cycle[0]} waits for itself, so it can never continue.`;
	if (cycle.length)
		return `Nodes ${names} wait in a cycle, each for the next and the last for the first, so none of them can ever continue.`;
	return run.error || 'Nothing failed.';
}

function arrow([x1, y1], [x2, y2], kind) {
	const length = Math.hypot(x2 - x1, y2 - y1), cut = 18 / length;
	const from = [x1 + (x2 - x1) * cut, y1 + (y2 - y1) * cut], to = [x2 - (x2 - x1) * cut, y2 - (y2 - y1) * cut];
	const line = length ? curve(from, to, 0.12) : `M${x1 - 8} ${y1 - 16}c-22 -40 38 -40 16 0`;

	return `<path class="${kind}" marker-end="url(#tip)" d="${line}"></path>`;
}

// Returns place i of `count` on a circle, clockwise from the top, about a unit apart.
function circlePlace(i, count) {
	const radius = Math.max(1, count / 6.3), angle = 2 * Math.PI * i / count;

	return [radius * Math.sin(angle), -radius * Math.cos(angle)];
}

function waitGraph(run) {
	const cycle = new Set(cycleOf(waitsOf(run)));
	const waits = waitsOf(run).filter((e) => e.peer >= 0 && (run.nodes <= MOST_WAITS || cycle.has(e.rank)));
	const nodes = [...new Set(waits.flatMap((e) => [e.rank, e.peer]))].sort((a, b) => a - b);
	if (!nodes.length || nodes.length > MOST_WAITS)
		return '';
	const pitch = nodes.length > 24 ? 44 : 62, radius = nodes.length > 1 ? pitch : 0, size = pitch * Math.max(1, nodes.length / 6.3) + 40;
	const place = new Map(nodes.map((r, i) => [r, circlePlace(i, nodes.length).map((x) => x * radius)]));
	const arrows = waits.map((e) => arrow(place.get(e.rank), place.get(e.peer), cycle.has(e.rank) ? 'cycle' : 'waits'));
	const waiting = new Set(waitsOf(run).map((e) => e.rank)), ended = nodes.some((r) => !waiting.has(r));
	const circles = nodes.map((r) => `<circle class="node${waiting.has(r) ? '' : ' ended'}" cx="${place.get(r)[0]}" cy="${place.get(r)[1]}" r="15"></circle>
		<text x="${place.get(r)[0]}" y="${place.get(r)[1] + 4}" text-anchor="middle">${r}</text>`);

	return `${fittedHead(2 * size, 2 * size, 'which nodes wait for which', -size, -size, 1.4)}
		<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto">
		<path d="M0 0L8 4L0 8z" fill="context-stroke"></path></marker></defs>${arrows.join('')}${circles.join('')}</svg>${
		ended ? '<p class="soft">Dashed: waits for no node; it has ended or failed.</p>' : ''}`;
}

function failureView(run) {
	if (!run.code)
		return '<p>The run succeeded.</p>';
	const waits = waitsOf(run), rest = waits.length - MOST_WAITS, sentence = failureSentence(run);
	const list = waits.slice(0, MOST_WAITS).map((e) => `<li>${escapeText(waitText(run, e))}</li>`).join('');

	return `<p class="alarm">${/^[a-z]/.test(sentence) ? 'The run failed: ' : ''}${escapeText(sentence)}</p>${waitGraph(run)}
		<ul>${list}${rest > 0 ? `<li>and ${rest} more</li>` : ''}</ul><h3>The report</h3><pre>${escapeText(run.report || run.error)}</pre>`;
}
