/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prefix sums along a chain, up the ranks: the block has segments, and a node adds its own
 * terms to one segment and passes it on while it receives the next. It adds and sends only
 * what is necessary.
 *
 * The segments of which a node has the sums, 2 segments, p = 4:
 *
 *   node      0     1     2     3
 *   start     0-1
 *   step 1    0-1   0
 *   step 2    0-1   0-1   0
 *   step 3    0-1   0-1   0-1   0
 *   step 4    0-1   0-1   0-1   0-1
 *
 * Invariant: after step i, node r has the sums of i - r + 1 segments.
 */
#include <vcube/authoring.h>

enum { AHEAD = VCUBE_SEGMENTS_AHEAD };

enum { SEGMENT };

static const char *
unmet(const struct vcube_terms *t)
{
	return vcube_segments_lack(&t->set[SEGMENT]);
}

static vcube_time
most(vcube_time a, vcube_time b)
{
	return a > b ? a : b;
}

static vcube_time
message_of(const struct vcube_terms *t, size_t elements)
{
	return vcube_startup_time(t) + t->k.per_byte * (vcube_time)(elements * t->unit);
}

/* The time at which rank p - 1 ends. A segment follows the one before it after the longer
 * one of message and addition; a shorter last one follows earlier. */
static vcube_time
chain_time(const struct vcube_terms *t, struct vcube_segments s)
{
	const vcube_time message = message_of(t, s.each), last = message_of(t, s.last);
	const vcube_time add = vcube_combine_time(t, s.each), added = vcube_combine_time(t, s.last);

	if (s.count == 1)
		return (t->p - 1) * (last + added);
	return (t->p - 1) * (message + add) + (vcube_time)(s.count - 2) * most(message, add)
		+ most(last - add, 0) + added;
}

/* Receives the sums of lower ranks into `out`, unless the node's own terms are there. */
static void
run(vcube_node *self, const struct vcube_call *c)
{
	const struct vcube_segments s = vcube_segments_cut(self, c, SEGMENT, chain_time);
	const size_t unit = vcube_type_size(c->type);
	const bool first = c->rank == 0, last = c->rank == c->size - 1;
	void *const got = !first && c->in == c->out ? vcube_scratch(self, s.each * unit) : NULL;
	vcube_request *sent[AHEAD] = {NULL};
	size_t at = 0;

	if (got != NULL)
		vcube_watch(self, "got", got, c->type, s.each);
	vcube_step(self, "pass on");
	for (size_t i = 0; i < s.count; i++, at += s.each * unit) {
		const size_t elements = i + 1 < s.count ? s.each : s.last, bytes = elements * unit;
		const char *const own = (const char *)c->in + at;
		char *const sum = (char *)c->out + at;
		void *const below = got ? got : sum;
		vcube_request **const slot = &sent[i % AHEAD];

		if (!first) {
			vcube_recv(self, c->group, c->rank - 1, below, bytes, NULL);
			vcube_combine_elements(self, c, below, own, sum, elements);
		}
		vcube_wait(self, *slot, NULL);
		*slot = last ? NULL : vcube_isend(self, c->group, c->rank + 1, first ? own : sum,
						  bytes);
	}
	vcube_waitall(self, sent, AHEAD);
	if (first)
		vcube_copy(self, c->out, c->in, c->bytes);
	vcube_free(self, got);
}

static void
resolve_options(const struct vcube_terms *t, struct vcube_setting *set)
{
	vcube_segments_settle(t, &set[SEGMENT], chain_time);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time copy = t->k.copy * (vcube_time)t->m;
	struct vcube_segments s;

	if (t->p == 1)
		return copy;
	s = vcube_segments_for(t, &t->set[SEGMENT], chain_time);
	return most(chain_time(t, s), (vcube_time)(s.count - 1) * message_of(t, s.each)
					+ message_of(t, s.last) + copy);
}

const struct vcube_algorithm vc_algorithm_scan_chain = {
	.collective = VCUBE_SCAN,
	.name = "chain",
	.text = "segments of growing sums follow each other along a chain",
	.paper = "Sanders and Traeff 2006",
	.unmet = unmet,
	.options = (const struct vcube_option[]){VCUBE_SEGMENT_OPTION, {0}},
	.resolve_options = resolve_options,
	.native = 1u << VCUBE_LINEAR | 1u << VCUBE_RING | 1u << VCUBE_FULL,
	.steps = "p - 2 + m/s",
	.volume = "m",
	.formula = "(ts + tw s)(p - 2 + m/s), segments of s bytes",
	.waits = VCUBE_WAITS_FOR_PARENT,
	.cost = cost,
	.run = run,
};
