/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Complete exchange without a detour, through a window: every node has so many
 * messages to and from as many others under way, and takes up the next when the
 * oldest is done. At the same time all nodes send to different ones.
 *
 * What node 0 of 8 has under way with a window of 3 (to/from):
 *
 *   1/7  2/6  3/5
 *        2/6  3/5  4/4
 *             3/5  4/4  5/3  ..
 *
 * Invariant: when message i is sent, those before i - window have arrived.
 */
#include <vcube.h>

enum { WINDOW };

static const struct vcube_option options[] = {
	{"window", "N", "messages under way, each way; 32 unless set"},
	{NULL, NULL, NULL},
};

static const char *
lacks(const struct vcube_terms *t)
{
	const struct vcube_setting *const window = &t->set[WINDOW];

	return window->count > 0 && window->value < 1 ? "a window of 1 or more" : NULL;
}

/* A message each way. */
struct pair {
	vcube_request *sent, *got;
};

static void
finish(vcube_node *self, struct pair pair)
{
	vcube_wait(self, pair.got, NULL);
	vcube_wait(self, pair.sent, NULL);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank;
	const int set = c->set[WINDOW].count ? c->set[WINDOW].value : 32;
	const int window = set < p - 1 ? set : p - 1;
	struct pair *const pairs = vcube_scratch(self, (size_t)window * sizeof *pairs);

	if (pairs == NULL)
		return;
	vcube_copy(self, vcube_out(c, me), vcube_in(c, me), c->bytes);
	vcube_step(self, "spread");
	for (int i = 1; i < p + window; i++) {
		const int to = (me + i) % p, from = (me + p - i % p) % p;

		if (i > window)
			finish(self, pairs[i % window]);
		if (i < p)
			pairs[i % window] = (struct pair){
				.got = vcube_irecv(self, c->group, from, vcube_out(c, from), c->bytes),
				.sent = vcube_isend(self, c->group, to, vcube_in(c, to), c->bytes),
			};
	}
	vcube_free(self, pairs);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return t->k.copy * (vcube_time)t->m
		+ (t->p - 1) * (t->k.startup + t->k.per_hop + t->k.per_byte * (vcube_time)t->m);
}

const struct vcube_algorithm vc_a2a_alltoall_spread = {
	.collective = VCUBE_ALLTOALL,
	.name = "spread",
	.text = "every block straight to where it belongs, so many at a time",
	.paper = "Thakur, Rabenseifner and Gropp 2005",
	.lacks = lacks,
	.options = options,
	.home = 1u << VCUBE_FULL,
	.formula = "(ts + tw m)(p - 1)",
	.cost = cost,
	.run = run,
};
