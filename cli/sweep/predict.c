/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Predicts the time of a case, by its algorithm's formula or its steps, and explains which
 * algorithm the library chose.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "base/units.h"
#include "sweep/bandwidth.h"
#include "sweep/predict.h"

/* Return the terms of a case on the machine that `desc` describes. They point into `set`,
 * which has room for VCUBE_OPTIONS_MAX settings. */
static struct vcube_terms
terms_of(const struct run_case *c, const struct vcube_desc *desc, struct vcube_setting *set)
{
	const size_t p = (size_t)c->nodes;
	const size_t m = c->traffic.traffic ? (c->load.busiest + p - 1) / p : c->bytes;
	struct vcube_terms terms = vcube_terms_of(desc, c->nodes, m);

	memset(set, 0, VCUBE_OPTIONS_MAX * sizeof *set);
	if (c->algorithm)
		vcube_algorithm_parse(c->collective, c->how, set, NULL);
	terms.unit = vcube_type_size(c->type);
	terms.set = set;
	return terms;
}

static void
record_case(struct run_case *c, const struct vcube_desc *desc)
{
	struct record *r = &c->record;

	*r = record_empty();
	r->collective = case_name(c);
	r->topology = c->topology;
	r->nodes = c->nodes;
	r->bytes = (int64_t)c->bytes;
	r->algorithm = c->how;
	r->clock = clock_name(desc->clock);
	r->ports = desc->ports == VCUBE_PORTS_ALL ? "all" : "one";
	r->mapping = desc->mapping;
	r->profile = desc->profile;
	if (has_blocks(c->collective))
		r->type = vcube_type_name(c->type);
	if (c->op)
		r->op = c->op->name;
	if (has_trait(c->collective, VCUBE_ROOTED))
		r->root = c->root;
	if (has_trait(c->collective, VCUBE_COUNTS | VCUBE_UNEQUAL))
		r->pattern = c->traffic.traffic ? traffic_title(c->traffic.traffic) : "uniform";
}

/* Return the unset options as the algorithm resolves them, such as "parts=2+3", or NULL. */
static char *
settled_text(const struct vcube_algorithm *a, const struct vcube_terms *t)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	char *made = NULL;

	if (!a->resolve_options)
		return NULL;
	memcpy(set, t->set, sizeof set);
	a->resolve_options(t, set);
	for (int i = 0; a->options[i].name; i++) {
		char *numbers = NULL;

		if (t->set[i].count == set[i].count)
			continue;
		for (int n = 0; n < set[i].count; n++)
			join(&numbers, "+", text("%d", set[i].number[n]));
		join(&made, ":", text("%s=%s", a->options[i].name, numbers ? numbers : ""));
	}
	return made;
}

static size_t
length(void *arg, int from, int to)
{
	return case_bytes(arg, from, to);
}

static struct vcube_predicted_call
call_of(const struct run_case *c, const struct vcube_algorithm *algorithm,
	const struct vcube_terms *terms)
{
	return (struct vcube_predicted_call){
		.algorithm = algorithm, .terms = terms, .op = c->op, .root = c->root,
		.length = c->traffic.traffic ? length : NULL, .arg = (void *)(uintptr_t)c,
	};
}

/* The most messages that are played on more than VCUBE_PLAYED_NODES nodes: those of a complete
 * exchange of as many. Counted, not timed, so that every host prints the same. */
static const int64_t played_messages = (int64_t)VCUBE_PLAYED_NODES * VCUBE_PLAYED_NODES;

/* Fill in the time, and what it is; with no time, *error says why. */
static void
record_prediction(struct run_case *c, const struct vcube_desc *desc,
		  const struct vcube_terms *terms, struct vcube_error *error)
{
	static const char *const words[] = {
		[VCUBE_EXACT] = "exact", [VCUBE_AT_MOST] = "at most",
		[VCUBE_AT_LEAST] = "at least", [VCUBE_ABOUT] = "about",
	};
	const struct vcube_predicted_call call = call_of(c, c->chosen, terms);
	struct vcube_prediction p;

	if (vcube_predict(desc, &call, played_messages, &p, error)) {
		c->no_way = error->code == VCUBE_EFAULT ? text("%s", error->text) : NULL;
		if (c->no_way)
			*error = (struct vcube_error){ 0 };
		return;
	}
	c->record.predicted_ps = p.time;
	if (p.time >= 0)
		c->record.predicted_is = words[p.certainty];
}

static void
fill_in(struct run_case *c, struct vcube_desc *desc, bool by_formula, struct vcube_error *error)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	struct vcube_terms terms;

	record_case(c, desc);
	if (vcube_desc_set(desc, "topology", c->topology, error) || c->program)
		return;
	terms = terms_of(c, desc, set);
	c->chosen = c->algorithm;
	if (!c->algorithm) {
		c->chosen = vcube_algorithm_choose(desc, c->collective, &terms, c->op, error);
		c->record.chosen = c->chosen ? c->chosen->name : NULL;
	}
	if (!c->chosen)
		return;
	c->record.formula = c->chosen->formula;
	if (vcube_algorithm_fits(c->chosen, &terms, c->op, error))
		return;
	/* a call whose algorithm is chosen for the host divides by the host's costs */
	if (c->algorithm || vcube_host_time(desc, c->chosen, &terms) < 0)
		c->record.settled = settled_text(c->chosen, &terms);
	if (by_formula)
		c->record.predicted_ps = vcube_algorithm_cost(c->chosen, &terms);
	else
		record_prediction(c, desc, &terms, error);
}

