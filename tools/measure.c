/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs one case on a machine of its own.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "measure.h"
#include "pattern.h"
#include "shape.h"
#include "tool.h"
#include "trial.h"

static int
by_size(const void *a, const void *b)
{
	const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* The median, over the timed calls, of the time from when the last node returned
 * from the call before to when the last returned from this one. A single node
 * would not do: the root of a bcast is done when it has sent. */
static int64_t
median_time(const struct trial *t)
{
	const size_t calls = (size_t)t->timed + 1;
	int64_t *last = grow(NULL, calls, sizeof *last), median;

	for (size_t i = 0; i < calls; i++) {
		last[i] = t->returned[i];
		for (size_t node = 1; node < (size_t)t->c->nodes; node++)
			if (last[i] < t->returned[node * calls + i])
				last[i] = t->returned[node * calls + i];
	}
	for (size_t i = 0; i < calls - 1; i++)
		last[i] = last[i + 1] - last[i];
	qsort(last, calls - 1, sizeof *last, by_size);
	median = (last[(calls - 2) / 2] + last[(calls - 1) / 2]) / 2;
	free(last);
	return median;
}

/* Whether the algorithm suits the case; its cost, if so. */
static int
predict(const struct run_case *c, const struct vcube_desc *desc, int64_t *cost,
	struct vcube_error *error)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	struct vcube_terms terms = vcube_terms_of(desc, c->nodes, c->bytes);

	terms.unit = vcube_type_size(c->type);
	terms.set = set;
	vcube_algorithm_parse(c->collective, c->how, set, NULL);
	if (vcube_algorithm_fits(c->algorithm, &terms, c->op, error) != 0)
		return error->code;
	*cost = c->algorithm->cost(&terms);
	return 0;
}

static void
record_case(struct run_case *c, const struct vcube_desc *desc, struct vcube_error *error)
{
	struct record *r = &c->record;

	*r = record_empty();
	r->collective = vcube_collective_name(c->collective);
	r->topology = c->topology;
	r->nodes = c->nodes;
	r->bytes = (int64_t)c->bytes;
	r->algorithm = c->how;
	r->clock = desc->clock == VCUBE_CLOCK_VIRTUAL ? "virtual" : "free";
	r->ports = desc->ports == VCUBE_PORTS_ALL ? "all" : "one";
	r->mapping = desc->mapping;
	r->profile = desc->profile;
	if (c->collective != VCUBE_BARRIER)
		r->type = vcube_type_name(c->type);
	if (c->op)
		r->op = c->op->name;
	if (shape_rooted(c->collective))
		r->root = c->root;
	if (c->algorithm)
		r->formula = c->algorithm->formula;
	if (c->algorithm)
		predict(c, desc, &r->predicted_ps, error);
}

static void
record_counts(struct record *r, const vcube_machine *machine)
{
	struct vcube_stats stats;

	r->steps = r->messages = r->bytes_sent = r->messages_total = r->bytes_total = 0;
	for (int rank = 0; rank < vcube_machine_nodes(machine); rank++) {
		vcube_run_stats(machine, rank, &stats);
#define MOST(field, value) if ((int64_t)(value) > r->field) r->field = (int64_t)(value)
		MOST(steps, stats.steps);
		MOST(messages, stats.messages);
		MOST(bytes_sent, stats.bytes);
#undef MOST
		r->messages_total += (int64_t)stats.messages;
		r->bytes_total += (int64_t)stats.bytes;
	}
}

/* Room for a node's blocks, what algorithms work in, and what the messages of
 * calls that run ahead take up. Only what is used costs memory. */
static bool
heap_for(const struct run_case *c, int iterations, size_t *heap)
{
	size_t data;

	return !__builtin_mul_overflow(c->bytes, (size_t)c->nodes, &data) &&
	       !__builtin_mul_overflow(data, (size_t)iterations + 8, &data) &&
	       !__builtin_add_overflow(data, (size_t)1 << 20, heap);
}

/* Would the blocks alone, of all nodes, fill the memory of the host? The kernel
 * would notice only when it is too late, and kill us. */
static bool
host_too_small(const struct run_case *c)
{
	const struct shape *shape = &shapes[c->collective];
	const double p = c->nodes, bytes = (double)c->bytes;
	const double in = bytes * shape_blocks(shape->in, c->nodes) * (shape->in_at_root ? 1 : p);
	const double out = bytes * shape_blocks(shape->out, c->nodes) * (shape->out_at_root ? 1 : p);

	return in + out > (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
}

static int
run_twice(struct run_case *c, const struct run_options *o, vcube_machine *machine)
{
	struct trial trial = {
		.c = c, .check = o->check,
		.combined = o->check ? pattern_combined(c) : NULL,
	};
	int code = vcube_run(machine, trial_program, &trial);

	if (!code) {
		record_counts(&c->record, machine);
		if (vcube_machine_desc(machine)->clock == VCUBE_CLOCK_VIRTUAL)
			c->record.time_ps = trial.time;
	}
	if (!code && o->wall) {
		trial.timed = o->iterations;
		trial.returned = grow(NULL, (size_t)c->nodes,
				      ((size_t)trial.timed + 1) * sizeof *trial.returned);
		code = vcube_run(machine, trial_program, &trial);
		if (!code)
			c->record.wall_ns = median_time(&trial);
		free(trial.returned);
	}
	/* The program itself fails for no other reason than wrong data. */
	if (o->check && (!code || code == VCUBE_EPROGRAM))
		c->record.checked = !code;
	free((void *)trial.combined);
	return code;
}

/* Fills in how it ended. What cannot run there is skipped, unless the user asked
 * for it by name. */
static void
record_end(struct run_case *c, const struct vcube_error *error)
{
	const bool cannot = error->code == VCUBE_EPRECOND || error->code == VCUBE_EROUTE;

	c->record.status = !error->code ? "ran" : cannot && !c->named ? "skipped" : "failed";
	if (!error->code)
		return;
	/* Which two nodes were the first is of no interest then. */
	if (error->code == VCUBE_EROUTE && !c->named)
		c->reason = text("needs routes (not all partners are neighbours)");
	else
		c->reason = text("%s", error->text);
	c->record.reason = c->reason;
}

int
measure(struct run_case *c, const struct run_options *o, struct vcube_desc *desc, char **report)
{
	struct vcube_error error = { 0 };
	vcube_machine *machine = NULL;

	*report = NULL;
	record_case(c, desc, &error);
	if (!error.code && (host_too_small(c) ||
			    (!o->heap_given && !heap_for(c, o->iterations, &desc->heap)))) {
		error.code = VCUBE_EHOST;
		snprintf(error.text, sizeof error.text, "the blocks of all nodes are more than "
			 "this host has memory");
	}
	if (!error.code && !vcube_desc_set(desc, "topology", c->topology, &error))
		machine = vcube_open_desc(desc, &error);
	if (machine && run_twice(c, o, machine)) {
		error = *vcube_run_error(machine);
		*report = text("%s", vcube_run_report(machine));
	}
	record_end(c, &error);
	vcube_close(machine);
	return error.code;
}
