/* SPDX-License-Identifier: BSD-2-Clause */
/* Groups: their tables, and the handles of their members. */
#include <stdio.h>
#include <stdlib.h>
#include "error.h"
#include "group.h"

struct vc_group_shared *
vc_group_new(int size, bool table)
{
	struct vc_group_shared *s = calloc(1, sizeof *s);
	size_t n = (size_t)size;

	if (s == NULL)
		return NULL;
	s->size = size;
	s->seats = calloc(n, sizeof *s->seats);
	if (table) {
		s->members = malloc(n * sizeof *s->members);
		s->sorted = malloc(n * sizeof *s->sorted);
	}
	if (s->seats != NULL && (!table || (s->members != NULL && s->sorted != NULL)))
		return s;
	vc_group_drop(s);
	return NULL;
}

/* Drops the parts that failed members never took; listed ones last until the run ends. */
static void
drop_parts(struct vc_group_shared *s)
{
	for (int r = 0; s->seats != NULL && r < s->size; r++) {
		if (s->seats[r].part == NULL)
			continue;
		if (!s->seats[r].part->listed)
			vc_group_drop(s->seats[r].part);
		s->seats[r].part = NULL;
	}
}

void
vc_group_drop(struct vc_group_shared *s)
{
	/* acq_rel: GROUP-DROP, the last holder frees after all others are done */
	if (s == NULL || atomic_fetch_sub_explicit(&s->holders, 1, memory_order_acq_rel) > 1)
		return;
	drop_parts(s);
	free(s->members);
	free(s->sorted);
	free(s->seats);
	free(s);
}

static int
by_member(const void *x, const void *y, void *members)
{
	return ((int *)members)[*(const int *)x] - ((int *)members)[*(const int *)y];
}

void
vc_group_sort(struct vc_group_shared *s)
{
	for (int i = 0; i < s->size; i++)
		s->sorted[i] = i;
	qsort_r(s->sorted, (size_t)s->size, sizeof *s->sorted, by_member, s->members);
}

/* Freed handles share this group. Their memory is kept for a while, to report their use. */
static struct vc_group_shared no_group;
enum { FREED_MOST = 256 };

bool
vc_group_is_free(const vcube_group *group)
{
	return group->shared == &no_group;
}

/* Is it in one of the node's lists? A stray pointer is in none. */
static bool
is_known(const vcube_group *list, const vcube_group *group)
{
	while (list != NULL && list != group)
		list = list->next;
	return list != NULL;
}

int
vc_group_refuse(vcube_node *self, const char *call, const vcube_group *group)
{
	const bool freed = is_known(self->freed_groups.first, group);
	const vcube_machine *const m = self->machine;
	int owner = 0;

	if (self->code != 0 || (!freed && is_known(self->groups, group)))
		return self->code;
	if (freed)
		return vc_fail(self, VCUBE_EINVAL, "%s: node %d has freed the group; it was made at %s",
			       call, self->rank, vc_place(group->here));
	while (owner < m->threads && group->owner != &m->node[owner])
		owner++;
	if (owner < m->threads)
		return vc_fail(self, VCUBE_EINVAL, "%s: the group is node %d's handle; node %d has one "
			       "of its own", call, owner, self->rank);
	return vc_fail(self, VCUBE_EINVAL, "%s: %p is not a group of node %d", call,
		       (const void *)group, self->rank);
}

vcube_group *
vc_group_hold(vcube_node *self, const char *call, struct vc_group_shared *shared, int rank,
	      int color)
{
	vcube_group *g = calloc(1, sizeof *g);

	if (g == NULL) {
		vc_group_drop(shared);
		vc_fail(self, VCUBE_EHOST, "%s: no memory for a group", call);
		return NULL;
	}
	g->shared = shared;
	g->owner = self;
	g->rank = rank;
	g->color = color;
	g->here = self->site.here;
	if (shared->number < VC_CONTEXT_MADE)
		self->groups_number = shared->number;
	g->next = self->groups;
	if (self->groups != NULL)
		self->groups->prev = g;
	self->groups = g;
	return g;
}

int
vc_group_find(const vcube_node *self, const vcube_group *group, int rank)
{
	int low = 0, high = vc_group_size(self, group) - 1;

	if (group == NULL)
		return rank;
	while (low <= high) {
		int middle = (low + high) / 2, at = group->shared->sorted[middle];
		int member = group->shared->members[at];

		if (member == rank)
			return at;
		if (member < rank)
			low = middle + 1;
		else
			high = middle - 1;
	}
	return -1;
}

