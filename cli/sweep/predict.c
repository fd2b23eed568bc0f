/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Predicts the time of a case by its algorithm's formula.
 */
#include <string.h>
#include "base/text.h"
#include "base/units.h"
#include "sweep/predict.h"

struct vcube_terms
predict_terms(const struct run_case *c, const struct vcube_desc *desc, struct vcube_setting *set)
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
	r->collective = vcube_collective_name(c->collective);
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
	if (has_trait(c->collective, VCUBE_COUNTS))
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

void
predict(struct run_case *c, struct vcube_desc *desc, struct vcube_error *error)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	struct vcube_terms terms;

	record_case(c, desc);
	if (vcube_desc_set(desc, "topology", c->topology, error))
		return;
	terms = predict_terms(c, desc, set);
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
	c->record.predicted_ps = vcube_algorithm_cost(c->chosen, &terms);
	c->record.settled = settled_text(c->chosen, &terms);
}

void
predict_end(struct run_case *c, const char *status, const struct vcube_error *error)
{
	const bool cannot = error->code == VCUBE_EPRECOND || error->code == VCUBE_EROUTE;

	c->record.status = !error->code ? status : cannot && !c->named ? "skipped" : "failed";
	if (!error->code)
		return;
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
