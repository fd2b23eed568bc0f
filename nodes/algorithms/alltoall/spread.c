/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Direct complete exchange with a window of partners at a time: every node sends blocks to
 * `window` partners, receives from as many, and goes on when all are done. At most a window
 * of messages waits at a node in each direction.
 *
 * The destinations (sources) of node 0 of 8 with a window of 3:
 *
 *   1 (7)  2 (6)  3 (5)
 *   4 (4)  5 (3)  6 (2)
 *   7 (1)
 *
 * At any time all nodes send to different ones. A node waits for all receives of a window
 * before it waits for the sends; alternating between them would put all nodes in lockstep.
 */
#include <vcube/authoring.h>

enum { WINDOW };

static const char *
unmet(const struct vcube_terms *t)
{
	const struct vcube_setting *const window = &t->set[WINDOW];

	return window->count > 0 && window->value < 1 ? "a window of 1 or more" : NULL;
}

/* Exchanges with the partners first .. last - 1 ranks away. */
static void
exchange(vcube_node *self, const struct vcube_call *c, int first, int last, vcube_request **sent)
{
	const int p = c->size, me = c->rank;

	vcube_step(self, "spread");
	for (int i = first; i < last; i++) {
		const int to = (me + i) % p;

		sent[i - first] = vcube_isend(self, c->group, to, vcube_in(c, to), c->bytes);
	}
	for (int i = first; i < last; i++) {
		const int from = (me + p - i) % p;

		vcube_recv(self, c->group, from, vcube_out(c, from), c->bytes, NULL);
	}
	vcube_waitall(self, sent, last - first);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank;
	const int set = c->set[WINDOW].count ? c->set[WINDOW].value : 32;
	const int window = set < p - 1 ? set : p - 1;
	vcube_request **const sent = vcube_scratch(self, (size_t)window * sizeof *sent);

	if (sent == NULL)
		return;
	vcube_copy(self, vcube_out(c, me), vcube_in(c, me), c->bytes);
	for (int i = 1; i < p; i += window)
		exchange(self, c, i, i + window < p ? i + window : p, sent);
	vcube_free(self, sent);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return t->k.copy * (vcube_time)t->m + (t->p - 1) * vcube_message_time(t, t->m);
}

const struct vcube_algorithm vc_algorithm_alltoall_spread = {
	.collective = VCUBE_ALLTOALL,
	.name = "spread",
	.text = "every block straight to its destination, a window at a time",
	.paper = "Thakur, Rabenseifner and Gropp 2005",
	.unmet = unmet,
	.options = (const struct vcube_option[]){
		{"window", "N", "partners at a time; 32 unless set"},
		{0}
	},
	.native = 1u << VCUBE_FULL,
	.steps = "p - 1",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m)(p - 1)",
	.waits = VCUBE_WAITS_ONCE,
	.cost = cost,
	.run = run,
};
