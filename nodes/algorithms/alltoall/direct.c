/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Complete exchange without a detour: every node sends every other its block.
 *
 * Who sends whom at each step (row = step, column = node), p = 4, by exclusive
 * or; and p = 3, where that leads out of the group, by shift:
 *
 *   step 1    1 0 3 2         1 2 0
 *   step 2    2 3 0 1         2 0 1
 *   step 3    3 2 1 0
 *
 * Each step is a permutation, and under e-cube routing the exclusive ors share
 * no link. The steps follow from the one port of each node: nobody waits for
 * them. Small blocks are on their way at once, of large ones the sender keeps
 * the only copy until the receiver comes for it.
 *
 * On large machines a node is not further ahead of what it has received than
 * AHEAD steps, or a million messages would lie about. In lockstep that changes
 * no time: its port is busy with the messages before.
 */
#include <vcube/authoring.h>

enum { AHEAD = 64 };

/* Whom a node sends to in step i; of step -i, whom it receives from in step i. */
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

/* The copy of the own block hides behind the first message. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time message = t->k.startup + t->k.per_hop + t->k.per_byte * (vcube_time)t->m;
	const vcube_time copy = t->k.copy * (vcube_time)t->m;

	return (t->p - 1) * message + (copy > message ? copy - message : 0);
}

const struct vcube_algorithm vc_algorithm_alltoall_direct = {
	.collective = VCUBE_ALLTOALL,
	.name = "direct",
	.text = "every block straight to where it belongs",
	.paper = "Bokhari, section 2.2 (Direct_exchange)",
	.native = 1u << VCUBE_FULL,
	.steps = "p - 1",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m)(p - 1)",
	.cost = cost,
	.run = run,
};
