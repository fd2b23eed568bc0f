/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Options that would have no effect beside the others.
 */
#include <stdio.h>
#include "base/status.h"
#include "sweep/unused_options.h"

/* What the cases have that an option can affect */
struct uses {
	bool blocks, lengths;           /* blocks; blocks whose lengths --bytes sets */
	bool combined, rooted;
	bool chosen;                    /* the library chooses an algorithm */
};

static struct uses
uses_of(const struct plan *plan)
{
	struct uses u = { 0 };

	for (int i = 0; i < plan->count; i++) {
		const struct run_case *c = &plan->cases[i];
		const bool matrix = c->traffic.traffic && traffic_nodes(c->traffic.traffic);

		u.blocks |= has_blocks(c->collective);
		u.lengths |= has_blocks(c->collective) && !matrix;
		u.combined |= c->op != NULL;
		u.rooted |= has_trait(c->collective, VCUBE_ROOTED);
		u.chosen |= c->algorithm == NULL;
	}
	return u;
}

struct sentence {
	char text[300];
};

/* Fill the collectives that have any of these traits into a sentence: "--root is the root of
 * bcast, reduce, gather and scatter". */
static struct sentence
sentence_about(const char *format, unsigned traits)
{
	struct sentence sentence;
	char names[200] = "";
	size_t length = 0;
	int left = 0;

	for (int i = 0; i < VCUBE_COLLECTIVES_COUNT; i++)
		left += has_trait(i, traits);
	for (int i = 0; i < VCUBE_COLLECTIVES_COUNT && length < sizeof names; i++) {
		if (!has_trait(i, traits))
			continue;
		length += (size_t)snprintf(names + length, sizeof names - length, "%s%s",
					   length == 0 ? "" : left > 1 ? ", " : " and ",
					   vcube_collective_name(i));
		left--;
	}
	snprintf(sentence.text, sizeof sentence.text, format, names);
	return sentence;
}

struct refusal {
	bool refused;
	const char *why;
};

int
unused_options(const struct plan *plan, const struct run_options *o)
{
	const struct uses u = uses_of(plan);
	const struct sentence op = sentence_about("--op is the operator of %s; name one of them",
						  VCUBE_COMBINES);
	const struct sentence root = sentence_about("--root is the root of %s; name one of them",
						    VCUBE_ROOTED);
	const struct refusal refusals[] = {
		{ o->contents_given && !o->trace,
		  "--contents limits the memory that a trace records; name its file by --trace" },
		{ o->iterations_given && !o->wall,
		  "--iterations counts the calls for host times, and --no-wall leaves these "
		  "out" },
		{ o->topologies && settings_say(&o->settings, "topology"),
		  "--topology and --set topology both set the topology; choose one" },
		{ o->op_given && !u.combined, op.text },
		{ o->root_given && !u.rooted, root.text },
		{ o->type_given && !u.blocks,
		  "--type is the type of elements, and a barrier has none" },
		{ o->sizes && !u.blocks, "--bytes is the size of blocks, and a barrier has none" },
		{ o->sizes && !u.lengths,
		  "the file of --pattern has the size of every block; leave out --bytes" },
		{ o->explain && o->output != &output_table,
		  "--explain is for people; JSON and CSV name the chosen algorithm, and `vcube predict' "
		  "prints the others' costs" },
		{ o->explain && !u.chosen,
		  "--explain shows what the library chose; name COLLECTIVE.auto" },
	};

	for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
		if (refusals[i].refused)
			return complain(STATUS_USAGE, "%s", refusals[i].why);
	return STATUS_FINE;
}

int
unused_without_run(const struct run_options *o)
{
	if (o->sizes || o->type_given || o->op_given || o->root_given || o->traffic ||
	    o->settings.count > 0)
		return complain(STATUS_USAGE, "a topology alone needs no machine and no blocks; options for "
				"these go with --load, such as --load alltoall.direct");
	return STATUS_FINE;
}
