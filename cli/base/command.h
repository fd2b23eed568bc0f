/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A subcommand and its options, as rows of tables. Parsing, --help, `vcube list options`,
 * `vcube list values` and completion derive from the rows.
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

/* The head of such a function; it may ignore any of its arguments. */
#define TAKE_OPTION(name) \
	void name(__attribute__((unused)) const struct command_option *option, \
		  __attribute__((unused)) const char *value, \
		  __attribute__((unused)) void *into, \
		  __attribute__((unused)) struct argp_state *state)

/*
 * An option, or a heading for the options below it, which has no name. A row with neither
 * name nor help ends a table.
 */
struct command_option {
	const char *name;
	int letter;             /* its short form; 0: none */
	const char *form;       /* of its value, for --help; NULL: takes none */
	const char *help;       /* NULL: another name of the option above */
	/* Possible values for completion, separated by blanks: a word, FILE, TRACE, or @SUBJECT for
	 * the names of that subject, each with what follows a '+' appended. NULL: unknown. */
	const char *values;
	take_option *take;
	size_t at;              /* offset of the value in the struct that options fill */
	size_t given;           /* offset of a bool to set there; 0: none */
	long least, most;       /* of a number */
};

/* The member of a struct that a row stores into. */
#define AT(type, member) .at = offsetof(struct type, member)
#define GIVEN(type, member) .given = offsetof(struct type, member)

take_option take_flag;          /* bool: true */
take_option take_no_flag;       /* bool: false */
take_option take_word;          /* const char * */
take_option take_list;          /* char *: appends words between commas */
take_option take_number;        /* int, from `least` to `most` */
take_option take_quiet;         /* no progress from now on */

/* --quiet, an option of several subcommands. */
#define QUIET { "quiet", 'q', NULL, "no progress on the terminal", .take = take_quiet }

/* Parse a whole number within the option's bounds; argp_error() on anything else. */
long option_number(const struct command_option *option, const char *word, struct argp_state *state);

struct command {
	const char *name;
	const char *summary;    /* a line of `vcube --help` */
	const char *form;       /* of its words, for --help; NULL: takes none */
	const char *doc;        /* for --help: the text above the options, \v, the text below */
	const char *values;     /* of its words, as of an option */
	const struct command_option *options;   /* NULL: none */
	bool in_order;          /* stop parsing at the first word */
	/* Its words are stored with commas between, in the char * at this offset, unless word()
	 * takes them. */
	size_t at;
	const char *missing;    /* the sentence if there is none; NULL: word() takes them */
	size_t instead;         /* offset of a char * with the words if there is none; 0: no such */
	const char *single;     /* what the only one is; NULL: it takes several */
	/* Take one word; check the whole at the end. Both may be NULL. */
	void (*word)(void *into, char *word, struct argp_state *state);
	void (*end)(void *into, struct argp_state *state);
	void (*print_below)(FILE *out);         /* the end of --help; may be NULL */
	/* argv[0] is "vcube NAME"; returns an exit status. */
	int (*run)(int argc, char **argv);
};

/* Parse the command line into *into; --help and errors end the process. */
void command_parse(const struct command *command, int argc, char **argv, void *into);

/* Is this row an option or a heading, not the end of its table? NULL is the end. */
bool option_is(const struct command_option *option);

#endif
