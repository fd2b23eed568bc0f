/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One-to-all broadcast along a chain, from the root up the ranks: the block has segments,
 * and a node passes on one segment while it receives the next.
 *
 * The segments that a node has, 3 segments, p = 4, root 0:
 *
 *   node      0     1     2     3
 *   start     0-2
 *   step 1    0-2   0
 *   step 2    0-2   0-1   0
 *   step 3    0-2   0-2   0-1   0
 *   step 4    0-2   0-2   0-2   0-1
 *   step 5    0-2   0-2   0-2   0-2
 *
 * Invariant: after step i, the node v links from the root has i - v + 1 segments.
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
time_of(const struct vcube_terms *t, struct vcube_segments s)
{
	const vcube_time hop = vcube_startup_time(t);
	const vcube_time element = t->k.per_byte * (vcube_time)t->unit;

	return (t->p - 3 + (vcube_time)s.count) * (hop + element * (vcube_time)s.each)
		+ hop + element * (vcube_time)s.last;
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, place = (c->rank + p - c->root) % p;
	const struct vcube_segments s = vcube_segments_cut(self, c, SEGMENT, time_of);
	const size_t unit = vcube_type_size(c->type);
	vcube_request *sent[AHEAD] = {NULL};
	char *at = c->out;

	vcube_step(self, "pass on");
	for (size_t i = 0; i < s.count; i++, at += s.each * unit) {
		const size_t bytes = (i + 1 < s.count ? s.each : s.last) * unit;
		vcube_request **const slot = &sent[i % AHEAD];

		if (place > 0)
			vcube_recv(self, c->group, (c->rank + p - 1) % p, at, bytes, NULL);
		vcube_wait(self, *slot, NULL);
		*slot = place < p - 1 ? vcube_isend(self, c->group, (c->rank + 1) % p, at, bytes) : NULL;
	}
	vcube_waitall(self, sent, AHEAD);
}

static void
resolve_options(const struct vcube_terms *t, struct vcube_setting *set)
{
	vcube_segments_settle(t, &set[SEGMENT], time_of);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return t->p > 1 ? time_of(t, vcube_segments_for(t, &t->set[SEGMENT], time_of)) : 0;
}

const struct vcube_algorithm vc_algorithm_bcast_chain = {
	.collective = VCUBE_BCAST,
	.name = "chain",
	.text = "segments follow each other along a chain of all nodes",
	.paper = "Thakur, Rabenseifner and Gropp 2005",
	.unmet = unmet,
	.options = (const struct vcube_option[]){VCUBE_SEGMENT_OPTION, {0}},
	.resolve_options = resolve_options,
	.native = 1u << VCUBE_RING | 1u << VCUBE_FULL,
	.steps = "p - 2 + m/s",
	.volume = "m",
	.formula = "(ts + tw s)(p - 2 + m/s), segments of s bytes",
	.cost = cost,
	.run = run,
};
