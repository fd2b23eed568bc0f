/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Carries a schedule out. Without start-ups, and at a picosecond per byte on links as wide
 * as the schedule's, the virtual clock counts transfers of an element.
 */
#include <inttypes.h>
#include <stdio.h>
#include "base/status.h"
#include "base/text.h"
#include "schedule/carry_out.h"

enum { ELEMENT = sizeof(uint64_t), LOCAL_STEPS = 2 /* align, realign */ };

/* The most bytes that the elements of all nodes may take */
#define BYTES_MOST 2e9

struct trial {
	const struct vcube_schedule_plan *plan;
	int axes, parts;
	size_t addresses;
};

struct counts {
	int nodes;
	uint64_t steps, least, most;    /* least and most: messages of a node */
	vcube_time transfers;
	double use;                     /* the share of time for which links carried data */
};

/* In blocks or on wide links, run the exchange as an algorithm whose settings are the plan. */
enum { ALGORITHM, BLOCK, WIDTH, NUMBERS };

static void
run_packed(vcube_node *self, const struct vcube_call *c)
{
	const struct vcube_schedule_plan plan = {
		.algorithm = (enum vcube_schedules)c->set->number[ALGORITHM],
		.block = c->set->number[BLOCK] != 0, .width = c->set->number[WIDTH],
	};

	vcube_aapc(self, c, &plan, VCUBE_TRANSPOSITION);
}

static const struct vcube_option packed_options[] = { { "plan", "N+N..", "by which plan" }, { 0 } };

static const struct vcube_algorithm packed = {
	.collective = VCUBE_ALLTOALL, .name = "packed", .options = packed_options, .run = run_packed,
};

static int
carry_out(vcube_node *self, const struct trial *t, const uint64_t *in, uint64_t *out)
{
	const struct vcube_setting set = { .count = NUMBERS, .number = {
		[ALGORITHM] = (int)t->plan->algorithm, [BLOCK] = t->plan->block, [WIDTH] = t->plan->width,
	} };

	if (t->plan->block || t->plan->width > 1)
		return vcube_call(self, &packed, &(struct vcube_call){
			.collective = VCUBE_ALLTOALL, .in = in, .out = out, .count = 1,
			.type = VCUBE_UINT64, .set = &set });
	return vcube_successive(self, NULL, &(struct vcube_successive){
		.in = in, .out = out, .count = 1, .type = VCUBE_UINT64, .axes = t->axes,
		.parts = t->parts, .how = vcube_schedule_name((int)t->plan->algorithm) });
}

/* Move element a_0 of node (a_s .. a_1), numbered (a_s .. a_0), to element a_s of node
 * (a_(s-1) .. a_0), in each part. */
static int
exchange(vcube_node *self, void *arg)
{
	const struct trial *const t = arg;
	const size_t p = (size_t)vcube_size(self), me = (size_t)vcube_rank(self);
	const size_t parts = (size_t)t->parts, k = t->addresses / parts;
	uint64_t *const in = vcube_scratch(self, t->addresses * ELEMENT);
	uint64_t *const out = vcube_scratch(self, t->addresses * ELEMENT);

	if (vcube_failed(self))
		return vcube_failed(self);
	for (size_t i = 0; i < t->addresses; i++)
		in[i] = i / k * k * p + me * k + i % k;
	carry_out(self, t, in, out);
	for (size_t i = 0; i < t->addresses && !vcube_failed(self); i++)
		if (out[i] != i / k * k * p + i % k * p + me)
			vcube_fail(self, "element %zu of node %zu is number %" PRIu64 " of part %zu",
				   i, me, out[i] % (k * p), (size_t)(out[i] / (k * p)));
	return vcube_failed(self);
}

static double
use_of_links(const vcube_machine *m)
{
	struct vcube_link_stats link;
	double busy = 0, links = 0;

	for (long i = 0; vcube_run_link(m, i, &link) == 0; i++)
		if (link.from >= 0) {
			busy += (double)link.busy;
			links++;
		}
	return links > 0 ? busy / links / (double)vcube_run_time(m) : 0;
}

