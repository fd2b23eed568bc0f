/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-reduce through rank 0: it gets the terms of all, adds them in rank order,
 * and sends all the sum. On a real machine its port is the bottleneck; on a
 * host with fewer processors than nodes it is the quickest for short blocks,
 * since a node waits but once.
 *
 *   node      0     1     2     3
 *   to 0      0-3   1     2     3
 *   from 0    0-3   0-3   0-3   0-3      whose terms are in its sum
 */
#include <vcube.h>

/* Rank 0 */
static void
center(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size;
	void *const got = vcube_scratch(self, c->bytes);
	vcube_request **const sent = vcube_scratch(self, (size_t)p * sizeof *sent);

	if (sent == NULL)
		return;
	vcube_watch(self, "got", got, c->type, c->count);
	vcube_copy(self, c->out, c->in, c->bytes);
	for (int r = 1; r < p; r++) {
		vcube_recv(self, c->group, r, got, c->bytes, NULL);
		vcube_combine(self, c, c->out, got, c->out, 1);
	}
	for (int r = 1; r < p; r++)
		sent[r] = vcube_isend(self, c->group, r, c->out, c->bytes);
	vcube_waitall(self, sent + 1, p - 1);
	vcube_free(self, sent);
	vcube_free(self, got);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	vcube_step(self, "sum up");
	if (c->rank == 0) {
		center(self, c);
		return;
	}
	vcube_wait(self, vcube_isend(self, c->group, 0, c->in, c->bytes), NULL);
	vcube_recv(self, c->group, 0, c->out, c->bytes, NULL);
}

/* A message comes in while the one before it is added. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time message = t->k.startup + t->k.per_hop + t->k.per_byte * (vcube_time)t->m;
	const vcube_time add = t->k.combine * (vcube_time)(t->m / t->unit);
	const vcube_time copy = t->k.copy * (vcube_time)t->m;

	if (t->p == 1)
		return copy;
	return t->p * message + (t->p - 2) * (add > message ? add : message) + add
		+ (copy > message ? copy - message : 0);
}

const struct vcube_algorithm vc_a2a_allreduce_star = {
	.collective = VCUBE_ALLREDUCE,
	.name = "star",
	.text = "through one node: slow on the machine, quick on the host",
	.paper = "",
	.home = 1u << VCUBE_FULL,
	.formula = "2 (ts + tw m)(p - 1)",
	.cost = cost,
	.run = run,
};
