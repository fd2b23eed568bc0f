/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Direct all-to-all reduction: every node sends every other node its term, and adds the
 * terms that it receives in rank order, so that any operator will do.
 *
 * The destination of each node's term, p = 4 (row = step, column = node):
 *
 *   step 1    1 2 3 0
 *   step 2    2 3 0 1
 *   step 3    3 0 1 2
 *
 * The steps follow from the single port of a node; no node waits for them.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank;
	vcube_request **const sent = vcube_scratch(self, (size_t)p * sizeof *sent);
	const size_t mine = vcube_units(c, me, 1), bytes = c->bytes * mine;
	char *const terms = vcube_scratch(self, bytes * (size_t)p);

	if (sent == NULL || terms == NULL)
		return;
	vcube_watch(self, "terms", terms, c->type, c->count * mine * (size_t)p);
	vcube_step(self, "send");
	for (int i = 1; i < p; i++)
		sent[i] = vcube_isend(self, c->group, (me + i) % p,
				      vcube_in(c, (me + i) % p),
				      vcube_in_bytes(c, (me + i) % p));
	vcube_step(self, "receive");
	vcube_copy(self, terms + bytes * (size_t)me, vcube_in(c, me), bytes);
	for (int i = 1; i < p; i++) {
		const int from = (me + p - i) % p;

		vcube_recv(self, c->group, from, terms + bytes * (size_t)from, bytes, NULL);
	}
	vcube_waitall(self, sent + 1, p - 1);
	vcube_step(self, "combine");
	vcube_copy(self, c->out, terms, bytes);
	for (int i = 1; i < p; i++)
		vcube_combine(self, c, c->out, terms + bytes * (size_t)i, c->out, mine);
	vcube_free(self, terms);
	vcube_free(self, sent);
}

/* One of the two copies of a block overlaps the first message. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time message = vcube_message_time(t, t->m);
	const vcube_time copy = t->k.copy * (vcube_time)t->m;

	return (t->p - 1) * (message + vcube_combine_time(t, t->m / t->unit))
		+ copy + (copy > message ? copy - message : 0);
}

const struct vcube_algorithm vc_algorithm_reduce_scatter_direct = {
	.collective = VCUBE_REDUCE_SCATTER,
	.name = "direct",
	.text = "every term straight to the destination of its sum",
	.paper = "",
	.native = 1u << VCUBE_FULL,
	.steps = "p - 1",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m)(p - 1)",
	.waits = VCUBE_WAITS_ONCE,
	.unequal = VCUBE_REDUCE_SCATTERV,
	.cost = cost,
	.run = run,
};
