// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// What is pointed at or selected in one view is marked in all: a node, a message, a link.

// The selector of what belongs to a thing: { kind: 'node', id: 3 }, of a run.
function matchesOf(run, { kind, id }) {
	const all = [`[data-${kind}="${CSS.escape(id)}"]`];
	const message = kind === 'message' ? run.messages.get(id) : null;

	if (message) {
		all.push(`[data-node="${message.from}"]`, `[data-node="${message.to}"]`);
		for (const link of linksOf(run, message))
			all.push(`[data-link="${link.from}>${link.to}"]`);
	}
	if (kind === 'link')
		for (const { message: m } of run.holds.get(id) ?? [])
			all.push(`[data-message="${CSS.escape(m.key)}"]`);
	return all.join();
}

function wordsOf(run, { kind, id }, by, value) {
	if (kind === 'message') {
		const m = run.messages.get(id);
		return m && !run.groups ? `Message ${m.number} from ${m.from} to ${m.to}, ${sizeText(m.bytes)}: ${run.clock ? `starts at ${timeText(m.start)}, arrives at ${timeText(m.end)}` : `sent in step ${m.sent.step}`}; ${count(linksOf(run, m).length, 'link')}.` : '';
	}
	if (kind === 'link') {
		const link = linksAt(run, by, value).get(id) ?? { bytes: 0, busy: 0, holders: [], queue: [] };
		const text = linkWords(run, id, link, by === 'time' ? value : null);
		return `${text[0].toUpperCase()}${text.slice(1)}.`;
	}
	const cost = costsOf(run, upTo(run, by, value), by, value)[Number(id)];
	return cost ? `Node ${nodeName(run, Number(id))}: ${count(cost.startups, 'message')}, ${sizeText(cost.bytes)}; ${PARTS.map((part) => `${part.replace('startup', 'start-up')} ${timeText(cost[part])}`).join(', ')}.` : '';
}

const thingAt = (target) => {
	const found = target.closest?.('[data-message], [data-link], [data-node]');

	if (!found)
		return null;
	const kind = ['message', 'link', 'node'].find((k) => k in found.dataset);
	return { kind, id: found.dataset[kind], run: Number(found.closest('.run').dataset.run) };
};

// Marks what belongs to a thing, in the runs that have it.
function mark(thing, name) {
	for (const marked of document.querySelectorAll(`.${name}`))
		marked.classList.remove(name);
	document.getElementById('runs').classList.toggle(`has-${name}`, Boolean(thing));
	if (!thing)
		return;
	document.querySelectorAll('.run').forEach((section, i) => {
		for (const match of section.querySelectorAll(matchesOf(runs[i], thing)))
			match.classList.add(name);
	});
}

// Sums, and clocks of the host, have no critical path.
const hasCriticalPath = (run) => !run.groups && run.clock === 1;

// What a message waited for before it started: another that held until then a port of its nodes, or
// a link of its route, or with half duplex a wire. A message that is recorded link by link holds its
// first port and each link for a part of its time.
function waitedFor(run, m) {
	if (m.start <= m.sent.time)
		return undefined;
	const half = run.machine.includes('duplex=half');
	const links = linksOf(run, m).flatMap(({ from, to }) => [`${from}>${to}`, ...(half ? [`${to}>${from}`] : [])]);
	const ports = [...run.messages.values()].filter((other) => other.from === m.from || other.to === m.to).map((other) =>
		({ message: other, start: other.start, end: other.from === m.from && other.hops.length ? other.hops[0].event.time : other.end }));

	return [...ports, ...links.flatMap((key) => run.holds.get(key) ?? [])].find((hold) =>
		hold.end === m.start && hold.message.start < m.start)?.message;
}

// The critical path: from the node that ends last, back over each message that was waited for, by
// a node or by another message.
function criticalPath(run) {
	const path = [];
	let rank = run.ended.indexOf(Math.max(...run.ended)), time = run.ended[rank];

	if (!hasCriticalPath(run))
		return path;
	for (let left = run.events.length; time > 0 && left > 0; left--) {
		const wait = run.intervals[rank].findLast(([, to, , e]) => to <= time && e.time <= time && (e.kind === 'got' || e.kind === 'sent'));
		const e = wait?.[3], waited = e && run.messages.get(e.kind === 'got' ? keyOf(e.peer, e.rank, e.number) : keyOf(e.rank, e.peer, e.number));

		path.push({ rank, from: waited ? e.time : 0, to: time });
		if (!waited)
			break;
		for (let m = waited; m; m = waitedFor(run, m)) {
			path.push({ message: m });
			[rank, time] = [m.from, Math.min(m.sent.time, time - 1)];
		}
	}
	return path;
}
