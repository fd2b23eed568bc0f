/* SPDX-License-Identifier: BSD-2-Clause */
/* Rendezvous of a group's members, for vcube_align() and vcube_split(): see group.h. */
#include <stdio.h>
#include <stdlib.h>
#include "group.h"
#include "record.h"
#include "remote.h"
#include "rendezvous.h"

enum { SEAT_ROOM = 200 };

static struct vc_group_shared *
shared_of(const vcube_node *self, const vcube_group *group)
{
	return group ? group->shared : self->machine->world;
}

const struct vc_seat *
vc_group_seat(const vcube_node *self, const vcube_group *group, int rank)
{
	return &shared_of(self, group)->seats[rank];
}

int
vc_group_missing(const vcube_node *self, const vcube_group *group)
{
	const struct vc_group_shared *s = shared_of(self, group);

	for (int r = 0; r < s->size; r++)
		if (!s->seats[r].seated)
			return vc_group_member(self, group, r);
	return -1;
}

static int
by_color_key_rank(const void *x, const void *y, void *seats)
{
	int i = *(const int *)x, j = *(const int *)y;
	const struct vc_seat *a = (struct vc_seat *)seats + i, *b = (struct vc_seat *)seats + j;

	if (a->color != b->color)
		return a->color < b->color ? -1 : 1;
	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return i - j;
}

/* Returns the rank in the machine of a member. */
static int
member_of(const struct vc_group_shared *s, int rank)
{
	return s->members != NULL ? s->members[rank] : rank;
}

/* Gives a new group to its members that run here; drops it if there are none. */
static void
hand_out(vcube_machine *m, struct vc_group_shared *s, const int *order, struct vc_group_shared *part)
{
	const int local = vc_group_local(m, part->members, part->size);

	atomic_store_explicit(&part->holders, local, memory_order_relaxed);
	for (int i = 0; i < part->size; i++) {
		s->seats[order[i]].part = vc_is_remote(m, part->members[i]) ? NULL : part;
		s->seats[order[i]].rank = i;
	}
	if (local == 0) {
		vc_group_drop(part);
	} else if (m->remote != NULL) {
		pthread_mutex_lock(&m->sharing);
		vc_group_list(m, part);
		pthread_mutex_unlock(&m->sharing);
	}
}

/* Forms the group of the members in seats order[0 .. size - 1]. */
static int
form(vcube_machine *m, struct vc_group_shared *s, const int *order, int size)
{
	struct vc_group_shared *part = vc_group_new(size, true);

	if (part == NULL)
		return VCUBE_EHOST;
	for (int i = 0; i < size; i++) {
		if (part->number <= s->seats[order[i]].number)
			part->number = s->seats[order[i]].number + 1;
		part->members[i] = member_of(s, order[i]);
	}
	vc_group_sort(part);
	hand_out(m, s, order, part);
	return 0;
}

/* Forms all parts; the last member to come does so. */
static int
divide(vcube_machine *m, struct vc_group_shared *s)
{
	int *order = malloc((size_t)s->size * sizeof *order);
	int code = order ? 0 : VCUBE_EHOST;

	if (order == NULL)
		return code;
	for (int i = 0; i < s->size; i++)
		order[i] = i;
	qsort_r(order, (size_t)s->size, sizeof *order, by_color_key_rank, s->seats);
	for (int i = 0, j; i < s->size && code == 0; i = j) {
		int color = s->seats[order[i]].color;

		for (j = i + 1; j < s->size && s->seats[order[j]].color == color; j++)
			;
		if (color != VCUBE_NO_COLOR)
			code = form(m, s, order + i, j - i);
	}
	free(order);
	return code;
}

/* Opens the next generation; what other processes tell of it is looked at under the same lock. */
static void
open_next(vcube_machine *m, struct vc_group_shared *s)
{
	if (m->remote != NULL)
		pthread_mutex_lock(&m->sharing);
	/* release: GROUP-GENERATION, finished() */
	atomic_fetch_add_explicit(&s->generation, 1, memory_order_release);
	if (m->remote != NULL)
		pthread_mutex_unlock(&m->sharing);
}

/* Ends the rendezvous; the last member to come does so, in each process. The first member that came
 * to the other kind of rendezvous is the odd one, and the rendezvous then fails. */
static void
finish(vcube_machine *m, int rank, struct vc_group_shared *s, bool split)
{
	int latest = 0;

	s->odd = -1;
	for (int r = s->size - 1; r >= 0; r--) {
		if (s->seats[latest].now <= s->seats[r].now)
			latest = r;
		if (s->seats[r].split != s->seats[0].split)
			s->odd = r;
	}
	s->latest = s->seats[latest].now;
	if (m->clock->path != NULL)
		s->latest_path = m->clock->path(m, member_of(s, latest));
	s->refused = s->odd >= 0 ? VCUBE_EMISMATCH : split ? divide(m, s) : 0;
	for (int r = 0; r < s->size; r++)
		s->seats[r].seated = false;
	atomic_store_explicit(&s->here, 0, memory_order_relaxed);
	open_next(m, s);
	for (int r = 0; r < s->size; r++)
		if (member_of(s, r) != rank)
			vc_unpark(m, member_of(s, r));
	if (m->remote != NULL)
		m->remote->met(m);
}

/* A node takes a seat. Returns whether it was the last one, and the rendezvous has ended. */
static bool
sit_down(vcube_machine *m, int node, struct vc_group_shared *s, int rank, const struct vc_seat *seat)
{
	const bool split = seat->split;

	s->seats[rank] = *seat;
	/* acq_rel: GROUP-HERE, everybody's seat to the last one */
	if (atomic_fetch_add_explicit(&s->here, 1, memory_order_acq_rel) != s->size - 1)
		return false;
	finish(m, node, s, split);
	return true;
}