void
predict(struct run_case *c, struct vcube_desc *desc, struct vcube_error *error)
{
	fill_in(c, desc, false, error);
}

void
predict_by_formula(struct run_case *c, struct vcube_desc *desc, struct vcube_error *error)
{
	fill_in(c, desc, true, error);
}

void
predict_end(struct run_case *c, const char *status, const struct vcube_error *error)
{
	const bool cannot = error->code == VCUBE_EPRECOND || error->code == VCUBE_EROUTE;

	c->record.status = !error->code ? status : cannot && !c->named ? "skipped" : "failed";
	if (!error->code) {
		record_bandwidth(c);
		return;
	}
	/* Here the two nodes that the error names do not matter. */
	c->record.reason = error->code == VCUBE_EROUTE && !c->named
		? "needs routes (not all partners are neighbours)" : text("%s", error->text);
}

bool
predict_is_away(const struct vcube_algorithm *a, const struct vcube_desc *desc)
{
	return (desc->routing == VCUBE_ROUTING_NONE || desc->clock != VCUBE_CLOCK_FREE) &&
	       !(a->native & vcube_native_kinds(desc, NULL));
}

/* An algorithm that the library considered */
struct candidate {
	const struct vcube_algorithm *algorithm;
	bool fits, away;        /* suits the case; is made for other links */
	bool on_host;           /* the cost is the host's */
	bool chosen;            /* for blocks of any length, not by the cost */
	int64_t cost;
	char *reason;           /* why it does not fit */
	int place;              /* in the registry */
};

/* Fill in the cost as the library sees it: under the virtual clock where it works calls out,
 * that time. Where it knows no lengths, it is the time of the case, which decides nothing.
 * Return false if it cannot run, with the reason. */
static bool
weigh(struct candidate *found, const struct run_case *c, const struct vcube_desc *desc,
      const struct vcube_terms *terms, struct vcube_error *error)
{
	const bool decides = !has_trait(c->collective, VCUBE_COUNTS);
	const struct vcube_predicted_call call = decides
		? (struct vcube_predicted_call){ .algorithm = found->algorithm, .terms = terms, .op = c->op }
		: call_of(c, found->algorithm, terms);
	struct vcube_prediction p = {
		.time = vcube_algorithm_cost(found->algorithm, terms), .certainty = VCUBE_ABOUT,
	};

	if (desc->clock == VCUBE_CLOCK_VIRTUAL &&
	    vcube_predict(desc, &call, decides ? 0 : played_messages, &p, error))
		return false;
	found->cost = vcube_host_time(desc, found->algorithm, terms);
	found->on_host = found->cost >= 0;
	if (!found->on_host)
		found->cost = p.time < 0 ? INT64_MAX : p.time;
	found->away = !(decides && p.certainty == VCUBE_EXACT) &&
		      predict_is_away(found->algorithm, desc);
	return true;
}

static struct candidate
look_at(const struct vcube_algorithm *a, const struct run_case *c, const struct vcube_desc *desc)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	struct vcube_terms terms = terms_of(c, desc, set);
	struct candidate found = { .algorithm = a, .cost = INT64_MAX };
	struct vcube_error error = { 0 };

	found.fits = vcube_algorithm_fits(a, &terms, c->op, &error) == 0;
	if (found.fits)
		found.fits = weigh(&found, c, desc, &terms, &error);
	found.reason = text("%s", error.text);
	return found;
}

/* Order as the library does: algorithms that can run, by cost, then as in the registry. */
static int
by_choice(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->away != y->away && x->fits && y->fits)
		return x->away - y->away;
	if (x->chosen != y->chosen)
		return y->chosen - x->chosen;
	return x->cost != y->cost ? (x->cost > y->cost ? 1 : -1) : x->place - y->place;
}

static void
print_head(const struct run_case *c, int able, bool on_host)
{
	const bool known = !has_trait(c->collective, VCUBE_COUNTS);
	const char *best = known ? "least predicted time" : "never far from the best";

	printf("\n%s.auto on %s", vcube_collective_name(c->collective), c->topology);
	if (has_blocks(c->collective))
		printf(", %s a block,", size_text(c->bytes));
	printf(" is %s: ", c->chosen->name);
	if (on_host)
		printf("least time on this host, roughly, of %d suitable algorithms", able);
	else if (able > 1)
		printf("%s of %d suitable algorithms", best, able);
	else if (able == 1)
		fputs("the only one made for these links", stdout);
	else
		printf("none is made for these links; %s of the others", best);
	if (!known && on_host)
		printf("\nfor blocks of %s, since no node knows the lengths of all",
		       size_text(VCUBE_BYTES_UNKNOWN));
	else if (!known)
		fputs(",\nwhatever the lengths, since no node knows those of all", stdout);
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
		list[count - 1].place = i;
		list[count - 1].chosen = has_trait(c->collective, VCUBE_COUNTS) && a == c->chosen;
		able += list[count - 1].fits && !list[count - 1].away;
		if (width < (int)strlen(a->name))
			width = (int)strlen(a->name);
	}
	qsort(list, (size_t)count, sizeof *list, by_choice);
	print_head(c, able, list[0].on_host);
	for (int i = 0; i < count; i++)
		print_candidate(&list[i], width);
}
