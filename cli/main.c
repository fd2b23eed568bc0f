/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The vcube command: finds the subcommand and calls it.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/status.h"
#include "list/subjects.h"

static void
print_version(FILE *out, struct argp_state *state)
{
	(void)state;
	fprintf(out, "vcube %s\n", vcube_version());
}

void (*argp_program_version_hook)(FILE *out, struct argp_state *state) = print_version;

const struct command commands[] = {
	{ "run", "run collectives, check their data and time them", &run_argp, run_command },
	{ "step", "show a collective step by step", &step_argp, step_command },
	{ "predict", "work out by formulas what collectives would take", &predict_argp,
	  predict_command },
	{ "calibrate", "measure this host, and write its profile", &calibrate_argp,
	  calibrate_command },
	{ "reproduce", "compare with the figures of the papers", &reproduce_argp,
	  reproduce_command },
	{ "list", "list algorithms, topologies, types, operators, keys and more", &list_argp,
	  list_command },
	{ "topo", "describe a topology, or draw it", &topo_argp, topo_command },
	{ "schedule", "build a schedule, print it and check it", &schedule_argp, schedule_command },
	{ "trace", "what is in the trace of a run, and the trace for other programs", &trace_argp,
	  trace_command },
	{ "view", "show recorded runs step by step, as a page for the browser", &view_argp, view_command },
	{ "help", "help on a subcommand", &help_argp, help_command },
	{ 0 }
};

static const struct command *
find(const char *name, struct argp_state *state)
{
	for (const struct command *c = commands; c->name; c++)
		if (strcmp(c->name, name) == 0)
			return c;
	argp_error(state, "%s", no_such("subcommand", name, subject_names("subcommands")));
	return NULL;
}

/* Below the options in --help: what is told from tables. */
static char *
add_tables(int key, const char *doc, void *input)
{
	char *made = NULL;
	size_t size;
	FILE *out;

	(void)input;
	if (key != ARGP_KEY_HELP_POST_DOC || !(out = open_memstream(&made, &size)))
		return (char *)doc;
	fputs("Subcommands:\n\n", out);
	for (const struct command *c = commands; c->name; c++)
		fprintf(out, "  %-9s %s\n", c->name, c->text);
	fputs("\nExit status:\n\n", out);
#define X(name, value, when) fprintf(out, "  %d  %s\n", value, when);
	EXIT_STATUSES(X)
#undef X
	fputs("\nExample: vcube run allgather -t ring:16,torus:4x4,hypercube:4 "
	      "--clock virtual", out);
	fclose(out);
	return made;
}

/* What the first word that is no option says, and where it stands. */
struct choice {
	const struct command *command;
	int at;
};

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	struct choice *choice = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		choice->command = find(arg, state);
		choice->at = state->next - 1;
		state->next = state->argc;      /* the rest is the subcommand's */
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "name a subcommand: %s", subject_names("subcommands"));
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp main_argp = {
	.parser = parse,
	.args_doc = "SUBCOMMAND ...",
	.doc = "A message-passing multiprocessor inside one process: runs, checks and times "
	       "collective communication on hypercubes, meshes, rings and fat trees.",
	.help_filter = add_tables,
};

/* The short form of --help that everybody tries; it is no option of any subcommand. */
static void
allow_h(int argc, char **argv)
{
	static char help[] = "--help";

	if (argc == 2 && strcmp(argv[1], "-h") == 0)
		argv[1] = help;
}

static int
run(const struct command *command, int argc, char **argv)
{
	char *name = text("vcube %s", command->name);
	int status;

	argv[0] = name;
	allow_h(argc, argv);
	refuse_unknown(command->argp, argc, argv);
	status = command->run(argc, argv);
	free(name);
	return status;
}

/* vcube help [SUBCOMMAND] */
static error_t
parse_help(int key, char *arg, struct argp_state *state)
{
	if (key != ARGP_KEY_ARG)
		return ARGP_ERR_UNKNOWN;
	*(const struct command **)state->input = find(arg, state);
	return 0;
}

const struct argp help_argp = {
	.parser = parse_help,
	.args_doc = "[SUBCOMMAND]",
	.doc = "Prints what --help of the subcommand prints.",
};

int
help_command(int argc, char **argv)
{
	const struct command *command = NULL;
	char *help[] = { "vcube", "--help", NULL };

	argp_parse(&help_argp, argc, argv, 0, NULL, &command);
	if (command)
		return run(command, 2, help);
	argp_parse(&main_argp, 2, help, 0, NULL, &(struct choice) { 0 });
	return STATUS_FINE;
}

int
main(int argc, char **argv)
{
	struct choice choice = { 0 };

	/* A reader that has gone is an error of output like any other. */
	signal(SIGPIPE, SIG_IGN);
	watch_output();
	argp_err_exit_status = STATUS_USAGE;
	argv[0] = (char[]) { "vcube" };
	allow_h(argc, argv);
	refuse_unknown(&main_argp, argc > 1 ? 2 : argc, argv);
	if (argp_parse(&main_argp, argc, argv, ARGP_IN_ORDER, NULL, &choice) || !choice.command)
		return STATUS_USAGE;
	return run(choice.command, argc - choice.at, argv + choice.at);
}
