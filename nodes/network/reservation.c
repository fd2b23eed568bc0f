/* SPDX-License-Identifier: BSD-2-Clause */
#include "reservation.h"
#include <stdlib.h>
#include <string.h>

vcube_time
vc_reservation_fit(struct vc_reservation *r, vcube_time now, vcube_time from, vcube_time duration)
{
	while (r->count > 0 && r->book[r->first].to <= now) {
		r->first++;
		r->count--;
	}
	for (uint32_t i = 0; i < r->count; i++) {
		const struct vc_booking *b = &r->book[r->first + i];

		if (from + duration <= b->from)
			break;
		if (from < b->to)
			from = b->to;
	}
	return from;
}

/* Makes room for one more booking, moving the others to the start of the array. */
static bool
make_room(struct vc_reservation *r)
{
	if (r->first > 0) {
		memmove(r->book, r->book + r->first, r->count * sizeof *r->book);
		r->first = 0;
	}
	if (r->count == r->room) {
		const uint32_t room = r->room ? 2 * r->room : 4;
		struct vc_booking *book = realloc(r->book, room * sizeof *book);

		if (book == NULL)
			return false;
		r->book = book;
		r->room = room;
	}
	return true;
}

bool
vc_reservation_book(struct vc_reservation *r, vcube_time from, vcube_time to)
{
	struct vc_booking *b;
	uint32_t i;

	if (from == to)
		return true;
	if (r->first + r->count == r->room && !make_room(r))
		return false;
	b = r->book + r->first;
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
		memmove(b + i + 1, b + i, (r->count++ - i) * sizeof *b);
		b[i] = (struct vc_booking){from, to};
	}
	return true;
}

void
vc_reservation_free(struct vc_reservation *r)
{
	free(r->book);
	*r = (struct vc_reservation){.count = 0};
}
