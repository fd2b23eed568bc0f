/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube step: shows a collective step by step.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vcube/observing.h>
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "commands.h"
#include "run/measure.h"
#include "run/pattern.h"
#include "sweep/options.h"
#include "sweep/predict.h"
#include "sweep/sweep.h"

/* The least bytes by which blocks can be told apart */
#define LEAST 8

/*
 * Blocks are labelled by their origin, if they have at least LEAST bytes or are marked
 * (pattern.h). "3" is the block of node 3, "1>3" the one from node 1 to node 3, "013" the sum
 * of those of nodes 0, 1 and 3, "2:013" the sum of their blocks number 2. A "~" behind it
 * means a part of it, or a node counted twice; "." means nothing yet, "?" something else.
 */
struct labels {
	const struct run_case *c;
	struct origin { uint64_t word; int rank, block; } *origin;     /* ordered by their first words */
	size_t count;
	char *block;                    /* room for one block */
};

static void
add_origin(struct labels *l, int rank, int block)
{
	struct origin *o = &l->origin[l->count++];

	pattern_fill(l->c, rank, block, l->block);
	*o = (struct origin) { .rank = rank, .block = block };
	memcpy(&o->word, l->block, sizeof o->word);
}

static int
by_word(const void *a, const void *b)
{
	const uint64_t x = ((const struct origin *)a)->word, y = ((const struct origin *)b)->word;

	return (x > y) - (x < y);
}

static struct labels
labels_of(const struct run_case *c)
{
	const int blocks = vcube_blocks_of(vcube_collective_shape(c->collective)->in, c->nodes);
	const bool rooted = has_trait(c->collective, VCUBE_IN_AT_ROOT);

	struct labels l = { .c = c };

	l.block = grow(NULL, 1, c->bytes + 1);
	l.origin = grow(NULL, (size_t)c->nodes * (size_t)(blocks + 1), sizeof *l.origin);
	if (c->marked)
		return l;
	for (int rank = rooted ? c->root : 0; rank < (rooted ? c->root + 1 : c->nodes); rank++)
		for (int block = 0; block < blocks; block++)
			add_origin(&l, rank, block);
	qsort(l.origin, l.count, sizeof *l.origin, by_word);
	return l;
}

static bool
is_nothing(const char *data, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		if (data[i])
			return false;
	return true;
}

/* Where a label goes: no more than its room, and nothing that may fail. */
struct label {
	char *end;
	size_t room;
};

static void __attribute__((format(printf, 2, 3)))
write_label(struct label *to, const char *format, ...)
{
	va_list arguments;
	size_t length;

	va_start(arguments, format);
	length = (size_t)vsnprintf(to->end, to->room, format, arguments);
	va_end(arguments);
	if (length >= to->room)
		length = to->room - 1;
	to->end += length;
	to->room -= length;
}

/* Write nodes as "013" on up to ten nodes, else as "0-3,8", or "all". */
static void
write_members(const struct run_case *c, uint64_t members, struct label *to)
{
	bool first = true;

	if (c->nodes > 10 && members == UINT64_MAX >> (64 - c->nodes)) {
		write_label(to, "all");
		return;
	}
	for (int rank = 0, last; rank < c->nodes; rank = last + 1) {
		last = rank;
		if (!(members >> rank & 1))
			continue;
		while (c->nodes > 10 && last + 1 < c->nodes && members >> (last + 1) & 1)
			last++;
		write_label(to, c->nodes > 10 && !first ? ",%d" : "%d", rank);
		if (last > rank)
			write_label(to, "-%d", last);
		first = false;
	}
}

static void
write_sum(const struct run_case *c, const void *data, size_t bytes, struct label *to)
{
	const struct members m = pattern_members(c, data, bytes);

	if (!m.is_sum) {
		write_label(to, "?");
		return;
	}
	if (m.block >= 0)
		write_label(to, "%d:", m.block);
	write_members(c, m.nodes, to);
	if (!m.whole)
		write_label(to, "~");
}

static void
write_origin(struct labels *l, const char *data, size_t bytes, struct label *to)
{
	const struct run_case *c = l->c;
	struct origin key = { 0 };
	const struct origin *o;

	memcpy(&key.word, data, bytes < sizeof key.word ? bytes : sizeof key.word);
	o = bsearch(&key, l->origin, l->count, sizeof key, by_word);
	if (!o) {
		write_label(to, "?");
		return;
	}
	if (!has_block_for_each(c->collective))
		write_label(to, "%d", o->rank);
	else if (has_trait(c->collective, VCUBE_IN_AT_ROOT))
		write_label(to, "%d", o->block);
	else
		write_label(to, "%d>%d", o->rank, o->block);
	pattern_fill(c, o->rank, o->block, l->block);
	if (bytes < c->bytes || memcmp(l->block, data, c->bytes) != 0)
		write_label(to, "~");
}

