/* SPDX-License-Identifier: BSD-2-Clause */
#include "reservation.h"
#include <stdlib.h>
#include <string.h>

vcube_time
vc_reservation_fit(struct vc_reservation *lane, vcube_time now, vcube_time from, vcube_time duration)
{
	while (lane->count > 0 && lane->book[lane->first].to <= now) {
		lane->first++;
		lane->count--;
	}
	for (uint32_t i = 0; i < lane->count; i++) {
		const struct vc_booking *b = &lane->book[lane->first + i];

		if (from + duration <= b->from)
			break;
		if (from < b->to)
			from = b->to;
	}
	return from;
}

/* Room for one more, from the start of the array on. */
static bool
make_room(struct vc_reservation *lane)
{
	if (lane->first > 0) {
		memmove(lane->book, lane->book + lane->first, lane->count * sizeof *lane->book);
		lane->first = 0;
	}
	if (lane->count == lane->room) {
		const uint32_t room = lane->room ? 2 * lane->room : 4;
		struct vc_booking *book = realloc(lane->book, room * sizeof *book);

		if (book == NULL)
			return false;
		lane->book = book;
		lane->room = room;
	}
	return true;
}

bool
vc_reservation_book(struct vc_reservation *lane, vcube_time from, vcube_time to)
{
	struct vc_booking *b;
	uint32_t i;

	if (from == to)
		return true;
	if (lane->first + lane->count == lane->room && !make_room(lane))
		return false;
	b = lane->book + lane->first;
	for (i = lane->count; i > 0 && b[i - 1].from >= to; i--)
		;
	if (i > 0 && b[i - 1].to == from) {
		b[i - 1].to = to;
		if (i < lane->count && b[i].from == to) {
			b[i - 1].to = b[i].to;
			memmove(b + i, b + i + 1, (--lane->count - i) * sizeof *b);
		}
	} else if (i < lane->count && b[i].from == to) {
		b[i].from = from;
	} else {
		memmove(b + i + 1, b + i, (lane->count++ - i) * sizeof *b);
		b[i] = (struct vc_booking){from, to};
	}
	return true;
}

void
vc_reservation_free(struct vc_reservation *lane)
{
	free(lane->book);
	*lane = (struct vc_reservation){.count = 0};
}
