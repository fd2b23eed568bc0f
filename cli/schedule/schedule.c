/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube schedule: prints what crosses each dimension of a cube in each step, checks it
 * without a run, and carries it out.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vcube/authoring.h>
#include "base/status.h"
#include "base/text.h"
#include "commands.h"
#include "list/subjects.h"
#include "schedule/permuting.h"

#define PREFIX "alltoall."

struct schedule_options {
	const char *name;
	struct vcube_schedule_plan plan;
	const char *permute;
	char *orders;           /* words of --orders */
	int order[VCUBE_SCHEDULE_SUCCESSIVE_MAX];
	bool diagonal, by_address, no_table, run;
};

static char *
counted(int n, const char *what, const char *plural)
{
	return text("%d %s%s", n, what, n == 1 ? "" : plural);
}

static char *
orders_text(const struct schedule_options *o, int count)
{
	char *all = NULL;

	for (int i = 0; i < count; i++)
		join(&all, ", ", text("%d", o->order[i]));
	return text("orders %s", all);
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
	if (o->orders)
		join(&sizes, " of ", orders_text(o, plan->successive));
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
	const struct permuting *permuting;      /* NULL: the transposition */
	const char *how;                        /* by what, if there are permutations */
	const int *orders;                      /* of the axes; NULL: all are alike */
	int axes, parts;
	size_t addresses;
};

static int
order_of(const struct trial *t, int axis)
{
	return t->orders ? t->orders[axis] : t->plan->dimensions;
}

static int
dimensions_of(const struct trial *t)
{
	int sum = 0;

	for (int axis = 0; axis < t->axes; axis++)
		sum += order_of(t, axis);
	return sum;
}

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

/* Return the plan as an option of vcube_permute_by(). */
static char *
how_of(const struct vcube_schedule_plan *plan)
{
	return text("%s%s%s", vcube_schedule_name((int)plan->algorithm), plan->block ? ":block=yes" : "",
		    plan->width > 1 ? text(":width=%d", plan->width) : "");
}

/* Move element i of node j to element g(j) of node f(i). Each node has as many elements as there
 * are nodes. */
static int
permute(vcube_node *self, void *arg)
{
	const struct trial *const t = arg;
	const struct permuting *const by = t->permuting;
	const size_t p = t->addresses, me = (size_t)vcube_rank(self);
	uint64_t *const in = vcube_scratch(self, p * ELEMENT);
	uint64_t *const out = vcube_scratch(self, p * ELEMENT);

	if (vcube_failed(self))
		return vcube_failed(self);
	for (size_t i = 0; i < p; i++)
		in[i] = by->f[i] * p * p + me * p + i;
	vcube_permute_by(self, NULL, in, out, 1, VCUBE_UINT64, by->f, by->g, t->how);
	for (size_t j = 0; j < p && !vcube_failed(self); j++)
		if (out[by->g[j]] / p != me * p + j)
			vcube_fail(self, "element %u of node %zu is number %zu of node %zu", by->g[j], me,
				   (size_t)(out[by->g[j]] % p), (size_t)(out[by->g[j]] / p % p));
	return vcube_failed(self);
}

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
	const struct vcube_successive what = {
		.in = in, .out = out, .count = 1, .type = VCUBE_UINT64, .axes = t->axes,
		.parts = t->parts, .how = vcube_schedule_name((int)t->plan->algorithm) };

	return t->orders ? vcube_successive_orders(self, NULL, &what, t->orders)
		: vcube_successive(self, NULL, &what);
}

/* Return the number, node * k + i, that element i of a node had before the exchanges, each of
 * which swaps the low bits of i with a coordinate of the node. */
