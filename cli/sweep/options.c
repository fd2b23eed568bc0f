/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The options that several subcommands share, the keys of the machine among them, and those
 * that would have no effect beside the others.
 */
#include <stdlib.h>
#include <string.h>
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "sweep/options.h"
#include "sweep/sweep.h"

TAKE_OPTION(take_type)
{
	struct run_options *o = into;
	struct vcube_error error;

	if (vcube_type_parse(value, &o->type, &error))
		argp_error(state, "%s", error.text);
}

TAKE_OPTION(take_op)
{
	struct run_options *o = into;
	struct vcube_error error;

	o->op = vcube_op_parse(value, &error);
	if (!o->op)
		argp_error(state, "%s", error.text);
}

TAKE_OPTION(take_pattern)
{
	struct run_options *o = into;

	o->traffic = traffic_make(value);
}

TAKE_OPTION(take_bytes)
{
	if (!size_parse(value, (size_t *)(void *)((char *)into + option->at)))
		argp_error(state, "--%s takes a number of bytes, such as 512 or 4KiB, not '%s'",
			   option->name, value);
}

TAKE_OPTION(take_machine_key)
{
	struct run_options *o = into;

	settings_add(&o->settings, option->name, value);
}

TAKE_OPTION(take_setting)
{
	struct run_options *o = into;
	char *key = text("%s", value), *equals = strchr(key, '=');

	if (!equals)
		argp_error(state, "'%s' is not of the form KEY=VALUE, such as startup=10us", value);
	*equals = '\0';
	settings_add(&o->settings, key, equals + 1);
}

static void
set_output(struct run_options *o, const struct output *output, struct argp_state *state)
{
	if (o->output != &output_table && o->output != output)
		argp_error(state, "--json and --csv exclude each other; choose one");
	o->output = output;
}

TAKE_OPTION(take_load)
{
	struct run_options *o = into;
	struct vcube_error error;
	char *words = load_file(value, &error);

	if (!words)
		argp_error(state, "%s", error.text);
	join(&o->loaded, ",", words);
}

TAKE_OPTION(take_json)
{
	set_output(into, &output_json, state);
}

TAKE_OPTION(take_csv)
{
	set_output(into, &output_csv, state);
}

void
options_end(void *into, struct argp_state *state)
{
	struct run_options *o = into;
	struct vcube_error error;

	if (settings_apply(&o->settings, &o->desc, &error))
		argp_error(state, "%s", error.text);
	o->heap_given = settings_have(&o->settings, "heap");
	/* our algorithms wait by the library alone, as nodes in one thread have to */
	if (!o->loaded && !settings_have(&o->settings, "threads"))
		o->desc.threads = VCUBE_THREADS_AUTO;
}

/* What the cases have that an option can affect */
struct uses {
	bool blocks, lengths;           /* blocks; blocks whose lengths --bytes sets */
	bool combined, rooted;
	bool chosen;                    /* the library chooses an algorithm */
	bool programs;
};

static struct uses
uses_of(const struct plan *plan)
{
	struct uses u = { 0 };

	for (int i = 0; i < plan->count; i++) {
		const struct run_case *c = &plan->cases[i];
		const bool matrix = c->traffic.traffic && traffic_nodes(c->traffic.traffic);

		u.blocks |= has_blocks(c->collective);
		u.lengths |= c->program || (has_blocks(c->collective) && !matrix);
		u.combined |= c->op != NULL;
		u.rooted |= has_trait(c->collective, VCUBE_ROOTED);
		u.chosen |= !c->algorithm && !c->program;
		u.programs |= c->program != NULL;
	}
	return u;
}

/* Fill the collectives that have any of these traits into a sentence: "--root is the root of
 * bcast, reduce, gather and scatter; name one of them". */
static char *
sentence_about(const char *begin, unsigned traits)
{
	char *names = NULL;
	int left = 0;

	for (int i = 0; i < VCUBE_COLLECTIVES_COUNT; i++)
		left += has_trait(i, traits);
	for (int i = 0; i < VCUBE_COLLECTIVES_COUNT; i++)
		if (has_trait(i, traits))
			join(&names, left-- > 1 ? ", " : " and ", vcube_collective_name(i));
	return text("%s of %s; name one of them", begin, names);
}

