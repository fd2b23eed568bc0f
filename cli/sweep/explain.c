/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Explains which algorithm the library chose.
 */
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "base/units.h"
#include "sweep/predict.h"

/* An algorithm that the library considered */
struct candidate {
	const struct vcube_algorithm *algorithm;
	bool fits, away;        /* suits the case; is made for other links */
	int64_t cost;
	char *reason;           /* why it does not fit */
};

static struct candidate
look_at(const struct vcube_algorithm *a, const struct run_case *c, const struct vcube_desc *desc)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	struct vcube_terms terms = predict_terms(c, desc, set);
	struct candidate found = { .algorithm = a, .cost = INT64_MAX };
	struct vcube_error error = { 0 };

	if (has_trait(c->collective, VCUBE_COUNTS))
		terms.m = VCUBE_BYTES_UNKNOWN;
	found.fits = vcube_algorithm_fits(a, &terms, c->op, &error) == 0;
	found.reason = text("%s", error.text);
	if (found.fits) {
		found.cost = a->cost(&terms);
		found.away = predict_is_away(a, desc);
	}
	return found;
}

/* Order as the library does: algorithms that can run, by cost, then as in the registry. */
static int
by_choice(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->away != y->away && x->fits && y->fits)
		return x->away - y->away;
	return (x->cost > y->cost) - (x->cost < y->cost);
}

/* A stable sort: equals stay in the registry's order. */
static void
sort(struct candidate *list, int count)
{
	for (int i = 1; i < count; i++)
		for (int j = i; j > 0 && by_choice(&list[j - 1], &list[j]) > 0; j--) {
			const struct candidate swapped = list[j];

			list[j] = list[j - 1];
			list[j - 1] = swapped;
		}
}

static void
print_head(const struct run_case *c, int able)
{
	const bool known = !has_trait(c->collective, VCUBE_COUNTS);
	const char *size = size_text(known ? c->bytes : VCUBE_BYTES_UNKNOWN);

	printf("\n%s.auto on %s", vcube_collective_name(c->collective), c->topology);
	if (known && has_blocks(c->collective))
		printf(", %s a block,", size);
	printf(" is %s: ", c->chosen->name);
	if (able > 1)
		printf("least predicted time of %d suitable algorithms", able);
	else if (able == 1)
		fputs("the only one made for these links", stdout);
	else
		fputs("none is made for these links; least predicted time of the others", stdout);
	if (!known)
		printf(";\nfor blocks of %s, since no node knows the lengths of all", size);
	fputs("\n\n", stdout);
}

static void
print_candidate(const struct candidate *found, int width)
{
	printf("  %-*s  %10s  ", width, found->algorithm->name,
	       found->fits ? time_text(found->cost, 4) : "-");
	if (!found->fits)
		puts(found->reason);
	else
		printf("%s%s\n", found->algorithm->formula,
		       !found->away ? "" : found->algorithm->native ? "; made for other links"
		       : "; native to no topology");
}

void
explain(const struct run_case *c, const struct vcube_desc *desc)
{
	const struct vcube_algorithm *a;
	struct candidate *list = NULL;
	int count = 0, able = 0, width = 0;

	for (int i = 0; (a = vcube_algorithm_at(i)); i++) {
		if (a->collective != c->collective)
			continue;
		APPEND(list, count, look_at(a, c, desc));
		able += list[count - 1].fits && !list[count - 1].away;
		if (width < (int)strlen(a->name))
			width = (int)strlen(a->name);
	}
	sort(list, count);
	print_head(c, able);
	for (int i = 0; i < count; i++)
		print_candidate(&list[i], width);
}
