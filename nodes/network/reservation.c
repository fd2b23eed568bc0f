/* SPDX-License-Identifier: BSD-2-Clause */
#include "reservation.h"
#include <stdlib.h>
#include <string.h>

static struct vc_booking *
bookings(struct vc_reservation *r)
{
	return r->room == 0 ? &r->one : r->book + r->first;
}

/* Drops the first booking. */
static void
drop(struct vc_reservation *r)
{
	r->count--;
	if (r->room > 0)
		r->first++;
}

vcube_time
vc_reservation_fit(struct vc_reservation *r, vcube_time now, vcube_time from, vcube_time duration)
{
	while (r->count > 0 && bookings(r)->to <= now)
		drop(r);
	for (uint32_t i = 0; i < r->count; i++) {
		const struct vc_booking *b = bookings(r) + i;

		if (from + duration <= b->from)
			break;
		if (from < b->to)
			from = b->to;
	}
	return from;
}

static bool
enlarge(struct vc_reservation *r)
{
	const uint32_t room = r->room ? 2 * r->room : 4;
	struct vc_booking *book = realloc(r->room ? r->book : NULL, room * sizeof *book);

	if (book == NULL)
		return false;
	if (r->room == 0) {
		book[0] = r->one;
		r->first = 0;
	}
	r->book = book;
	r->room = room;
	return true;
}

/* Makes room for one more booking, moving the others to the start of the array. */
static bool
make_room(struct vc_reservation *r)
{
	if (r->room == 0)
		return r->count == 0 || enlarge(r);
	if (r->first + r->count < r->room)
		return true;
	if (r->first > 0) {
		memmove(r->book, r->book + r->first, r->count * sizeof *r->book);
		r->first = 0;
	}
	return r->count < r->room || enlarge(r);
}

/* Inserts a booking before the ith. */
static bool
insert(struct vc_reservation *r, uint32_t i, vcube_time from, vcube_time to)
{
	struct vc_booking *b;

	if (!make_room(r))
		return false;
	b = bookings(r) + i;
	memmove(b + 1, b, (r->count++ - i) * sizeof *b);
	*b = (struct vc_booking){from, to};
	return true;
}

bool
vc_reservation_book(struct vc_reservation *r, vcube_time from, vcube_time to)
{
	struct vc_booking *b;
	uint32_t i;

	if (from == to)
		return true;
	b = bookings(r);
	for (i = r->count; i > 0 && b[i - 1].from >= to; i--)
		;
	if (i > 0 && b[i - 1].to == from) {
		b[i - 1].to = to;
		if (i < r->count && b[i].from == to) {
			b[i - 1].to = b[i].to;
			memmove(b + i, b + i + 1, (--r->count - i) * sizeof *b);
		}
	} else if (i < r->count && b[i].from == to) {
		b[i].from = from;
	} else {
		return insert(r, i, from, to);
	}
	return true;
}

void
vc_reservation_free(struct vc_reservation *r)
{
	if (r->room > 0)
		free(r->book);
	*r = (struct vc_reservation){.count = 0};
}
