// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// The recorded runs, and their state at a stop: a step or a time. No drawing here.

const TIME_KINDS = new Set(['step', 'send', 'hop', 'arrive', 'got', 'return', 'start', 'done', 'fail', 'wait']);

// An event. Those of a run that is not shown any more become those of the next one: that leaves the
// browser less memory to clear up.
class RunEvent {
	constructor() {
		this.run = this.text = null;
		this.kind = this.watch = this.key = '';         // of memory: which, and the event of the same before this one
		this.time = this.span = 0;
		this.rank = this.peer = this.number = this.amount = this.detail = this.at = this.size = this.step = this.place = 0;
		this.message = this.before = this.held = null;
	}

	become(run, kind, fields, at, size) {
		this.run = run;
		this.kind = kind;
		this.time = fields[0];
		this.span = fields[1];
		this.rank = fields[2];
		this.peer = fields[3];
		this.number = fields[4];
		this.amount = fields[5];
		this.text = run.texts[fields[6]];
		this.detail = fields[7];
		this.at = at;                   // where the run's numbers have those of this kind alone
		this.size = size;               // how many
		this.message = null;
		this.step = 0;
		this.before = this.held = null;
		return this;
	}

	get more() {
		return this.run.numbers.slice(this.at, this.at + this.size);
	}

	// What its memory holds; few are asked for.
	get cells() {
		return (this.held = this.held ?? heldBy(this));
	}
}

// Rows say what differs from the row of their kind before, see cli/view/rows.h.
const KINDS = 32, FIELDS = 8;

function toEvents(run, numbers, former) {
	const last = run.kinds.map(() => new Array(FIELDS).fill(0)), events = [];

	run.numbers = numbers;
	for (let at = 0; at < numbers.length;) {
		const head = numbers[at++], kind = head % KINDS, fields = last[kind], size = Math.floor(head / KINDS / 2 ** FIELDS);

		for (let i = 0, changed = head / KINDS % 2 ** FIELDS | 0; changed; i++, changed >>= 1)
			if (changed & 1)
				fields[i] = numbers[at++];
		events.push((former[events.length] ?? new RunEvent()).become(run, run.kinds[kind], fields, at, size));
		at += size;
	}
	return events;
}

// Has a part of the run be found when it is asked for first.
function whenAsked(run, name, find) {
	Object.defineProperty(run, name, { configurable: true, get() {
		Object.defineProperty(run, name, { value: find(run) });
		return run[name];
	} });
}

const NOTHING = [];

const keyOf = (from, to, number) => `${from}>${to}#${number}`;

// Gives each event the step in which it happens, as vcube step counts them: a node's steps follow
// each other, and it receives a message no earlier than in the step in which that was sent.
// Memory recorded when a step begins is the result of the previous step.
function countSteps(run) {
	const step = new Array(run.shown).fill(0), begun = new Array(run.shown).fill(false);

	for (const e of run.events) {
		const sent = e.kind === 'got' || e.kind === 'arrive' || e.kind === 'hop' ? e.message?.sent.step ?? 0 : 0;

		if (e.kind === 'step')
			step[e.rank]++;
		else if (e.kind === 'got')
			step[e.rank] = Math.max(step[e.rank], sent);
		begun[e.rank] = e.kind === 'step' || (begun[e.rank] && e.kind === 'memory');
		e.step = e.kind === 'arrive' || e.kind === 'hop' ? sent : step[e.rank] - Number(begun[e.rank] && e.kind === 'memory');
	}
	run.steps = Math.max(...step);
}

function addMessage(run, e) {
	const m = { from: e.rank, to: e.peer, number: e.number, bytes: e.amount, sent: e,
		    start: e.time + (run.groups ? 0 : e.span), end: e.time, hops: NOTHING,
		    count: run.groups ? e.number : 1, links: run.groups ? e.span : 0 };

	m.key = run.groups ? `${keyOf(e.rank, e.peer, e.number)}@${e.time}` : keyOf(e.rank, e.peer, e.number);
	run.messages.set(m.key, m);
	e.message = m;
}

function addHop(m, e) {
	const [from, to] = e.more;

	if (m.hops === NOTHING)
		m.hops = [];
	m.hops.push({ from, to, event: e });
}

