/* SPDX-License-Identifier: BSD-2-Clause */
/* Places messages on their routes. */
#include "network.h"
#include "route.h"
#include <stdlib.h>
#include "far.h"

enum { LINKS_A_BIT = 64 };

static size_t
touched_words(const struct vc_network *n)
{
	return (size_t)n->links / (LINKS_A_BIT * 64) + 1;
}

int
vc_network_open(struct vc_network *n, const vcube_topology *t, const int *position,
		const struct vcube_desc *desc, struct vc_links *links)
{
	*n = (struct vc_network){
		.topology = t, .position = position, .desc = desc, .unlike = links,
	};
	n->links = (long)vcube_topology_vertices(t) * vcube_topology_ports(t);
	n->longest = vcube_topology_longest(t);
	/* calloc: in a large machine without switches most links are never touched */
	n->link = calloc((size_t)n->links + 1, sizeof *n->link);
	n->route = calloc((size_t)n->longest + 1, sizeof *n->route);
	n->hops = calloc((size_t)vcube_topology_nodes(t), sizeof *n->hops);
	n->touched = calloc(touched_words(n), sizeof *n->touched);
	if (desc->channels > 1)
		n->reservations = calloc((size_t)n->links * desc->channels + 1,
					 sizeof *n->reservations);
	if (n->link != NULL && n->route != NULL && n->hops != NULL && n->touched != NULL &&
	    (desc->channels == 1 || n->reservations != NULL))
		return 0;
	vc_network_close(n);
	return VCUBE_EHOST;
}

/* Returns the reservations of a link, one for each channel. */
static struct vc_reservation *
reservations_of(struct vc_network *n, long link)
{
	return n->reservations != NULL ? &n->reservations[link * (long)n->desc->channels]
				       : &n->link[link].reservation;
}

static void
free_link(struct vc_network *n, long link)
{
	for (uint64_t c = 0; c < n->desc->channels; c++)
		vc_reservation_free(&reservations_of(n, link)[c]);
}

static void
reset_link(struct vc_network *n, long link)
{
	free_link(n, link);
	n->link[link] = (struct vc_link){.messages = 0};
}

static void
for_each_touched(struct vc_network *n, void (*act)(struct vc_network *n, long link))
{
	for (size_t w = 0; w < touched_words(n); w++)
		for (; n->touched[w] != 0; n->touched[w] &= n->touched[w] - 1) {
			const long bit = (long)w * 64 + __builtin_ctzll(n->touched[w]);
			const long end = (bit + 1) * LINKS_A_BIT;

			for (long l = bit * LINKS_A_BIT; l < end && l < n->links; l++)
				act(n, l);
		}
}

void
vc_network_reset(struct vc_network *n)
{
	for_each_touched(n, reset_link);
	/* keep them, as other memory for traces: fresh pages are expensive */
	for (int r = 0; r < vcube_topology_nodes(n->topology); r++)
		n->hops[r].used = n->hops[r].unnoted = 0;
	n->noting = VC_NOTE_NONE;
	n->now = n->least = n->contention = 0;
	n->failed = false;
	n->stuck_from = n->stuck_to = 0;
}

void
vc_network_close(struct vc_network *n)
{
	if (n->link != NULL && n->touched != NULL)
		for_each_touched(n, free_link);
	for (int r = 0; n->hops != NULL && r < vcube_topology_nodes(n->topology); r++)
		free(n->hops[r].list);
	free(n->hops);
	free(n->link);
	free(n->reservations);
	free(n->route);
	free(n->state);
	free(n->touched);
	*n = (struct vc_network){.links = 0};
}

/* Returns the reservation of a link on which a message can begin first, and when. */
static struct vc_reservation *
first_fit(struct vc_network *n, long link, vcube_time from, vcube_time duration,
	  vcube_time *begin)
{
	struct vc_reservation *r = reservations_of(n, link), *best = r;

	*begin = vc_reservation_fit(r, n->least, from, duration);
	for (uint64_t c = 1; c < n->desc->channels && *begin > from; c++) {
		const vcube_time t = vc_reservation_fit(&r[c], n->least, from, duration);

		if (t < *begin) {
			best = &r[c];
			*begin = t;
		}
	}
	return best;
}

static void
note_hop(struct vc_network *n, long link, vcube_time begin, vcube_time end)
{
	struct vc_hops *h = n->note;

	if (h->used == h->room) {
		const size_t room = h->room ? 2 * h->room : 64;
		struct vc_hop *list = realloc(h->list, room * sizeof *list);

		if (list == NULL) {
			n->failed = true;
			return;
		}
		h->list = list;
		h->room = room;
	}
	h->list[h->used++] = (struct vc_hop){link, begin, end};
}

static void
carry(struct vc_network *n, long link, size_t bytes, vcube_time begin, vcube_time duration)
{
	struct vc_link *l = &n->link[link];
	vcube_time at;
	struct vc_reservation *r = n->reservations != NULL
		? first_fit(n, link, begin, duration, &at) : &l->reservation;

	if (!vc_reservation_book(r, begin, begin + duration)) {
		n->failed = true;
		return;
	}
	if (l->messages == 0)
		n->touched[link / (LINKS_A_BIT * 64)] |= UINT64_C(1) << link / LINKS_A_BIT % 64;
	l->messages++;
	l->bytes += bytes;
	l->busy += duration;
	if (vc_unlikely(n->note != NULL))
		note_hop(n, link, begin, begin + duration);
}

