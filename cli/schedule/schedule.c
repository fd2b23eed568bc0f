/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube schedule: prints what crosses each dimension of a cube in each step, checks it
 * without a run, and carries it out.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <vcube/authoring.h>
#include "base/status.h"
#include "base/text.h"
#include "commands.h"
#include "list/subjects.h"

#define PREFIX "alltoall."

struct schedule_options {
	const char *name;
	struct vcube_schedule_plan plan;
	bool by_address, no_table, run;
};

static char *
counted(int n, const char *what, const char *plural)
{
	return text("%d %s%s", n, what, n == 1 ? "" : plural);
}

static void
print_head(const struct schedule_options *o, const struct vcube_schedule_plan *plan)
{
	char *sizes = text("d = %s, K = %s", counted(plan->dimensions, "dimension", "s"),
			   counted(plan->addresses, "address", "es"));

	if (plan->width > 1)
		join(&sizes, ", ", text("links of width b = %d", plan->width));
	if (plan->block)
		join(&sizes, ", ", "in blocks");
	if (plan->successive > 1)
		join(&sizes, ", ", text("s = %d successive exchanges", plan->successive));
	if (plan->successive > 1 && plan->delay > 0)
		join(&sizes, ", ", text("%s apart", counted(plan->delay, "step", "s")));
	print_wrapped(text("%s: %s", o->name, vcube_schedule_text((int)plan->algorithm)), 0);
	print_wrapped(sizes, 0);
	putchar('\n');
}

/* Print "<=" before a bound that is not met exactly. */
static void
print_measure(const char *name, int measured, const char *formula, int proved)
{
	printf("%-7s %6d   %s %s %d\n", name, measured, formula, measured < proved ? "<=" : "=",
	       proved);
}

static void
print_measures(const vcube_schedule *s)
{
	const struct vcube_schedule_plan *const plan = vcube_schedule_planned(s);
	struct vcube_schedule_proof proof;

	vcube_schedule_proof(s, &proof);
	print_measure("steps", vcube_schedule_steps(s), proof.steps_text, proof.steps);
	print_measure("span", vcube_schedule_span(s), proof.span_text, proof.span);
	if (plan->block || plan->width > 1)
		printf("%-7s %6d   most elements that cross a link in a step\n", "block",
		       vcube_schedule_largest(s));
	printf("%-7s %5.1f%%   of the capacity of a node's links\n", "use",
	       100 * vcube_schedule_use(s));
}

static void
judge(const vcube_schedule *s)
{
	struct vcube_error error;
	const int code = vcube_schedule_check(s, &error);

	if (code) {
		printf("%-7s %6s   %s\n", "check", "WRONG", error.text);
		fflush(stdout);
		die(code == VCUBE_EHOST ? STATUS_LIMIT : STATUS_FAILED, "the schedule is wrong: %s",
		    error.text);
	}
	printf("%-7s %6s   each %s crosses its dimensions once, no link is overloaded\n", "check", "right",
	       vcube_schedule_planned(s)->algorithm == VCUBE_AAPC5 ? "pair" : "address");
}

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
print_counts(const struct trial *t, const struct counts *c)
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

/* Return why the schedule, made from `plan`, cannot be carried out; NULL if it can. */
static const char *
run_refusal(const vcube_schedule *s, const struct vcube_schedule_plan *plan)
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
	if (d * t.axes > VCUBE_SCHEDULE_DIMENSIONS_MAX)
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

/*
 * Carry the schedule out on a cube of s d dimensions with all ports, between neighbours,
 * and print the counts: steps, transfers of an element in sequence, messages, use of the
 * links. Check the data, and the counts against the schedule. Without start-ups, and at a
 * picosecond per byte on links as wide as the schedule's, the virtual clock counts transfers
 * of an element.
 */
static void
run_schedule(const vcube_schedule *s, const struct vcube_schedule_plan *plan)
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
	print_counts(&t, &c);
	if (c.steps != (uint64_t)steps)
		die(STATUS_FAILED, "the run took %" PRIu64 " steps, the schedule has %d", c.steps, steps);
	if (!plan->block && c.transfers != steps)
		die(STATUS_FAILED, "the run took %" PRId64 " transfers, the schedule has %d steps",
		    c.transfers, steps);
	vcube_close(m);
}

