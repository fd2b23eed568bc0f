/* SPDX-License-Identifier: BSD-2-Clause */
#include "reservation.h"
#include <stdlib.h>
#include <string.h>

struct vc_bookings {
	uint32_t first, count, room;    /* those used begin at `first` */
	struct vc_booking list[];
};

enum { ROOM_FIRST = 4 };

/* Drops bookings that end by now. If none is left, its memory goes: the next one lies in the
 * struct itself. */
static void
drop(struct vc_reservation *r, vcube_time now)
{
	struct vc_bookings *const b = r->book;

	while (b->count > 0 && b->list[b->first].to <= now) {
		b->first++;
		b->count--;
	}
	if (b->count == 0)
		vc_reservation_free(r);
}

/* Returns the first booking that ends after a time; the end if there is none. */
static const struct vc_booking *
first_after(const struct vc_bookings *b, vcube_time time)
{
	const struct vc_booking *low = b->list + b->first, *high = low + b->count;

	while (low < high) {
		const struct vc_booking *const middle = low + (high - low) / 2;

		if (middle->to <= time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

vcube_time
vc_reservation_fit_several(struct vc_reservation *r, vcube_time now, vcube_time from,
			   vcube_time duration)
{
	const struct vc_booking *b, *end;

	drop(r, now);
	if (r->one.from >= 0)
		return from;
	end = r->book->list + r->book->first + r->book->count;
	for (b = first_after(r->book, from); b < end && from + duration > b->from; b++)
		if (from < b->to)
			from = b->to;
	return from;
}

static bool
enlarge(struct vc_reservation *r)
{
	const bool one = r->one.from >= 0;
	const uint32_t room = one ? ROOM_FIRST : 2 * r->book->room;
	struct vc_bookings *book = realloc(one ? NULL : r->book,
					   sizeof *book + room * sizeof book->list[0]);

	if (book == NULL)
		return false;
	if (one) {
		book->first = 0;
		book->count = 1;
		book->list[0] = r->one;
	}
	book->room = room;
	r->not_last = ~book->list[book->first + book->count - 1].to;
	r->book = book;
	return true;
}

/* Makes room for one more booking, moving the others to the start of the array. */
static bool
make_room(struct vc_reservation *r)
{
	struct vc_bookings *b = r->book;

	if (b->first + b->count < b->room)
		return true;
	if (b->first > 0) {
		memmove(b->list, b->list + b->first, b->count * sizeof b->list[0]);
		b->first = 0;
	}
	return b->count < b->room || enlarge(r);
}

/* Inserts a booking before the ith. */
static bool
insert(struct vc_reservation *r, uint32_t i, vcube_time from, vcube_time to)
{
	struct vc_booking *b;

	if (!make_room(r))
		return false;
	b = r->book->list + r->book->first + i;
	memmove(b + 1, b, (r->book->count++ - i) * sizeof *b);
	*b = (struct vc_booking){from, to};
	return true;
}

/* Returns false if out of memory. */
static bool
join_or_insert(struct vc_reservation *r, vcube_time from, vcube_time to)
{
	struct vc_booking *b;
	uint32_t i;

	b = r->book->list + r->book->first;
	for (i = r->book->count; i > 0 && b[i - 1].from >= to; i--)
		;
	if (i > 0 && b[i - 1].to == from) {
		b[i - 1].to = to;
		if (i < r->book->count && b[i].from == to) {
			b[i - 1].to = b[i].to;
			memmove(b + i, b + i + 1, (--r->book->count - i) * sizeof *b);
		}
	} else if (i < r->book->count && b[i].from == to) {
		b[i].from = from;
	} else {
		return insert(r, i, from, to);
	}
	return true;
}

static bool
book_several(struct vc_reservation *r, vcube_time from, vcube_time to)
{
	const bool booked = join_or_insert(r, from, to);

	if (booked && to > ~r->not_last)
		r->not_last = ~to;
	return booked;
}

bool
vc_reservation_book(struct vc_reservation *r, vcube_time now, vcube_time from, vcube_time to)
{
	if (from == to)
		return true;
	if (vc_unlikely(r->one.from < 0))
		drop(r, now);
	if (vc_unlikely(r->one.from < 0))
		return book_several(r, from, to);
	if (r->one.to <= now || r->one.from == r->one.to)
		r->one = (struct vc_booking){from, to};
	else if (r->one.to == from)
		r->one.to = to;
	else if (r->one.from == to)
		r->one.from = from;
	else
		return enlarge(r) && book_several(r, from, to);
	return true;
}

void
vc_reservation_free(struct vc_reservation *r)
{
	if (r->one.from < 0)
		free(r->book);
	*r = (struct vc_reservation){.one = {0, 0}};
}