void
refuse_unused(const struct plan *plan, const struct run_options *o)
{
	const struct uses u = uses_of(plan);
	const struct {
		bool refused;
		const char *why;
	} refusals[] = {
		{ o->contents_given && !o->trace,
		  "--contents limits the memory that a trace records; name its file by --trace" },
		{ o->traced.count && !o->trace,
		  "--trace-nodes names the nodes that a trace has; name its file by --trace" },
		{ o->iterations_given && !o->wall,
		  "--iterations counts the calls for host times, and --no-wall leaves these "
		  "out" },
		{ o->predict && (settings_say(&o->settings, "explore") ||
				 settings_say(&o->settings, "faults") ||
				 settings_say(&o->settings, "replay")),
		  "explore, faults and replay choose the order of messages of a run, and vcube predict runs "
		  "nothing; use vcube run" },
		{ o->iterations_given && o->desc.explore != VCUBE_EXPLORE_NO,
		  "--iterations counts the calls for host times, and --explore measures none; leave it out" },
		{ o->desc.faults != VCUBE_TRY_NO && o->desc.explore == VCUBE_EXPLORE_NO && !o->predict,
		  "--faults tries faults in each order of messages; add --explore" },
		{ o->traced.count && plan->count == 1 &&
		  o->traced.first + o->traced.count > plan->cases[0].nodes,
		  "--trace-nodes names nodes that the machine does not have" },
		{ o->topologies && settings_say(&o->settings, "topology"),
		  "--topology and --set topology both set the topology; choose one" },
		{ o->op_given && !u.combined,
		  sentence_about("--op is the operator", VCUBE_COMBINES) },
		{ o->root_given && !u.rooted,
		  sentence_about("--root is the root", VCUBE_ROOTED) },
		{ o->type_given && !u.blocks, u.programs
		  ? "--type is the type of elements, and a program of your own sets that itself"
		  : "--type is the type of elements, and a barrier has none" },
		{ o->sizes && !u.blocks && !u.lengths, "--bytes is the size of blocks, and a barrier has none" },
		{ o->sizes && !u.lengths,
		  "the file of --pattern has the size of every block; leave out --bytes" },
		{ o->part.of && o->output == &output_table,
		  "--part prints lines that are put together later, and a table compares all cases; "
		  "add --json or --csv" },
		{ o->part.of && o->plot, "--part has some of the cases, and a plot needs all; leave out "
		  "one of them" },
		{ o->trace && o->desc.explore != VCUBE_EXPLORE_NO,
		  "an exploration has many runs, and --trace records one; give it with the replay= that the "
		  "exploration prints" },
		{ o->trace && o->desc.transport != NULL,
		  "processes share the nodes, and --trace records those of one process; use transport=none" },
		{ o->part.of && o->trace,
		  "--trace records one case, and one case has no parts; leave out --part" },
		{ o->explain && o->output != &output_table,
		  "--explain is for people; JSON and CSV name the chosen algorithm, and `vcube predict' "
		  "prints the others' costs" },
		{ o->explain && !u.chosen,
		  "--explain shows what the library chose; name COLLECTIVE.auto" },
	};

	for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
		if (refusals[i].refused)
			die(STATUS_USAGE, "%s", refusals[i].why);
}

void
refuse_contradiction(const struct vcube_desc *desc)
{
	struct vcube_error error;

	if (vcube_desc_check(desc, &error))
		die(STATUS_USAGE, "%s", error.text);
}

void
refuse_without_run(const struct run_options *o)
{
	if (o->sizes || o->type_given || o->op_given || o->root_given || o->traffic ||
	    o->settings.count > 0)
		die(STATUS_USAGE, "a topology alone needs no machine and no blocks; options for these go "
		    "with --load, such as --load alltoall.direct");
}
