/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * When a message arrives that no others hold up but those of its own sender: with
 * routing=none, where senders can tell. They say it when they send it, and who reads
 * a recording works it out again.
 */
#ifndef VC_STAMP_H
#define VC_STAMP_H

#include "far.h"
#include "journal.h"

/* For how long it keeps its port and its link busy. */
static inline vcube_time
vc_stamp_duration(const struct vcube_cost *k, enum vc_startup which, int hops, size_t bytes)
{
	return vc_startup_cost(k, which) + hops * k->per_hop +
	       vc_time_times(k->per_byte, (vcube_time)bytes);
}

/* When it arrives, up to which both are busy. `port`, `link`: until when they were. */
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

#endif
