/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Your own algorithm: all-to-all broadcast on a ring in both directions at once, for any
 * number of nodes. If a node can use all its ports at once, it takes half the steps of the
 * library's allgather.ring. The program runs it on rings of several sizes, checks its
 * result, and compares its formula with the virtual clock.
 *
 * In step i each node gets the block of the node i ranks below it from the left, and that
 * of the node i ranks above it from the right, and passes on the two that it got in the
 * step before. Blocks of node 0 of 6 after each step; the last block comes from only one
 * side:
 *
 *   start 0 . . . . .    1  0 1 . . . 5    2  0 1 2 . 4 5    3  0 1 2 3 4 5
 */
#include <stdio.h>
#include <vcube/authoring.h>

/* The program of every member of the group. vcube_out(c, i) is block i of the result. */
static void
two_way(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank, left = (me + p - 1) % p, right = (me + 1) % p;

	vcube_copy(self, vcube_out(c, me), c->in, c->bytes);
	for (int i = 1; i <= p / 2; i++) {
		const int below = (me + p - i) % p, above = (me + i) % p;
		vcube_request *sent[2] = { NULL, NULL };

		vcube_step(self, "shift both ways");
		sent[0] = vcube_isend(self, c->group, right, vcube_out(c, (below + 1) % p), c->bytes);
		if (above != below)
			sent[1] = vcube_isend(self, c->group, left, vcube_out(c, (above + p - 1) % p),
					      c->bytes);
		vcube_recv(self, c->group, left, vcube_out(c, below), c->bytes, NULL);
		if (above != below)
			vcube_recv(self, c->group, right, vcube_out(c, above), c->bytes, NULL);
		vcube_waitall(self, sent, 2);
	}
}

/* With one port the two directions take turns. */
static vcube_time
two_way_cost(const struct vcube_terms *t)
{
	const int messages = t->ports == VCUBE_PORTS_ALL ? t->p / 2 : t->p - 1;

	return messages * (t->k.startup + t->k.per_hop + t->k.per_byte * (vcube_time)t->m);
}

static const struct vcube_algorithm allgather_two_way = {
	.collective = VCUBE_ALLGATHER,
	.name = "two-way",
	.text = "every block goes half round a ring, in both directions",
	.paper = "",
	.native = 1u << VCUBE_RING,
	.formula = "(ts + tw m) floor(p/2), with one port (ts + tw m)(p - 1)",
	.cost = two_way_cost,
	.run = two_way,
};

enum { COUNT = 16 };            /* elements in a block */

static int
program(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	int32_t mine[COUNT];
	int32_t *all = vcube_scratch(self, sizeof mine * (size_t)p);
	struct vcube_call call = {
		.collective = VCUBE_ALLGATHER, .in = mine, .out = all,
		.count = COUNT, .type = VCUBE_INT32,
	};

	(void)arg;
	for (int i = 0; i < COUNT; i++)
		mine[i] = me * COUNT + i;
	if (vcube_call(self, &allgather_two_way, &call))
		return 1;
	for (int i = 0; i < p * COUNT; i++)
		if (all[i] != i)
			return vcube_fail(self, "element %d on node %d is %d", i, me, (int)all[i]);
	vcube_free(self, all);
	return 0;
}

/* Runs it on a ring of `nodes` nodes. */
static int
try_on(int nodes, const char *ports)
{
	char text[64];
	struct vcube_error error;
	vcube_machine *machine;
	struct vcube_terms terms;
	vcube_time formula, measured;

	snprintf(text, sizeof text, "ring:%d clock=virtual ports=%s", nodes, ports);
	if (!(machine = vcube_open(text, &error)) || vcube_run(machine, program, NULL)) {
		fprintf(stderr, "own_algorithm: %s\n",
			machine ? vcube_run_report(machine) : error.text);
		vcube_close(machine);
		return 1;
	}
	terms = vcube_terms_of(vcube_machine_desc(machine), nodes, COUNT * sizeof(int32_t));
	formula = two_way_cost(&terms);
	measured = vcube_run_time(machine);
	printf("%5d  %-5s  %9.3f us %s %9.3f us\n", nodes, ports, (double)measured / 1e6,
	       measured == formula ? "=" : "!", (double)formula / 1e6);
	vcube_close(machine);
	return measured != formula;
}

int
main(void)
{
	static const int nodes[] = { 1, 2, 3, 4, 5, 7, 8, 13, 16, 32, 100 };
	int failed = 0;

	printf("nodes  ports   measured       %s\n", allgather_two_way.formula);
	for (int i = 0; i < (int)(sizeof nodes / sizeof nodes[0]); i++)
		failed |= try_on(nodes[i], "one") | try_on(nodes[i], "all");
	return failed;
}