// Finds the messages, and gives each event about one of them that message; numbers find it sooner
// than texts.
function findMessages(run) {
	const slots = new Map(), slotOf = (from, to, number) => (number * run.shown + from) * run.shown + to;

	run.messages = new Map();
	for (const e of run.events)
		if (e.kind === 'send') {
			addMessage(run, e);
			if (!run.groups)
				slots.set(slotOf(e.rank, e.peer, e.number), e.message);
		}
	for (const e of run.events) {
		const coming = e.kind === 'arrive' || e.kind === 'got';

		if (!coming && e.kind !== 'hop')
			continue;
		const m = e.message = slots.get(coming ? slotOf(e.peer, e.rank, e.number) : slotOf(e.rank, e.peer, e.number));

		if (e.kind === 'hop') {
			if (m)
				addHop(m, e);
			continue;
		}
		if (m && (e.kind === 'arrive' || !run.clock))
			[m.end, m.arrived] = [e.time, true];
		if (m && e.kind === 'got' && e.detail !== 1)
			m.got = e;
	}
}

// Prepares a run, which takes the place of a former one if there is one.
function readRun(run, former) {
	run.shown = run.groups || run.nodes;
	run.waits = run.waits && toEvents(run, run.waits, NOTHING);
	run.events = toEvents(run, run.events, former?.events ?? NOTHING);
	run.rankAt = [];
	run.position.forEach((v, rank) => { run.rankAt[v] = rank; });
	findMessages(run);
	countSteps(run);
	const call = run.events.find((e) => e.kind === 'call');
	// one call, as vcube run records it, perhaps of an algorithm that the library chose
	run.single = run.title.startsWith(`${String(run.call).split('.')[0]}.`);
	run.combined = call && run.events.find((e) => e.kind === 'group')?.text === 'sum' && run.title.startsWith(call.text);
	whenAsked(run, 'intervals', findIntervals);
	whenAsked(run, 'ended', findEnds);
	whenAsked(run, 'holds', findHolds);
	whenAsked(run, 'acts', findActs);
	whenAsked(run, 'receipts', findReceipts);
	whenAsked(run, 'critical', criticalPath);
	findContents(run, former);
	return run;
}

// Returns the links of a message as pairs of vertices: as recorded, or the topology's route.
function linksOf(run, message) {
	if (message.hops.length)
		return message.hops;
	if (run.groups)
		return [{ from: message.from, to: message.to, event: message.sent }];
	const { run: { numbers, position }, at, size } = message.sent, links = [];
	let from = position[message.from];

	for (let i = at; i < at + size; i++) {
		links.push({ from, to: numbers[i], event: message.sent });
		from = numbers[i];
	}
	return links;
}

// Stops: the steps or times through which the page moves

