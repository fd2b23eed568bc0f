/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Algorithm 4: least steps and least span at the same time.
 *
 * The d rotations of an address, its necklace, keep all links busy for as many
 * steps as it has 1-bits: when the address crosses a dimension, each rotation
 * crosses the rotated dimension. Addresses with fewer than d rotations are cyclic
 * and go as pairs, d of them at a time. The c remaining pairs go with one whole
 * necklace of q = d - c 1-bits, in d steps. For d = 5, c = 1:
 *
 *   01111       0 1 2 3 .
 *   11110       1 2 3 . 4
 *   11101       2 3 . 4 0
 *   11011       3 . 4 0 1
 *   10111       . 4 0 1 2
 *   00000+11111 4 0 1 2 3
 */
#include <stdlib.h>
#include "schedule.h"

/* The addresses of one exchange to schedule. */
struct beads {
	int d, mask, base;      /* base: the exchange's first address */
	bool diagonal;
	int cyclics, necklaces;
	int *cyclic;            /* pairs of cyclic addresses: the lower one */
	int *necklace;          /* the least address of each, in the order of scheduling */
};

static int
rotated(const struct beads *b, int x, int by)
{
	return (x << by | x >> (b->d - by)) & b->mask;
}

/* Returns the period of x under rotation; 0 if a rotation is less than x. */
static int
period(const struct beads *b, int x)
{
	for (int r = 1; r < b->d; r++) {
		if (rotated(b, x, r) < x)
			return 0;
		if (rotated(b, x, r) == x)
			return r;
	}
	return b->d;
}

static bool
is_cyclic(const struct beads *b, int x)
{
	for (int r = 1; r < b->d; r++)
		if (rotated(b, x, r) == x)
			return true;
	return false;
}

/* Returns the least rotation of x. */
static int
least(const struct beads *b, int x)
{
	int lowest = x;

	for (int r = 1; r < b->d; r++)
		if (rotated(b, x, r) < lowest)
			lowest = rotated(b, x, r);
	return lowest;
}

/* Returns how many columns a diagonal line is shifted, so that no two lines give the same bit. */
static int
skew(const struct beads *b, int line)
{
	return b->d % 2 == 0 && line >= b->d / 2;
}

/* Returns the address whose entry is first in each of q diagonal lines. */
static int
first_of_diagonals(const struct beads *b, int q)
{
	int x = 0;

	for (int line = 0; line < q; line++)
		x |= 1 << (2 * line + skew(b, line)) % b->d;
	return x;
}

/* Returns the least address of the necklace that goes with the remaining cyclic pairs, 0^c 1^q
 * or that of the diagonals; -1: none remain. */
static int
mixed(const struct beads *b)
{
	const int c = b->cyclics % b->d;

	if (c == 0)
		return -1;
	return b->diagonal ? least(b, first_of_diagonals(b, b->d - c)) : (1 << (b->d - c)) - 1;
}

/* Sorts necklaces so that each is next to its complement, which together make a column of d
 * rows; those without a complement come last. */
static void
sort_out(struct beads *b)
{
	const int half = (b->mask + 1) / 2;

	for (int x = 0; x < half; x++)
		if (is_cyclic(b, x))
			b->cyclic[b->cyclics++] = x;
	for (int alone = 0; alone < 2; alone++)
		for (int x = 1; x <= b->mask; x++) {
			const int other = least(b, x ^ b->mask);
			const bool lone = other == x || other == mixed(b) || other == 0;

			if (period(b, x) != b->d || x == mixed(b) || lone != alone)
				continue;
			if (!lone && other < x)
				continue;
			b->necklace[b->necklaces++] = x;
			if (!lone)
				b->necklace[b->necklaces++] = other;
		}
}

/* Puts an address of this exchange, if it exists, into a frame. With successive exchanges it
 * exists for some z. */
static void
put(struct vcube_schedule *s, const struct beads *b, int *frame, int dim, int address)
{
	if (b->base + address < s->plan.addresses || s->plan.successive > 1)
		frame[dim] = b->base + address;
}