static size_t
origin(const struct trial *t, size_t node, size_t i, size_t k)
{
	int base = dimensions_of(t);

	for (int axis = t->axes - 1; axis >= 0; axis--) {
		size_t differ;

		base -= order_of(t, axis);
		differ = (node >> base ^ i) & (((size_t)1 << order_of(t, axis)) - 1);
		node ^= differ << base;
		i ^= differ;
	}
	return node * k + i;
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
		if (out[i] != i / k * k * p + origin(t, me, i % k, k))
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
	       c->nodes, dimensions_of(t));
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
trial_of(const vcube_schedule *s, const struct schedule_options *o)
{
	const struct vcube_schedule_plan *const whole = vcube_schedule_planned(s);

	return (struct trial){
		.plan = &o->plan, .orders = o->orders ? o->order : NULL, .axes = whole->successive,
		.addresses = (size_t)whole->addresses,
		.parts = whole->addresses >> whole->dimensions,
	};
}

/* Return why the schedule, made from `plan`, cannot be carried out; NULL if it can. */
static const char *
run_refusal(const vcube_schedule *s, const struct schedule_options *o)
{
	const struct vcube_schedule_plan *const plan = &o->plan;
	const struct trial t = trial_of(s, o);
	const int d = plan->dimensions;
	const size_t k = (size_t)1 << d;

	if (o->permute && (plan->algorithm > VCUBE_AAPC4 || t.axes > 1 || t.addresses != k))
		return "--permute is for one exchange of 2^D addresses by aapc1 to aapc4";
	if (o->diagonal)
		return "diagonals are checked without a run; leave out --run";
	if (plan->delay > 0)
		return "--run uses the least valid delay; leave out --delay";
	if (t.addresses % k != 0)
		return "--run needs a multiple of 2^D addresses: as many for each node";
	if (plan->algorithm == VCUBE_AAPC5 && t.addresses % (k * k) != 0)
		return "--run of aapc5 needs a multiple of 4^D addresses: two axes of memory";
	if ((plan->block || plan->width > 1) && t.addresses != k)
		return "--run with blocks or wide links takes 2^D addresses; leave out --addresses";
	if (dimensions_of(&t) > VCUBE_SCHEDULE_DIMENSIONS_MAX)
		return "--run takes up to 14 dimensions, summed over all axes";
	if ((double)t.addresses * 3 * ELEMENT * (1 << dimensions_of(&t)) > BYTES_MOST)
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
				   dimensions_of(t), width, width * ELEMENT, heap / 1024 + 64);

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
run_schedule(const vcube_schedule *s, const struct schedule_options *o,
	     const struct permuting *permuting)
{
	const struct vcube_schedule_plan *const plan = &o->plan;
	struct trial t = trial_of(s, o);
	const int steps = vcube_schedule_steps(s);
	struct counts c;
	struct vcube_error error;
	vcube_machine *const m = open_cube(&t, &error);

	if (m == NULL)
		die(status_of(error.code), "%s", error.text);
	t.permuting = permuting;
	t.how = how_of(plan);
	if (vcube_run(m, permuting ? permute : exchange, &t) != 0)
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
	struct permuting permuting = { 0 };

	command_parse(&schedule_command, argc, argv, &o);
	s = o.orders ? vcube_schedule_build_orders(&o.plan, o.order, &error)
		: o.diagonal ? vcube_schedule_build_diagonal(&o.plan, &error)
		: vcube_schedule_build(&o.plan, &error);
	if (!s)
		die(error.code == VCUBE_EINVAL ? STATUS_USAGE : STATUS_LIMIT, "%s", error.text);
	refusal = o.run ? run_refusal(s, &o) : NULL;
	if (refusal)
		die(STATUS_USAGE, "%s", refusal);
	if (o.permute)
		permuting = permuting_of(o.permute, o.plan.dimensions);
	print_head(&o, vcube_schedule_planned(s));
	if (!o.no_table) {
		vcube_schedule_print(s, o.by_address, stdout);
		putchar('\n');
	}
	print_measures(s);
	judge(s);
	if (o.run)
		run_schedule(s, &o, o.permute ? &permuting : NULL);
	vcube_schedule_free(s);
	return STATUS_FINE;
}

