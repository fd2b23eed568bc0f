/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all broadcast through rank 0 of a cube: it gathers all blocks, then broadcasts
 * them as one over d edge-disjoint spanning trees.
 *
 * With all ports, the gathering uses the same trees for d pieces of each block, so that
 * all links to the root carry the same load (topo/gathering.c). With one port d trees are
 * no faster than one, and a binomial tree has fewer start-ups.
 *
 * Invariant: a piece that reaches the root in row t, over h links, moves in each of the
 * steps t - h + 1 to t. So a link has one message in a step, and each piece is there when
 * it has to go on.
 */
#include <vcube/authoring.h>

/* Sends a neighbour the piece of `from` that reaches the root over a tree in a row, or
 * receives it. */
static vcube_request *
pass(vcube_node *self, const struct vcube_call *c, const struct vcube_gathering *g, const uint32_t *order,
     int tree, long row, int from, int neighbor, bool on)
{
	const size_t unit = vcube_type_size(c->type);
	size_t first, bytes = unit * vcube_gathering_elements(g, order, tree, row, &first);
	char *const data = (char *)vcube_out(c, from) + unit * first;

	return on ? vcube_isend(self, c->group, neighbor, data, bytes)
		  : vcube_irecv(self, c->group, neighbor, data, bytes);
}

static void
pass_on(vcube_node *self, const struct vcube_call *c, const struct vcube_gathering *g,
	const uint32_t *order, long step)
{
	const unsigned me = (unsigned)c->rank;
	vcube_request *pending[2 * VCUBE_DIMENSIONS_MAX];
	int n = 0;

	vcube_step(self, "gather");
	for (int tree = 0; tree < g->d; tree++) {
		const long in = step + vcube_tree_depth(g->d, tree, me), out = in - 1;
		const int mine = me ? vcube_gathering_source(g, order, tree, out) : -1;
		const int theirs = vcube_gathering_source(g, order, tree, in);
		const int down = theirs < 0 ? -1 : vcube_tree_toward(g->d, tree, me, (unsigned)theirs);

		if (mine == c->rank || (mine >= 0 && vcube_tree_toward(g->d, tree, me, (unsigned)mine) >= 0))
			pending[n++] = pass(self, c, g, order, tree, out, mine,
					    c->rank ^ 1 << vcube_tree_parent(g->d, tree, me), true);
		if (down >= 0)
			pending[n++] = pass(self, c, g, order, tree, in, theirs, c->rank ^ 1 << down, false);
	}
	vcube_waitall(self, pending, n);
}

static struct vcube_gathering
gathering_of(const struct vcube_terms *t)
{
	return vcube_gathering(vcube_log2((unsigned)t->p), t->m / t->unit, vcube_startup_time(t),
			       t->k.per_byte * (vcube_time)t->unit);
}

static void
gather_over_trees(vcube_node *self, const struct vcube_call *c)
{
	const struct vcube_terms t = vcube_terms_for(self, c);
	const struct vcube_gathering g = gathering_of(&t);
	const uint32_t *const order = vcube_gathering_shared(self, &g);

	for (long step = 0; step < g.rows && order != NULL; step++)
		pass_on(self, c, &g, order, step);
}

/* Gathers along the binomial tree whose branches are consecutive ranks: odd ranks send
 * their block, then ranks 2 mod 4 send two blocks, .. */
static void
gather(vcube_node *self, const struct vcube_call *c)
{
	const int me = c->rank;

	vcube_step(self, "gather");
	for (int n = 1; n < c->size; n *= 2) {
		const size_t bytes = c->bytes * (size_t)n;

		if (me & n) {
			vcube_wait(self, vcube_isend(self, c->group, me ^ n, vcube_out(c, me), bytes), NULL);
			return;
		}
		vcube_recv(self, c->group, me | n, vcube_out(c, me | n), bytes, NULL);
	}
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	vcube_copy(self, vcube_out(c, c->rank), c->in, c->bytes);
	if (vcube_machine_desc(vcube_machine_of(self))->ports == VCUBE_PORTS_ALL)
		gather_over_trees(self, c);
	else
		gather(self, c);
	vcube_step(self, "broadcast");
	vcube_bcast_trees(self, c, 0, c->out, c->count * (size_t)c->size, c->set[0].value);
}

static vcube_time
gather_time(const struct vcube_terms *t)
{
	const vcube_time startup = vcube_startup_time(t);
	const struct vcube_gathering g = gathering_of(t);

	return t->ports == VCUBE_PORTS_ALL
		? vcube_gathering_time(&g, startup, t->k.per_byte * (vcube_time)t->unit)
		: vcube_log2((unsigned)t->p) * startup + (t->p - 1) * t->k.per_byte * (vcube_time)t->m;
}

static vcube_time
cost(const struct vcube_terms *t)
{
	struct vcube_terms whole = *t;

	if (t->p == 1)
		return 0;
	whole.m *= (size_t)t->p;
	return t->k.copy * (vcube_time)t->m + gather_time(t) + vcube_bcast_trees_time(&whole);
}

const struct vcube_algorithm vc_algorithm_allgather_gather_trees = {
	.collective = VCUBE_ALLGATHER,
	.name = "gather-trees",
	.text = "one node gathers all blocks and broadcasts them over trees",
	.paper = "Mathur and Johnsson, section 5 (alternative 3)",
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.options = (const struct vcube_option[]){VCUBE_PACKET_OPTION, {0}},
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "log p + p m/packet + log p, p > 2",
	.volume = "at most m p log p",
	.formula = "ts log p + tw m (p - 1) + (ts + tw packet)(p m / packet + log p), p > 2; all ports: "
		   "ts (p - 1) + tw m (p - 1) / log p + (ts + tw packet)(p m / (packet log p) + log p)",
	.cost = cost,
	.run = run,
};
