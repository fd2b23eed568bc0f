/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Options that there are not. argp says no more than that; here it is what was
 * probably meant.
 */
#include <getopt.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/status.h"

/* The options as getopt wants them, and a list of their names. */
struct known {
	struct option *list;
	int count;
	char *letters, *names;
};

static void
append(char **words, char *longer)
{
	free(*words);
	*words = longer;
}

static void
add(struct known *k, const char *name, int letter, int argument)
{
	k->list = grow(k->list, (size_t)k->count + 2, sizeof *k->list);
	k->list[k->count++] = (struct option) { name, argument, NULL, 1 };
	k->list[k->count] = (struct option) { 0 };
	append(&k->names, text("%s%s--%s", k->names, *k->names ? ", " : "", name));
	if (letter > 0 && letter <= CHAR_MAX)
		append(&k->letters, text("%s%c%s", k->letters, letter, argument ? ":" : ""));
}

static struct known
known_of(const struct argp *argp)
{
	struct known k = { .letters = text("%s", ""), .names = text("%s", "") };

	for (const struct argp_option *o = argp->options; o && (o->name || o->doc); o++)
		if (o->name)
			add(&k, o->name, o->key, o->arg != NULL);
	add(&k, "help", 0, 0);
	add(&k, "usage", 0, 0);
	add(&k, "version", 'V', 0);
	return k;
}

/* The first option that there is not, without its value, or NULL; to be freed. */
static char *
find(const struct known *k, int argc, char **argv)
{
	char **words = grow(NULL, (size_t)argc + 1, sizeof *words), *found = NULL;
	int letter;

	memcpy(words, argv, ((size_t)argc + 1) * sizeof *words);
	opterr = 0;
	optind = 0;             /* from the beginning */
	do
		letter = getopt_long(argc, words, k->letters, k->list, NULL);
	while (letter != -1 && letter != '?');
	/* else it is one of a letter, or one whose value is amiss */
	if (letter == '?' && optopt == 0)
		found = text("%.*s", (int)strcspn(words[optind - 1], "="), words[optind - 1]);
	free(words);
	return found;
}

/* Does an option begin so? Then there are several that do. */
static bool
is_begun(const struct known *k, const char *word)
{
	for (int i = 0; i < k->count; i++)
		if (strncmp(k->list[i].name, word + 2, strlen(word + 2)) == 0)
			return true;
	return false;
}

/* What is said of machines by --set is taken for an option by some. */
static bool
is_key(const struct known *k, const char *word)
{
	bool found = false;

	for (int i = 0; vcube_desc_key(i); i++)
		found |= strcmp(vcube_desc_key(i), word + 2) == 0;
	return found && strstr(k->names, "--set");
}

static void
refuse(const struct argp *argp, const struct known *k, const char *word, char *name)
{
	char meant[VCUBE_NEAREST_ROOM], *set = text("; did you mean --set %s=?", word + 2);

	fprintf(stderr, "%s: no option '%s'%s\n", name, word,
		is_key(k, word) ? set : vcube_nearest(word, k->names, meant));
	free(set);
	argp_help(argp, stderr, ARGP_HELP_SEE, name);
	exit(STATUS_USAGE);
}

void
refuse_unknown(const struct argp *argp, int argc, char **argv)
{
	struct known k = known_of(argp);
	char *word = find(&k, argc, argv);

	if (word && !is_begun(&k, word))
		refuse(argp, &k, word, argv[0]);
	free(word);
	free(k.list);
	free(k.letters);
	free(k.names);
}
