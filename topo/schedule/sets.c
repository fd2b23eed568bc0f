/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Algorithm 5: s successive exchanges; some blocks of pairs do the last ones first.
 *
 * This needs two axes in the local memory, i and v. A block that begins on axis
 * a > 1 exchanges v with axes a .. s, swaps i and v in the memory, and then
 * exchanges i with axes 1 .. a; the others exchange i with axes 1 .. s. Blocks that
 * do not begin on axis 1 come in twos: on axes s - 1, s - 3, and so on. For s = 6
 * and 9 blocks, the axis of each block in each time of d steps:
 *
 *   block  0  1  2  3  4  5  6  7  8  9 10
 *   0      5  6  .  .  .  1  2  3  4  5  .
 *   1      .  5  6  .  .  .  1  2  3  4  5
 *   2      3  4  5  6  .  .  .  1  2  3  .
 *   3      .  3  4  5  6  .  .  .  1  2  3
 *   4      1  2  3  4  5  6  .  .  .  .  .
 *   5      .  1  2  3  4  5  6  .  .  .  .
 *   6      .  .  1  2  3  4  5  6  .  .  .
 *   7      .  .  .  1  2  3  4  5  6  .  .
 *   8      .  .  .  .  1  2  3  4  5  6  .
 *
 * If d does not divide the number of pairs, the last of those that begin on axis 1 are
 * d + c pairs in windows (windows.c): each pair takes d steps on an axis, so they begin on
 * the next one d steps after they began on this one, and all that follows them is c steps
 * late. Otherwise their last block would be short, and take d steps all the same. It may,
 * where Theorem 2 has (s + 3) d steps, which depend on no number of blocks.
 */
#include <stdlib.h>
#include <string.h>
#include "schedule.h"

/* Returns how many blocks do not begin on axis 1: as many as leave two, or one, that do. */
static int
begin_elsewhere(int blocks, int axes)
{
	const int most = axes % 2 ? axes - 1 : axes - 2;
	int count = blocks < 2 ? 0 : (blocks - 2) / 2 * 2;

	if (count > most)
		count = most;
	if (axes % 2 && blocks > axes && count < most)
		count = most;
	return count;
}

/* Puts a block on axes from .. to, counted from 1, in successive times. */
static void
run_along(struct vcube_schedule *s, int block, int time, int from, int to)
{
	for (int axis = from; axis <= to; axis++, time++) {
		s->sets[time * s->plan.successive + axis - 1] = block;
		if (time >= s->times)
			s->times = time + 1;
	}
}

/*
 * The addresses in the blocks.
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

/* Lists the lower addresses of pairs that begin on axis 0; returns their number. */
static int
list_others(const struct vcube_schedule *s, int *low)
{
	int count = 0;

	for (int pair = 0; pair < s->pairs; pair++) {
		const int address = pair / s->half * 2 * s->half + pair % s->half;

		if (s->begins == NULL || s->begins[address] == 0)
			low[count++] = address;
	}
	return count;
}

/* Places the pairs that begin on axis 0, and finds windows for the last n of them. */
static int
place_others(struct vcube_schedule *s, int n)
{
	int *const low = malloc((size_t)s->pairs * sizeof *low);
	int count, code = 0;

	s->low[1] = s->low[1] != NULL ? s->low[1] : calloc((size_t)s->pairs, sizeof *low);
	if (low == NULL || s->low[1] == NULL) {
		free(low);
		return VCUBE_EHOST;
	}
	count = list_others(s, low);
	if (n > 0)
		code = vc_find_windows(s, n, low, count, s->low[1] + s->pairs - count);
	else
		memcpy(s->low[1] + s->pairs - count, low, (size_t)count * sizeof *low);
	free(low);
	return code;
}

/* Determines the addresses in the blocks, if that is possible, and in windows. */
static int
place_sets(struct vcube_schedule *s)
{
	const size_t pairs = (size_t)s->pairs;
	const int early = s->early * s->plan.dimensions, n = vc_in_windows(s);

	if (!can_place(s))
		return n > 0 ? place_others(s, n) : 0;
	s->low[0] = calloc(pairs, sizeof *s->low[0]);
	s->low[1] = calloc(pairs, sizeof *s->low[1]);
	s->begins = calloc(2 * pairs, sizeof *s->begins);
	if (s->low[0] == NULL || s->low[1] == NULL || s->begins == NULL)
		return VCUBE_EHOST;
	for (int e = 0; e < early; e++)
		place_early(s, e);
	return place_others(s, n);
}

/* Returns how many pairs the blocks leave for windows, beyond d: none if d divides their number, or
 * where a short block costs nothing. */
static int
left_over(const struct vcube_schedule *s)
{
	const int d = s->plan.dimensions, axes = s->plan.successive;
	const bool free_of_cost = axes > 3 && s->pairs > 4 * d && s->pairs < (axes + 1) * d;

	return s->pairs < d || free_of_cost ? 0 : s->pairs % d;
}

/* Fills in the table of axes. */
static int
lay_out(struct vcube_schedule *s, int blocks)
{
	const int axes = s->plan.successive, early = s->early;
	/* if blocks begin on all of an odd number of axes, axis 2 is in use at time 0 */
	const int start = early == axes - 1;
	/* two blocks exchange v together; both must finish before either exchanges i */
	const int again = start + blocks - early < 3 ? 3 : start + blocks - early;
	const size_t room = (size_t)(blocks + 2 * axes + 5) * (size_t)axes;

	s->sets = malloc(room * sizeof *s->sets);
	if (s->sets == NULL)
		return VCUBE_EHOST;
	for (size_t i = 0; i < room; i++)
		s->sets[i] = -1;
	for (int e = 0; e < early; e++) {
		const int axis = vc_first_axis(s, e) + 1;

		run_along(s, e, e % 2, axis, axes);
		run_along(s, e, again + e, 1, axis);
	}
	for (int block = early; block < blocks; block++)
		run_along(s, block, start + block - early, 1, axes);
	s->last = start + blocks - early - 1;
	return 0;
}

int
vc_make_sets(struct vcube_schedule *s)
{
	const int d = s->plan.dimensions;
	int blocks, code;

	s->late = left_over(s);
	blocks = s->late > 0 ? s->pairs / d : (s->pairs + d - 1) / d;
	s->early = begin_elsewhere(blocks, s->plan.successive);
	code = place_sets(s);
	if (code == 0)
		code = lay_out(s, blocks);
	if (code == 0 && s->late > 0)
		vc_add_windows(s, d + s->late);
	else if (code == 0)
		vc_make_pairs(s);
	return code;
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
