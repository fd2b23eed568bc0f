/* SPDX-License-Identifier: BSD-2-Clause */
#include "nodes/call/choose.h"
#include <stdlib.h>
#include "lib/error.h"
#include "nodes/call/home.h"
#include "nodes/machine/desc.h"

/* The bytes of a block for which an algorithm of alltoallv is chosen: members
 * have counts of their own, and must choose the same. */
enum { BLOCK_OF_UNKNOWN_LENGTH = 1024 };

/* Parameters, each cut to what is left of it behind so many bits. */
static struct vcube_cost
coarse(const struct vcube_cost *k, int bits)
{
	return (struct vcube_cost) {
#define X(name, value, unit, text) .name = k->name >> bits,
		VCUBE_COSTS(X)
#undef X
	};
}

/* Makes terms for which every cost fits its 64 bits, about so many bits less than it is:
 * a cost is in proportion to its parameters, and no formula has more than p^2 times a
 * block of any. Where next to nothing would be left of them, blocks are shorter. */
static int
make_fit(struct vcube_terms *t)
{
	const double most = (double)VC_TIME_MOST / t->p / t->p, length = t->m > 1 ? (double)t->m : 1;
	vcube_time largest = 1;
	int bits = 0, halves = 0;

#define X(name, value, unit, text) if (largest < t->k.name) largest = t->k.name;
	VCUBE_COSTS(X)
#undef X
	while (bits < 40 && (double)(largest >> bits) * length > most)
		bits++;
	if (bits > 0)
		t->k = coarse(&t->k, bits);
	for (; t->m > 0 && (double)(largest >> bits) * (double)t->m > most; halves++)
		t->m >>= 1;
	return bits + halves;
}

/* The rough cost is less than it is: one below it has wrapped. What is further than clocks
 * go comes behind all else. */
static vcube_time
cost_of(const struct vcube_algorithm *a, const struct vcube_terms *t,
	const struct vcube_terms *rough, int bits)
{
	const vcube_time least = bits > 0 ? a->cost(rough) : 0;
	vcube_time cost;

	if (bits > 0 && (bits > 60 || least > VC_TIME_MOST >> bits))
		return VC_TIME_FAR + least;
	cost = a->cost(t);
	return cost > least << bits ? cost : least << bits;
}

/* The best of what fits. With wires, those at home on them come first. */
static const struct vcube_algorithm *
choose(int collective, const struct vcube_terms *terms, const struct vcube_op *op,
       const struct vc_wiring *w, struct vcube_error *error)
{
	const struct vcube_algorithm *a, *best = NULL;
	struct vcube_terms known = *terms, rough;
	vcube_time least = 0;
	bool best_at_home = false;
	int bits;

	if (collective == VCUBE_ALLTOALLV)
		known.m = BLOCK_OF_UNKNOWN_LENGTH;
	rough = known;
	bits = make_fit(&rough);
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		vcube_time cost;
		bool at_home;

		if (a->collective != collective || vcube_algorithm_fits(a, terms, op, NULL) != 0)
			continue;
		at_home = w == NULL || vc_homes(w, a->home) != 0;
		cost = cost_of(a, &known, &rough, bits);
		if (best == NULL || at_home > best_at_home ||
		    (at_home == best_at_home && cost < least)) {
			best = a;
			least = cost;
			best_at_home = at_home;
		}
	}
	if (best == NULL)
		vc_error(error, VCUBE_EPRECOND, "no algorithm of %s fits this call",
			 vcube_collective_name(collective));
	return best;
}

struct vcube_terms
vcube_terms_for(const vcube_node *self, const struct vcube_call *c)
{
	struct vcube_terms t = vcube_terms_of(&self->machine->desc, c->size, c->bytes);

	t.unit = vcube_type_size(c->type);
	if (c->set != NULL)
		t.set = c->set;
	return t;
}

const struct vcube_algorithm *
vc_choose(vcube_node *self, const struct vcube_call *c, struct vcube_error *error)
{
	const vcube_machine *m = self->machine;
	const struct vcube_terms terms = vcube_terms_for(self, c);
	const struct vc_wiring w = vc_wiring_of(self, c->group, c->size);

	return choose(c->collective, &terms, c->op, m->none || m->timed ? &w : NULL, error);
}

const struct vcube_algorithm *
vcube_algorithm_choose(const struct vcube_desc *desc, int collective,
		       const struct vcube_terms *terms, const struct vcube_op *op,
		       struct vcube_error *error)
{
	const struct vcube_algorithm *best = NULL;
	vcube_topology *topology;
	struct vc_wiring w;
	int *position;

	if (vcube_collective_name(collective) == NULL) {
		vc_error(error, VCUBE_EINVAL, "no collective has number %d (0 to %d)", collective,
			 VCUBE_COLLECTIVES_COUNT - 1);
		return NULL;
	}
	if (desc->routing != VCUBE_ROUTING_NONE && desc->clock == VCUBE_CLOCK_FREE)
		return choose(collective, terms, op, NULL, error);
	if (vc_wiring_described(desc, &w, &topology, &position, error) == 0)
		best = choose(collective, terms, op, &w, error);
	vcube_topology_free(topology);
	free(position);
	return best;
}
