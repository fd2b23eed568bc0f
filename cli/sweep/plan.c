/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cases that the lists of `vcube run` stand for.
 */
#include <stdlib.h>
#include "base/status.h"
#include "base/text.h"
#include "sweep/lists.h"
#include "sweep/signature.h"

/* The type of a case: as given, or the widest signed integer that fits. */
static vcube_type
type_for(const struct run_options *o, size_t bytes)
{
	static const vcube_type widest_first[] = { VCUBE_INT64, VCUBE_INT32, VCUBE_INT16 };

	if (o->type_given)
		return o->type;
	for (int i = 0; i < 3; i++)
		if (bytes % vcube_type_size(widest_first[i]) == 0 &&
		    (!o->traffic || traffic_fits(o->traffic, vcube_type_size(widest_first[i]), NULL)))
			return widest_first[i];
	return VCUBE_INT8;
}

/* The lengths of a case's blocks, where they differ. */
static void
add_traffic(struct run_case *c, const struct run_options *o)
{
	c->traffic = (struct traffic_terms) {
		.traffic = o->traffic, .nodes = c->nodes, .largest = c->bytes,
		.element = vcube_type_size(c->type), .seed = o->desc.seed,
	};
	c->load = traffic_load(&c->traffic);
}

static void
add_case(struct plan *plan, const struct run_options *o, const struct choice *choice,
	 const struct place *place, size_t bytes)
{
	const bool combines = signatures[choice->collective].combines;
	struct run_case c = {
		.collective = choice->collective,
		.algorithm = choice->algorithm,
		.how = text("%s", choice->how ? choice->how
			    : choice->algorithm ? choice->algorithm->name : "auto"),
		.named = !choice->all,
		.topology = text("%s", place->text),
		.nodes = place->nodes,
		.bytes = bytes,
		.type = type_for(o, bytes),
		.op = combines ? o->op : NULL,
		.root = signature_rooted(choice->collective) ? o->root : 0,
	};

	c.count = bytes / vcube_type_size(c.type);
	if (o->traffic && signatures[c.collective].varied)
		add_traffic(&c, o);
	plan->cases = grow(plan->cases, (size_t)plan->count + 1, sizeof *plan->cases);
	plan->cases[plan->count++] = c;
}

static void
add_algorithms(struct plan *plan, const struct run_options *o, const struct choice *choice,
	       const struct place *place, size_t bytes)
{
	struct choice one = *choice;

	if (!choice->all) {
		add_case(plan, o, choice, place, bytes);
		return;
	}
	for (int i = 0; (one.algorithm = vcube_algorithm_at(i)); i++)
		if (one.algorithm->collective == choice->collective)
			add_case(plan, o, &one, place, bytes);
}

/* Named algorithms of one collective that follow each other are compared with
 * each other: they count as one entry of the list. */
static int
run_of_choices(const struct lists *s, int first)
{
	int end = first + 1;

	while (end < s->choice_count && !s->choices[first].all && !s->choices[end].all &&
	       s->choices[end].collective == s->choices[first].collective)
		end++;
	return end;
}

/* Of a matrix there is one size, and a barrier has none. */
static int
sizes_of(const struct choice *choice, const struct run_options *o, const struct lists *s)
{
	const bool matrix = o->traffic && traffic_nodes(o->traffic) &&
			    signatures[choice->collective].varied;

	return choice->collective == VCUBE_BARRIER || matrix ? 1 : s->size_count;
}

static size_t
size_of(const struct choice *choice, const struct run_options *o, const struct lists *s, int size)
{
	if (choice->collective == VCUBE_BARRIER)
		return 0;
	if (o->traffic && traffic_nodes(o->traffic) && signatures[choice->collective].varied)
		return traffic_largest(o->traffic);
	return s->sizes[size];
}

static void
add_cases(struct plan *plan, const struct run_options *o, const struct lists *s)
{
	for (int first = 0, end; first < s->choice_count; first = end) {
		const struct choice *choice = &s->choices[first];

		end = run_of_choices(s, first);
		for (int place = 0; place < s->place_count; place++)
			for (int size = 0; size < sizes_of(choice, o, s); size++)
				for (int i = first; i < end; i++)
					add_algorithms(plan, o, &s->choices[i], &s->places[place],
						       size_of(choice, o, s, size));
	}
}

/* Is the operator defined for the type, where one is needed? */
static int
check_operator(const struct plan *plan)
{
	struct vcube_error error;

	for (int i = 0; i < plan->count; i++) {
		const struct run_case *c = &plan->cases[i];

		if (c->op && vcube_op_check(c->op, c->type, &error))
			return complain(STATUS_USAGE, "%s", error.text);
	}
	return STATUS_FINE;
}

int
plan_make(struct plan *plan, const struct run_options *o)
{
	struct lists s;
	int status = lists_make(&s, o);

	*plan = (struct plan) { 0 };
	if (!status) {
		add_cases(plan, o, &s);
		status = check_operator(plan);
	}
	lists_free(&s);
	return status;
}

void
plan_free(struct plan *plan)
{
	for (int i = 0; i < plan->count; i++) {
		free(plan->cases[i].topology);
		free(plan->cases[i].how);
		free(plan->cases[i].reason);
		free(plan->cases[i].settled);
		free(plan->cases[i].busiest);
		free(plan->cases[i].faults);
		free(plan->cases[i].first_faults);
	}
	free(plan->cases);
}