/* Returns the transfer time of the bytes over a link: whole granules, divided by its width. */
static vcube_time
transfer(const struct vc_network *n, vcube_time per_byte, size_t bytes)
{
	const struct vcube_desc *d = n->desc;
	vcube_time time;

	if (d->granule > 1)
		bytes = (bytes + d->granule - 1) / d->granule * d->granule;
	time = vc_time_times(per_byte, (vcube_time)bytes);
	return d->width > 1 ? (time + (vcube_time)d->width - 1) / (vcube_time)d->width : time;
}

vcube_time
vc_network_least(const struct vc_network *n, int hops, size_t bytes, vcube_time startup)
{
	const struct vcube_cost *const c = &n->desc->cost;
	const int held = n->desc->switching == VCUBE_SWITCHING_CUT_THROUGH ? hops : 1;

	return vc_time_all(vc_time_sum(startup, vc_time_times(c->per_hop, held)),
			   transfer(n, c->per_byte, bytes));
}

/* Returns the time over all links of the route at once: the slowest sets the pace. */
static vcube_time
over_all(const struct vc_network *n, int hops, size_t bytes)
{
	vcube_time per_hop = 0, per_byte = 0;

	if (vc_likely(!n->has_states))
		return vc_time_sum(vc_time_times(n->desc->cost.per_hop, hops),
				   transfer(n, n->desc->cost.per_byte, bytes));
	for (int i = 0; i < hops; i++) {
		per_hop = vc_time_sum(per_hop, n->state[i].per_hop);
		if (per_byte < n->state[i].per_byte)
			per_byte = n->state[i].per_byte;
	}
	return per_hop + transfer(n, per_byte, bytes);
}

/* Returns the time over one link of the route. */
static vcube_time
over_one(const struct vc_network *n, int i, size_t bytes)
{
	if (vc_likely(!n->has_states))
		return n->desc->cost.per_hop + transfer(n, n->desc->cost.per_byte, bytes);
	return n->state[i].per_hop + transfer(n, n->state[i].per_byte, bytes);
}

/* Returns when all links of the route are free for `duration`; *last is the link that was
 * waited for last, or -1. */
static vcube_time
all_free(struct vc_network *n, int hops, vcube_time start, vcube_time duration, long *last)
{
	vcube_time begin = start, t;
	int agree = 0;

	*last = -1;
	for (int i = 0; agree < hops; i = i + 1 < hops ? i + 1 : 0) {
		first_fit(n, n->route[i], begin, duration, &t);
		agree = t == begin ? agree + 1 : 1;
		if (t != begin)
			*last = n->route[i];
		begin = t;
	}
	return begin;
}

/* Cut-through: holds the whole route at once, from when all of it is free. */
static void
cut_through(struct vc_network *n, int hops, size_t bytes, vcube_time startup,
	    struct vc_passage *p)
{
	vcube_time begin;
	long last;

	p->duration = startup + over_all(n, hops, bytes);
	begin = all_free(n, hops, n->now, p->duration, &last);
	p->arrival = p->left = begin + p->duration;
	if (vc_unlikely(p->arrival > VCUBE_TIME_MAX))
		return;
	for (int i = 0; i < hops; i++)
		carry(n, n->route[i], bytes, begin, p->duration);
	p->begin = begin;
	p->waited = begin - n->now;
	if (last >= 0)
		n->link[last].waited = vc_time_all(n->link[last].waited, p->waited);
}

/* Store-and-forward: holds the links one by one; each passes the message on when it is
 * complete. */
static void
store_and_forward(struct vc_network *n, int hops, size_t bytes, vcube_time startup,
		  struct vc_passage *p)
{
	vcube_time at = n->now, begin;

	p->waited = 0;
	for (int i = 0; i < hops && at <= VCUBE_TIME_MAX; i++) {
		struct vc_link *const link = &n->link[n->route[i]];

		p->duration = (i == 0 ? startup : 0) + over_one(n, i, bytes);
		first_fit(n, n->route[i], at, p->duration, &begin);
		if (begin + p->duration <= VCUBE_TIME_MAX)
			carry(n, n->route[i], bytes, begin, p->duration);
		link->waited = vc_time_all(link->waited, begin - at);
		p->waited += begin - at;
		at = begin + p->duration;
		if (i == 0) {
			p->begin = begin;
			p->left = at;
		}
	}
	p->arrival = at;
}

static struct vc_hops *
note_for(struct vc_network *n, int from)
{
	if (vc_likely(n->noting == VC_NOTE_NONE))
		return NULL;
	if (vc_links_differ(n->unlike))
		n->noting = VC_NOTE_ALL;
	if (n->noting == VC_NOTE_ALL)
		return &n->hops[from];
	n->hops[from].unnoted++;
	return NULL;
}

bool
vc_network_pass(struct vc_network *n, int from, int to, size_t bytes, vcube_time startup,
		vcube_time start, struct vc_passage *p)
{
	int hops;

	if (vc_network_is_stuck(n))
		return false;
	n->now = start;
	hops = vc_route_find(n, from, to);
	if (hops < 0)
		return false;
	p->hops = hops;
	n->note = note_for(n, from);
	if (n->desc->switching == VCUBE_SWITCHING_CUT_THROUGH)
		cut_through(n, hops, bytes, startup, p);
	else
		store_and_forward(n, hops, bytes, startup, p);
	if (vc_unlikely(p->arrival > VCUBE_TIME_MAX))
		return true;
	n->contention = vc_time_all(n->contention, p->waited);
	if (n->note != NULL)
		note_hop(n, -1, 0, 0);
	return true;
}
