/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Groups that programs make from a list of nodes. The first member to come makes the shared
 * part and enters it by its context; it counts a holder for each member, whether that has
 * come or not, so it lasts until all have released theirs, or until the run ends.
 */
#include <string.h>
#include <vcube/group.h>
#include "group.h"

static struct vc_group_shared **
list_of(vcube_machine *m, uint32_t context)
{
	return &m->made[context % VC_GROUPS_MADE];
}

void
vc_group_list(vcube_machine *m, struct vc_group_shared *s)
{
	struct vc_group_shared **const list = list_of(m, s->number);

	s->listed = true;
	s->next_made = *list;
	*list = s;
}

struct vc_group_shared *
vc_group_listed(vcube_machine *m, uint32_t number, int first)
{
	struct vc_group_shared *s = *list_of(m, number);

	while (s != NULL && (s->number != number || vc_group_first(s) != first))
		s = s->next_made;
	return s;
}

int
vc_group_local(const vcube_machine *m, const int *members, int size)
{
	int local = 0;

	for (int i = 0; i < size; i++)
		local += !vc_is_remote(m, members[i]);
	return local;
}

static struct vc_group_shared *
make(const vcube_machine *m, const int *numbers, int count, uint32_t context)
{
	struct vc_group_shared *s = vc_group_new(count, true);

	if (s == NULL)
		return NULL;
	atomic_store_explicit(&s->holders, vc_group_local(m, numbers, count), memory_order_relaxed);
	s->number = context;
	memcpy(s->members, numbers, (size_t)count * sizeof *numbers);
	vc_group_sort(s);
	return s;
}

/* Returns the shared part for a context; NULL: no memory. */
static struct vc_group_shared *
look_up(vcube_machine *m, const int *numbers, int count, uint32_t context)
{
	struct vc_group_shared *s = *list_of(m, context);

	while (s != NULL && s->number != context)
		s = s->next_made;
	if (s == NULL && (s = make(m, numbers, count, context)) != NULL)
		vc_group_list(m, s);
	return s;
}

/* Returns the member's rank, or -1 and fails. */
static int
check(vcube_node *self, const int *numbers, int count, uint32_t context)
{
	int rank = -1;

	if (self->code != 0)
		return -1;
	if (context < VC_CONTEXT_MADE || context >= 2 * VC_CONTEXT_MADE) {
		vc_fail(self, VCUBE_EINVAL, "vcube_group_of: %u is not a context that "
			"vcube_context() gave", context);
		return -1;
	}
	if (count <= 0 || numbers == NULL) {
		vc_fail(self, VCUBE_EINVAL, "vcube_group_of: a group has 1 member or more, but %s",
			count <= 0 ? "count is not positive" : "numbers is NULL");
		return -1;
	}
	for (int i = 0; i < count; i++) {
		if (numbers[i] < 0 || numbers[i] >= self->machine->nodes) {
			vc_fail(self, VCUBE_EINVAL, "vcube_group_of: there is no node %d: nodes are 0 "
				"to %d", numbers[i], self->machine->nodes - 1);
			return -1;
		}
		if (numbers[i] == self->rank)
			rank = i;
	}
	if (rank < 0)
		vc_fail(self, VCUBE_EINVAL, "vcube_group_of: node %d is not among the %d members",
			self->rank, count);
	return rank;
}

/* Returns a node that is a member twice, or -1. */
static int
find_double(const struct vc_group_shared *s)
{
	for (int i = 1; i < s->size; i++)
		if (s->members[s->sorted[i]] == s->members[s->sorted[i - 1]])
			return s->members[s->sorted[i]];
	return -1;
}

uint32_t
vcube_context(vcube_node *self)
{
	vcube_machine *const m = self->machine;
	/* relaxed: only that each number is given once, by one process */
	const uint32_t n = atomic_fetch_add_explicit(&m->contexts, 1, memory_order_relaxed);

	return VC_CONTEXT_MADE + (n * (uint32_t)m->process_count + (uint32_t)m->process) %
				 VCUBE_CONTEXT_THREADS;
}

vcube_group *
(vcube_group_of)(vcube_node *self, const int *numbers, int count, uint32_t context)
{
	const int rank = check(self, numbers, count, context);
	vcube_machine *const m = self->machine;
	struct vc_group_shared *s;
	bool same;
	int twice;

	if (rank < 0)
		return NULL;
	pthread_mutex_lock(&m->sharing);
	s = look_up(m, numbers, count, context);
	pthread_mutex_unlock(&m->sharing);
	if (s == NULL) {
		vc_fail(self, VCUBE_EHOST, "vcube_group_of: no memory for a group");
		return NULL;
	}
	same = s->size == count && memcmp(s->members, numbers, (size_t)count * sizeof *numbers) == 0;
	if (!same) {
		vc_fail(self, VCUBE_EINVAL, "vcube_group_of: another member made the group of this "
			"context with other members");
		return NULL;
	}
	twice = find_double(s);
	if (twice >= 0) {
		vc_fail(self, VCUBE_EINVAL, "vcube_group_of: numbers has node %d twice: a node is a "
			"member once", twice);
		return NULL;
	}
	return vc_group_hold(self, "vcube_group_of", s, rank, 0);
}

void
vc_group_unmake(vcube_machine *m, struct vc_group_shared *s)
{
	struct vc_group_shared **at = list_of(m, s->number);

	pthread_mutex_lock(&m->sharing);
	if (atomic_load_explicit(&s->holders, memory_order_relaxed) == 1) {
		while (*at != s)
			at = &(*at)->next_made;
		*at = s->next_made;
	}
	vc_group_drop(s);
	pthread_mutex_unlock(&m->sharing);
}