static void
labels_text(void *arg, const struct vcube_watched *watched, const void *data, size_t bytes,
	    char *label, size_t room)
{
	struct labels *l = arg;
	struct label to = { label, room };

	(void)watched;
	if (is_nothing(data, bytes))
		write_label(&to, ".");
	else if (l->c->marked)
		write_sum(l->c, data, bytes, &to);
	else
		write_origin(l, data, bytes, &to);
}

static int
show(struct run_case *c, const struct run_options *o, vcube_machine *machine,
     struct vcube_error *error)
{
	struct trial trial = { .c = c, .check = true, .watched = true };
	const struct vcube_desc *desc = vcube_machine_desc(machine);
	const bool labeled = !c->program && (pattern_mark(c) || !c->op);
	struct labels labels = labels_of(c);
	const struct vcube_stepper_options options = {
		.title = text("%s.%s on %s, %s mapping, %s a block, %s clock",
			      case_name(c), c->chosen && !c->algorithm ? c->chosen->name : c->how,
			      c->topology, desc->mapping, size_text(c->bytes), clock_name(desc->clock)),
		.print = o->print ? stdout : NULL, .cell = c->bytes, .arg = &labels,
		.text = labeled ? labels_text : NULL,
	};

	trial.combined = pattern_combined(c);
	return vcube_stepper_run(machine, trial_program, &trial, &options, error);
}

/* Choose no routes if the case needs none: messages then do not contend. But routes detour
 * round links that are down. */
static void
choose_routing(const struct run_case *c, const struct run_options *o, struct vcube_desc *desc)
{
	if (desc->clock != VCUBE_CLOCK_VIRTUAL || desc->links || desc->changes ||
	    settings_have(&o->settings, "routing"))
		return;
	vcube_desc_set(desc, "routing", "none", NULL);
	if (c->program || predict_is_away(c->chosen, desc))
		vcube_desc_set(desc, "routing", "any", NULL);
}

static enum status
step(struct run_case *c, const struct run_options *o, struct vcube_desc *desc)
{
	struct vcube_error error = { 0 };
	vcube_machine *machine = NULL;
	int code = 0;

	predict(c, desc, &error);
	if (!error.code) {
		choose_routing(c, o, desc);
		machine = measure_open(c, o, desc, &error);
	}
	if (machine)
		code = show(c, o, machine, &error);
	if (!error.code && code && !o->print)
		error = *vcube_run_error(machine);
	vcube_close(machine);
	if (error.code)
		complain(STATUS_FAILED, "%s", error.text);
	return status_of(error.code ? error.code : code);
}

static int
step_case(struct plan *plan, const struct run_options *o, struct vcube_desc *desc)
{
	struct run_case *c = plan->cases;

	if (!o->print && !(isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)))
		die(STATUS_LIMIT, "the full screen needs a terminal for its input and output; --print shows "
		    "plain lines without one");
	if (plan->count != 1)
		die(STATUS_USAGE, "vcube step takes one algorithm, one topology and one size; name "
		    "COLLECTIVE.ALGORITHM, such as allgather.ring");
	if (o->traffic)
		die(STATUS_USAGE, "vcube step takes blocks of one length, and --pattern varies them");
	if (has_blocks(c->collective) && c->bytes < LEAST)
		die(STATUS_USAGE, "blocks of %zu bytes cannot be told apart; give -m %d or more", c->bytes,
		    LEAST);
	if (!settings_have(&o->settings, "clock") &&
	    vcube_desc_set(desc, "clock", "virtual", NULL))
		return STATUS_FAILED;
	return step(c, o, desc);
}

static int
run(int argc, char **argv)
{
	struct run_options o = {
		.op = VCUBE_SUM, .output = &output_table, .size = "64",
	};

	return sweep(argc, argv, &step_command, &o, step_case);
}

static const struct command_option options[] = {
	OPTIONS_WORK,
	OPTION_LOAD,
	OPTIONS_MACHINE,
	{ .help = "How to show it:" },
	{ "print", 0, NULL,
	  "print plain lines for each step, not the full screen: for logs, slow lines and screen "
	  "readers", .take = take_flag, AT(run_options, print) },
	{ 0 }
};

const struct command step_command = {
	.name = "step",
	.summary = "show a collective step by step",
	.form = "COLLECTIVE.ALGORITHM",
	.doc = "Shows a collective step by step on the full screen: the topology with its busy links, "
	       "the blocks of each node, messages and clocks. Move forward, back, to a step or "
	       "to a condition; the key ? shows help.\n\n"
	       "Takes one algorithm, one topology and one size, by default 64 bytes a block. The "
	       "clock is virtual, unless --clock is given."
	       "\v"
	       "Example: vcube step allgather.hypercube -t hypercube:3 --print",
	OPTIONS_COLLECTIVES,
	.options = options,
	.end = options_end,
	.run = run,
};
