/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube schedule: prints what crosses each dimension of a cube in each step, and checks it
 * without a run.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include "base/status.h"
#include "base/text.h"
#include "commands.h"
#include "list/subjects.h"
#include "schedule/carry_out.h"

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
		die(code == VCUBE_EHOST ? STATUS_LIMIT : STATUS_FAILED, "the schedule is wrong: %s", error.text);
	}
	printf("%-7s %6s   each %s crosses its dimensions once, no link is overloaded\n", "check", "right",
	       vcube_schedule_planned(s)->algorithm == VCUBE_AAPC5 ? "pair" : "address");
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
	refusal = o.run ? schedule_run_refusal(s, &o.plan) : NULL;
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
		schedule_run(s, &o.plan);
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
	       "Examples: vcube schedule alltoall.aapc4 -d 5; "
	       "vcube schedule alltoall.windows -d 3 --successive 3 --no-table --run",
	.values = "@schedules",
	.options = options,
	.word = set_name,
	.end = end,
	.run = run,
};