function stopsOf(runs, by) {
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

// The events up to and including a stop's step or time, and those exactly in it.
const upTo = (run, by, value) => run.events.filter((e) => valueOf(e, by) <= value);
const exactly = (run, by, value) => run.events.filter((e) => valueOf(e, by) === value);

// Time: a node's intervals, [begin, end, kind], in which it works, waits, or starts or transfers a
// message; the rest is start-ups and overheads.

function intervalsOf(run, e) {
	const begin = e.time - e.span, [transfer = 0, waiting = 0] = e.kind === 'align' ? [0, e.span] : e.more;
	const ready = begin + waiting, carried = e.time - transfer;

	if (e.kind === 'work')
		return [[begin, e.time, 'work', e]];
	return [[begin, ready, 'waiting', e], [ready, carried, 'startup', e], [carried, e.time, 'transfer', e]]
		.filter(([from, to]) => to > from);
}

const SPENDS = new Set(['got', 'sent', 'align', 'probe', 'work']);

function findIntervals(run) {
	const intervals = Array.from({ length: run.shown }, () => []);

	for (const e of run.events)
		if (SPENDS.has(e.kind) && e.span > 0 && !run.groups)
			intervals[e.rank].push(...intervalsOf(run, e));
	return intervals;
}

// What is nobody's doing, or not that of the node it names
const OTHERS = new Set(['arrive', 'hop', 'run', 'end']);

// When each node does the last of what it does
function findEnds(run, events = run.events) {
	const ended = new Array(run.shown).fill(0);

	for (const e of events)
		if (!OTHERS.has(e.kind))
			ended[e.rank] = Math.max(ended[e.rank], e.time);
	return ended;
}

// Costs up to a time, or a step's end

const PARTS = ['startup', 'transfer', 'waiting', 'work'];

const emptyCost = () => ({ startups: 0, bytes: 0, hops: 0, startup: 0, transfer: 0, waiting: 0, work: 0 });

function addCost(run, cost, e) {
	if (run.groups && e.kind === 'align') {
		[cost.startup, cost.transfer, cost.work] = [cost.startup + e.more[0], cost.transfer + e.more[1], cost.work + e.more[2]];
		cost.waiting += e.span;
	}
	if (e.kind === 'hop')
		cost.hops += run.groups ? e.span : 1;
	if (e.kind !== 'send')
		return;
	const hops = e.message?.hops.length ? 0 : e.size;
	cost.startups += run.groups ? e.more[0] : Number(e.detail !== 1);
	cost.hops += run.groups ? e.span : hops;
	cost.bytes += e.amount;
}

// Divides a node's time up to `time`. Under a clock of the host, what is no wait is work.
function spendTime(run, cost, rank, time) {
	for (const [from, to, kind] of run.intervals[rank])
		if (from < time)
			cost[kind] += Math.min(to, time) - from;
	cost[run.clock === 1 ? 'startup' : 'work'] +=
		Math.max(0, Math.min(time, run.ended[rank]) - cost.transfer - cost.waiting - cost.work - cost.startup);
}

// By step, a node's time is that at which it came to its next step.
function costsOf(run, events, by = 'time', value = Infinity) {
	const costs = Array.from({ length: run.shown }, emptyCost), last = findEnds(run, events);

	for (const e of events)
		addCost(run, costs[e.rank], e);
	if (!run.groups)
		costs.forEach((cost, rank) => spendTime(run, cost, rank, by === 'step' ? last[rank] : value));
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

// Links

// Finds when messages hold links: as recorded, or from their start to their arrival.
function findHolds(run) {
	const all = new Map();

	if (!run.clock || run.groups)
		return all;
	for (const m of run.messages.values())
		for (const link of linksOf(run, m)) {
			const key = `${link.from}>${link.to}`, hop = m.hops.length ? link.event : null;
			const hold = { message: m, start: hop ? hop.time - hop.span : m.start, end: hop ? hop.time : m.end };

			if (link.from === link.to)
				continue;
			if (!all.has(key))
				all.set(key, []);
			all.get(key).push(hold);
		}
	for (const holds of all.values())
		holds.sort((a, b) => a.start - b.start);
	return all;
}

// A link at a time: bytes that have crossed it, time for which it was held, the messages that
// hold it, and those that have been sent, would cross it next, and find it held by others.
function linkAt(run, key, time) {
	const link = { bytes: 0, busy: 0, holders: [], queue: [] };

	for (const { message, start, end } of run.holds.get(key)) {
		const part = start >= time ? 0 : end <= time ? 1 : (time - start) / (end - start);

		link.bytes += part * message.bytes;
		link.busy += part * (end - start);
		if (start <= time && time < end)
			link.holders.push(message);
		else if (message.sent.time <= time && time < start && comesNext(message, key, time))
			link.queue.push(message);
	}
	if (!link.holders.length)
		link.queue = [];
	link.bytes = Math.round(link.bytes);
	return link;
}

// A message that is recorded link by link queues for the next one, others for all of them.
function comesNext(message, key, time) {
	const next = message.hops.find((hop) => hop.event.time > time);

	return !next || `${next.from}>${next.to}` === key;
}

// The state of each link at a stop that has carried, or carries, anything.
function linksAt(run, by, value) {
	const links = new Map();

	if (by === 'time' && run.clock && !run.groups) {
		for (const [key, holds] of run.holds)
			if (holds[0].start <= value)
				links.set(key, linkAt(run, key, value));
		return links;
	}
	for (const message of run.messages.values())
		for (const link of valueOf(message.sent, by) <= value ? linksOf(run, message) : NOTHING)
			if (valueOf(link.event, by) <= value && (run.groups || link.from !== link.to)) {
				const key = `${link.from}>${link.to}`, state = links.get(key) || { bytes: 0, busy: 0, holders: [], queue: [] };

				state.bytes += message.bytes;
				if (by === 'step' && message.sent.step === value)
					state.holders.push(message);
				links.set(key, state);
			}
	return links;
}

const loadsOf = (run, by, value) => new Map([...linksAt(run, by, value)].map(([key, link]) => [key, link.bytes]));
