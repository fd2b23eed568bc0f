/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Algorithm 5: which addresses its blocks of pairs are made of.
 *
 * An address is w, v, i, from the left; v and i have d bits. A pair is an address
 * and the one with the complement of i; while v is exchanged, of v. Hence the two
 * blocks that begin together are made of d quads, {i, ~i} by {v, ~v}: with v each
 * block has the pairs of one i, and with i those of one v. The quads are taken in
 * the order of i, then v, then w; what they leave is exchanged in pairs of i.
 *
 * Where blocks begin on several axes, what is aligned to each is apart from one
 * another by some i (nodes/toolkit/concurrent.c). So they are made of whole lines of i:
 * with d quads they are, if d is 1 or 2; and with d > 2 and so many axes, there
 * are more nodes than a machine can have.
 */
#include <stdlib.h>
#include "schedule.h"

static bool
can_place(const struct vcube_schedule *s)
{
	const int k = 2 * s->half;

	return s->plan.addresses % (k * k) == 0 && (s->early <= 2 || s->plan.dimensions <= 2);
}

/* Pair number u of those that begin elsewhere. */
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
