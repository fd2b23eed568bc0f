/* SPDX-License-Identifier: BSD-2-Clause */
#include "cost.h"

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

/* Costs are proportional to the parameters, and no formula has more than p^2 blocks of any.
 * Shortens blocks where almost nothing would be left of the parameters. */
bool
vc_cost_fit(struct vcube_terms *t)
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

	return vc_cost_fit(&rough) ? a->cost(t) : cost_of_blocks(a, *t);
}