static const struct command_option options[] = {
	{ "dimensions", 'd', "D", "dimensions of the cube, 1 to 14",
	  .take = take_number, AT(schedule_options, plan.dimensions), .least = 1,
	  .most = VCUBE_SCHEDULE_DIMENSIONS_MAX },
	{ "addresses", 'k', "K", "elements of a node (default 2^D)",
	  .take = take_number, AT(schedule_options, plan.addresses), .least = 1, .most = INT_MAX },
	{ "block", 0, NULL, "use the fewest steps possible, with blocks of elements",
	  .take = take_flag, AT(schedule_options, plan.block) },
	{ "width", 0, "B", "elements that a link carries in a step (default 1)",
	  .take = take_number, AT(schedule_options, plan.width), .least = 1, .most = INT_MAX },
	{ "successive", 0, "S",
	  "successive exchanges, along S axes of D dimensions (default 1)",
	  .take = take_number, AT(schedule_options, plan.successive), .least = 1, .most = INT_MAX },
	{ "diagonal", 0, NULL, "aapc4: lay the lines of the mixed group along diagonals",
	  .take = take_flag, AT(schedule_options, diagonal) },
	{ "orders", 0, "D,D..", "successive exchanges along axes of D dimensions each, that do not "
	  "increase", .take = take_list, AT(schedule_options, orders) },
	{ "delay", 0, "STEPS",
	  "steps from the start of one exchange to that of the next (default: the least valid)",
	  .take = take_number, AT(schedule_options, plan.delay), .least = 1, .most = INT_MAX },
	{ "by-address", 0, NULL, "print a row for each address or pair, not for each step",
	  .take = take_flag, AT(schedule_options, by_address) },
	{ "no-table", 0, NULL, "print only the verdict",
	  .take = take_flag, AT(schedule_options, no_table) },
	{ "run", 0, NULL, "also execute it, and count steps and transfers",
	  .take = take_flag, AT(schedule_options, run) },
	{ "permute", 0, "PERM", "with --run, permute: a name such as bit-reversal, f and g as in "
	  "1,0,3,2/0,1,2,3, or a file of them",
#define X(constant, name, text) name " "
	  .values = VCUBE_PERMUTATIONS(X) "FILE",
#undef X
	  .take = take_word, AT(schedule_options, permute) },
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

/* Read the words of --orders. */
static void
take_orders(struct schedule_options *o, struct argp_state *state)
{
	int *const count = &o->plan.successive;
	char *words = o->orders, *word;

	if (o->plan.dimensions > 0 || *count > 0)
		argp_error(state, "--orders is instead of --dimensions and --successive");
	while ((word = strsep(&words, ",")) != NULL) {
		char *after;
		const long d = strtol(word, &after, 10);

		if (after == word || *after != '\0' || d < 1 || d > VCUBE_SCHEDULE_DIMENSIONS_MAX ||
		    *count == VCUBE_SCHEDULE_SUCCESSIVE_MAX)
			argp_error(state, "--orders takes up to %d numbers of 1 to %d dimensions, such as 3,2,2, "
				   "not '%s'", VCUBE_SCHEDULE_SUCCESSIVE_MAX, VCUBE_SCHEDULE_DIMENSIONS_MAX,
				   word);
		o->order[(*count)++] = (int)d;
	}
	o->plan.dimensions = o->order[0];
}

static void
end(void *into, struct argp_state *state)
{
	struct schedule_options *o = into;

	if (!o->name)
		argp_error(state, "name a schedule, such as alltoall.aapc4; `vcube list schedules' lists "
			   "them");
	if (o->permute && !o->run)
		argp_error(state, "--permute says where a run takes elements; add --run");
	if (o->orders && o->diagonal)
		argp_error(state, "--diagonal is for aapc4, --orders for aapc1");
	if (o->orders)
		take_orders(o, state);
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
	       "checks it, and with --run executes it."
	       "\v"
	       "Examples:\n\n"
	       "  vcube schedule alltoall.aapc4 -d 5\n"
	       "  vcube schedule alltoall.windows -d 3 --successive 3 --no-table --run",
	.values = "@schedules",
	.options = options,
	.word = set_name,
	.end = end,
	.run = run,
};