static int
run(int argc, char **argv)
{
	struct schedule_options o = { 0 };
	struct vcube_error error;
	vcube_schedule *s;
	const char *refusal;

	command_parse(&schedule_command, argc, argv, &o);
	s = vcube_schedule_build(&o.plan, &error);
	if (!s)
		die(error.code == VCUBE_EINVAL ? STATUS_USAGE : STATUS_LIMIT, "%s", error.text);
	refusal = o.run ? run_refusal(s, &o.plan) : NULL;
	if (refusal)
		die(STATUS_USAGE, "%s", refusal);
	print_head(&o, vcube_schedule_planned(s));
	if (!o.no_table) {
		vcube_schedule_print(s, o.by_address, stdout);
		putchar('\n');
	}
	print_measures(s);
	judge(s);
	if (o.run)
		run_schedule(s, &o.plan);
	vcube_schedule_free(s);
	return STATUS_FINE;
}

static const struct command_option options[] = {
	{ "dimensions", 'd', "D", "dimensions of the cube, 1 to 14",
	  .take = take_number, AT(schedule_options, plan.dimensions), .least = 1, .most = INT_MAX },
	{ "addresses", 'k', "K", "elements of a node (default 2^D)",
	  .take = take_number, AT(schedule_options, plan.addresses), .least = 1, .most = INT_MAX },
	{ "block", 0, NULL, "use the fewest steps possible, with blocks of elements",
	  .take = take_flag, AT(schedule_options, plan.block) },
	{ "width", 0, "B", "elements that a link carries in a step (default 1)",
	  .take = take_number, AT(schedule_options, plan.width), .least = 1, .most = INT_MAX },
	{ "successive", 0, "S",
	  "successive exchanges, along S axes of D dimensions (default 1)",
	  .take = take_number, AT(schedule_options, plan.successive), .least = 1, .most = INT_MAX },
	{ "delay", 0, "STEPS",
	  "steps from the start of one exchange to that of the next (default: the least valid)",
	  .take = take_number, AT(schedule_options, plan.delay), .least = 1, .most = INT_MAX },
	{ "by-address", 0, NULL, "print a row for each address or pair, not for each step",
	  .take = take_flag, AT(schedule_options, by_address) },
	{ "no-table", 0, NULL, "print only the verdict",
	  .take = take_flag, AT(schedule_options, no_table) },
	{ "run", 0, NULL, "also carry it out, and count steps and transfers",
	  .take = take_flag, AT(schedule_options, run) },
	{ 0 }
};

static void
set_name(void *into, char *name, struct argp_state *state)
{
	struct schedule_options *o = into;
	struct vcube_error error;
	int algorithm;

	if (o->name)
		argp_error(state, "name one schedule; '%s' is a second", name);
	if (strncmp(name, PREFIX, strlen(PREFIX)) != 0)
		argp_error(state, "%s", no_such("schedule", name, subject_names("schedules")));
	algorithm = vcube_schedule_parse(name + strlen(PREFIX), &error);
	if (algorithm < 0)
		argp_error(state, "%s", error.text);
	o->name = name;
	o->plan.algorithm = (enum vcube_schedules)algorithm;
}

static void
end(void *into, struct argp_state *state)
{
	const struct schedule_options *o = into;

	if (!o->name)
		argp_error(state, "name a schedule, such as alltoall.aapc4; `vcube list schedules' lists "
			   "them");
	if (o->by_address && o->no_table)
		argp_error(state, "--by-address chooses the rows of the table, which --no-table leaves "
			   "out");
	if (o->plan.dimensions == 0)
		argp_error(state, "give the number of dimensions, such as -d 5");
}

const struct command schedule_command = {
	.name = "schedule",
	.summary = "build, print and check a schedule",
	.form = "alltoall.SCHEDULE",
	.doc = "Builds a schedule of all-to-all personalized communication on a cube, prints it, "
	       "and checks it, with --run also in a run.\v"
	       "Examples:\n\n"
	       "  vcube schedule alltoall.aapc4 -d 5\n"
	       "  vcube schedule alltoall.windows -d 3 --successive 3 --no-table --run",
	.values = "@schedules",
	.options = options,
	.word = set_name,
	.end = end,
	.run = run,
};
