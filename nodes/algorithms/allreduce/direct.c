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
 */
#include <vcube/authoring.h>

/* Bytes, from the first one of a block. */
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

/* First it gives its terms; those that it takes lie one after the other. */

static struct vcube_given
give_term(const struct vcube_call *c, int to, const void *terms)
{
	const struct piece theirs = piece(c, to);

	(void)terms;
	return (struct vcube_given){(const char *)c->in + theirs.at, theirs.bytes};
}

static struct vcube_taken
take_term(const struct vcube_call *c, int from, const void *terms)
{
	const size_t bytes = piece(c, c->rank).bytes;

	return (struct vcube_taken){*(char *const *)terms + bytes * (size_t)from, bytes};
}

/* Then it gives its sum to all; every sum lies at its place in `out`. */

static struct vcube_given
give_sum(const struct vcube_call *c, int to, const void *arg)
{
	const struct piece mine = piece(c, c->rank);

	(void)to, (void)arg;
	return (struct vcube_given){(const char *)c->out + mine.at, mine.bytes};
}

static struct vcube_taken
take_sum(const struct vcube_call *c, int from, const void *arg)
{
	const struct piece theirs = piece(c, from);

	(void)arg;
	return (struct vcube_taken){(char *)c->out + theirs.at, theirs.bytes};
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
	vcube_direct(self, c, &(struct vcube_round){give_term, take_term, &terms});
	vcube_step(self, "combine");
	add(self, c, terms, (char *)c->out + mine.at, mine);    /* `in` may be `out` */
	vcube_free(self, terms);
	vcube_direct(self, c, &(struct vcube_round){give_sum, take_sum, NULL});
}

/* The time of the first piece, which is a largest one. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const size_t n = (t->m / t->unit + (size_t)t->p - 1) / (size_t)t->p;

	return vcube_direct_time(t, n * t->unit) +
	       (t->p - 1) * (vcube_combine_time(t, n) + vcube_message_time(t, n * t->unit));
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
