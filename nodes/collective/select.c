/* SPDX-License-Identifier: BSD-2-Clause */
#include "select.h"
#include <stdlib.h>
#include "error.h"
#include "far.h"
#include "native.h"
#include "on_host.h"
#include "description.h"

/* --- costs by formula, which may exceed VCUBE_TIME_MAX ------------------------------- */

/* Returns the parameters, each shifted right by `bits`. */
static struct vcube_cost
coarse(const struct vcube_cost *k, int bits)
{
	return (struct vcube_cost) {
#define X(name, value, unit, text) .name = k->name >> bits,
		VCUBE_COSTS(X)
#undef X
	};
}

/* Reduces terms until every cost fits 64 bits; costs keep about their order. Returns true
 * if the terms fit as they were. Costs are proportional to the parameters, and no formula has
 * more than p^2 blocks of any. Shortens blocks where almost nothing would be left of the
 * parameters. */
static bool
fit_terms(struct vcube_terms *t)
{
	const double most = (double)VCUBE_TIME_MAX / t->p / t->p, length = t->m > 1 ? (double)t->m : 1;
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
	return bits + halves == 0;
}

/* Returns -1 beyond VCUBE_TIME_MAX. Starts with small parameters and multiplies them by
 * 2^10 each time, so that it detects an overflow before the sum wraps. */
static vcube_time
cost_of_block(const struct vcube_algorithm *a, struct vcube_terms terms)
{
	const struct vcube_cost k = terms.k;
	vcube_time time = -1;

	for (int bits = 40; bits >= 0; bits -= 10) {
		terms.k = coarse(&k, bits);
		time = a->cost(&terms);
		if (time < 0 || time > VCUBE_TIME_MAX >> bits)
			return -1;
	}
	return time;
}

/* The same with the length of blocks, since the cost of a byte times that wraps as well. */
static vcube_time
cost_of_blocks(const struct vcube_algorithm *a, struct vcube_terms terms)
{
	const size_t m = terms.m;
	vcube_time time = -1;

	for (int bits = 50; bits >= 0; bits -= 10) {
		terms.m = m >> bits;
		time = cost_of_block(a, terms);
		if (time == -1 || (bits > 0 && time > VCUBE_TIME_MAX >> 11))
			return -1;
	}
	return time;
}

vcube_time
vcube_algorithm_cost(const struct vcube_algorithm *a, const struct vcube_terms *t)
{
	struct vcube_terms rough = *t;

	return fit_terms(&rough) ? a->cost(t) : cost_of_blocks(a, *t);
}

/* --- selection ---------------------------------------------------------------------- */

/* Returns the cost; beyond VCUBE_TIME_MAX a greater one, ordered by the rough cost. */
static vcube_time
cost_of(const struct vcube_algorithm *a, const struct vcube_terms *t,
	const struct vcube_terms *rough)
{
	const vcube_time cost = vcube_algorithm_cost(a, t);

	return cost >= 0 ? cost : VC_TIME_FAR + a->cost(rough);
}

static const struct vcube_algorithm *
no_algorithm(int collective, struct vcube_error *error)
{
	vc_error(error, VCUBE_EPRECOND, "no algorithm of %s fits this call",
		 vcube_collective_name(collective));
	return NULL;
}

/* Returns the best algorithm that fits. With wires, native algorithms come first. */
static const struct vcube_algorithm *
select_algorithm(int collective, const struct vcube_terms *terms, const struct vcube_op *op,
		 const struct vc_wiring *w, struct vcube_error *error)
{
	const struct vcube_algorithm *a, *best = NULL;
	struct vcube_terms known = *terms, rough;
	vcube_time least = 0;
	bool best_is_native = false, fits;

	if (vcube_collective_shape(collective)->traits & VCUBE_COUNTS)
		known.m = VCUBE_BYTES_UNKNOWN;
	rough = known;
	fits = fit_terms(&rough);
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		vcube_time cost;
		bool is_native;

		if (a->collective != collective || vcube_algorithm_fits(a, terms, op, NULL) != 0)
			continue;
		is_native = w == NULL || vc_native_kinds(w, a->native) != 0;
		cost = fits ? a->cost(&known) : cost_of(a, &known, &rough);
		if (best == NULL || is_native > best_is_native ||
		    (is_native == best_is_native && cost < least)) {
			best = a;
			least = cost;
			best_is_native = is_native;
		}
	}
	return best != NULL ? best : no_algorithm(collective, error);
}

/* Returns the algorithm that takes the host least time. */
static const struct vcube_algorithm *
select_on_host(const struct vcube_desc *desc, int collective, const struct vcube_terms *terms,
	       const struct vcube_op *op, int processors, struct vcube_error *error)
{
	const struct vcube_algorithm *a, *best = NULL;
	struct vcube_terms known = *terms;
	double least = 0;

	if (vcube_collective_shape(collective)->traits & VCUBE_COUNTS)
		known.m = VCUBE_BYTES_UNKNOWN;
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		double cost;

		if (a->collective != collective || vcube_algorithm_fits(a, terms, op, NULL) != 0)
			continue;
		cost = vc_host_cost(desc, a, &known, processors);
		if (best == NULL || cost < least) {
			best = a;
			least = cost;
		}
	}
	return best != NULL ? best : no_algorithm(collective, error);
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

/* Returns whether wires limit or delay messages, so that native algorithms come first. */
static bool
wires_count(const struct vcube_desc *desc)
{
	return desc->routing == VCUBE_ROUTING_NONE || desc->clock != VCUBE_CLOCK_FREE;
}

const struct vcube_algorithm *
vc_select(vcube_node *self, const struct vcube_call *c, struct vcube_error *error)
{
	const struct vcube_terms terms = vcube_terms_for(self, c);
	const struct vcube_desc *const desc = &self->machine->desc;
	const struct vc_wiring w = vc_wiring_of(self, c->group, c->size);

	if (vc_host_counts(desc))
		return select_on_host(desc, c->collective, &terms, c->op, self->machine->processors,
				      error);
	return select_algorithm(c->collective, &terms, c->op,
				wires_count(desc) ? &w : NULL, error);
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
	if (vc_host_counts(desc))
		return select_on_host(desc, collective, terms, op, vc_host_processors(), error);
	if (!wires_count(desc))
		return select_algorithm(collective, terms, op, NULL, error);
	if (vc_wiring_described(desc, &w, &topology, &position, error) == 0)
		best = select_algorithm(collective, terms, op, &w, error);
	vcube_topology_free(topology);
	free(position);
	return best;
}
