/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One-to-all broadcast along a chain, from the root up the ranks: the block is
 * cut into segments, and a node hands on the one while it gets the next.
 *
 * Which segments a node has, 3 of them, p = 4, root 0:
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
#include <vcube.h>

enum { SEGMENT };

static const struct vcube_option options[] = {
	{"segment", "N", "bytes of a segment; unset, those of the least predicted time"},
	{NULL, NULL, NULL},
};

/* All segments are of `each` elements, but the last; without any, there is one. */
struct cut {
	size_t segments, each, last;
};

static struct cut
cut(size_t elements, size_t each)
{
	const size_t n = each > 0 ? (elements + each - 1) / each : 0;

	if (n < 2)
		return (struct cut){1, elements, elements};
	return (struct cut){n, each, elements - (n - 1) * each};
}

static vcube_time
time_of(const struct vcube_terms *t, struct cut cut)
{
	const vcube_time hop = t->k.startup + t->k.per_hop;
	const vcube_time element = t->k.per_byte * (vcube_time)t->unit;

	return (t->p - 3 + (vcube_time)cut.segments) * (hop + element * (vcube_time)cut.each)
		+ hop + element * (vcube_time)cut.last;
}

static struct cut
quicker(const struct vcube_terms *t, struct cut a, struct cut b)
{
	return time_of(t, b) < time_of(t, a) ? b : a;
}

/*
 * As set, or the best. With n segments the time is (p - 2 + n)(ts + tw m / n),
 * which is least where n^2 is (p - 2) tw m / ts.
 */
static struct cut
cut_for(const struct vcube_terms *t)
{
	const struct vcube_setting *const set = &t->set[SEGMENT];
	const size_t elements = t->m / t->unit;
	/* which may be longer than what is best, and than any time */
	const double hop = (double)(t->k.startup + t->k.per_hop);
	const double all = (double)(t->p - 2) * (double)t->k.per_byte * (double)t->m;
	size_t n = 1;

	if (set->count > 0)
		return cut(elements, ((size_t)set->value + t->unit - 1) / t->unit);
	if (elements == 0)
		return cut(0, 0);
	while (2 * n < elements && (double)(4 * n * n) * hop <= all)
		n *= 2;
	for (size_t more = n / 2; more > 0; more /= 2)
		if (n + more < elements && (double)((n + more) * (n + more)) * hop <= all)
			n += more;
	return quicker(t, cut(elements, elements / n),
		       quicker(t, cut(elements, elements / n + 1), cut(elements, elements / (n + 1))));
}

static const char *
lacks(const struct vcube_terms *t)
{
	const struct vcube_setting *const set = &t->set[SEGMENT];

	return set->count > 0 && set->value < 1 ? "a segment of 1 byte or more" : NULL;
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, place = (c->rank + p - c->root) % p;
	struct vcube_terms t = vcube_terms_of(vcube_machine_desc(vcube_machine_of(self)), p, c->bytes);
	vcube_request *sent = NULL;
	char *at = c->out;
	struct cut all;

	t.unit = vcube_type_size(c->type);
	t.set = c->set;
	all = cut_for(&t);
	vcube_step(self, "hand on");
	for (size_t i = 1; i <= all.segments; i++, at += all.each * t.unit) {
		const size_t bytes = (i < all.segments ? all.each : all.last) * t.unit;

		if (place > 0)
			vcube_recv(self, c->group, (c->rank + p - 1) % p, at, bytes, NULL);
		vcube_wait(self, sent, NULL);
		sent = place < p - 1 ? vcube_isend(self, c->group, (c->rank + 1) % p, at, bytes) : NULL;
	}
	vcube_wait(self, sent, NULL);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return t->p > 1 ? time_of(t, cut_for(t)) : 0;
}

const struct vcube_algorithm vc_a2a_bcast_chain = {
	.collective = VCUBE_BCAST,
	.name = "chain",
	.text = "segments follow each other along a chain of all nodes",
	.paper = "Thakur, Rabenseifner and Gropp 2005",
	.lacks = lacks,
	.options = options,
	.home = 1u << VCUBE_RING | 1u << VCUBE_FULL,
	.formula = "(ts + tw s)(p - 2 + m/s), segments of s bytes",
	.cost = cost,
	.run = run,
};
