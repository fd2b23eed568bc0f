/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The enumerator: a depth-first search over all states, with what each node has seen as part of
 * them. It is brute force on purpose: its only reduction is that equal states are visited once.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "interleavings.h"

/* --- programs ---------------------------------------------------------------- */

static int
peer_of(char c)
{
	return c == '*' ? MODEL_ANY : c - '0';
}

static struct model_op
parse_op(const char *word, size_t length)
{
	struct model_op op = {.code = word[0], .slot = -1, .other = -1};
	const char *const tag = memchr(word, ':', length);

	op.tag = tag != NULL ? (int8_t)(tag[1] - '0') : word[0] == 'w' ? MODEL_UNTAGGED : 0;
	if (strchr("sSrwp", word[0]) != NULL)
		op.peer = (int8_t)peer_of(word[1]);
	if (strchr("otxy", word[0]) != NULL)
		op.slot = (int8_t)(word[1] - '0');
	if (word[0] == 'o')
		op.peer = (int8_t)peer_of(word[2]);
	if (word[0] == 'y')
		op.other = (int8_t)(word[2] - '0');
	if (word[0] == '?')
		op.skip = (int8_t)(word[1] - '0');
	if (word[0] == '=') {
		op.peer = (int8_t)peer_of(word[1]);
		op.skip = (int8_t)(word[2] - '0');
	}
	return op;
}

void
model_parse(struct model *m, const char *text)
{
	memset(m, 0, sizeof *m);
	for (m->nodes = 1; *text != '\0';) {
		const size_t length = strcspn(text, " |");
		const int r = m->nodes - 1;

		if (length > 0) {
			assert(m->ops[r] < MODEL_OPS);
			m->op[r][m->ops[r]++] = parse_op(text, length);
		}
		text += length;
		m->nodes += *text == '|';
		text += *text != '\0';
	}
	assert(m->nodes <= MODEL_NODES);
}

/* --- sets of digests --------------------------------------------------------- */

static size_t
place_of(const struct outcomes *o, uint64_t digest)
{
	size_t i = digest & (o->room - 1);

	while (o->at[i] != 0 && o->at[i] != digest)
		i = (i + 1) & (o->room - 1);
	return i;
}

static void
grow(struct outcomes *o)
{
	struct outcomes more = {.room = o->room > 0 ? 4 * o->room : 256, .count = o->count};

	more.at = calloc(more.room, sizeof *more.at);
	assert(more.at != NULL);
	for (size_t i = 0; i < o->room; i++)
		if (o->at[i] != 0)
			more.at[place_of(&more, o->at[i])] = o->at[i];
	free(o->at);
	*o = more;
}

bool
outcomes_have(const struct outcomes *o, uint64_t digest)
{
	return o->room > 0 && o->at[place_of(o, digest | (digest == 0))] != 0;
}

bool
outcomes_add(struct outcomes *o, uint64_t digest)
{
	digest |= digest == 0;
	if (outcomes_have(o, digest))
		return false;
	if (2 * o->count >= o->room)
		grow(o);
	o->at[place_of(o, digest)] = digest;
	o->count++;
	return true;
}

void
outcomes_clear(struct outcomes *o)
{
	free(o->at);
	*o = (struct outcomes){.at = NULL};
}

static uint64_t
mix(uint64_t digest, uint64_t number)
{
	digest = (digest + number + 1) * 0x9e3779b97f4a7c15u;
	return digest ^ digest >> 31;
}

uint64_t
model_saw(uint64_t seen, int what, int from, int number)
{
	return mix(mix(seen, (uint64_t)what), (uint64_t)(from + 1) << 16 | (uint64_t)(number + 1));
}

uint64_t
model_outcome(uint64_t outcome, uint64_t seen, bool finished)
{
	return mix(mix(outcome, seen), finished);
}

/* --- states ------------------------------------------------------------------ */

enum { ON_ITS_WAY, THERE, TAKEN };

struct message {
	int8_t tag, where;
};

struct posted {
	int8_t posted, peer, tag, age;
	int8_t from, number;            /* of its message, or MODEL_NOTHING */
};

struct state {
	uint64_t seen[MODEL_NODES];
	int8_t at[MODEL_NODES], sending[MODEL_NODES], last[MODEL_NODES], posts[MODEL_NODES];
	int8_t sent[MODEL_NODES][MODEL_NODES];
	struct message message[MODEL_NODES][MODEL_NODES][MODEL_MESSAGES];
	struct posted request[MODEL_NODES][MODEL_REQUESTS];
	int8_t wrong, dead[MODEL_NODES];        /* something has gone wrong; who has ended by it */
};

