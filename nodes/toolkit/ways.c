/* SPDX-License-Identifier: BSD-2-Clause */
#include "ways.h"
#include <stdint.h>
#include <vcube/array.h>
#include <vcube/blocks.h>

/* --- steps and places ------------------------------------------------------------------ */

static int
digits(int n, int radix)
{
	int count = 0;

	for (vcube_time unit = 1; unit < n; unit *= radix)
		count++;
	return count;
}

int
vc_ways_part(const struct vc_ways *w, int first, int end, int place)
{
	const int all = first < w->across ? place % w->columns : place / w->columns;

	return all % vc_ways_bound(w, end - 1) / w->unit[first] * w->unit[first];
}

int
vc_ways_list(const struct vc_ways *w, int first, int end, int distance, int *places)
{
	const bool across = first < w->across;
	const int all = vc_ways_width(w, first), others = across ? w->rows : w->columns;
	const int along = across ? 1 : w->columns, beside = across ? w->columns : 1;
	const int unit = w->unit[first], next = vc_ways_bound(w, end - 1);
	int count = 0;

	for (int other = 0; other < others; other++)
		for (int high = distance; high < all; high += next)
			for (int low = high; low < high + unit && low < all; low++)
				places[count++] = other * beside + low * along;
	return count;
}

int
vc_ways_ahead(const struct vc_ways *w, int rank, int step, int distance)
{
	const int row = rank / w->columns, column = rank % w->columns;

	return step < w->across ? row * w->columns + (column + distance) % w->columns
				: (row + distance) % w->rows * w->columns + column;
}

int
vc_ways_behind(const struct vc_ways *w, int rank, int step, int distance)
{
	return vc_ways_ahead(w, rank, step, vc_ways_width(w, step) - distance);
}

/* --- what takes a shorter way ------------------------------------------------------------ */

/* The longest block that does not go straight. On its way it would be sent so often, and be moved
 * in memory as often, and at its destination. With all ports it leaves beside others that go
 * straight, but behind those of its step. */
static size_t
longest(const struct vcube_terms *t, int times)
{
	const int more = times == 1 && t->ports == VCUBE_PORTS_ALL ? 1 : times - 1;
	const vcube_time cost = t->k.per_byte * more + t->k.reorder * (times + 1);

	if (t->set[VCUBE_DIGITS_STRAIGHT].count > 0)
		return (size_t)t->set[VCUBE_DIGITS_STRAIGHT].value;
	return cost > 0 ? (size_t)(vcube_startup_time(t) / cost) : SIZE_MAX;
}

/* Returns the most bytes that take no more time than a start-up if they are sent so often. */
static size_t
worth(const struct vcube_terms *t, int times)
{
	const vcube_time cost = (t->k.per_byte + t->k.reorder) * times;

	return cost > 0 ? (size_t)(vcube_startup_time(t) / cost) : SIZE_MAX;
}

bool
vc_ways_is_worth(const struct vcube_terms *t, size_t bytes, int times)
{
	return bytes > worth(t, times - 1);
}

int
vc_ways_shortcut(int value, int radix)
{
	const bool moves = value % radix != 0;
	int times = 0;

	for (; value > 0; value /= radix)
		times += value % radix != 0;
	return moves && times > 1 ? times : 0;
}

int
vc_ways_sends(const struct vc_ways *w, bool across, int place)
{
	const int last = across ? w->across : w->steps;
	int times = 0;

	for (int k = across ? 0 : w->across; k < last; k = w->end[k])
		times += vc_ways_part(w, k, w->end[k], place) > 0;
	return times;
}

bool
vc_ways_straight(const struct vc_ways *w, int place, size_t bytes)
{
	return bytes > w->longest[w->steps] &&
	       bytes > w->longest[vc_ways_sends(w, true, place) + vc_ways_sends(w, false, place)];
}

/* Returns the time of a stretch, where a message is worth `bytes`, and a place has `mean`, at most
 * as many. */
static vcube_time
stretch_time(const struct vc_ways *w, int first, int end, vcube_time bytes, vcube_time mean)
{
	const int all = vc_ways_width(w, first), next = vc_ways_bound(w, end - 1), over = all % next;
	const int stay = all / next * w->unit[first] + (over < w->unit[first] ? over : w->unit[first]);
	const vcube_time messages = (next - 1) / w->unit[first];

	return messages * bytes + (vcube_time)(all - stay) * (w->columns * w->rows / all) * mean;
}

/* Sets the ends of the stretches that begin with each step to the best. */
static void
find_ends(struct vc_ways *w, vcube_time bytes, vcube_time mean)
{
	vcube_time least[VC_STEPS_MAX + 1];

	least[w->steps] = 0;
	for (int k = w->steps; k-- > 0;) {
		const int last = k < w->across ? w->across : w->steps;

		least[k] = stretch_time(w, k, k + 1, bytes, mean) + least[k + 1];
		for (int end = k + 2; end <= last &&
		     vc_ways_bound(w, end - 1) / w->unit[k] <= VC_VALUES_MAX; end++) {
			const vcube_time time = stretch_time(w, k, end, bytes, mean) + least[end];

			if (time < least[k]) {
				least[k] = time;
				w->end[k] = end;
			}
		}
	}
}

void
vc_ways_plan(struct vc_ways *w, const struct vcube_terms *t, size_t sum)
{
	const size_t bytes = worth(t, 1), mean = sum / (size_t)t->p;

	for (int k = 0; k < w->steps; k++)
		w->end[k] = k + 1;
	if (sum <= bytes || mean > bytes)
		return;
	find_ends(w, (vcube_time)bytes, (vcube_time)mean);
	for (int k = 1; k < w->steps; k++)
		if (w->end[k - 1] > k)
			w->end[k] = w->end[k - 1];
}

/* --- layout -------------------------------------------------------------------------------- */

const char *
vcube_digits_lack(const struct vcube_terms *t)
{
	const struct vcube_setting *const radix = &t->set[VCUBE_DIGITS_RADIX];

	return radix->count > 0 && (radix->value < 2 || radix->value > VCUBE_DIGITS_RADIX_MAX)
		? "a radix of 2 to 64" : NULL;
}

/* With all ports the messages to the other three of a row of four leave at once; in longer rows
 * they would share links. */
static int
radix_for(const struct vcube_terms *t)
{
	const struct vcube_setting *const radix = &t->set[VCUBE_DIGITS_RADIX];

	if (radix->count > 0)
		return radix->value;
	return t->ports == VCUBE_PORTS_ALL && vcube_array_columns(t->p) <= 4 ? 4 : 2;
}

void
vc_ways_lay_out(struct vc_ways *w, const struct vcube_terms *t)
{
	w->columns = vcube_array_columns(t->p);
	w->radix = radix_for(t);
	if (digits(w->columns, w->radix) + digits(t->p / w->columns, w->radix) > digits(t->p, w->radix))
		w->columns = t->p;
	w->rows = t->p / w->columns;
	w->across = digits(w->columns, w->radix);
	w->steps = w->across + digits(w->rows, w->radix);
	for (int k = 0; k < w->steps; k++)
		w->unit[k] = k == 0 || k == w->across ? 1 : w->unit[k - 1] * w->radix;
	for (int times = 0; times <= w->steps || times <= 2; times++)
		w->longest[times] = longest(t, times);
}
