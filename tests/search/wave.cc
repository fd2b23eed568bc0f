/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Quiescence of processes, by the library's own nodes/transport/wave.c: all states of a few
 * processes whose nodes run, send a bounded number of messages, and wait; packets of a pair stay in
 * order, and are under way for any time. Once all are quiescent, nodes may go on once, as those do
 * that find messages for receives that they have posted.
 *
 * Invariant: where a wave says that nothing goes on, no node runs and no message is under way.
 * From every state there is a way to where one says so.
 */
#include <cstdio>
#include <cstring>
#include <deque>
#include <map>
#include <string>
#include <vector>
#include "wave.c"

enum { MOST = 3 };

struct packet {
	uint32_t kind;
	int32_t to;
	struct vc_wave wave;
};

/* A state. */
struct world {
	vc_processes process[MOST];
	bool runs[MOST];
	int messages;                   /* that may still be sent */
	bool goes_on;                   /* nodes may, once */
	std::deque<packet> line[MOST][MOST];
};

static int processes;
static vcube_machine machine[MOST];
static world *now;                      /* in which a step is taken */

bool
vc_outbox_add(struct vc_processes *p, int to, const struct vc_packet *head, const void *data)
{
	packet one = {head->kind, head->to, {}};

	if (data != NULL)
		memcpy(&one.wave, data, sizeof one.wave);
	now->line[p->process][to].push_back(one);
	return true;
}

bool
vc_outbox_tell(struct vc_processes *p, const struct vc_packet *head, const void *data)
{
	for (int to = 0; to < processes; to++)
		if (to != p->process)
			vc_outbox_add(p, to, head, data);
	return true;
}

bool
vc_quiesce_here(vcube_machine *m, struct vc_quiet *quiet)
{
	*quiet = {1, 0};
	return !now->runs[m->number];
}

/* --- steps --------------------------------------------------------------------- */

static void
send(world &w, int from, int to)
{
	w.line[from][to].push_back({VC_PACKET_MESSAGE, to, {}});
	w.process[from].sent++;
	w.messages--;
}

static void
deliver(world &w, int from, int to)
{
	const packet one = w.line[from][to].front();

	w.line[from][to].pop_front();
	if (one.kind == VC_PACKET_WAVE) {
		vc_wave_add(&w.process[to], &one.wave);
	} else if (one.kind == VC_PACKET_VERDICT) {
		vc_wave_answered(&w.process[to], (enum vc_verdict_of_wave)one.to);
	} else {
		w.process[to].received++;
		w.runs[to] = true;
	}
}

static bool
has_ended(const world &w)
{
	for (int i = 0; i < processes; i++)
		if (w.process[i].verdict != VC_WAVE_STUCK)
			return false;
	return true;
}

static bool
says_so(const world &w)
{
	for (int i = 0; i < processes; i++)
		if (w.process[i].verdict > VC_WAVE_AGAIN)
			return true;
	return false;
}

static bool
is_quiescent(const world &w)
{
	for (int i = 0; i < processes; i++) {
		if (w.runs[i])
			return false;
		for (int j = 0; j < processes; j++)
			for (const packet &one : w.line[i][j])
				if (one.kind == VC_PACKET_MESSAGE)
					return false;
	}
	return true;
}

/* All go on, node `who` running, once they have compared what they can do. */
static void
go_on(world &w, int who)
{
	for (int i = 0; i < processes; i++)
		w.process[i].verdict = VC_WAVE_RUNS;
	w.runs[who] = true;
	w.goes_on = false;
}