const char *
vc_group_text(const vcube_group *group, char buffer[VC_GROUP_ROOM])
{
	if (group->shared->number >= VC_CONTEXT_MADE)
		snprintf(buffer, VC_GROUP_ROOM, "group of %d nodes (vcube_group_of at %s)",
			 group->shared->size, vc_place(group->here));
	else
		snprintf(buffer, VC_GROUP_ROOM, "group %u (colour %d of vcube_split at %s)",
			 group->shared->number, group->color, vc_place(group->here));
	return buffer;
}

/* Keeps a freed handle for a while, to report its use; the oldest makes room. */
static void
keep_freed(vcube_node *self, vcube_group *group)
{
	group->shared = &no_group;
	group->next = NULL;
	group->prev = NULL;
	*(self->freed_groups.last ? &self->freed_groups.last->next : &self->freed_groups.first) = group;
	self->freed_groups.last = group;
	if (++self->freed_groups.count <= FREED_MOST)
		return;
	group = self->freed_groups.first;
	self->freed_groups.first = group->next;
	self->freed_groups.count--;
	free(group);
}

void
(vcube_group_free)(vcube_node *self, vcube_group *group)
{
	/* also for a failed node */
	if (group == NULL || (group->owner != self || vc_group_is_free(group))) {
		if (group != NULL)
			vc_group_refuse(self, "vcube_group_free", group);
		return;
	}
	if (group->next != NULL)
		group->next->prev = group->prev;
	*(group->prev ? &group->prev->next : &self->groups) = group->next;
	if (group->shared->listed)
		vc_group_unmake(self->machine, group->shared);
	else
		vc_group_drop(group->shared);
	keep_freed(self, group);
	self->last_call.algorithm = NULL;
}

/* Drops the groups that a node still holds. */
static void
drop_all(vcube_node *self)
{
	vcube_group *freed;

	while (self->groups != NULL)
		(vcube_group_free)(self, self->groups);
	while ((freed = self->freed_groups.first) != NULL) {
		self->freed_groups.first = freed->next;
		free(freed);
	}
	self->freed_groups.last = NULL;
	self->freed_groups.count = 0;
}

int
vcube_group_rank(const vcube_node *self, const vcube_group *group)
{
	return group ? group->rank : self->rank;
}

int
vcube_group_size(const vcube_node *self, const vcube_group *group)
{
	return vc_group_size(self, group);
}

int
vcube_group_node(const vcube_node *self, const vcube_group *group, int rank)
{
	return vc_group_member(self, group, rank);
}

static int
open_groups(vcube_machine *m, struct vcube_error *error)
{
	m->world = vc_group_new(m->nodes, false);
	if (m->world == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for %d nodes", m->nodes);
	atomic_store_explicit(&m->world->holders, 1, memory_order_relaxed);
	return 0;
}

static int
begin_groups(vcube_machine *m, struct vcube_error *error)
{
	(void)error;
	/* where nobody has met, seats are not even memory; nodes without threads never do */
	for (int r = 0; m->threads > 1 && r < m->nodes; r++)
		if (m->world->seats[r].seated)
			m->world->seats[r].seated = false;
	atomic_store_explicit(&m->world->here, 0, memory_order_relaxed);
	atomic_store_explicit(&m->world->generation, 0, memory_order_relaxed);
	atomic_store_explicit(&m->contexts, 0, memory_order_relaxed);
	return 0;
}

static void
finish_groups(vcube_machine *m)
{
	for (int r = 0; r < m->threads; r++)
		if (!vc_is_remote(m, r))
			drop_all(&m->node[r]);
	drop_parts(m->world);
	for (int i = 0; i < VC_GROUPS_MADE; i++)
		while (m->made[i] != NULL)
			vc_group_unmake(m, m->made[i]);
}

static void
close_groups(vcube_machine *m)
{
	if (m->world != NULL)
		vc_group_drop(m->world);
	m->world = NULL;
}

const struct vc_part vc_part_groups = {
	.open = open_groups,
	.begin = begin_groups,
	.finish = finish_groups,
	.close = close_groups,
};
