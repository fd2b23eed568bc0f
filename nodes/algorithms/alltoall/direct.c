/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Direct complete exchange: every node sends every other node its block.
 *
 * The destination of each node (row = step, column = node), by exclusive or for p = 4, and
 * by shift for p = 3, where the exclusive or leaves the group:
 *
 *   step 1    1 0 3 2         1 2 0
 *   step 2    2 3 0 1         2 0 1
 *   step 3    3 2 1 0
 *
 * Each step is a permutation, and under e-cube routing the exclusive ors share no link.
 * The steps follow from the single port of a node; no node waits for them. Small blocks
 * leave at once; of a large block the sender keeps the only copy until the receiver takes
 * it.
 *
 * On large machines a node sends at most AHEAD steps ahead of what it has received, or a
 * million messages would pile up. In lockstep that changes no time: the port is busy with
 * earlier messages.
 */
#include <vcube/authoring.h>

enum { AHEAD = 64 };

/* Returns the destination of step i; for -i, the source of step i. */
static int
partner(const struct vcube_call *c, int i)
{
	const int p = c->size;

	return (p & (p - 1)) == 0 ? c->rank ^ (i < 0 ? -i : i) : (c->rank + i + p) % p;
}

static inline vcube_request *
send(vcube_node *self, const struct vcube_call *c, int i)
{
	const int to = partner(c, i);

	return vcube_isend(self, c->group, to, vcube_in(c, to), c->bytes);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, ahead = p - 1 < AHEAD ? p - 1 : AHEAD;
	vcube_request *sent[AHEAD];

	vcube_step(self, "send");
	for (int i = 1; i <= ahead; i++)
		sent[i - 1] = send(self, c, i);
	vcube_step(self, "receive");
	vcube_copy(self, vcube_out(c, c->rank), vcube_in(c, c->rank), c->bytes);
	for (int i = 1; i < p; i++) {
		vcube_request **const slot = &sent[(i - 1) % ahead];
		const int from = partner(c, -i);

		vcube_recv(self, c->group, from, vcube_out(c, from), c->bytes, NULL);
		if (i + ahead < p) {
			vcube_wait(self, *slot, NULL);
			*slot = send(self, c, i + ahead);
		}
	}
	vcube_waitall(self, sent, ahead);
}

/* The copy of the node's own block overlaps the first message. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time message = vcube_message_time(t, t->m);
	const vcube_time copy = t->k.copy * (vcube_time)t->m;

	return (t->p - 1) * message + (copy > message ? copy - message : 0);
}

const struct vcube_algorithm vc_algorithm_alltoall_direct = {
	.collective = VCUBE_ALLTOALL,
	.name = "direct",
	.text = "every block straight to its destination",
	.paper = "Bokhari, section 2.2 (Direct_exchange)",
	.native = 1u << VCUBE_FULL,
	.steps = "p - 1",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m)(p - 1)",
	.waits = VCUBE_WAITS_ONCE,
	.cost = cost,
	.run = run,
};
