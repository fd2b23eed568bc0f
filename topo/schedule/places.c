/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Algorithm 5: the addresses in its blocks of pairs.
 *
 * An address is w, v, i, from the left; v and i have d bits. A pair is an address
 * and the one with the complement of i or, while v is exchanged, of v. Hence two
 * blocks that begin together consist of d quads, {i, ~i} by {v, ~v}: while v is
 * exchanged, each block has the pairs of one i, and then those of one v. Quads are
 * taken in the order of i, then v, then w; the rest is exchanged in pairs of i.
 *
 * If blocks begin on several axes, the addresses aligned to each axis must be separated
 * from others by some i (nodes/toolkit/concurrent.c). So blocks must consist of whole lines
 * of i: with d quads they do, if d is 1 or 2; with d > 2, so many axes need more nodes than
 * a machine can have.
 */
#include <stdlib.h>
#include "schedule.h"

static bool
can_place(const struct vcube_schedule *s)
{
	const int k = 2 * s->half;

	return s->plan.addresses % (k * k) == 0 && (s->early <= 2 || s->plan.dimensions <= 2);
}

/* Places pair u of those that do not begin on axis 0. */
static void
place_early(struct vcube_schedule *s, int u)
{
	const int d = s->plan.dimensions, k = 2 * s->half, second = u / d % 2;
	const int quad = u / (2 * d) * d + u % d, i = quad % s->half, v = quad / s->half % s->half;
	const int w = quad / (s->half * s->half), base = w * k * k;

	s->low[0][u] = base + v * k + (second ? k - 1 - i : i);
	s->low[1][u] = base + (second ? k - 1 - v : v) * k + i;
	s->begins[s->low[1][u]] = s->begins[s->low[1][u] ^ (k - 1)] =
		(uint8_t)vc_first_axis(s, u / d);
}

int
vc_place_sets(struct vcube_schedule *s)
{
	const size_t pairs = (size_t)s->pairs;
	const int early = s->early * s->plan.dimensions;
	int u = early;

	if (!can_place(s))
		return 0;
	s->low[0] = calloc(pairs, sizeof *s->low[0]);
	s->low[1] = calloc(pairs, sizeof *s->low[1]);
	s->begins = calloc(2 * pairs, sizeof *s->begins);
	if (s->low[0] == NULL || s->low[1] == NULL || s->begins == NULL)
		return VCUBE_EHOST;
	for (int e = 0; e < early; e++)
		place_early(s, e);
	for (int pair = 0; pair < s->pairs; pair++) {
		const int low = pair / s->half * 2 * s->half + pair % s->half;

		if (s->begins[low] == 0)
			s->low[1][u++] = low;
	}
	return 0;
}

int
vcube_schedule_begins(const vcube_schedule *s, int address)
{
	const bool exists = s->begins != NULL && address >= 0 && address < s->plan.addresses;

	return exists ? s->begins[address] : 0;
}

int
vcube_schedule_pair(const vcube_schedule *s, int step, int pair, bool *second)
{
	const int d = s->plan.dimensions;

	if (s->low[0] == NULL || step < 0 || pair < 0 || pair >= s->pairs)
		return -1;
	*second = vc_exchanges_v(s, pair / d, step / d);
	return s->low[*second ? 0 : 1][pair];
}
