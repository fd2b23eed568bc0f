// SPDX-License-Identifier: BSD-2-Clause
'use strict';
// The recorded runs, and their state at a stop: a step or a time. No drawing here.

const TIME_KINDS = new Set(['step', 'send', 'hop', 'arrive', 'got', 'return', 'fail', 'wait']);
const WAITS = new Set(['got', 'sent', 'align']);

const toEvent = (run, row) => ({
	kind: run.kinds[row[0]], time: row[1], span: row[2], rank: row[3], peer: row[4],
	number: row[5], amount: row[6], text: run.texts[row[7]], detail: row[8], more: row.slice(9),
});

const keyOf = (from, to, number) => `${from}>${to}#${number}`;

// Gives each event the step of its node. Memory recorded when a step begins is the result of
// the previous step.
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
	run.waits = run.waits?.map((row) => toEvent(run, row));
	countSteps(run);
	findMessages(run);
	const call = run.events.find((e) => e.kind === 'call');
	run.scatters = Boolean(call?.text.startsWith('reduce_scatter.'));
	run.adds = run.events.find((e) => e.kind === 'group')?.text === 'sum';
	// one call, as vcube run records it, perhaps of an algorithm that the library chose
	run.single = run.title.startsWith(`${String(run.call).split('.')[0]}.`);
	run.combined = run.adds && run.title.startsWith(call.text);
	findContents(run);
	return run;
}

// Returns the links of a message as pairs of vertices: as recorded, or the topology's route.
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

// Costs

function emptyCost() {
	return { startups: 0, bytes: 0, hops: 0, waited: 0 };
}

function addCost(run, cost, e) {
	if (WAITS.has(e.kind))
		cost.waited += e.span;
	if (e.kind === 'hop')
		cost.hops += run.groups ? e.span : 1;
	if (e.kind !== 'send')
		return;
	const hops = messageOf(run, e)?.hops.length ? 0 : e.more.length / 2;
	cost.startups += run.groups ? e.more[0] : Number(e.detail !== 1);
	cost.hops += run.groups ? e.span : hops;
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