/* Returns the group of a seat if the rendezvous that it is for has begun, with a hold on it. */
static struct vc_group_shared *
hold(vcube_machine *m, const struct vc_remote_seat *seat)
{
	struct vc_group_shared *s = seat->number == 0 ? m->world
		: vc_group_listed(m, seat->number, seat->first);

	/* relaxed: under `sharing`, as open_next() */
	if (s == NULL || atomic_load_explicit(&s->generation, memory_order_relaxed) != seat->generation)
		return NULL;
	atomic_fetch_add_explicit(&s->holders, 1, memory_order_relaxed);
	return s;
}

bool
vc_rendezvous_arrive(vcube_machine *m, int from, const struct vc_remote_seat *seat)
{
	struct vc_group_shared *s;
	struct vc_seat theirs;

	pthread_mutex_lock(&m->sharing);
	s = hold(m, seat);
	pthread_mutex_unlock(&m->sharing);
	if (s == NULL)
		return false;
	theirs = seat->seat;
	theirs.here = NULL;             /* a line of the other process */
	sit_down(m, from, s, seat->rank, &theirs);
	if (s->listed)
		vc_group_unmake(m, s);
	else
		vc_group_drop(s);
	return true;
}

static bool
finished(vcube_node *self, struct vc_wait *wait)
{
	const struct vc_group_shared *s = shared_of(self, wait->group);

	/* acquire: GROUP-GENERATION, finish() */
	return atomic_load_explicit(&s->generation, memory_order_acquire) != (uint32_t)wait->mark;
}

/* Writes which kind a member came to, and where, if that is known. Returns `buffer`. */
static const char *
name(const struct vc_seat *seat, char buffer[SEAT_ROOM])
{
	snprintf(buffer, SEAT_ROOM, "%s%s%s", vc_seat_call(seat),
		 seat->here != NULL ? " at " : "", seat->here != NULL ? seat->here : "");
	return buffer;
}

static int
refuse(vcube_node *self, vcube_group *group, const struct vc_group_shared *s)
{
	char first[SEAT_ROOM], odd[SEAT_ROOM];

	if (s->refused != VCUBE_EMISMATCH)
		return vc_fail(self, s->refused, "vcube_split: no memory for the groups");
	return vc_fail(self, VCUBE_EMISMATCH, "node %d called %s where node %d of the same group "
		       "called %s", vc_group_member(self, group, 0), name(&s->seats[0], first),
		       vc_group_member(self, group, s->odd), name(&s->seats[s->odd], odd));
}

/* Takes a seat and waits until all members have; leaves at the clock of the latest. */
static int
rendezvous(vcube_node *self, vcube_group *group, const struct vc_seat *seat)
{
	struct vc_group_shared *s = shared_of(self, group);
	struct vc_wait wait = {
		.kind = VC_WAIT_ALIGN, .peer = -1, .group = group,
		.deadline = VC_NO_TIME, .ready = finished,
		.mark = atomic_load_explicit(&s->generation, memory_order_relaxed),
	};
	const struct vc_moment since = vc_trace_moment_if(self);
	const int rank = vcube_group_rank(self, group);
	bool last;

	vc_wake_deferred(self);
	if (self->machine->remote != NULL)
		self->machine->remote->seated(self, s, rank, seat, (uint32_t)wait.mark);
	last = sit_down(self->machine, self->rank, s, rank, seat);
	if ((!last || vc_fibers_order(self)) && vc_park(self, &wait) != 0)
		return self->code;
	if (self->clock->aligned != NULL)
		self->clock->aligned(self, s->latest - seat->now, &s->latest_path);
	else if (self->now < s->latest) /* calls beside the program may have moved it on */
		self->now = s->latest;
	if (vc_unlikely(self->log != NULL))
		vc_trace_wait(self, VCUBE_EVENT_ALIGN, &since);
	return s->refused != 0 ? refuse(self, group, s) : self->code;
}

int
(vcube_split)(vcube_node *self, vcube_group *group, int color, int key, vcube_group **part)
{
	struct vc_seat seat = {.color = color, .key = key, .number = self->groups_number,
			       .now = self->clock->now(self), .here = self->site.here, .split = true,
			       .seated = true};
	struct vc_seat *mine;

	if (part == NULL)
		return vc_fail(self, VCUBE_EINVAL, "vcube_split: part, where the group goes, is "
			       "NULL");
	*part = NULL;
	if (vc_unlikely(self->strict) && vc_check_thread(self, "vcube_split") != 0)
		return VCUBE_EINVAL;
	if (self->code == 0 && color < 0 && color != VCUBE_NO_COLOR)
		vc_fail(self, VCUBE_EINVAL, "vcube_split: a colour is 0 or more, or VCUBE_NO_COLOR, "
			"not %d", color);
	if (vc_group_check(self, "vcube_split", group) != 0 || rendezvous(self, group, &seat) != 0)
		return self->code;
	mine = &shared_of(self, group)->seats[vcube_group_rank(self, group)];
	if (color != VCUBE_NO_COLOR)
		*part = vc_group_hold(self, "vcube_split", mine->part, mine->rank, color);
	mine->part = NULL;
	return self->code;
}

int
(vcube_align)(vcube_node *self, vcube_group *group)
{
	struct vc_seat seat = {.now = self->clock->now(self), .here = self->site.here, .seated = true};

	if (vc_unlikely(self->strict) && vc_check_thread(self, "vcube_align") != 0)
		return VCUBE_EINVAL;
	return vc_group_check(self, "vcube_align", group) != 0 ? self->code : rendezvous(self, group, &seat);
}