struct enumeration {
	const struct model *model;
	bool synchronous;
	enum model_faults faults;
	struct outcomes visited, *outcomes;
	double *paths;                  /* of visited states, [place] */
};

/* The first message of a channel that is there with that tag, or -1. */
static int
first_there(const struct state *s, int from, int to, const struct model_op *op)
{
	if (op->peer != MODEL_ANY && op->peer != from)
		return -1;
	for (int i = 0; i < s->sent[from][to]; i++)
		if (s->message[from][to][i].where == THERE && s->message[from][to][i].tag == op->tag)
			return i;
	return -1;
}

static bool
any_there(const struct state *s, int nodes, int to, const struct model_op *op)
{
	for (int from = 0; from < nodes; from++)
		if (first_there(s, from, to, op) >= 0)
			return true;
	return false;
}

static double visit(struct enumeration *e, const struct state *s);

/* Goes on in a copy of the state: the node has got this, or nothing. */
static double
get(struct enumeration *e, const struct state *s, int node, int what, int from, int number)
{
	struct state next = *s;

	next.seen[node] = model_saw(next.seen[node], what, from, number);
	next.last[node] = (int8_t)from;
	next.at[node]++;
	return visit(e, &next);
}

/* Receives, and looks: each message that is there, and nothing only if there is none. */
static double
take(struct enumeration *e, const struct state *s, int node, const struct model_op *op)
{
	double paths = 0;

	for (int from = 0; from < e->model->nodes; from++) {
		const int number = first_there(s, from, node, op);
		struct state next = *s;

		if (number < 0)
			continue;
		if (op->code != 'p')
			next.message[from][node][number].where = TAKEN;
		paths += get(e, &next, node, op->code, from, op->code != 'p' ? number : 0);
	}
	if ((op->code == 'w' || op->code == 'p') && !any_there(s, e->model->nodes, node, op))
		paths += get(e, s, node, op->code, MODEL_NOTHING, 0);
	return paths;
}

/* Posts a receive, which takes a message that is there at once. */
static double
post(struct enumeration *e, const struct state *s, int node, const struct model_op *op)
{
	const struct posted posted = {1, op->peer, op->tag, (int8_t)(s->posts[node] + 1), MODEL_NOTHING, 0};
	double paths = 0;

	for (int from = MODEL_NOTHING; from < e->model->nodes; from++) {
		const int number = from < 0 ? 0 : first_there(s, from, node, op);
		struct state next = *s;

		if (number < 0 || (from < 0 && any_there(s, e->model->nodes, node, op)))
			continue;
		next.posts[node]++;
		next.request[node][op->slot] = posted;
		next.request[node][op->slot].from = (int8_t)from;
		next.request[node][op->slot].number = (int8_t)number;
		if (from >= 0)
			next.message[from][node][number].where = TAKEN;
		next.at[node]++;
		paths += visit(e, &next);
	}
	return paths;
}

/* Ends a request that is done. */
static double
finish(struct enumeration *e, const struct state *s, int node, int what, int slot)
{
	const struct posted r = s->request[node][slot];
	struct state next = *s;

	if (!r.posted || r.from == MODEL_NOTHING)
		return 0;
	next.request[node][slot].posted = 0;
	return get(e, &next, node, what, r.from, r.number);
}

/* Loses a message, which is known to nobody. */
static double
lose(struct enumeration *e, const struct state *s, int node, int to)
{
	struct state next = *s;

	next.message[node][to][next.sent[node][to]++].where = TAKEN;
	next.at[node]++;
	next.wrong = 1;
	return visit(e, &next);
}

static double
send(struct enumeration *e, const struct state *s, int node, int to, int tag)
{
	const bool waits = e->synchronous || e->model->op[node][s->at[node]].code == 'S';
	struct state next = *s;
	const int last = s->sent[node][to] - 1;

	if (to < 0) {
		next.at[node]++;
		return visit(e, &next);
	}
	if (s->sending[node] && s->message[node][to][last].where != TAKEN)
		return 0;
	if (e->faults == MODEL_LOSE && !s->wrong && !s->sending[node] && to != node)
		lose(e, s, node, to);
	if (!s->sending[node]) {
		assert(last + 1 < MODEL_MESSAGES);
		next.message[node][to][last + 1] = (struct message){(int8_t)tag, ON_ITS_WAY};
		next.sent[node][to]++;
	}
	next.sending[node] = waits && !s->sending[node];
	next.at[node] += !next.sending[node];
	return visit(e, &next);
}

