/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Turns the table of a subcommand's options into argp's, which parses them and prints
 * --help; and for an unknown option, suggests what the user probably meant.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <vcube.h>
#include "base/command.h"
#include "base/status.h"
#include "base/text.h"

/* argp's key of an option without a letter is KEYS plus its number. */
enum { KEYS = 256 };

/* A command line, while it is being parsed. */
struct parsing {
	const struct command *command;
	void *into;
};

static void *
place(const struct command_option *option, void *into)
{
	return (char *)into + option->at;
}

TAKE_OPTION(take_flag)
{
	*(bool *)place(option, into) = true;
}

TAKE_OPTION(take_no_flag)
{
	*(bool *)place(option, into) = false;
}

TAKE_OPTION(take_word)
{
	*(const char **)place(option, into) = value;
}

TAKE_OPTION(take_list)
{
	join(place(option, into), ",", value);
}

long
option_number(const struct command_option *option, const char *word, struct argp_state *state)
{
	char *end;
	long value;

	errno = 0;
	value = strtol(word, &end, 10);
	if (errno || end == word || *end || value < option->least || value > option->most)
		argp_error(state, "--%s takes a whole number from %ld to %ld, not '%s'", option->name,
			   option->least, option->most, word);
	return value;
}

TAKE_OPTION(take_number)
{
	*(int *)place(option, into) = (int)option_number(option, value, state);
}

TAKE_OPTION(take_quiet)
{
	progress_quiet();
}

bool
option_is(const struct command_option *option)
{
	return option && (option->name || option->help);
}

static int
count_options(const struct command_option *options)
{
	int count = 0;

	while (option_is(options ? &options[count] : NULL))
		count++;
	return count;
}

/* Convert the table for argp; each heading begins a group. */
static struct argp_option *
argp_options(const struct command_option *options)
{
	const int count = count_options(options);
	struct argp_option *made = grow(NULL, (size_t)count + 1, sizeof *made);
	int group = 0;

	for (int i = 0; i < count; i++) {
		const struct command_option *o = &options[i];

		group += o->name == NULL;
		made[i] = (struct argp_option) {
			.name = o->name, .arg = o->form, .doc = o->help, .group = group,
			.key = !o->name ? 0 : o->letter ? o->letter : KEYS + i,
			.flags = o->name && !o->help ? OPTION_ALIAS : 0,
		};
	}
	return made;
}

static const struct command_option *
option_of(const struct command_option *options, int key)
{
	const int count = count_options(options);

	if (key >= KEYS && key < KEYS + count)
		return &options[key - KEYS];
	for (int i = 0; i < count; i++)
		if (options[i].letter && options[i].letter == key)
			return &options[i];
	return NULL;
}

static void
take_one(const struct command_option *option, char *value, struct argp_state *state)
{
	const struct parsing *p = state->input;

	if (option->values && strcmp(option->values, "FILE") == 0 && !*value)
		argp_error(state, "--%s takes a name, and '' is none", option->name);
	option->take(option, value, p->into, state);
	if (option->given)
		*(bool *)((char *)p->into + option->given) = true;
}

static char **
words_of(const struct parsing *p)
{
	return (char **)(void *)((char *)p->into + p->command->at);
}

/* Without words, take those that an option has given instead. */
static bool
has_words(const struct parsing *p)
{
	if (!*words_of(p) && p->command->instead)
		*words_of(p) = *(char **)(void *)((char *)p->into + p->command->instead);
	return *words_of(p) != NULL;
}

static void
take_a_word(const struct parsing *p, char *word, struct argp_state *state)
{
	if (p->command->single && *words_of(p))
		argp_error(state, "name one %s; '%s' is a second", p->command->single, word);
	join(words_of(p), ",", word);
}

static error_t
parse(int key, char *value, struct argp_state *state)
{
	const struct parsing *p = state->input;
	const struct command_option *option = option_of(p->command->options, key);

	if (option)
		take_one(option, value, state);
	else if (key == ARGP_KEY_ARG && p->command->word)
		p->command->word(p->into, value, state);
	else if (key == ARGP_KEY_ARG && p->command->missing)
		take_a_word(p, value, state);
	else if (key == ARGP_KEY_ARG)
		argp_error(state, "%s takes no words, and '%s' is one", p->command->name, value);
	else if (key == ARGP_KEY_END && p->command->missing && !has_words(p))
		argp_error(state, "%s", p->command->missing);
	else if (key == ARGP_KEY_END && p->command->end)
		p->command->end(p->into, state);
	else
		return ARGP_ERR_UNKNOWN;
	return 0;
}

