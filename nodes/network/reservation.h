/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A lane: one message at a time. It is booked ahead, since a message that needs
 * several links begins when all of them are free; another one may use the time
 * until then.
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

struct vc_reservation {
	struct vc_booking *book;
	uint32_t first, count, room;    /* those in use begin at `first` */
};

/* The earliest time, not before `from`, at which it is free for so long. Forgets
 * what was over before `now`, the least time that will be asked for again. */
vcube_time vc_reservation_fit(struct vc_reservation *lane, vcube_time now, vcube_time from,
		       vcube_time duration);
/* Books a time at which it is free. False: no memory. */
bool vc_reservation_book(struct vc_reservation *lane, vcube_time from, vcube_time to);
void vc_reservation_free(struct vc_reservation *lane);

#endif