/* All ways in which a node can make its next step. */
static double
step(struct enumeration *e, const struct state *s, int node)
{
	const struct model_op *const op = &e->model->op[node][s->at[node]];
	struct state next = *s;
	double paths;

	switch (op->code) {
	case 's':
	case 'S':
		return send(e, s, node, op->peer, op->tag);
	case 'b':
		return send(e, s, node, s->last[node], op->tag);
	case 'o':
		return post(e, s, node, op);
	case 'x':
		return finish(e, s, node, 'x', op->slot);
	case 'y':
		return finish(e, s, node, 'y' << 8, op->slot) + finish(e, s, node, 'y' << 8 | 1, op->other);
	case 't':
		paths = finish(e, s, node, 't', op->slot);
		return paths > 0 ? paths : get(e, s, node, 't', MODEL_NOTHING, 0);
	case '?':
	case '=':
		next.at[node] += 1 + (s->last[node] == (op->code == '?' ? MODEL_NOTHING : op->peer)
				      ? op->skip : 0);
		return visit(e, &next);
	default:
		return take(e, s, node, op);
	}
}

/* The next message of a channel arrives: the oldest posted receive that accepts it takes it. */
static double
arrive(struct enumeration *e, const struct state *s, int from, int to)
{
	struct state next = *s;
	struct posted *oldest = NULL;
	int i = 0;

	while (i < s->sent[from][to] && s->message[from][to][i].where != ON_ITS_WAY)
		i++;
	if (i == s->sent[from][to])
		return 0;
	for (int k = 0; k < MODEL_REQUESTS; k++) {
		struct posted *const r = &next.request[to][k];

		if (r->posted && r->from == MODEL_NOTHING && r->tag == s->message[from][to][i].tag &&
		    (r->peer == MODEL_ANY || r->peer == from) && (oldest == NULL || r->age < oldest->age))
			oldest = r;
	}
	if (oldest != NULL) {
		oldest->from = (int8_t)from;
		oldest->number = (int8_t)i;
	}
	next.message[from][to][i].where = oldest != NULL ? TAKEN : THERE;
	return visit(e, &next);
}

static double
end(struct enumeration *e, const struct state *s)
{
	uint64_t outcome = 0;

	for (int r = 0; r < e->model->nodes; r++)
		outcome = model_outcome(outcome, s->seen[r], s->at[r] >= e->model->ops[r]);
	outcomes_add(e->outcomes, outcome);
	return 1;
}

/* Ends a node before an operation. */
static void
crash(struct enumeration *e, const struct state *s, int node)
{
	struct state next = *s;

	if (s->wrong || s->sending[node] || strchr("?=", e->model->op[node][s->at[node]].code) != NULL)
		return;
	next.dead[node] = next.wrong = 1;
	visit(e, &next);
}

static double
go_on(struct enumeration *e, const struct state *s)
{
	const int n = e->model->nodes;
	double paths = 0;

	for (int r = 0; r < n; r++) {
		if (s->at[r] >= e->model->ops[r] || s->dead[r])
			continue;
		paths += step(e, s, r);
		if (e->faults == MODEL_CRASH)
			crash(e, s, r);
	}
	for (int from = 0; from < n; from++)
		for (int to = 0; to < n; to++)
			paths += arrive(e, s, from, to);
	return paths > 0 ? paths : end(e, s);
}

static double
visit(struct enumeration *e, const struct state *s)
{
	const unsigned char *const bytes = (const unsigned char *)s;
	const size_t room = e->visited.room;
	uint64_t digest = 0;
	double paths;

	for (size_t i = 0; i + 8 <= sizeof *s; i += 8) {
		uint64_t word;

		memcpy(&word, bytes + i, sizeof word);
		digest = mix(digest, word);
	}
	if (outcomes_have(&e->visited, digest))
		return e->paths[place_of(&e->visited, digest | (digest == 0))];
	paths = go_on(e, s);
	outcomes_add(&e->visited, digest);
	assert(e->visited.room == room);
	e->paths[place_of(&e->visited, digest | (digest == 0))] = paths;
	return paths;
}

double
model_enumerate(const struct model *m, bool synchronous, enum model_faults faults,
		struct outcomes *outcomes)
{
	struct enumeration e = {.model = m, .synchronous = synchronous, .faults = faults,
				.outcomes = outcomes};
	struct state start;
	double paths;

	memset(&start, 0, sizeof start);
	memset(start.last, MODEL_NOTHING, sizeof start.last);
	e.visited.room = (size_t)1 << 20;
	e.visited.at = calloc(e.visited.room, sizeof *e.visited.at);
	e.paths = calloc(e.visited.room, sizeof *e.paths);
	assert(e.visited.at != NULL && e.paths != NULL);
	paths = visit(&e, &start);
	outcomes_clear(&e.visited);
	free(e.paths);
	return paths;
}
