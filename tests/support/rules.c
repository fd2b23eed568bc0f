/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "rules.h"

enum { MESSAGES = RULES_NODES * RULES_OPS, WAY = 16 };

#define NEVER INT64_MAX

struct message {
	int from, to;
	size_t bytes;
	vcube_time sent;
	bool placed, taken;
	vcube_time left, arrival, duration, receipt;
};

struct simulation {
	const struct rules_program *program;
	const struct rules_costs *costs;
	vcube_machine *machine;
	struct rules_times *times;
	struct message message[MESSAGES];
	int messages;
	/* of each node: its place in the program, and whether it has begun what it does there */
	int at[RULES_NODES];
	bool begun[RULES_NODES];
	vcube_time clock[RULES_NODES], out_free[RULES_NODES], in_free[RULES_NODES];
	struct message *of[RULES_NODES][RULES_OPS];     /* what an operation sent or received */
	bool posted[RULES_NODES][RULES_OPS];
	struct span { long link; vcube_time from, to; } span[MESSAGES * WAY];
	int spans;
};

/* --- the network ------------------------------------------------------------- */

/* In half duplex both directions of a link are one. */
static long
wire(const struct simulation *s, long link)
{
	const vcube_topology *const t = vcube_machine_topology(s->machine);
	const int ports = vcube_topology_ports(t);
	int from, to;

	vcube_topology_link_ends(t, link, &from, &to);
	for (int port = 0; s->costs->half && port < ports; port++)
		if (vcube_topology_neighbor(t, to, port) == from && (long)to * ports + port < link)
			return (long)to * ports + port;
	return link;
}

/* Returns when a link is free for a message as far as one look at its reservations tells. */
static vcube_time
free_from(const struct simulation *s, long link, vcube_time from, vcube_time duration)
{
	vcube_time free = from;

	for (int i = 0; i < s->spans; i++) {
		const struct span *const span = &s->span[i];

		if (span->link == link && span->from < free + duration && free < span->to)
			free = span->to;
	}
	return free;
}

/* Reserves links together from the first time on at which all are free for so long. */
static vcube_time
reserve(struct simulation *s, const long *link, int links, vcube_time time, vcube_time duration)
{
	vcube_time before;

	do {
		before = time;
		for (int l = 0; l < links; l++)
			time = free_from(s, link[l], time, duration);
	} while (time != before);
	for (int l = 0; l < links; l++)
		s->span[s->spans++] = (struct span){link[l], time, time + duration};
	return time;
}

static vcube_time
start_of(const struct simulation *s, const struct message *m)
{
	return s->costs->one_port && s->out_free[m->from] > m->sent ? s->out_free[m->from] : m->sent;
}

static void
place(struct simulation *s, struct message *m)
{
	const vcube_time bytes = s->costs->per_byte * (vcube_time)m->bytes;
	long link[WAY];
	const int links = vcube_message_way(s->machine, m->from, m->to, 0, link, WAY);
	vcube_time time = start_of(s, m);

	for (int l = 0; l < links; l++)
		link[l] = wire(s, link[l]);
	for (int l = 0; l < (s->costs->store ? links : 1); l++) {
		const int together = s->costs->store ? 1 : links;

		m->duration = (l == 0 ? s->costs->startup : 0) + together * s->costs->per_hop + bytes;
		time = reserve(s, link + l, together, time, m->duration) + m->duration;
		if (l == 0)
			m->left = time;
	}
	m->arrival = time;
	m->placed = true;
	s->out_free[m->from] = m->left;
}

/* --- nodes ------------------------------------------------------------------- */

static struct message *
send(struct simulation *s, int rank, const struct rules_op *op)
{
	struct message *const m = &s->message[s->messages++];

	s->clock[rank] += s->costs->send_overhead;
	*m = (struct message){.from = rank, .to = op->to, .bytes = op->bytes, .sent = s->clock[rank]};
	if (op->to == rank) {
		m->placed = true;
		m->left = m->arrival = m->sent;
	}
	return m;
}

/* Returns the next message from a node, or from any the first to arrive of those placed; NULL if
 * there is none. */
static struct message *
next_message(struct simulation *s, int from, int to)
{
	struct message *found = NULL;
	bool seen[RULES_NODES] = {false};

	for (int i = 0; i < s->messages; i++) {
		struct message *const m = &s->message[i];

		if (m->to != to || m->taken || seen[m->from] || (from >= 0 && m->from != from))
			continue;
		seen[m->from] = true;
		if (from >= 0)
			return m;
		if (m->placed && (found == NULL || m->arrival < found->arrival))
			found = m;
	}
	return found;
}

static void
take(struct simulation *s, struct message *m, int op)
{
	vcube_time *const clock = &s->clock[m->to];

	if (m->arrival > *clock)
		*clock = m->arrival;
	if (s->costs->one_port && m->from != m->to) {
		if (s->in_free[m->to] + m->duration > *clock)
			*clock = s->in_free[m->to] + m->duration;
		s->in_free[m->to] = *clock;
	}
	*clock += s->costs->recv_overhead;
	m->taken = true;
	m->receipt = *clock;
	s->times->arrival[m->to][op] = m->arrival;
}

/* Completes a receive; those from the same node that were posted before get their messages
 * first. */
static bool
receive(struct simulation *s, int rank, int upto)
{
	const struct rules_op *const op = s->program->op[rank];

	for (int i = 0; i <= upto; i++) {
		struct message *m;

		if (!s->posted[rank][i] || op[i].from != op[upto].from)
			continue;
		m = next_message(s, op[i].from, rank);
		if (m == NULL || !m->placed)
			return false;
		take(s, m, i);
		s->posted[rank][i] = false;
	}
	return true;
}