/* Append to --help, below the options, what a subcommand prints from tables. */
static char *
add_below(int key, const char *doc, void *input)
{
	const struct parsing *p = input;
	char *made = NULL;
	size_t size;
	FILE *out;

	if (key != ARGP_KEY_HELP_POST_DOC || !p || !p->command->print_below ||
	    !(out = open_memstream(&made, &size)))
		return (char *)doc;
	p->command->print_below(out);
	fclose(out);
	return made;
}

/* The options in getopt's form, and a list of their names. */
struct known {
	struct option *list;
	int count;
	char *letters, *names;
};

static void
add(struct known *k, const char *name, int letter, bool takes)
{
	APPEND(k->list, k->count, (struct option) { name, takes, NULL, 1 });
	join(&k->names, ", ", text("--%s", name));
	join(&k->letters, "", letter ? text("%c%s", letter, takes ? ":" : "") : "");
}

static struct known
known_of(const struct command *command)
{
	struct known k = { .letters = text("%s", command->in_order ? "+" : "") };

	for (const struct command_option *o = command->options; option_is(o); o++)
		if (o->name)
			add(&k, o->name, o->letter, o->form != NULL);
	add(&k, "help", 0, false);
	add(&k, "usage", 0, false);
	add(&k, "version", 'V', false);
	APPEND(k.list, k.count, (struct option) { 0 });
	return k;
}

/* Return the first unknown option, without its value, or NULL. */
static char *
find_unknown(const struct known *k, int argc, char **argv)
{
	char **words = grow(NULL, (size_t)argc + 1, sizeof *words), *found = NULL;
	int letter;

	memcpy(words, argv, ((size_t)argc + 1) * sizeof *words);
	opterr = 0;
	optind = 0;             /* from the beginning */
	do
		letter = getopt_long(argc, words, k->letters, k->list, NULL);
	while (letter != -1 && letter != '?');
	/* else it is a known short option, or an option whose value is wrong */
	if (letter == '?' && optopt == 0)
		found = text("%.*s", (int)strcspn(words[optind - 1], "="), words[optind - 1]);
	return found;
}

/* Is `word` the beginning of an option? It is then ambiguous. */
static bool
is_begun(const struct known *k, const char *word)
{
	for (int i = 0; k->list[i].name; i++)
		if (strncmp(k->list[i].name, word + 2, strlen(word + 2)) == 0)
			return true;
	return false;
}

/* Is it a key of the machine, which --set takes, mistaken for an option? Those of an exploration
 * are options where they have a meaning. */
static bool
is_key(const struct known *k, const char *word)
{
	bool found = false;

	for (int i = 0; vcube_desc_key(i); i++)
		found |= strcmp(vcube_desc_key(i), word + 2) == 0;
	return found && strstr(k->names, "--set") && strcmp(word, "--explore") != 0 &&
	       strcmp(word, "--faults") != 0;
}

static void
refuse(const struct argp *argp, const struct known *k, const char *word, char *name)
{
	char nearest[VCUBE_NEAREST_ROOM];

	fprintf(stderr, "%s: no option '%s'%s\n", name, word,
		is_key(k, word) ? text("; did you mean --set %s=?", word + 2)
		: vcube_nearest(word, k->names, nearest));
	argp_help(argp, stderr, ARGP_HELP_SEE, name);
	exit(STATUS_USAGE);
}

static void
refuse_unknown(const struct command *command, const struct argp *argp, int argc, char **argv)
{
	const struct known k = known_of(command);
	const char *word = find_unknown(&k, argc, argv);

	if (word && !is_begun(&k, word))
		refuse(argp, &k, word, argv[0]);
}

void
command_parse(const struct command *command, int argc, char **argv, void *into)
{
	static char help[] = "--help";
	struct argp_option *options = argp_options(command->options);
	const struct argp argp = {
		.options = options, .parser = parse, .args_doc = command->form, .doc = command->doc,
		.help_filter = add_below,
	};
	struct parsing parsing = { command, into };

	/* The short form of --help that everybody tries; no subcommand has an option -h. */
	if (argc == 2 && strcmp(argv[1], "-h") == 0)
		argv[1] = help;
	refuse_unknown(command, &argp, argc, argv);
	if (argp_parse(&argp, argc, argv, command->in_order ? ARGP_IN_ORDER : 0, NULL, &parsing) != 0)
		die(STATUS_LIMIT, "out of memory");
}