/* Takes step number `step` of a state. Returns false if it cannot be taken. */
static bool
take(world &w, int step)
{
	const int a = step % processes, b = step / processes % processes;
	vc_processes &p = w.process[a];

	now = &w;
	switch (step / processes / processes) {
	case 0:
		if (w.line[a][b].empty())
			return false;
		deliver(w, a, b);
		break;
	case 1:
		if (a == b || !w.runs[a] || w.messages == 0)
			return false;
		send(w, a, b);
		break;
	case 2:
		if (b == 0 && w.runs[a])
			w.runs[a] = false;
		else if (b == 1 && !w.runs[a] && !p.told && p.verdict == VC_WAVE_RUNS)
			vc_wave_tell(&p);
		else
			return false;
		break;
	default:
		if (b != 0 || !w.goes_on || !has_ended(w))
			return false;
		go_on(w, a);
	}
	for (int i = 0; i < processes; i++)
		if (w.process[i].verdict == VC_WAVE_AGAIN)
			w.process[i].verdict = VC_WAVE_RUNS;    /* the machine's thread has seen it */
	return true;
}

/* --- the search ------------------------------------------------------------------ */

static void
add(std::string &text, long number)
{
	text += (char)number;
	text += (char)(number >> 8);
}

static std::string
text_of(const world &w)
{
	std::string text;

	add(text, w.messages * 2 + w.goes_on);
	for (int i = 0; i < processes; i++) {
		const vc_processes &p = w.process[i];

		for (long number : {(long)w.runs[i], (long)p.sent, (long)p.received, (long)p.told,
				    (long)p.verdict, (long)p.sum.sent, (long)p.sum.received,
				    (long)p.sum.alive, (long)p.came, (long)p.received_before})
			add(text, number);
		for (int j = 0; j < processes; j++) {
			add(text, (long)w.line[i][j].size());
			for (const packet &one : w.line[i][j])
				for (long number : {(long)one.kind, (long)one.to, (long)one.wave.sent,
						    (long)one.wave.received})
					add(text, number);
		}
	}
	return text;
}

/* States by number, and from which each can be reached. */
struct graph {
	std::map<std::string, int> number;
	std::vector<world> state;
	std::vector<std::vector<int>> before;
	std::vector<int> ended;
};

static int
number_of(graph &g, const world &w)
{
	const auto found = g.number.emplace(text_of(w), (int)g.state.size());

	if (found.second) {
		g.state.push_back(w);
		g.before.emplace_back();
		if (has_ended(w))
			g.ended.push_back(found.first->second);
	}
	return found.first->second;
}

/* Returns how many states lead to one where all have ended. */
static size_t
led(const graph &g)
{
	std::vector<bool> leads(g.state.size());
	std::vector<int> rest = g.ended;
	size_t count = 0;

	while (!rest.empty()) {
		const int at = rest.back();

		rest.pop_back();
		if (leads[at])
			continue;
		leads[at] = true;
		count++;
		rest.insert(rest.end(), g.before[at].begin(), g.before[at].end());
	}
	return count;
}

static world
first_world(int messages)
{
	world w = {};

	for (int i = 0; i < processes; i++) {
		machine[i].number = i;
		w.process[i].machine = &machine[i];
		w.process[i].process = i;
		w.process[i].count = processes;
		vc_wave_begin(&w.process[i]);
		w.runs[i] = true;
	}
	w.messages = messages;
	w.goes_on = true;
	return w;
}

static int
search(int messages)
{
	const int steps = 4 * processes * processes;
	graph g;

	number_of(g, first_world(messages));
	for (size_t at = 0; at < g.state.size(); at++)
		for (int step = 0; step < steps; step++) {
			world next = g.state[at];
			int number;

			if (!take(next, step))
				continue;
			if (says_so(next) && !is_quiescent(next)) {
				printf("%zu A WAVE ENDS BEFORE ALL ARE QUIESCENT\n", g.state.size());
				return 1;
			}
			number = number_of(g, next);
			g.before[number].push_back((int)at);
		}
	if (led(g) < g.state.size()) {
		printf("%zu NOBODY FINDS THAT ALL ARE QUIESCENT\n", g.state.size());
		return 1;
	}
	printf("%zu NOTHING WRONG\n", g.state.size());
	return 0;
}

int
main(int count, char **name)
{
	if (count != 2)
		return 2;
	processes = strcmp(name[1], "two") == 0 ? 2 : 3;
	return search(processes == 2 ? 4 : 3);
}