static struct counts
count(const vcube_machine *m)
{
	struct counts c = { .nodes = vcube_machine_nodes(m), .least = UINT64_MAX,
		.transfers = vcube_run_time(m) / ELEMENT, .use = use_of_links(m) };
	struct vcube_stats stats;

	for (int rank = 0; rank < c.nodes; rank++) {
		vcube_run_stats(m, rank, &stats);
		if (c.steps < stats.steps - LOCAL_STEPS)
			c.steps = stats.steps - LOCAL_STEPS;
		if (c.least > stats.messages)
			c.least = stats.messages;
		if (c.most < stats.messages)
			c.most = stats.messages;
	}
	return c;
}

static void
print(const struct trial *t, const struct counts *c)
{
	printf("\n%-9s %6s   %d nodes of hypercube:%d, all ports, neighbours only\n", "run", "right",
	       c->nodes, t->axes * t->plan->dimensions);
	printf("%-9s %6" PRIu64 "   of nodes, in sequence\n", "steps", c->steps);
	printf("%-9s %6" PRId64 "   of an element%s, in sequence\n", "transfers", c->transfers,
	       t->plan->width > 1 ? ", or of b" : "");
	printf("%-9s %6" PRIu64 "   per node", "messages", c->most);
	if (c->least < c->most)
		printf(", at least %" PRIu64, c->least);
	printf("\n%-9s %5.1f%%   of the time, links carried data\n", "links",
	       100 * c->use);
}

static struct trial
trial_of(const vcube_schedule *s, const struct vcube_schedule_plan *plan)
{
	const struct vcube_schedule_plan *const whole = vcube_schedule_planned(s);

	return (struct trial){
		.plan = plan, .axes = whole->successive, .addresses = (size_t)whole->addresses,
		.parts = whole->addresses >> whole->dimensions,
	};
}

const char *
schedule_run_refusal(const vcube_schedule *s, const struct vcube_schedule_plan *plan)
{
	const struct trial t = trial_of(s, plan);
	const int d = plan->dimensions;
	const size_t k = (size_t)1 << d;

	if (plan->delay > 0)
		return "--run uses the least valid delay; leave out --delay";
	if (t.addresses % k != 0)
		return "--run needs a multiple of 2^D addresses: as many for each node";
	if (plan->algorithm == VCUBE_AAPC5 && t.addresses % (k * k) != 0)
		return "--run of aapc5 needs a multiple of 4^D addresses: two axes of memory";
	if ((plan->block || plan->width > 1) && t.addresses != k)
		return "--run with blocks or wide links takes 2^D addresses; leave out --addresses";
	if (d * t.axes > VCUBE_DIMENSIONS_MAX)
		return "--run takes up to 14 dimensions, summed over all axes";
	if ((double)t.addresses * 3 * ELEMENT * (1 << d * t.axes) > BYTES_MOST)
		return "--run would need more than 2 GB for the elements of all nodes";
	return NULL;
}

static vcube_machine *
open_cube(const struct trial *t, struct vcube_error *error)
{
	const int width = t->plan->width > 1 ? t->plan->width : 1;
	/* in, out, and the exchange's working space */
	const size_t heap = 2 * ELEMENT * t->addresses + 4 * (ELEMENT + sizeof(void *)) * t->addresses;
	const char *const machine = text("hypercube:%d clock=virtual routing=none ports=all account=yes "
				   "startup=0 per_byte=1ps width=%d granule=%d heap=%zuKiB stack=64KiB",
				   t->plan->dimensions * t->axes, width, width * ELEMENT, heap / 1024 + 64);

	return vcube_open(machine, error);
}

void
schedule_run(const vcube_schedule *s, const struct vcube_schedule_plan *plan)
{
	struct trial t = trial_of(s, plan);
	const int steps = vcube_schedule_steps(s);
	struct counts c;
	struct vcube_error error;
	vcube_machine *const m = open_cube(&t, &error);

	if (m == NULL)
		die(status_of(error.code), "%s", error.text);
	if (vcube_run(m, exchange, &t) != 0)
		die(status_of(vcube_run_error(m)->code), "%s", vcube_run_error(m)->text);
	c = count(m);
	print(&t, &c);
	if (c.steps != (uint64_t)steps)
		die(STATUS_FAILED, "the run took %" PRIu64 " steps, the schedule has %d", c.steps, steps);
	if (!plan->block && c.transfers != steps)
		die(STATUS_FAILED, "the run took %" PRId64 " transfers, the schedule has %d steps",
		    c.transfers, steps);
	vcube_close(m);
}
