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
#include "host.h"

struct vc_booking {
	vcube_time from, to;
};

struct vc_bookings;

/* Most links are booked once at a time: one booking lies in the struct itself. */
struct vc_reservation {
	union {
		struct vc_booking one;          /* if `from` is not negative; empty: none */
		/* if it is: the complement of when the last of several ends, as no time is
		 * negative */
		struct { vcube_time not_last; struct vc_bookings *book; };
	};
};

/* The same for one that has several bookings, or had. */
vcube_time vc_reservation_fit_several(struct vc_reservation *r, vcube_time now, vcube_time from,
				      vcube_time duration);

/* Returns the earliest time, not before `from`, at which it is free for `duration`. `now` is the
 * earliest time that any later call asks for: bookings that end by then may be dropped. */
static inline vcube_time
vc_reservation_fit(struct vc_reservation *r, vcube_time now, vcube_time from, vcube_time duration)
{
	if (r->one.from < 0)
		return ~r->not_last <= from ? from : vc_reservation_fit_several(r, now, from, duration);
	return r->one.to <= from || from + duration <= r->one.from ? from : r->one.to;
}

/* Fetches bookings into the cache. */
static inline void
vc_reservation_prefetch(const struct vc_reservation *r)
{
	if (r->one.from < 0)
		__builtin_prefetch(r->book);
}

/* Books a free interval. Returns false if out of memory. */
bool vc_reservation_book(struct vc_reservation *r, vcube_time now, vcube_time from, vcube_time to);
void vc_reservation_free(struct vc_reservation *r);

#endif
