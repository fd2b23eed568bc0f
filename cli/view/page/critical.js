// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// The critical path: what the run's end waited for, back to its begin. Its pieces follow each other
// in time without a gap; each is of a message, of a node, or both: { kind, rank, message, from, to }.

// Sums and clocks of the host have none, and nor has a trace that lacks what some nodes did.
const hasCriticalPath = (run) => !run.groups && run.clock === 1 && run.traced === run.nodes;

// The kinds of pieces, in words
const CRITICAL_WORDS = { message: 'messages', startup: 'start-ups and overheads of nodes', work: 'work', waiting: 'waiting' };

const hasOnePort = (run) => !run.machine.includes('ports=all');

// What each node does, in order; each event notes its place there.
function findActs(run) {
	const acts = Array.from({ length: run.shown }, () => []);

	for (const e of run.events)
		if (!OTHERS.has(e.kind))
			e.place = acts[e.rank].push(e) - 1;
	return acts;
}

// How long a message takes to come in at the port of its receiver: its last link does.
function comingOf(m) {
	const last = m.hops[m.hops.length - 1]?.event;

	return last ? last.span : m.end - m.start;
}

// When a message had come in, and what that waited for: the port, which takes in one after the
// other and is free from a time on, the message's arrival, or the node, which came later.
function receiptOf(run, e, free) {
	const { message: m, peer, rank } = e, begin = e.time - e.span, arrival = m?.end ?? begin;
	const least = Math.max(arrival, begin), coming = m && peer !== rank && hasOnePort(run) ? comingOf(m) : 0;
	const taken = coming ? Math.max(least, free + coming) : least;

	return { coming, taken, why: taken > least ? 'port' : arrival > begin ? 'arrival' : 'node' };
}

function findReceipts(run) {
	const receipts = new Map();

	for (const acts of run.acts) {
		let before = null;

		for (const e of acts)
			if (e.kind === 'got' && e.detail !== 1) {
				const receipt = receiptOf(run, e, receipts.get(before)?.taken ?? 0);

				receipts.set(e, { ...receipt, before });
				before = receipt.coming ? e : before;
			}
	}
	return receipts;
}

// Did an event end later because of others?
const hasWaited = (run, e) => (e.kind === 'got' && e.detail !== 1 ? run.receipts.get(e).why !== 'node'
	: ['got', 'sent', 'probe', 'align'].includes(e.kind) && e.span > 0);

// The path from a time back, as far as it is known
class Path {
	constructor(end) {
		this.pieces = [];
		this.front = end;
	}

	// What led there, from a time on
	add(kind, thing, from) {
		if (from >= this.front)
			return;
		this.pieces.push({ kind, ...thing, from, to: this.front });
		this.front = from;
	}
}

// From an act of a node back to the last one that waited for something.
function alongNode(run, { rank, place }, path) {
	const acts = run.acts[rank];
	let i = place - 1;

	for (; i >= 0 && !hasWaited(run, acts[i]); i--)
		if (acts[i].kind === 'work') {
			path.add('startup', { rank }, acts[i].time);
			path.add('work', { rank }, acts[i].time - acts[i].span);
		}
	path.add('startup', { rank }, i < 0 ? 0 : acts[i].time);
	return i < 0 ? null : causeOf(run, acts[i], path);
}

// What an event waited for: a message, the receipt of one, an act of a node, or nothing that is known.
function causeOf(run, e, path) {
	const { rank, place } = e;
	const found = e.kind === 'got' && e.detail !== 1 ? receivedBy(run, e, path)
		: e.kind === 'sent' ? leftBy(run, e)
		: e.kind === 'probe' ? probedBy(run, e)
		: e.kind === 'align' ? latestBy(run, e) : null;

	if (!found)
		path.add('waiting', { rank }, e.time - e.span);
	return found ?? { rank, place };
}

function receivedBy(run, e, path) {
	path.add('startup', { rank: e.rank }, run.receipts.get(e).taken);
	return { got: e };
}

// When the port of its sender is free again: a message that is passed on leaves it earlier.
const leavesAt = (m) => (m.hops[0]?.event.time ?? m.end);

// A sender waits until its message has left, or until the receiver has made room by taking one.
function leftBy(run, e) {
	const m = run.messages.get(keyOf(e.rank, e.peer, e.number));

	if (m && m.start < e.time && e.time <= leavesAt(m))
		return { message: m };
	const room = run.acts[e.peer]?.find((got) => got.kind === 'got' && got.peer === e.rank && got.time === e.time);

	return room ? { rank: room.rank, place: room.place + 1 } : null;
}

