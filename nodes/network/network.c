/* SPDX-License-Identifier: BSD-2-Clause */
/* Places messages on their routes. */
#include "network.h"
#include "route.h"
#include <stdlib.h>
#include <string.h>
#include "far.h"

/* LINKS_AHEAD: fetched into the cache before they are looked at */
enum { LINKS_A_BIT = 64, LINKS_AHEAD = 6 };

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
	n->vertices = vcube_topology_vertices(t);
	n->ports = vcube_topology_ports(t);
	n->links = (long)n->vertices * n->ports;
	n->longest = vcube_topology_longest(t);
	/* calloc: in a large machine without switches most links are never touched */
	n->link = calloc((size_t)n->links + 1, sizeof *n->link);
	n->route = calloc((size_t)n->longest + 1, sizeof *n->route);
	n->held = calloc((size_t)n->longest + 1, sizeof(struct vc_link *));
	n->hops = calloc((size_t)vcube_topology_nodes(t), sizeof *n->hops);
	n->touched = calloc(touched_words(n), sizeof *n->touched);
	if (desc->channels > 1)
		n->reservations = calloc((size_t)n->links * desc->channels + 1,
					 sizeof *n->reservations);
	if (n->link != NULL && n->route != NULL && n->held != NULL && n->hops != NULL &&
	    n->touched != NULL && (desc->channels == 1 || n->reservations != NULL))
		return 0;
	vc_network_close(n);
	return VCUBE_EHOST;
}

/* Returns the reservations of a link, one for each channel. */
static struct vc_reservation *
reservations_of(struct vc_network *n, struct vc_link *link)
{
	return n->reservations != NULL ? &n->reservations[(link - n->link) * (long)n->desc->channels]
				       : &link->reservation;
}

static void
reset_link(struct vc_network *n, struct vc_link *link)
{
	for (uint64_t c = 0; c < n->desc->channels; c++)
		vc_reservation_free(&reservations_of(n, link)[c]);
	link->kind = link->messages = 0;
}

static void
reset_touched(struct vc_network *n)
{
	for (size_t w = 0; w < touched_words(n); w++)
		for (; n->touched[w] != 0; n->touched[w] &= n->touched[w] - 1) {
			const long bit = (long)w * 64 + __builtin_ctzll(n->touched[w]);
			const long end = (bit + 1) * LINKS_A_BIT;

			for (long l = bit * LINKS_A_BIT; l < end && l < n->links; l++)
				reset_link(n, &n->link[l]);
		}
}

void
vc_network_reset(struct vc_network *n)
{
	reset_touched(n);
	memset(n->kind, 0, sizeof n->kind);
	n->tallies = 0;
	/* keep them, as other memory for traces: fresh pages are expensive */
	for (int r = 0; n->noting != VC_NOTE_NONE && r < vcube_topology_nodes(n->topology); r++)
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
		reset_touched(n);
	for (int r = 0; n->hops != NULL && r < vcube_topology_nodes(n->topology); r++)
		free(n->hops[r].list);
	free(n->hops);
	free(n->link);
	free(n->reservations);
	free(n->tally);
	free(n->route);
	free(n->held);
	free(n->state);
	free(n->touched);
	*n = (struct vc_network){.links = 0};
}

