/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every process gives all others a parcel, and takes one of each. The parcels of a process come
 * in the order in which it gave them, so the oldest is of this gathering. What else comes
 * meanwhile is for later: a process that has all parcels goes on.
 */
#include "processes.h"

enum { MOST_NS = 1000000 };

/* Returns the first process whose parcel has not come, or -1. */
static int
missing(const struct vc_processes *p)
{
	for (int i = 0; i < p->count; i++)
		if (i != p->process && p->joined->parcels[i].first == NULL)
			return i;
	return -1;
}

/* Waits for all parcels. Returns false if a process has died that has not given its own. */
static bool
await(struct vc_processes *p)
{
	int who;

	while ((who = missing(p)) >= 0) {
		if (vc_inbox_take(p))
			continue;
		if (p->joined->gone[who]) {
			vc_inbox_died(p, who);
			return false;
		}
		pthread_mutex_unlock(&p->lock);
		p->transport->wait(p->transport, p->awake, MOST_NS);
		pthread_mutex_lock(&p->lock);
	}
	return true;
}

/* Returns whether all gather for the same. If not, the process and this one do not go together any
 * more. */
static bool
agree(const struct vc_processes *p, enum vc_gathering when)
{
	struct vc_joined *const j = p->joined;

	for (int i = 0; i < p->count && j->dead < 0; i++)
		if (i != p->process && j->parcels[i].first->when != when) {
			j->dead = i;
			j->strayed = true;
			j->there = j->parcels[i].first->when;
			j->here = when;
		}
	return j->dead < 0;
}

static struct vc_parcel *
pop(struct vc_parcels *parcels)
{
	struct vc_parcel *first = parcels->first;

	if (first != NULL && (parcels->first = first->next) == NULL)
		parcels->last = &parcels->first;
	return first;
}

bool
vc_gather(struct vc_processes *p, enum vc_gathering when, const void *mine, size_t bytes,
	  void (*each)(void *arg, int process, const void *data, size_t bytes), void *arg)
{
	const struct vc_packet head = { .kind = VC_PACKET_PARCEL, .to = (int32_t)when,
					.bytes = bytes };
	bool all;

	pthread_mutex_lock(&p->lock);
	p->gathering = true;
	vc_outbox_tell(p, &head, mine);
	vc_outbox_flush_all(p);
	all = await(p) && agree(p, when);
	p->gathering = false;
	for (int i = 0; i < p->count && all; i++) {
		struct vc_parcel *parcel = i == p->process ? NULL : pop(&p->joined->parcels[i]);

		if (parcel == NULL)
			each(arg, i, mine, bytes);
		else
			each(arg, i, parcel->data, parcel->bytes);
		free(parcel);
	}
	pthread_mutex_unlock(&p->lock);
	return all;
}
