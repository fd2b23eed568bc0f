/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An algorithm of one's own: all-to-all broadcast in ceil(log2 p) rounds, for
 * any number of nodes (Bruck et al., 1997). It is run on machines of several
 * sizes, its result checked, its formula compared with the virtual clock.
 *
 * In the round with distance s, each node gets from the node s further on the
 * blocks that it lacks: block me + s and those after it, as many as it has
 * itself, but no more than are missing. Held by node 0 of 5 after each round:
 *
 *   start 0 . . . .    s = 1  0 1 . . .    s = 2  0 1 2 3 .    s = 4  0 1 2 3 4
 */
#include <stdio.h>
#include <vcube.h>

/* What every member of the group runs. vcube_out(c, i) is block i of the
 * result; the work area holds blocks me, me + 1, ... in that order. */
static void
bruck(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank;
	const size_t m = c->bytes;
	char *work = vcube_scratch(self, m * (size_t)p);

	if (!work)
		return;
	vcube_copy(self, work, c->in, m);
	for (int s = 1; s < p; s *= 2) {
		const size_t more = m * (size_t)(s < p - s ? s : p - s);

		vcube_step(self, "round");
		vcube_sendrecv(self, c->group, (me + p - s) % p, work, more,
			       (me + s) % p, work + m * (size_t)s, more, NULL);
	}
	vcube_copy(self, vcube_out(c, me), work, m * (size_t)(p - me));
	vcube_copy(self, vcube_out(c, 0), work + m * (size_t)(p - me), m * (size_t)me);
	vcube_free(self, work);
}

/* A start-up a round, and every byte of the other p - 1 blocks once. */
static vcube_time
bruck_cost(const struct vcube_terms *t)
{
	const int rounds = t->p > 1 ? vcube_log2((unsigned)t->p - 1) + 1 : 0;

	return rounds * t->k.startup + (vcube_time)t->m * (t->p - 1) * t->k.per_byte;
}

static const struct vcube_algorithm allgather_bruck = {
	.collective = VCUBE_ALLGATHER,
	.name = "bruck",
	.text = "from twice as far each round, as many blocks as it has",
	.paper = "Bruck et al. 1997",
	.home = 1u << VCUBE_FULL,
	.formula = "ts ceil(log p) + tw m (p - 1)",
	.cost = bruck_cost,
	.run = bruck,
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
	if (vcube_call(self, &allgather_bruck, &call))
		return 1;
	for (int i = 0; i < p * COUNT; i++)
		if (all[i] != i)
			return vcube_fail(self, "element %d on node %d is %d", i, me, (int)all[i]);
	vcube_free(self, all);
	return 0;
}

/* On `nodes` nodes with a wire between every two. */
static int
try_on(int nodes)
{
	char text[64];
	struct vcube_error error;
	vcube_machine *machine;
	struct vcube_terms terms;
	vcube_time formula, measured;

	snprintf(text, sizeof text, "full:%d clock=virtual", nodes);
	if (!(machine = vcube_open(text, &error)) || vcube_run(machine, program, NULL)) {
		fprintf(stderr, "own_algorithm: %s\n",
			machine ? vcube_run_report(machine) : error.text);
		vcube_close(machine);
		return 1;
	}
	terms = vcube_terms_of(vcube_machine_desc(machine), nodes, COUNT * sizeof(int32_t));
	formula = bruck_cost(&terms);
	measured = vcube_run_time(machine);
	printf("%5d  %8.3f us %s %8.3f us\n", nodes, (double)measured / 1e6,
	       measured == formula ? "=" : "!", (double)formula / 1e6);
	vcube_close(machine);
	return measured != formula;
}

int
main(void)
{
	static const int nodes[] = { 1, 2, 3, 4, 5, 7, 8, 13, 16, 32, 100 };
	int failed = 0;

	printf("nodes  measured       %s\n", allgather_bruck.formula);
	for (int i = 0; i < (int)(sizeof nodes / sizeof nodes[0]); i++)
		failed |= try_on(nodes[i]);
	return failed;
}