/* Returns the reservation of a link on which a message can begin first, and when. */
static struct vc_reservation *
first_fit(struct vc_network *n, struct vc_link *link, vcube_time from, vcube_time duration,
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

/* Returns the number of a kind of messages, or VC_TALLIED. */
static uint32_t
kind_of(struct vc_network *n, size_t bytes, vcube_time duration)
{
	const uint64_t hash = ((uint64_t)bytes ^ (uint64_t)duration << 20) * UINT64_C(0x9e3779b97f4a7c15);
	const uint32_t place = (uint32_t)(hash >> 32) % VC_KINDS;
	struct vc_kind *const kind = &n->kind[place];

	if (!kind->known)
		*kind = (struct vc_kind){true, duration, bytes};
	return kind->duration == duration && kind->bytes == bytes ? place + 1 : VC_TALLIED;
}

static struct vc_tally
tally_of(const struct vc_network *n, const struct vc_link *l)
{
	const struct vc_kind *k;

	if (l->kind == VC_TALLIED)
		return n->tally[l->tally];
	if (l->kind == 0)
		return (struct vc_tally){.messages = 0};
	k = &n->kind[l->kind - 1];
	return (struct vc_tally){
		.busy = k->duration * l->messages, .messages = l->messages,
		.bytes = k->bytes * l->messages,
	};
}

static void
touch(struct vc_network *n, const struct vc_link *l)
{
	const size_t bit = (size_t)(l - n->link) / LINKS_A_BIT;

	n->touched[bit / 64] |= UINT64_C(1) << bit % 64;
}

/* Gives a link a tally of its own. Returns NULL if out of memory. */
static __attribute__((noinline)) struct vc_tally *
begin_tally(struct vc_network *n, struct vc_link *l)
{
	const struct vc_tally before = tally_of(n, l);

	if (n->tallies == n->tallies_room) {
		const uint32_t room = n->tallies_room ? 2 * n->tallies_room : 256;
		struct vc_tally *all = realloc(n->tally, room * sizeof *all);

		if (all == NULL) {
			n->failed = true;
			return NULL;
		}
		n->tally = all;
		n->tallies_room = room;
	}
	touch(n, l);
	l->kind = VC_TALLIED;
	l->tally = n->tallies++;
	n->tally[l->tally] = before;
	return &n->tally[l->tally];
}

static struct vc_tally *
own_tally(struct vc_network *n, struct vc_link *l)
{
	return l->kind == VC_TALLIED ? &n->tally[l->tally] : begin_tally(n, l);
}

/* Counts a message of a kind. */
static void
count(struct vc_network *n, struct vc_link *l, uint32_t kind, size_t bytes, vcube_time duration)
{
	struct vc_tally *t;

	if (kind != VC_TALLIED && l->kind == kind && l->messages < UINT32_MAX) {
		l->messages++;
	} else if (kind != VC_TALLIED && l->kind == 0) {
		touch(n, l);
		l->kind = kind;
		l->messages = 1;
	} else if ((t = own_tally(n, l)) != NULL) {
		t->messages++;
		t->bytes += bytes;
		t->busy += duration;
	}
}

static void
count_wait(struct vc_network *n, struct vc_link *l, vcube_time waited)
{
	struct vc_tally *const t = waited > 0 ? own_tally(n, l) : NULL;

	if (t != NULL)
		t->waited = vc_time_all(t->waited, waited);
}

void
vc_network_link(const struct vc_network *n, long number, struct vcube_link_stats *stats)
{
	const struct vc_tally t = tally_of(n, vc_link_of(n, number));

	stats->messages = t.messages;
	stats->bytes = t.bytes;
	stats->busy = t.busy;
	stats->waited = t.waited;
}

/* Books the ith link of the route. */
static void
carry(struct vc_network *n, int i, size_t bytes, uint32_t kind, vcube_time begin,
      vcube_time duration)
{
	struct vc_link *l = n->held[i];
	vcube_time at;
	struct vc_reservation *r = n->reservations != NULL
		? first_fit(n, l, begin, duration, &at) : &l->reservation;

	if (!vc_reservation_book(r, n->least, begin, begin + duration)) {
		n->failed = true;
		return;
	}
	count(n, l, kind, bytes, duration);
	if (vc_unlikely(n->note != NULL))
		note_hop(n, n->route[i], begin, begin + duration);
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
 * waited for last, or NULL. */
static vcube_time
all_free(struct vc_network *n, int hops, vcube_time start, vcube_time duration,
	 struct vc_link **last)
{
	vcube_time begin = start, t;
	int agree = 0;

	*last = NULL;
	for (int i = 0; agree < hops; i = i + 1 < hops ? i + 1 : 0) {
		first_fit(n, n->held[i], begin, duration, &t);
		agree = t == begin ? agree + 1 : 1;
		if (t != begin)
			*last = n->held[i];
		begin = t;
		if (i + LINKS_AHEAD < hops)
			vc_reservation_prefetch(&n->held[i + LINKS_AHEAD]->reservation);
	}
	return begin;
}

/* A route of one link, which no trace notes, as either kind of switching has it. Without lists of
 * links a message by the wall clock costs 5 % less. */
static void
over_link(struct vc_network *n, struct vc_link *l, size_t bytes, vcube_time startup,
	  struct vc_passage *p)
{
	const vcube_time duration = startup + over_one(n, 0, bytes);
	const vcube_time begin = vc_reservation_fit(&l->reservation, n->least, n->now, duration);

	p->duration = duration;
	p->begin = begin;
	p->waited = begin - n->now;
	p->arrival = p->left = begin + duration;
	if (vc_unlikely(p->arrival > VCUBE_TIME_MAX))
		return;
	if (vc_reservation_book(&l->reservation, n->least, begin, p->arrival))
		count(n, l, kind_of(n, bytes, duration), bytes, duration);
	else
		n->failed = true;
	count_wait(n, l, p->waited);
}

/* Cut-through: holds the whole route at once, from when all of it is free. */
static void
cut_through(struct vc_network *n, int hops, size_t bytes, vcube_time startup,
	    struct vc_passage *p)
{
	struct vc_link *last;
	vcube_time begin;
	uint32_t kind;

	p->duration = startup + over_all(n, hops, bytes);
	begin = all_free(n, hops, n->now, p->duration, &last);
	p->arrival = p->left = begin + p->duration;
	if (vc_unlikely(p->arrival > VCUBE_TIME_MAX))
		return;
	kind = kind_of(n, bytes, p->duration);
	for (int i = 0; i < hops; i++)
		carry(n, i, bytes, kind, begin, p->duration);
	p->begin = begin;
	p->waited = begin - n->now;
	if (last != NULL)
		count_wait(n, last, p->waited);
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
		p->duration = (i == 0 ? startup : 0) + over_one(n, i, bytes);
		first_fit(n, n->held[i], at, p->duration, &begin);
		if (begin + p->duration <= VCUBE_TIME_MAX)
			carry(n, i, bytes, kind_of(n, bytes, p->duration), begin, p->duration);
		count_wait(n, n->held[i], begin - at);
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
	if (from < n->noted_first || from > n->noted_last)
		return NULL;
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
	for (int i = 0; i < hops; i++)
		__builtin_prefetch(n->held[i] = vc_link_of(n, n->route[i]), 1);
	n->note = note_for(n, from);
	if (vc_likely(hops == 1 && n->note == NULL && n->reservations == NULL))
		over_link(n, n->held[0], bytes, startup, p);
	else if (n->desc->switching == VCUBE_SWITCHING_CUT_THROUGH)
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