/* Returns whether the capacity lets a sender go on, and when: as soon as this message and those
 * before it that have not been received fit. An empty one counts as a byte. */
static bool
has_room(const struct simulation *s, const struct message *m, vcube_time *when)
{
	size_t held = 0;

	*when = 0;
	for (const struct message *b = m; b >= s->message; b--) {
		if (b->from != m->from || b->to != m->to)
			continue;
		held += b->bytes > 0 ? b->bytes : 1;
		if (held <= s->costs->capacity)
			continue;
		*when = b->receipt;
		return b->taken;
	}
	return true;
}

/* Ends a send: when there is room and, if the node waits for that, the message has left. */
static bool
end_send(struct simulation *s, int rank, const struct message *m, bool left)
{
	vcube_time when;

	if (!has_room(s, m, &when) || (left && !m->placed))
		return false;
	if (left && m->left > when)
		when = m->left;
	if (when > s->clock[rank])
		s->clock[rank] = when;
	return true;
}

/* All nodes meet, and go on at the latest clock. */
static bool
align(struct simulation *s)
{
	const int nodes = s->program->nodes;
	vcube_time latest = 0;

	for (int r = 0; r < nodes; r++)
		if (!s->begun[r] || s->at[r] >= s->program->ops[r] ||
		    s->program->op[r][s->at[r]].what != DO_ALIGN)
			return false;
	for (int r = 0; r < nodes; r++)
		latest = s->clock[r] > latest ? s->clock[r] : latest;
	for (int r = 0; r < nodes; r++) {
		s->clock[r] = latest;
		s->begun[r] = false;
		s->at[r]++;
	}
	return true;
}

static void
begin(struct simulation *s, int rank, const struct rules_op *op)
{
	s->begun[rank] = true;
	s->clock[rank] += op->work;
	if (op->what == DO_SEND || op->what == DO_ISEND || op->what == DO_BOTH)
		s->of[rank][s->at[rank]] = send(s, rank, op);
	s->posted[rank][s->at[rank]] = op->what == DO_RECV || op->what == DO_IRECV || op->what == DO_BOTH;
}

/* Goes on with what a node does. Returns whether that is over. */
static bool
end(struct simulation *s, int rank, const struct rules_op *op)
{
	const int at = s->at[rank];

	switch (op->what) {
	case DO_SEND:
		return end_send(s, rank, s->of[rank][at], false);
	case DO_RECV:
		return receive(s, rank, at);
	case DO_BOTH:
		return receive(s, rank, at) && end_send(s, rank, s->of[rank][at], true);
	case DO_WAIT:
		return s->of[rank][op->of] != NULL ? end_send(s, rank, s->of[rank][op->of], true)
			: receive(s, rank, op->of);
	case DO_ANY:
	case DO_ALIGN:
		return false;
	default:
		return true;
	}
}

static bool
go_on(struct simulation *s, int rank)
{
	const struct rules_op *const op = &s->program->op[rank][s->at[rank]];

	if (s->at[rank] >= s->program->ops[rank])
		return false;
	if (!s->begun[rank])
		begin(s, rank, op);
	if (!end(s, rank, op))
		return false;
	s->begun[rank] = false;
	s->at[rank]++;
	return true;
}

static void
go_on_all(struct simulation *s)
{
	bool moved;

	do {
		moved = false;
		for (int r = 0; r < s->program->nodes; r++)
			while (go_on(s, r))
				moved = true;
	} while (moved || align(s));
}

/* Returns the message to place next: the first to start of those that are each the first of its
 * sender; ties to the lowest rank. */
static struct message *
first_to_start(struct simulation *s)
{
	struct message *first = NULL;
	bool seen[RULES_NODES] = {false};

	for (int i = 0; i < s->messages; i++) {
		struct message *const m = &s->message[i];

		if (m->placed || seen[m->from])
			continue;
		seen[m->from] = true;
		if (first == NULL || start_of(s, m) < start_of(s, first) ||
		    (start_of(s, m) == start_of(s, first) && m->from < first->from))
			first = m;
	}
	return first;
}

/* Returns what a node that receives from any takes first, of all nodes. */
static struct message *
first_from_any(struct simulation *s)
{
	struct message *first = NULL;

	for (int r = 0; r < s->program->nodes; r++) {
		struct message *const m = s->begun[r] && s->at[r] < s->program->ops[r] &&
			s->program->op[r][s->at[r]].what == DO_ANY ? next_message(s, -1, r) : NULL;

		if (m != NULL && (first == NULL || m->arrival < first->arrival))
			first = m;
	}
	return first;
}

bool
rules_simulate(const struct rules_program *program, const struct rules_costs *costs,
	       vcube_machine *machine, struct rules_times *times)
{
	static struct simulation s;
	struct message *sent, *any;

	memset(&s, 0, sizeof s);
	memset(times, 0, sizeof *times);
	s.program = program;
	s.costs = costs;
	s.machine = machine;
	s.times = times;
	for (;;) {
		go_on_all(&s);
		sent = first_to_start(&s);
		any = first_from_any(&s);
		if (sent == NULL && any == NULL)
			break;
		if (any != NULL && (sent == NULL || any->arrival <= start_of(&s, sent))) {
			take(&s, any, s.at[any->to]);
			s.begun[any->to] = false;
			s.at[any->to]++;
		} else {
			place(&s, sent);
		}
	}
	memcpy(times->end, s.clock, sizeof s.clock);
	for (int r = 0; r < program->nodes; r++)
		if (s.at[r] < program->ops[r])
			return false;
	return true;
}
