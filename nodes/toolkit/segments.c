/* SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <vcube/authoring.h>

struct vcube_segments
vcube_segments(size_t elements, size_t each)
{
	const size_t n = each > 0 ? (elements + each - 1) / each : 0;

	if (n < 2)
		return (struct vcube_segments){1, elements, elements};
	return (struct vcube_segments){n, each, elements - (n - 1) * each};
}

/* The best segments found so far. */
struct best {
	const struct vcube_terms *t;
	vcube_time (*time)(const struct vcube_terms *t, struct vcube_segments s);
	struct vcube_segments segments;
	vcube_time least;
};

/* Tries segments of a length; returns true if they are better. */
static bool
try(struct best *b, size_t each)
{
	const size_t elements = b->t->m / b->t->unit;
	const struct vcube_segments s = vcube_segments(elements, each);
	vcube_time time;

	if (each < 1 || each > elements || (time = b->time(b->t, s)) >= b->least)
		return false;
	b->least = time;
	b->segments = s;
	return true;
}

/* Tries n segments of nearly equal length. */
static bool
try_count(struct best *b, size_t n)
{
	const size_t elements = b->t->m / b->t->unit;

	return n > 0 && try(b, (elements + n - 1) / n);
}

/* Doubles the number of segments, then bisects; then bisects the length, since a last
 * segment much shorter than the others may pay as well. */
static void
search(struct best *b)
{
	size_t n = 1;

	while (try_count(b, 2 * n))
		n *= 2;
	for (size_t step = (n + 1) / 2; step > 0; step /= 2)
		if (try_count(b, n + step))
			n += step;
		else if (try_count(b, n - step))
			n -= step;
	for (size_t step = (b->segments.each + 1) / 2; step > 0; step /= 2)
		while (try(b, b->segments.each + step) || try(b, b->segments.each - step))
			;
}

struct vcube_segments
vcube_segments_for(const struct vcube_terms *t, const struct vcube_setting *set,
		   vcube_time (*time)(const struct vcube_terms *t, struct vcube_segments s))
{
	const size_t elements = t->m / t->unit;
	struct best b = {t, time, vcube_segments(elements, 0), 0};

	if (set->count > 0)
		return vcube_segments(elements, ((size_t)set->value + t->unit - 1) / t->unit);
	b.least = time(t, b.segments);
	/* where elements take no time, parts take more, by their start-ups */
	if (time(t, vcube_segments(1, 0)) < b.least)
		search(&b);
	return b.segments;
}

void
vcube_segments_settle(const struct vcube_terms *t, struct vcube_setting *set,
		      vcube_time (*time)(const struct vcube_terms *t, struct vcube_segments s))
{
	struct vcube_segments s;

	if (set->count > 0 || t->p == 1)
		return;
	s = vcube_segments_for(t, set, time);
	if (s.count > 1 && s.each <= INT_MAX / t->unit)
		*set = (struct vcube_setting){
			.value = (int)(s.each * t->unit), .count = 1,
			.number = {(int)(s.each * t->unit)},
		};
}

struct vcube_segments
vcube_segments_cut(vcube_node *self, const struct vcube_call *call, int option,
		   vcube_time (*time)(const struct vcube_terms *t, struct vcube_segments s))
{
	struct vcube_terms t;

	if (call->count < 2)
		return vcube_segments(call->count, 0);
	t = vcube_terms_for(self, call);
	return vcube_segments_for(&t, &t.set[option], time);
}

const char *
vcube_segments_lack(const struct vcube_setting *set)
{
	return set->count > 0 && set->value < 1 ? "a segment of 1 byte or more" : NULL;
}