static void
put_pair(struct vcube_schedule *s, const struct beads *b, int *frame, int dim, int low)
{
	put(s, b, frame, dim, low >> dim & 1 ? low : low ^ b->mask);
}

static void
add_cyclic_block(struct vcube_schedule *s, const struct beads *b, int first)
{
	struct vc_group *const g = vc_group(s, VC_BLOCK, b->base + b->cyclic[first], b->d);

	for (int r = 0; r < b->d; r++, g->frames++) {
		int *const frame = vc_frame(s);

		for (int v = 0; v < b->d; v++)
			put_pair(s, b, frame, (v + r) % b->d, b->cyclic[first + v]);
	}
}

static void
add_necklace(struct vcube_schedule *s, const struct beads *b, int x)
{
	struct vc_group *const g = vc_group(s, VC_NECKLACE, b->base + x, 0);

	for (int bit = 0; bit < b->d; bit++) {
		int *frame;

		if (!(x >> bit & 1))
			continue;
		frame = vc_frame(s);
		g->frames++;
		for (int r = 0; r < b->d; r++)
			put(s, b, frame, (bit + r) % b->d, rotated(b, x, r));
	}
}

/*
 * In the table of dimensions (row + column) mod d, whose columns are steps, the last c rows
 * belong to the pairs. The other rows are cut into q lines of d entries, at most one in each
 * column; entry j of every line belongs to rotation j of the necklace. A line goes down from
 * row 0, then c columns to the right, then down again to row q - 1. The paper's other lines go to
 * the right in one row, from its diagonal on; they fail for d = 4 and give other necklaces.
 */
static void
put_lines(struct vcube_schedule *s, const struct beads *b, int first, int q)
{
	const int d = b->d, c = d - q;

	for (int m = 0; m < q; m++)
		for (int j = 0; j < d; j++) {
			const int row = j <= q - 1 - m ? j : j <= d - 1 - m ? q - 1 - m : j - c;
			const int t = j <= q - 1 - m ? m : j <= d - 1 - m ? 2 * m + j - q + 1 : m + c;

			put(s, b, s->unit + (first + t) * d, (row + t) % d, rotated(b, mixed(b), j));
		}
}

static void
put_diagonals(struct vcube_schedule *s, const struct beads *b, int first, int q)
{
	const int d = b->d;

	for (int line = 0; line < q; line++)
		for (int j = 0; j < d; j++) {
			const int t = (line + skew(b, line) + j) % d;

			put(s, b, s->unit + (first + t) * d, (line + t) % d,
			    rotated(b, first_of_diagonals(b, q), j));
		}
}

static void
add_mixed(struct vcube_schedule *s, const struct beads *b)
{
	const int d = b->d, c = b->cyclics % d, q = d - c;
	const int first = b->cyclics - c;
	struct vc_group *const g = vc_group(s, VC_MIXED, b->base + mixed(b), c);

	for (int t = 0; t < d; t++, g->frames++) {
		int *const frame = vc_frame(s);

		for (int v = 0; v < c; v++)
			put_pair(s, b, frame, (q + v + t) % d, b->cyclic[first + v]);
	}
	(b->diagonal ? put_diagonals : put_lines)(s, b, g->first, q);
}

static void
add_exchange(struct vcube_schedule *s, const struct beads *b)
{
	const int c = b->cyclics % b->d;

	if (c > 0)
		add_mixed(s, b);
	for (int i = 0; i + b->d <= b->cyclics; i += b->d)
		add_cyclic_block(s, b, i);
	for (int i = 0; i < b->necklaces; i++)
		add_necklace(s, b, b->necklace[i]);
}

int
vc_make_necklaces(struct vcube_schedule *s)
{
	const int d = s->plan.dimensions, all = 1 << d;
	int *const room = malloc(2 * (size_t)all * sizeof *room);
	struct beads b = {
		.d = d, .mask = all - 1, .diagonal = s->diagonal, .cyclic = room, .necklace = room + all,
	};

	if (room == NULL)
		return VCUBE_EHOST;
	sort_out(&b);
	for (; b.base < s->plan.addresses; b.base += all)
		add_exchange(s, &b);
	free(room);
	return 0;
}
