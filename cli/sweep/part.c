/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A part of a sweep: its cases, drawn evenly by predicted work.
 */
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "sweep/part.h"
#include "sweep/predict.h"

/* What a node's thread costs a run beside its messages, in picoseconds of work */
#define WORK_OF_A_NODE 1e6

TAKE_OPTION(take_part)
{
	struct part *part = (struct part *)(void *)((char *)into + option->at);
	char rest;

	if (value[strspn(value, "0123456789/")] ||
	    sscanf(value, "%d/%d%c", &part->number, &part->of, &rest) != 2 ||
	    part->number < 1 || part->number > part->of || part->of > option->most)
		argp_error(state, "--%s takes I/N, the Ith of N parts, such as 1/4, with I from 1 to N and "
			   "N up to %ld, not '%s'", option->name, option->most, value);
}

/* A case and its work */
struct load {
	double work;
	int number;             /* in the plan */
};

/* Order from the longest to the shortest, equal ones as in the plan. */
static int
by_work(const void *a, const void *b)
{
	const struct load *x = a, *y = b;

	return x->work != y->work ? (x->work < y->work) - (x->work > y->work)
				  : x->number - y->number;
}

/* Predict the work of a case on the host: all nodes are busy for its time. One that cannot run
 * costs hardly any. */
static double
work_of(struct run_case *c, struct vcube_desc *desc)
{
	struct vcube_error error = { 0 };

	predict_by_formula(c, desc, &error);
	if (error.code || c->record.predicted_ps == NONE)
		return 0;
	return c->nodes * (WORK_OF_A_NODE + (double)c->record.predicted_ps);
}

static int
least_of(const double *work, int parts)
{
	int least = 0;

	for (int i = 1; i < parts; i++)
		if (work[i] < work[least])
			least = i;
	return least;
}

void
part_cut(struct plan *plan, struct part part, struct vcube_desc *desc)
{
	struct load *loads = grow(NULL, (size_t)plan->count, sizeof *loads);
	double *work = grow(NULL, (size_t)part.of, sizeof *work);
	bool *ours = grow(NULL, (size_t)plan->count, sizeof *ours);
	int kept = 0;

	for (int i = 0; i < plan->count; i++)
		loads[i] = (struct load) { work_of(&plan->cases[i], desc), i };
	qsort(loads, (size_t)plan->count, sizeof *loads, by_work);
	for (int i = 0; i < plan->count; i++) {
		const int to = least_of(work, part.of);

		work[to] += loads[i].work;
		ours[loads[i].number] = to == part.number - 1;
	}
	for (int i = 0; i < plan->count; i++)
		if (ours[i])
			plan->cases[kept++] = plan->cases[i];
	plan->count = kept;
}
