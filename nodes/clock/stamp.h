/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * When a message arrives that only messages of its own sender can delay: with routing=none.
 * The sender stamps the arrival at the send; the reader of a recording computes it again.
 */
#ifndef VC_STAMP_H
#define VC_STAMP_H

#include "deadline.h"
#include "far.h"
#include "journal.h"

/* Returns how long a message keeps its port and its link busy. */
static inline vcube_time
vc_stamp_duration(const struct vcube_cost *k, enum vc_startup which, int hops, size_t bytes)
{
	return vc_startup_cost(k, which) + hops * k->per_hop +
	       vc_time_times(k->per_byte, (vcube_time)bytes);
}

/* Returns the arrival; port and link are busy until then. `port`, `link`: when they became
 * free before. */
static inline vcube_time
vc_stamp_arrival(vcube_time now, bool one_port, vcube_time duration, vcube_time *port,
		 vcube_time *link)
{
	vcube_time start = now;

	if (one_port && start < *port)
		start = *port;
	if (start < *link)
		start = *link;
	return *port = *link = start + duration;
}

/* The slot is_done, whatever tells arrivals. */
bool vc_stamp_is_done(vcube_node *self, vcube_request *request, vc_arrival_of *arrival_of);

#endif
