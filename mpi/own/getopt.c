/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * getopt(), getopt_long() and getopt_long_only() of a rank, as GNU's: words that are no
 * options move behind the options, unless `letters` begins with '+' (stop at the first) or
 * '-' (take each as the value of an option 1).
 */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static char *rest;      /* of the word of letters that is being read, or NULL */

/* Words that are no options, from `begin` to `end`; the options behind them, up to optind, move
 * before them when the next one is asked for. */
static struct {
	int begin, end;
} passed = { 1, 1 };

struct options {
	int argc;
	char *const *argv;
	const char *letters;
	const struct option *longs;     /* or NULL */
	int *index;                     /* or NULL */
	bool only;                      /* long options may begin with one dash */
	bool quiet;
};

static bool
is_option(const char *word)
{
	return word[0] == '-' && word[1];
}

/* Move the options that have been read before the words that they have passed. */
static void
move_options(char **argv)
{
	int to = passed.begin;

	for (int at = passed.end; at < optind; at++, to++) {
		char *word = argv[at];

		memmove(&argv[to + 1], &argv[to], (size_t)(at - to) * sizeof *argv);
		argv[to] = word;
	}
	passed.begin = to;
	passed.end = optind;
}

#define COMPLAIN(o, ...) \
	((o)->quiet ? 0 : (fprintf(stderr, "%s: ", (o)->argv[0]), fprintf(stderr, __VA_ARGS__)))

/* What a missing value yields */
static int
missing(const struct options *o)
{
	return o->letters[0] == ':' ? ':' : '?';
}

static int
take_letter(const struct options *o)
{
	const char letter = *rest++;
	const char *known = letter == ':' || letter == ';' ? NULL : strchr(o->letters, letter);
	const bool last = !*rest;

	if (last)
		optind++;
	if (!known) {
		COMPLAIN(o, "invalid option -- '%c'\n", letter);
		optopt = letter;
	} else if (known[1] == ':') {
		optarg = last ? NULL : rest;
		if (!last)
			optind++;
		else if (known[2] != ':' && optind < o->argc)
			optarg = o->argv[optind++];
		rest = NULL;
		if (!optarg && known[2] != ':') {
			COMPLAIN(o, "option requires an argument -- '%c'\n", letter);
			optopt = letter;
			return missing(o);
		}
	}
	if (last)
		rest = NULL;
	return known ? letter : '?';
}

/* Do two options mean the same? */
static bool
is_same(const struct option *a, const struct option *b)
{
	return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

/* Find the long option that a name, or its beginning, means: its number, -1 for none, or -2
 * for several that differ. */
static int
find_long(const struct options *o, const char *name, size_t length)
{
	int found = -1;

	for (int i = 0; o->longs[i].name; i++) {
		const struct option *l = &o->longs[i];

		if (strncmp(l->name, name, length) != 0)
			continue;
		if (strlen(l->name) == length)
			return i;
		if (found >= 0 && (o->only || !is_same(l, &o->longs[found])))
			found = -2;
		else if (found == -1)
			found = i;
	}
	return found;
}

static void
complain_of_several(const struct options *o, const char *dashes, const char *name, size_t length)
{
	const struct option *first = NULL;

	COMPLAIN(o, "option '%s%s' is ambiguous; possibilities:", dashes, name);
	for (const struct option *l = o->longs; l->name; l++) {
		if (strncmp(l->name, name, length) != 0)
			continue;
		if (!o->quiet && (!first || o->only || !is_same(l, first)))
			fprintf(stderr, " '%s%s'", dashes, l->name);
		first = first ? first : l;
	}
	if (!o->quiet)
		fputc('\n', stderr);
}

static int
take_long(const struct options *o, int number, const char *dashes, char *value)
{
	const struct option *l = &o->longs[number];

	if (value && l->has_arg == no_argument) {
		COMPLAIN(o, "option '%s%s' doesn't allow an argument\n", dashes, l->name);
		optopt = l->val;
		return '?';
	}
	if (!value && l->has_arg == required_argument) {
		if (optind >= o->argc) {
			COMPLAIN(o, "option '%s%s' requires an argument\n", dashes, l->name);
			optopt = l->val;
			return missing(o);
		}
		value = o->argv[optind++];
	}
	optarg = value;
	if (o->index)
		*o->index = number;
	if (!l->flag)
		return l->val;
	*l->flag = l->val;
	return 0;
}

/* Read the word at optind as a long option. If it must be letters, return -1. */
static int
read_long(const struct options *o)
{
	char *word = o->argv[optind];
	const char *dashes = word[1] == '-' ? "--" : "-";
	char *name = word + strlen(dashes);
	const size_t length = strcspn(name, "=");
	const int number = find_long(o, name, length);

	if (number == -1 && word[1] != '-' && strchr(o->letters, *name))
		return -1;
	optind++;
	if (number >= 0)
		return take_long(o, number, dashes, name[length] ? name + length + 1 : NULL);
	if (number == -1)
		COMPLAIN(o, "unrecognized option '%s%s'\n", dashes, name);
	else
		complain_of_several(o, dashes, name, length);
	optopt = 0;
	return '?';
}

/* Read the option at optind. */
static int
read_option(const struct options *o)
{
	char *word = o->argv[optind];
	int option = -1;

	if (!rest && o->longs && (word[1] == '-' || (o->only && (word[2] || !strchr(o->letters, word[1])))))
		option = read_long(o);
	if (option != -1)
		return option;
	if (!rest)
		rest = word + 1;
	return take_letter(o);
}

/* Go to the next option, or, in order, to the next word. Returns false at their end. */
static bool
find_next(const struct options *o, bool in_order)
{
	if (passed.end > optind || passed.begin > optind)
		passed.begin = passed.end = optind;
	if (passed.begin != passed.end)
		move_options((char **)o->argv);
	else
		passed.begin = optind;
	while (!in_order && optind < o->argc && !is_option(o->argv[optind]))
		optind++;
	passed.end = optind;
	if (optind < o->argc && strcmp(o->argv[optind], "--") == 0) {
		optind++;
		move_options((char **)o->argv);
		optind = o->argc;
		passed.end = o->argc;
	}
	if (optind < o->argc)
		return true;
	optind = passed.begin;
	return false;
}

static int
next(struct options *o)
{
	const char first = *o->letters;

	if (optind == 0) {
		optind = passed.begin = passed.end = 1;
		rest = NULL;
	}
	o->letters += first == '+' || first == '-';
	o->quiet = !opterr || *o->letters == ':';
	optarg = NULL;
	if (!rest && !find_next(o, first == '+' || first == '-' || getenv("POSIXLY_CORRECT")))
		return -1;
	if (rest || is_option(o->argv[optind]))
		return read_option(o);
	if (first != '-')
		return -1;
	optarg = o->argv[optind++];
	return 1;
}

int
getopt(int argc, char *const *argv, const char *letters)
{
	return next(&(struct options) { .argc = argc, .argv = argv, .letters = letters });
}

int
getopt_long(int argc, char *const *argv, const char *letters, const struct option *longs, int *index)
{
	return next(&(struct options) { .argc = argc, .argv = argv, .letters = letters,
			.longs = longs, .index = index });
}

int
getopt_long_only(int argc, char *const *argv, const char *letters, const struct option *longs,
		 int *index)
{
	return next(&(struct options) { .argc = argc, .argv = argv, .letters = letters,
			.longs = longs, .index = index, .only = true });
}
