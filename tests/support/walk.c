/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "walk.h"

static const size_t sizes[] = {0, 1, 8, 1000, 100000};

size_t
most_for(int p)
{
	return p <= 8 ? 100000 : 1000;
}

static bool
is_power_of_two(int p)
{
	return (p & (p - 1)) == 0;
}

/* The side of a square of p, or 0. */
static int
side(int p)
{
	int q = 1;

	while (q * q < p)
		q++;
	return q * q == p ? q : 0;
}

static bool
is_prime(int p)
{
	int divisor = 2;

	while (divisor < p && p % divisor != 0)
		divisor++;
	return divisor == p;
}

bool
is_refused(const struct vcube_algorithm *a, int p, const struct vcube_op *op)
{
	return (a->needs & VCUBE_NEEDS_POWER_OF_TWO && !is_power_of_two(p)) ||
	       (a->needs & VCUBE_NEEDS_SQUARE && !side(p)) ||
	       (a->needs & VCUBE_NEEDS_EVEN && p > 1 && p % 2 != 0) ||
	       (a->needs & VCUBE_NEEDS_COMPOSITE && is_prime(p)) ||
	       (a->needs & VCUBE_NEEDS_COMMUTATIVE && op != NULL && !op->commutative);
}

/* Data through one node must be short. */
static bool
is_too_long(const struct vcube_algorithm *a, int p, size_t bytes)
{
	return a->collective == VCUBE_ALLTOALL && strcmp(a->name, "star") == 0 &&
	       bytes * (size_t)p * (size_t)p > 512 << 10;
}

static int
try_one(vcube_node *self, vcube_group *group, struct walk *w, struct trial *t)
{
	const char *const name = vcube_collective_name(t->collective);
	const int p = vcube_group_size(self, group);
	const size_t used = vcube_heap_used(self), bytes = t->count * t->element->size;
	struct vcube_terms terms =
		vcube_terms_of(vcube_machine_desc(vcube_machine_of(self)), p, bytes);
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	vcube_time predicted;

	terms.unit = t->element->size;
	t->how = w->how ? w->how : t->algorithm->name;
	vcube_algorithm_parse(t->collective, t->how, set, NULL);
	terms.set = set;
	t->timed = w->native != 0;
	t->seed = t->seed * 0x9e3779b97f4a7c15u + 1;
	if (try_collective(self, group, t) != 0)
		return vcube_failed(self);
	if (vcube_rank(self) == 0)
		w->tried++;
	if (vcube_heap_used(self) != used)
		return vcube_fail(self, "%s.%s keeps memory", name, t->algorithm->name);
	predicted = t->algorithm->cost(&terms);
	if (t->timed && t->took != predicted)
		return vcube_fail(self, "%s.%s, %d nodes, %zu bytes, root %d: %lld ps, predicted %lld",
				  name, t->how, p, bytes, t->root, (long long)t->took,
				  (long long)predicted);
	return 0;
}

struct block {
	const struct element *element;
	size_t count;
	bool in_place;
};

/* All sizes with one kind of element, all kinds with one size: returns how many. */
static size_t
list_blocks(const struct vcube_algorithm *a, int p, size_t most, struct block *list)
{
	size_t n = 0;

	for (size_t s = 0; s < COUNT(sizes) && sizes[s] <= most; s++)
		for (int e = 0, kinds = 0; e < element_count; e++) {
			const size_t size = elements[e].size, count = (sizes[s] + size - 1) / size;

			if ((elements[e].op != NULL) != combines(a->collective) ||
			    is_refused(a, p, elements[e].op))
				continue;
			if (sizes[s] != 8 && kinds++ > 0)
				break;
			if (!is_too_long(a, p, count * size))
				list[n++] = (struct block){&elements[e], count, (s + (size_t)e) % 2};
		}
	return n;
}

static int
try_blocks(vcube_node *self, vcube_group *group, struct walk *w, struct trial *t)
{
	const int p = vcube_group_size(self, group);
	struct block list[COUNT(sizes) * (size_t)element_count];
	const size_t n = list_blocks(t->algorithm, p, w->most, list);

	for (size_t i = first_case(t->seed + (uint64_t)(p + t->root), n); i < n; i += next_case()) {
		t->element = list[i].element;
		t->count = list[i].count;
		t->in_place = list[i].in_place;
		if (try_one(self, group, w, t) != 0)
			return vcube_failed(self);
	}
	return 0;
}

/* Does the walk try it on p nodes? */
static bool
is_wanted(const struct walk *w, const struct vcube_algorithm *a, int p)
{
	const size_t length = strlen(a->name);

	if (w->how != NULL && (a->collective != w->collective ||
			       strncmp(w->how, a->name, length) != 0 ||
			       (w->how[length] != ':' && w->how[length] != '\0')))
		return false;
	return (!w->native || a->native & w->native) && !is_refused(a, p, NULL);
}

static int
try_all(vcube_node *self, vcube_group *group, struct walk *w)
{
	const int p = vcube_group_size(self, group);
	const int roots[] = {0, p / 2, p - 1};
	const struct vcube_algorithm *a;

	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		if (!is_wanted(w, a, p))
			continue;
		const size_t rooted = has_root(a->collective) ? COUNT(roots) : 1;

		for (size_t r = first_case((uint64_t)i, rooted); r < rooted; r += next_case()) {
			struct trial t = {.collective = a->collective, .algorithm = a,
					  .root = roots[r], .seed = seed + 100 * (uint64_t)i + r};

			if (try_blocks(self, group, w, &t) != 0)
				return vcube_failed(self);
		}
	}
	return 0;
}

static int
walk(vcube_node *self, void *arg)
{
	struct walk *const w = arg;
	const int rank = vcube_rank(self);
	vcube_group *group = NULL;

	if (w->split == NULL)
		return try_all(self, NULL, w);
	vcube_split(self, NULL, w->split(rank), w->reversed ? -rank : rank, &group);
	return group ? try_all(self, group, w) : vcube_failed(self);
}

void
make_walk(const char *machine, struct walk w)
{
	try_well(machine, walk, &w);
	assert_int_not_equal(w.tried, 0);
}

int
rows(int rank)
{
	return rank / 4;
}

int
columns(int rank)
{
	return rank % 4;
}

int
halves(int rank)
{
	return rank / 8;
}

int
evens(int rank)
{
	return rank % 2;
}

int
everybody(int rank)
{
	(void)rank;
	return 0;
}
