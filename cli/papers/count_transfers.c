/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Transfers in sequence, counted by the virtual clock.
 */
#include <math.h>
#include <string.h>
#include "papers/count_transfers.h"
#include "papers/reproduce.h"

/* What a node of the run has to know, and where node 0 writes. */
struct work {
	int collective;
	const char *how;
	size_t elements;                /* of a node, each a byte */
	size_t dealt;                   /* how many the transposition deals out; 0: there is none */
	vcube_time between;             /* the first of the two is over, in all nodes at once */
};

static int
transpose(vcube_node *self, const struct work *w, const char *in, char *out)
{
	const int p = vcube_size(self), size = w->dealt < (size_t)p ? (int)w->dealt : p;
	const struct vcube_successive exchange = {
		.in = in, .out = out, .count = 1, .type = VCUBE_UINT8, .axes = 1,
		.parts = (int)w->dealt / size, .how = "aapc4",
	};
	vcube_group *cube;

	vcube_split(self, NULL, vcube_rank(self) / size, 0, &cube);
	return vcube_successive(self, cube, &exchange);
}

static void
gather(vcube_node *self, struct work *w, char *in, char *out)
{
	if (w->dealt)
		transpose(self, w, in, out);
	if (vcube_rank(self) == 0)
		w->between = vcube_now(self);
	vcube_allgather(self, NULL, in, out, w->elements, VCUBE_UINT8, w->how);
}

static void
reduce(vcube_node *self, struct work *w, char *in, char *out)
{
	vcube_allreduce(self, NULL, in, out, w->elements, VCUBE_UINT8, VCUBE_SUM, w->how);
	if (vcube_rank(self) == 0)
		w->between = vcube_now(self);
	if (w->dealt)
		transpose(self, w, out, in);
}

static int
program(vcube_node *self, void *arg)
{
	struct work *const w = arg;
	const bool gathers = w->collective == VCUBE_ALLGATHER;
	const size_t room = w->elements > w->dealt ? w->elements : w->dealt;
	char *const in = vcube_scratch(self, room);
	char *const out = vcube_scratch(self, gathers ? room * (size_t)vcube_size(self) : room);

	if (vcube_failed(self))
		return vcube_failed(self);
	memset(in, 0, room);
	if (gathers)
		gather(self, w, in, out);
	else
		reduce(self, w, in, out);
	return vcube_failed(self);
}

double
transfers_dealt(int d, long words, int collective)
{
	return collective == VCUBE_ALLGATHER ? (double)words : ldexp((double)words, -d);
}

/* The elements of so many words of a node that are dealt out. */
static size_t
dealt(double words, int d)
{
	const size_t n = words == 2 ? 2 : (size_t)words / 2;

	if (n < 2 || (words > 2 && fmod(words, 2) != 0))
		return 0;
	return (n & (n - 1)) == 0 || n % ((size_t)1 << d) == 0 ? n : 0;
}

static double
steps(vcube_time time)
{
	return ceil((double)time / 1e6);
}

int
transfers_count(int d, long words, bool paired, int collective, const char *how, struct transfers *t)
{
	struct vcube_desc desc = describe("hypercube:%d clock=virtual routing=none ports=all startup=0 "
					  "per_byte=%s", d, paired ? "1us" : "500ns");
	struct work work = {
		.collective = collective, .how = how,
		.elements = paired ? ((size_t)words + 1) / 2 : (size_t)words,
		.dealt = dealt(transfers_dealt(d, words, collective), d),
	};
	struct virtual_run run;
	int status;

	/* what all have, twice where it is put in order */
	desc.heap = 4 * work.elements * (size_t)(collective == VCUBE_ALLGATHER ? 1 << d : 1) + (1 << 20);
	status = virtual_program(&desc, program, &work, how, &run);
	vcube_desc_clear(&desc);
	t->both = steps(run.time);
	t->collective = steps(collective == VCUBE_ALLGATHER ? run.time - work.between : work.between);
	t->transposes = work.dealt > 0;
	return status;
}
