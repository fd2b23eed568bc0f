/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A subcommand and its options, as rows of tables. Parsing, --help, `vcube list options`,
 * `vcube list values` and, by these, completion derive from the rows.
 */
#ifndef COMMAND_H
#define COMMAND_H

#include <argp.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

struct command_option;

/* Store the value of an option, or end the process by argp_error(). */
typedef void take_option(const struct command_option *option, const char *value, void *into,
			 struct argp_state *state);

/* The head of such a function, which need not use all of its arguments. */
#define TAKE_OPTION(name) \
	void name(__attribute__((unused)) const struct command_option *option, \
		  __attribute__((unused)) const char *value, \
		  __attribute__((unused)) void *into, \
		  __attribute__((unused)) struct argp_state *state)

/*
 * An option; or the heading of those below it, which has no name. A table ends with a row
 * that has neither name nor help.
 */
struct command_option {
	const char *name;
	int letter;             /* its short form; 0: none */
	const char *form;       /* of its value, for --help; NULL: takes none */
	const char *help;       /* NULL: another name of the option above */
	/* What may stand for its value, separated by blanks: a word, FILE, or @SUBJECT, the
	 * names of that subject, each with what follows a '+'. NULL: nobody can tell. */
	const char *values;
	take_option *take;
	size_t at;              /* where the value goes in what options are read into */
	size_t given;           /* a bool there to be set; 0: none */
	long least, most;       /* of a number */
};

/* The member of a struct that a row stores into. */
#define AT(type, member) .at = offsetof(struct type, member)
#define GIVEN(type, member) .given = offsetof(struct type, member)

take_option take_flag;          /* bool: true */
take_option take_no_flag;       /* bool: false */
take_option take_word;          /* const char * */
take_option take_list;          /* char *, to be freed: words between commas, as given so far */
take_option take_number;        /* int, from `least` to `most` */
take_option take_quiet;         /* no progress from now on */

/* --quiet, which several subcommands have. */
#define QUIET { "quiet", 'q', NULL, "no progress on the terminal", .take = take_quiet }

/* A whole number within the option's bounds; argp_error() on anything else. */
long option_number(const struct command_option *option, const char *word, struct argp_state *state);

struct command {
	const char *name;
	const char *summary;    /* a line of `vcube --help` */
	const char *form;       /* of its words, for --help; NULL: takes none */
	const char *doc;        /* for --help: what stands above the options, \v, and below */
	const char *values;     /* of its words, as of an option */
	const struct command_option *options;   /* NULL: none */
	bool in_order;          /* nothing is parsed behind the first word */
	/* Each word; and in the end the whole, also to be checked. Both may be NULL. */
	void (*word)(void *into, char *word, struct argp_state *state);
	void (*end)(void *into, struct argp_state *state);
	void (*print_below)(FILE *out);         /* what --help shows last; may be NULL */
	/* argv[0] is "vcube NAME"; returns an exit status. */
	int (*run)(int argc, char **argv);
};

/* Parse the command line into *into; --help and errors end the process. */
void command_parse(const struct command *command, int argc, char **argv, void *into);

/* Is this row of a table an option or a heading, and not the end? NULL is the end. */
bool option_is(const struct command_option *option);

#endif