function probedBy(run, e) {
	const found = run.events.find((other) => other.kind === 'arrive' && other.rank === e.rank && other.time === e.time && other.message);

	return found ? { message: found.message } : null;
}

// The members of a group go on when the latest one comes, which does not wait.
function latestBy(run, e) {
	const found = run.events.find((other) => other.kind === 'align' && other.time === e.time && !other.span);

	return found ? { rank: found.rank, place: found.place } : null;
}

// From a receipt back to the message, to the one that the port took in before, or to the node.
function alongReceipt(run, { got: e }, path) {
	const { coming, taken, why, before } = run.receipts.get(e);

	if (why === 'arrival')
		return { message: e.message };
	if (why === 'node')
		return { rank: e.rank, place: e.place };
	path.add('message', { rank: e.rank, message: e.message }, taken - coming);
	return before && { got: before };
}

// The links that a message held at once, and when; one stretch, unless it is stored and forwarded.
function stretchesOf(run, m) {
	const all = [];

	for (const { from, to, event: e } of linksOf(run, m)) {
		const [start, end] = m.hops.length ? [e.time - e.span, e.time] : [m.start, m.end];

		if (all.length && all[all.length - 1].start === start)
			all[all.length - 1].links.push(`${from}>${to}`);
		else
			all.push({ start, end, links: [`${from}>${to}`] });
	}
	return all.length ? all : [{ start: m.start, end: m.end, links: [] }];
}

// The message whose end let the sender's port go at a time, if it was that.
function portHolder(run, m, time) {
	const acts = run.acts[m.from];
	let i = m.sent.place - 1;

	while (i >= 0 && !(acts[i].kind === 'send' && acts[i].peer !== m.from))
		i--;
	const before = acts[i]?.message;
	return hasOnePort(run) && before && leavesAt(before) === time ? before : null;
}

// The message that held a link, or with half duplex its wire, until a time.
function linkHolder(run, m, links, time) {
	const half = run.machine.includes('duplex=half');
	const keys = links.flatMap((key) => (half ? [key, key.split('>').reverse().join('>')] : [key]));

	return keys.flatMap((key) => run.holds.get(key) ?? NOTHING).find(({ message, start, end }) =>
		end === time && start < time && message !== m)?.message;
}

// From a message, which is on its way, back to its sender, or to another message that it waited for.
function alongMessage(run, { message: m }, path) {
	const stretches = stretchesOf(run, m);

	for (let i = stretches.length - 1; i >= 0; i--) {
		const { start, end, links } = stretches[i], ready = i ? stretches[i - 1].end : m.sent.time;

		if (start >= path.front)
			continue;
		path.add('waiting', { message: m }, end);       // a fault delayed it
		path.add('message', { message: m }, start);
		const other = start > ready && ((!i && portHolder(run, m, start)) || linkHolder(run, m, links, start));
		if (other)
			return { message: other };
	}
	path.add('waiting', { rank: m.from, message: m }, m.sent.time);
	return { rank: m.from, place: m.sent.place };
}

// From the node that ends last back, over each message that was waited for, by a node or by another
// message.
function criticalPath(run) {
	const end = Math.max(...run.ended), path = new Path(end), rank = run.ended.indexOf(end);
	let at = hasCriticalPath(run) ? { rank, place: run.acts[rank].length } : null;

	// it goes back from cause to cause; a damaged trace may lead it round
	for (let left = 4 * run.events.length; at && path.front > 0 && left > 0; left--)
		at = at.message ? alongMessage(run, at, path) : at.got ? alongReceipt(run, at, path) : alongNode(run, at, path);
	return path.pieces.reverse();
}

function pieceWords({ kind, rank, message: m, from, to }) {
	const what = m ? `the message from ${m.from} to ${m.to} ${kind === 'waiting' ? 'waits' : rank === undefined ? 'is on its way' : `comes in at node ${rank}, behind another`}`
		: `node ${rank} ${{ work: 'works', waiting: 'waits' }[kind] ?? 'starts or receives messages'}`;

	return `critical path: ${what}, ${timeText(to - from)}`;
}

// What the path's time consists of
function criticalWords(run) {
	const sums = Object.keys(CRITICAL_WORDS).map((kind) => [kind, d3.sum(run.critical, (piece) => (piece.kind === kind ? piece.to - piece.from : 0))]);

	return `Critical path: ${sums.filter(([, sum]) => sum).map(([kind, sum]) => `${CRITICAL_WORDS[kind]} ${timeText(sum)}`).join(', ') || 'no time passes'}. Dotted: what it waited for.`;
}
