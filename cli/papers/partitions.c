/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/status.h"
#include "base/text.h"
#include "papers/partitions.h"
#include "papers/reproduce.h"
#include "papers/tsv.h"

/* All partitions of `rest` into parts of at least `least`, after those there are. */
static void
add_partitions(struct partitions *all, const struct partition *before, int least, int rest)
{
	for (int part = least; part <= rest; part++) {
		struct partition p = *before;
		const size_t length = strlen(p.parts);

		snprintf(p.parts + length, sizeof p.parts - length, "%s%d", length ? "+" : "", part);
		p.phases++;
		if (part == rest && all->count < PARTITIONS_MAX)
			all->list[all->count++] = p;
		else if (rest - part >= part)
			add_partitions(all, &p, part, rest - part);
	}
}

static double
barrier_time(const struct scene *s)
{
	struct tsv table = tsv_open("bokhari-table1");
	double time = 0;

	for (int row = 0; row < table.rows; row++)
		if (strcmp(tsv_text(&table, row, "machine"), s->machine) == 0)
			time = tsv_number(&table, row, "barrier_per_dimension_us") * s->d +
			       tsv_number(&table, row, "barrier_us");
	tsv_close(&table);
	return strcmp(s->barrier, "phase") == 0 ? time : 0;
}

static void
predict(struct partition *p, const struct scene *s, const struct vcube_desc *desc)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	char *how = text("multiphase:parts=%s", p->parts);
	const struct vcube_algorithm *a = vcube_algorithm_parse(VCUBE_ALLTOALL, how, set, NULL);
	struct vcube_terms none = vcube_terms_of(desc, 1 << s->d, 0), one = none;

	one.m = 1;
	one.set = none.set = set;
	p->start = (double)a->cost(&none) / 1e6 + p->phases * barrier_time(s);
	p->slope = (double)(a->cost(&one) - a->cost(&none)) / 1e6;
	if (strcmp(s->permutations, "k-1") == 0 && p->phases > 1)
		p->slope -= (double)desc->cost.reorder / 1e6 * (1 << s->d);
	free(how);
}

/* The line through the times of runs with a short and with a long block. */
static int
measure(struct partition *p, const struct scene *s)
{
	enum { SHORT = 1, LONG = 512 };
	struct vcube_desc desc = describe("%s clock=virtual routing=any profile=%s", s->network, s->machine);
	char *thin = text("all:per_byte=%lldps,level0:per_byte=%lldps", 2 * (long long)desc.cost.per_byte,
			  (long long)desc.cost.per_byte);
	char *how = text("multiphase:parts=%s", p->parts);
	vcube_time little = 0, much = 0;
	int status = 0;

	if (s->thin && vcube_desc_set(&desc, "links", thin, NULL))
		status = STATUS_FAILED;
	if (!status)
		status = virtual_time(&desc, VCUBE_ALLTOALL, SHORT, how, &little);
	if (!status)
		status = virtual_time(&desc, VCUBE_ALLTOALL, LONG, how, &much);
	p->slope = (double)(much - little) / 1e6 / ((LONG - SHORT) * sizeof(double));
	p->start = (double)little / 1e6 - p->slope * SHORT * sizeof(double);
	vcube_desc_clear(&desc);
	free(thin);
	free(how);
	return status;
}

int
partitions_of(struct partitions *all, const struct scene *s)
{
	const struct partition nothing = { .parts = "" };
	struct vcube_desc desc = describe("hypercube:%d profile=%s", s->d, s->machine);
	int status = 0;

	all->count = 0;
	add_partitions(all, &nothing, 1, s->d);
	for (int i = 0; i < all->count && !status; i++)
		if (s->network)
			status = measure(&all->list[i], s);
		else
			predict(&all->list[i], s, &desc);
	vcube_desc_clear(&desc);
	return status;
}

const struct partition *
partitions_next(const struct partitions *all, const struct partition *now, double *from)
{
	const struct partition *best = NULL;
	double first = 0;

	for (int i = 0; i < all->count; i++) {
		const struct partition *p = &all->list[i];
		const double at = now ? (p->start - now->start) / (now->slope - p->slope) : p->start;

		if (now && p->slope >= now->slope)
			continue;
		/* several may undercut it in one point */
		if (!best || at < first * (1 - 1e-9) ||
		    (at < first * (1 + 1e-9) && p->slope < best->slope)) {
			best = p;
			first = at;
		}
	}
	*from = now ? first : 0;
	return best;
}
