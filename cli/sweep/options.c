/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The options that several subcommands share.
 */
#include <string.h>
#include "base/text.h"
#include "base/units.h"
#include "sweep/options.h"

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

TAKE_OPTION(take_json)
{
	set_output(into, &output_json, state);
}

TAKE_OPTION(take_csv)
{
	set_output(into, &output_csv, state);
}

void
options_collective(void *into, char *word, struct argp_state *state)
{
	struct run_options *o = into;

	(void)state;
	join(&o->collectives, ",", word);
}

void
options_end_machine(void *into, struct argp_state *state)
{
	struct run_options *o = into;
	struct vcube_error error;

	if (settings_apply(&o->settings, &o->desc, &error))
		argp_error(state, "%s", error.text);
	o->heap_given = settings_have(&o->settings, "heap");
}

void
options_end(void *into, struct argp_state *state)
{
	const struct run_options *o = into;

	if (!o->collectives)
		argp_error(state, "name a collective, such as allgather or allgather.ring, or all; "
			   "`vcube list algorithms' lists them");
	options_end_machine(into, state);
}
