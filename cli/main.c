/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The vcube command: finds the subcommand and calls it.
 */
#include <signal.h>
#include <string.h>
#include <vcube.h>
#include "base/status.h"
#include "base/text.h"
#include "commands.h"
#include "list/subjects.h"

static void
print_version(FILE *out, struct argp_state *state)
{
	(void)state;
	fprintf(out, "vcube %s\n", vcube_version());
}

void (*argp_program_version_hook)(FILE *out, struct argp_state *state) = print_version;

const struct command *const commands[] = {
#define X(name) &name##_command,
	COMMANDS(X)
#undef X
	NULL
};

static const struct command *
find(const char *name, struct argp_state *state)
{
	for (int i = 0; commands[i]; i++)
		if (strcmp(commands[i]->name, name) == 0)
			return commands[i];
	argp_error(state, "%s", no_such("subcommand", name, subject_names("subcommands")));
	return NULL;
}

static void
print_below(FILE *out)
{
	fputs("Subcommands:\n\n", out);
	for (int i = 0; commands[i]; i++)
		fprintf(out, "  %-9s %s\n", commands[i]->name, commands[i]->summary);
	fputs("\nExit status:\n\n", out);
#define X(name, value, when) fprintf(out, "  %d  %s\n", value, when);
	EXIT_STATUSES(X)
#undef X
	fputs("\nExample:\n\n"
	      "  vcube run allgather -t ring:16,torus:4x4,hypercube:4 --clock virtual", out);
}

/* The subcommand, named by the first word that is not an option, and its index in argv. */
struct choice {
	const struct command *command;
	int at;
};

static void
choose(void *into, char *word, struct argp_state *state)
{
	struct choice *choice = into;

	choice->command = find(word, state);
	choice->at = state->next - 1;
	state->next = state->argc;      /* the rest is the subcommand's */
}

static void
need_choice(void *into, struct argp_state *state)
{
	const struct choice *choice = into;

	if (!choice->command)
		argp_error(state, "name a subcommand: %s", subject_names("subcommands"));
}

static const struct command vcube_command = {
	.name = "vcube",
	.form = "SUBCOMMAND ...",
	.doc = "A message-passing multiprocessor inside one process: runs, checks and times "
	       "collective communication on hypercubes, meshes, rings and fat trees.",
	.in_order = true,
	.word = choose,
	.end = need_choice,
	.print_below = print_below,
};

static int
run(const struct command *command, int argc, char **argv)
{
	argv[0] = text("vcube %s", command->name);
	return command->run(argc, argv);
}

static void
choose_help(void *into, char *word, struct argp_state *state)
{
	if (*(const struct command **)into)
		argp_error(state, "name one subcommand; '%s' is a second word", word);
	*(const struct command **)into = find(word, state);
}

static int
help(int argc, char **argv)
{
	const struct command *command = NULL;
	char *asked[] = { "vcube", "--help", NULL };

	command_parse(&help_command, argc, argv, &command);
	if (command)
		return run(command, 2, asked);
	command_parse(&vcube_command, 2, asked, &(struct choice) { 0 });
	return STATUS_FINE;
}

const struct command help_command = {
	.name = "help",
	.summary = "help on a subcommand",
	.form = "[SUBCOMMAND]",
	.doc = "Prints what --help of the subcommand prints.",
	.values = "@subcommands",
	.word = choose_help,
	.run = help,
};

int
command_line(int argc, char **argv)
{
	struct choice choice = { 0 };

	argv[0] = (char[]) { "vcube" };
	command_parse(&vcube_command, argc, argv, &choice);
	return run(choice.command, argc - choice.at, argv + choice.at);
}

int
main(int argc, char **argv)
{
	/* Treat a closed pipe like any other output error. */
	signal(SIGPIPE, SIG_IGN);
	watch_output();
	argp_err_exit_status = STATUS_USAGE;
	return command_line(argc, argv);
}
