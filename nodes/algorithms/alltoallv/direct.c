/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Direct irregular all-to-all: every node sends every other node its block of any length,
 * even an empty one, so that each receive has its message.
 *
 * The destination of each node (row = step, column = node), p = 4:
 *
 *   step 1    1 2 3 0
 *   step 2    2 3 0 1
 *   step 3    3 0 1 2
 *
 * Each step is a permutation; but the longest block of a step delays the node that waits
 * for it, and a node that receives much from many is a hot spot. `blocking` completes one
 * step after the other. Otherwise all blocks are in flight at once, and only the node's
 * own port orders them.
 */
#include <vcube/authoring.h>

enum { MODE };
enum { NONBLOCKING, BLOCKING };

static const struct vcube_option options[] = {
	{"mode", "nonblocking|blocking", "all messages at once, or one step after the other"},
	{0}
};

static void
take(vcube_node *self, const struct vcube_call *c, int from)
{
	struct vcube_status status = {0};

	vcube_recv(self, c->group, from, vcube_out(c, from), vcube_out_bytes(c, from), &status);
	vcube_expect(self, c, from, status.bytes);
}

static void
step_by_step(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank;

	for (int i = 1; i < p; i++) {
		const int to = (me + i) % p, from = (me + p - i) % p;
		struct vcube_status status = {0};

		vcube_step(self, "shift");
		vcube_sendrecv(self, c->group, to, vcube_in(c, to), vcube_in_bytes(c, to),
			       from, vcube_out(c, from), vcube_out_bytes(c, from), &status);
		vcube_expect(self, c, from, status.bytes);
	}
	vcube_copy(self, vcube_out(c, me), vcube_in(c, me), vcube_in_bytes(c, me));
}

static void
all_at_once(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank;
	vcube_request **const sent = vcube_scratch(self, (size_t)p * sizeof *sent);

	if (sent == NULL)
		return;
	vcube_step(self, "send");
	for (int i = 1; i < p; i++) {
		const int to = (me + i) % p;

		sent[i] = vcube_isend(self, c->group, to, vcube_in(c, to), vcube_in_bytes(c, to));
	}
	vcube_step(self, "receive");
	vcube_copy(self, vcube_out(c, me), vcube_in(c, me), vcube_in_bytes(c, me));
	for (int i = 1; i < p; i++)
		take(self, c, (me + p - i) % p);
	vcube_waitall(self, sent + 1, p - 1);
	vcube_free(self, sent);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	if (c->set[MODE].value == BLOCKING)
		step_by_step(self, c);
	else
		all_at_once(self, c);
}

/* The time for blocks of m bytes. With all of them in flight at once, the copy of the
 * node's own block overlaps the first message. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time message = vcube_message_time(t, t->m);
	const vcube_time copy = t->k.copy * (vcube_time)t->m;
	const vcube_time hidden = t->set[MODE].value == BLOCKING || t->p == 1 ? 0
				: copy < message ? copy : message;

	return (t->p - 1) * message + copy - hidden;
}

const struct vcube_algorithm vc_algorithm_alltoallv_direct = {
	.collective = VCUBE_ALLTOALLV,
	.name = "direct",
	.text = "every block straight to its destination",
	.paper = "Liu, Wang and Prasanna, algorithm A1",
	.options = options,
	.native = 1u << VCUBE_FULL,
	.steps = "p - 1",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m)(p - 1) where all blocks are of m bytes",
	.waits = VCUBE_WAITS_ONCE,
	.cost = cost,
	.run = run,
};
