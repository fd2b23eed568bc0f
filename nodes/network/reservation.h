/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The reservations of a link or channel, for one message at a time. It is booked ahead,
 * since a message that needs several links begins when all of them are free; another
 * message may use the time until then.
 *
 * Invariants: bookings are in order, none is empty, and none touches the next.
 */
#ifndef VC_RESERVATION_H
#define VC_RESERVATION_H

#include <stdbool.h>
#include <vcube.h>

struct vc_booking {
	vcube_time from, to;
};

/* Most links are booked once at a time: one booking lies in the struct itself. */
struct vc_reservation {
	union {
		struct vc_booking one;          /* if there is no room for more */
		struct { struct vc_booking *book; uint32_t first; };    /* those used begin at `first` */
	};
	uint32_t count, room;           /* room: 0 as long as there was one at most */
};

/* Returns the earliest time, not before `from`, at which it is free for `duration`. Drops
 * bookings that end by `now`, the earliest time that any later call asks for. */
vcube_time vc_reservation_fit(struct vc_reservation *r, vcube_time now, vcube_time from,
		       vcube_time duration);
/* Books a free interval. Returns false if out of memory. */
bool vc_reservation_book(struct vc_reservation *r, vcube_time from, vcube_time to);
void vc_reservation_free(struct vc_reservation *r);

#endif
