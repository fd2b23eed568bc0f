/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Direct all-reduce: the block has p pieces, one for each node. Every node sends every other node
 * its term of that node's piece, adds the terms of its own in rank order, so that any operator
 * will do, and sends the sum to all. On a real machine that takes as long as a ring; on a host with
 * fewer processors than nodes a node waits only twice, and no byte goes through another node.
 *
 * The terms in the sums of pieces (a, b, c) that a node has, p = 3:
 *
 *   node      0                1                2
 *   start     a0 b0 c0         a1 b1 c1         a2 b2 c2
 *   terms     a012             b012             c012
 *   sums      a b c  in every node
 *
 * On large machines a node sends at most AHEAD messages ahead of those that it has received, or a
 * million would pile up.
 */
#include <vcube/authoring.h>

enum { AHEAD = 64 };

/* Bytes, from the first one of a block or of the terms. */
struct piece {
	size_t at, bytes;
};

static struct piece
piece(const struct vcube_call *c, int i)
{
	const size_t unit = vcube_type_size(c->type);
	size_t first, n = vcube_piece(c->count, c->size, i, &first);

	return (struct piece){first * unit, n * unit};
}

/* A round of messages from every node to all others: of terms, each of another piece, or of sums. */
struct round {
	bool sums;
	const char *from;
	char *into;
};

static vcube_request *
send(vcube_node *self, const struct vcube_call *c, const struct round *r, int i)
{
	const int to = (c->rank + i) % c->size;
	const struct piece give = piece(c, r->sums ? c->rank : to);

	return vcube_isend(self, c->group, to, r->from + give.at, give.bytes);
}

static void
receive(vcube_node *self, const struct vcube_call *c, const struct round *r, int i)
{
	const int from = (c->rank + c->size - i) % c->size;
	const struct piece take = piece(c, r->sums ? from : c->rank);
	const size_t at = r->sums ? take.at : take.bytes * (size_t)from;

	vcube_recv(self, c->group, from, r->into + at, take.bytes, NULL);
}

static void
exchange(vcube_node *self, const struct vcube_call *c, const struct round *r)
{
	const int p = c->size, ahead = p - 1 < AHEAD ? p - 1 : AHEAD;
	vcube_request *sent[AHEAD];

	for (int i = 1; i <= ahead; i++)
		sent[i - 1] = send(self, c, r, i);
	for (int i = 1; i < p; i++) {
		vcube_request **const slot = &sent[(i - 1) % ahead];

		receive(self, c, r, i);
		if (i + ahead < p) {
			vcube_wait(self, *slot, NULL);
			*slot = send(self, c, r, i + ahead);
		}
	}
	vcube_waitall(self, sent, ahead);
}

/* Adds the terms of the node's own piece. */
static void
add(vcube_node *self, const struct vcube_call *c, const char *terms, char *sum, struct piece mine)
{
	struct vcube_call part = *c;

	part.count = mine.bytes / vcube_type_size(c->type);
	vcube_combine(self, &part, terms, terms + mine.bytes, sum, 1);
	for (size_t i = 2; i < (size_t)c->size; i++)
		vcube_combine(self, &part, sum, terms + mine.bytes * i, sum, 1);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const struct piece mine = piece(c, c->rank);
	char *const terms = vcube_scratch(self, mine.bytes * (size_t)c->size);

	if (terms == NULL)
		return;
	vcube_watch(self, "terms", terms, c->type,
		    mine.bytes / vcube_type_size(c->type) * (size_t)c->size);
	vcube_step(self, "terms");
	vcube_copy(self, terms + mine.bytes * (size_t)c->rank, (const char *)c->in + mine.at, mine.bytes);
	exchange(self, c, &(struct round){false, c->in, terms});
	add(self, c, terms, (char *)c->out + mine.at, mine);    /* `in` may be `out` */
	vcube_free(self, terms);
	vcube_step(self, "sums");
	exchange(self, c, &(struct round){true, c->out, c->out});
}

/* The time of the first piece, which is a largest one. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const size_t n = (t->m / t->unit + (size_t)t->p - 1) / (size_t)t->p;

	return t->k.copy * (vcube_time)(n * t->unit) +
	       (t->p - 1) * (2 * vcube_message_time(t, n * t->unit) + vcube_combine_time(t, n));
}

const struct vcube_algorithm vc_algorithm_allreduce_direct = {
	.collective = VCUBE_ALLREDUCE,
	.name = "direct",
	.text = "the terms of each piece to one node, and the sum from there to all",
	.paper = "",
	.native = 1u << VCUBE_FULL,
	.steps = "2 (p - 1)",
	.volume = "2 m (1 - 1/p)",
	.formula = "2 (ts + tw m/p)(p - 1)",
	.waits = VCUBE_WAITS_TWICE,
	.cost = cost,
	.run = run,
};
