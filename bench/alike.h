/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compares runs with a trace with similar runs without.
 *
 * A switch to another thread takes as long as a dozen messages, and how often threads
 * switch is random: if nodes pass on one message at a time, each may find its message on
 * its turn, or most may poll in vain, for a whole run, which then takes up to ten times as
 * long. So a run with a trace is compared with the nearest run without whose threads
 * switched equally often, within a twentieth. Recording might also change how threads take
 * turns, so the difference to the run right before it counts, too.
 */
#ifndef ALIKE_H
#define ALIKE_H

#include <stdbool.h>
#include <stdlib.h>

/* The most machines opened, TRIES for each pair. */
enum { PAIRS_MOST = 101, TRIES = 5, MADE_MOST = PAIRS_MOST * TRIES };

struct run {
	double ns;              /* of a call */
	long switches;          /* of all threads, in all */
};

/* The measurements of a case: each machine runs without and with a trace, and once more. */
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

/* Return the run without a trace nearest to traced run number `at` whose threads switched
 * equally often; NULL if there is none. */
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

/* Compute by how many percent runs with a trace take longer than similar runs; return how
 * many have a similar run. */
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

/* The same against the runs right before them, similar or not. */
static inline int
compare_all(const struct samples *s, bool later, double *more)
{
	for (int i = 0; i < s->machines; i++)
		more[i] = 100 * ((later ? s->later : s->first)[i].ns / s->plain[2 * i + later].ns - 1);
	return s->machines;
}

#endif
