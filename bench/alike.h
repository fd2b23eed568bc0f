/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs with a trace beside runs without, like with like.
 *
 * A switch to another thread takes as long as a dozen messages, and how often threads
 * give way to others is chance: where nodes pass on one message at a time, whether each
 * finds it there when its turn comes, or most look in vain, may stay so for a whole run,
 * which then takes up to ten times as long. So a run with a trace is compared with the
 * nearest one without whose threads have switched as often, within a twentieth.
 * Recording might also change how threads take turns: so the difference to the run right
 * before it counts, too.
 */
#ifndef ALIKE_H
#define ALIKE_H

#include <stdbool.h>
#include <stdlib.h>

/* Machines that are opened for each pair that is wanted, at most. */
enum { PAIRS_MOST = 101, TRIES = 5, MADE_MOST = PAIRS_MOST * TRIES };

struct run {
	double ns;              /* of a call */
	long switches;          /* of all threads, in all */
};

/* What was measured of a case: each of its machines runs without and with a trace, and
 * once more. */
struct samples {
	struct run plain[2 * MADE_MOST], first[MADE_MOST], later[MADE_MOST];
	double start[MADE_MOST];
	int machines;
};

static inline bool
is_alike(const struct run *a, const struct run *b)
{
	const long less = a->switches < b->switches ? a->switches : b->switches;

	return labs(a->switches - b->switches) <= 2 + less / 20;
}

/* The run without a trace that is nearest to one with, the `at`th, of those whose threads
 * have given way as often; NULL: there is none. */
static inline const struct run *
alike(const struct samples *s, int at, const struct run *traced)
{
	const int runs = 2 * s->machines;

	for (int far = 0; far < runs; far++) {
		if (at - far >= 0 && is_alike(&s->plain[at - far], traced))
			return &s->plain[at - far];
		if (at + far < runs && is_alike(&s->plain[at + far], traced))
			return &s->plain[at + far];
	}
	return NULL;
}

/* By how many percent runs with a trace take longer than those that are alike; how many
 * of them there are. */
static inline int
compare_alike(const struct samples *s, bool later, double *more)
{
	int count = 0;

	for (int i = 0; i < s->machines; i++) {
		const struct run *const traced = later ? &s->later[i] : &s->first[i];
		const struct run *const plain = alike(s, 2 * i + later, traced);

		if (plain != NULL)
			more[count++] = 100 * (traced->ns / plain->ns - 1);
	}
	return count;
}

/* And than those right before them, alike or not. */
static inline int
compare_all(const struct samples *s, bool later, double *more)
{
	for (int i = 0; i < s->machines; i++)
		more[i] = 100 * ((later ? s->later : s->first)[i].ns / s->plain[2 * i + later].ns - 1);
	return s->machines;
}

#endif
