/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Direct all-to-all broadcast: every node sends its block to every other node. On a real machine
 * that is no better than a ring; on a host with fewer processors than nodes a node waits only once,
 * and each receiver copies a long block straight from its owner.
 *
 * The block that each node receives (row = step, column = node), p = 4:
 *
 *   step 1    3 0 1 2
 *   step 2    2 3 0 1
 *   step 3    1 2 3 0
 *
 * The steps follow from the single port of a node; no node waits for them. On large machines a
 * node sends at most AHEAD steps ahead of what it has received, or a million messages would pile
 * up.
 */
#include <vcube/authoring.h>

enum { AHEAD = 64 };

static inline vcube_request *
send(vcube_node *self, const struct vcube_call *c, int i)
{
	return vcube_isend(self, c->group, (c->rank + i) % c->size, c->in, vcube_in_bytes(c, 0));
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
	vcube_copy(self, vcube_out(c, c->rank), c->in, vcube_in_bytes(c, 0));
	for (int i = 1; i < p; i++) {
		vcube_request **const slot = &sent[(i - 1) % ahead];
		const int from = (c->rank + p - i) % p;

		vcube_recv(self, c->group, from, vcube_out(c, from), vcube_out_bytes(c, from), NULL);
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

const struct vcube_algorithm vc_algorithm_allgather_direct = {
	.collective = VCUBE_ALLGATHER,
	.name = "direct",
	.text = "every block from its owner to all",
	.paper = "",
	.native = 1u << VCUBE_FULL,
	.steps = "p - 1",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m)(p - 1)",
	.waits = VCUBE_WAITS_ONCE,
	.unequal = VCUBE_ALLGATHERV,
	.cost = cost,
	.run = run,
};
