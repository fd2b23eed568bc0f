/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube step: shows a collective step by step.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <vcube/observing.h>
#include "base/numbers.h"
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "commands.h"
#include "run/measure.h"
#include "run/pieces.h"
#include "sweep/options.h"
#include "sweep/predict.h"
#include "sweep/sweep.h"

/* The most nodes that vcube_stepper_run() shows */
#define MOST 256
/* The least bytes by which blocks can be told apart */
#define LEAST 8

/* What labels_text() needs; one thread at a time calls it. */
struct labels {
	const struct run_case *c;
	struct pieces pieces;
};

/* Print the indices that travel beside data of another type. */
static void
print_indices(const char *data, size_t bytes, FILE *out)
{
	for (size_t at = 0; at + sizeof(uint32_t) <= bytes; at += sizeof(uint32_t)) {
		uint32_t index;

		memcpy(&index, data + at, sizeof index);
		fprintf(out, at ? " %" PRIu32 : "%" PRIu32, index);
	}
}

/* Label a cell by the pieces in it. */
static void
labels_text(void *arg, const struct vcube_watched *watched, const void *data, size_t bytes,
	    char *label, size_t room)
{
	struct labels *l = arg;
	FILE *out = fmemopen(label, room, "w");

	if (!out)
		die(STATUS_LIMIT, "out of memory");
	if (watched->type == l->c->type) {
		pieces_find(l->c, data, bytes, &l->pieces);
		pieces_print(l->c, &l->pieces, out);
	} else if (watched->type == VCUBE_UINT32) {
		print_indices(data, bytes, out);
	} else {
		putc('?', out);
	}
	fclose(out);
}

/* Return the bytes of a cell: a block, or the longest part of which all unequal blocks consist. */
static size_t
cell_of(const struct run_case *c)
{
	size_t cell = c->bytes;

	for (int i = 0; c->traffic.traffic && i < c->nodes; i++)
		cell = common_divisor(cell, case_bytes(c, 0, i));
	return cell;
}

static int
show(struct run_case *c, const struct run_options *o, vcube_machine *machine,
     struct vcube_error *error)
{
	struct trial trial = { .c = c, .check = true, .watched = true };
	const struct vcube_desc *desc = vcube_machine_desc(machine);
	const bool marked = !c->program && pattern_mark(c);
	struct labels labels = { .c = c };
	const struct vcube_stepper_options options = {
		.title = text("%s.%s on %s, %s mapping, %s a block, %s clock",
			      case_name(c), c->chosen && !c->algorithm ? c->chosen->name : c->how,
			      c->topology, desc->mapping, size_text(c->bytes), clock_name(desc->clock)),
		.print = o->print ? stdout : NULL, .cell = cell_of(c), .arg = &labels,
		.text = !c->program && (marked || pieces_known(c)) ? labels_text : NULL,
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
	if (desc->threads == VCUBE_THREADS_NO)
		die(STATUS_USAGE, "vcube step shows what all nodes have at each step, and with threads=no "
		    "they run one after the other; leave out --set threads=no");
	if (plan->count != 1)
		die(STATUS_USAGE, "vcube step takes one algorithm, one topology and one size; name "
		    "COLLECTIVE.ALGORITHM, such as allgather.ring");
	if (c->nodes > MOST)
		die(STATUS_USAGE, "vcube step shows up to %d nodes, and %s has %d", MOST, c->topology,
		    c->nodes);
	if (o->traffic && !has_trait(c->collective, VCUBE_UNEQUAL))
		die(STATUS_USAGE, "vcube step takes blocks that all nodes know, and --pattern varies those of "
		    "%s; name allgatherv, reduce_scatterv, gatherv or scatterv", case_name(c));
	if (has_blocks(c->collective) && cell_of(c) < LEAST)
		die(STATUS_USAGE, "%sblocks of %zu bytes cannot be told apart; give -m %d or more",
		    o->traffic ? "parts of " : "", cell_of(c), LEAST);
	if (!settings_have(&o->settings, "clock") &&
	    vcube_desc_set(desc, "clock", "virtual", NULL))
		return STATUS_FAILED;
	refuse_contradiction(desc);
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
	       "Example:\n\n  vcube step allgather.hypercube -t hypercube:3 --print",
	OPTIONS_COLLECTIVES,
	.options = options,
	.end = options_end,
	.run = run,
};
