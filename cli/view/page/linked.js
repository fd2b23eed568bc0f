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
