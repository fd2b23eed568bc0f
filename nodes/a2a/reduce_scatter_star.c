/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all reduction through rank 0: it gets the terms of all for all, adds
 * them in rank order, and sends each node its sum. On a real machine its port
 * is the bottleneck; on a host with fewer processors than nodes it is the
 * quickest for short blocks, since a node waits but once.
 *
 *   node      0           1     2     3
 *   to 0      all sums
 *   from 0    0           1     2     3      whose sum it holds
 */
#include <vcube.h>

/* Rank 0 */
static void
center(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size;
	const size_t all = c->bytes * (size_t)p;
	vcube_request **const sent = vcube_scratch(self, (size_t)p * sizeof *sent);
	char *const got = vcube_scratch(self, 2 * all), *sums;

	if (sent == NULL || got == NULL)
		return;
	sums = got + all;
	vcube_watch(self, "got", got, c->type, c->count * (size_t)p);
	vcube_watch(self, "sums", sums, c->type, c->count * (size_t)p);
	vcube_copy(self, sums, c->in, all);
	for (int r = 1; r < p; r++) {
		vcube_recv(self, c->group, r, got, all, NULL);
		vcube_combine(self, c, sums, got, sums, (size_t)p);
	}
	for (int r = 1; r < p; r++)
		sent[r] = vcube_isend(self, c->group, r, sums + c->bytes * (size_t)r, c->bytes);
	vcube_copy(self, c->out, sums, c->bytes);
	vcube_waitall(self, sent + 1, p - 1);
	vcube_free(self, got);
	vcube_free(self, sent);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	vcube_request *sent;

	vcube_step(self, "sum up");
	if (c->rank == 0) {
		center(self, c);
		return;
	}
	sent = vcube_isend(self, c->group, 0, c->in, c->bytes * (size_t)c->size);
	vcube_recv(self, c->group, 0, c->out, c->bytes, NULL);
	vcube_wait(self, sent, NULL);
}

/* A message comes in while the one before it is added. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time hop = t->k.startup + t->k.per_hop, m = (vcube_time)t->m;
	const vcube_time terms = hop + t->p * t->k.per_byte * m, sum = hop + t->k.per_byte * m;
	const vcube_time add = t->p * t->k.combine * (vcube_time)(t->m / t->unit);
	const vcube_time copy = t->p * t->k.copy * m, own = t->k.copy * m;

	if (t->p == 1)
		return own;
	return (copy > terms ? copy : terms) + (t->p - 2) * (add > terms ? add : terms) + add
		+ (own > (t->p - 1) * sum ? own : (t->p - 1) * sum);
}

const struct vcube_algorithm vc_a2a_reduce_scatter_star = {
	.collective = VCUBE_REDUCE_SCATTER,
	.name = "star",
	.text = "through one node: slow on the machine, quick on the host",
	.paper = "",
	.home = 1u << VCUBE_FULL,
	.formula = "(2 ts + tw m (p + 1))(p - 1)",
	.cost = cost,
	.run = run,
};
