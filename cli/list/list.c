/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube list: what there is, for people or, with --names, for programs such as
 * shell completion.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/status.h"
#include "list/subjects.h"

#define WIDTH 79
#define WIDEST 26       /* label that texts are set beside, and not below */

void
print_wrapped(const char *words, int at)
{
	print_wrapped_to(words, at, WIDTH);
}

/* How much of a word goes into a line: all, or of one that is too long what ends in a
 * stroke. */
static int
piece(const char *word, int room)
{
	const int length = (int)strcspn(word, " ");
	int end = length > room ? room : 0;

	while (end > 0 && word[end - 1] != '|')
		end--;
	return end > 0 ? end : length;
}

void
print_wrapped_to(const char *words, int at, int width)
{
	int column = at;

	while (*words) {
		const int length = piece(words, width - at);

		if (column > at && column + 1 + length > width) {
			printf("\n%*s", at, "");
			column = at;
		}
		column += printf("%s%.*s", column > at ? " " : "", length, words);
		words += length;
		if (*words && *words != ' ')
			column = width;         /* its rest is in the next */
		words += strspn(words, " ");
	}
	putchar('\n');
}

static void
print_names(const struct subject *s)
{
	struct item item;

	for (int i = 0; s->item(i, &item); i++) {
		puts(item.name);
		item_free(&item);
	}
}

static void
print_items(const struct subject *s)
{
	struct item item;
	int width = 0;

	for (int i = 0; s->item(i, &item); i++) {
		if (width < (int)strlen(item.label))
			width = (int)strlen(item.label);
		item_free(&item);
	}
	if (width > WIDEST)
		width = WIDEST;
	for (int i = 0; s->item(i, &item); i++) {
		if ((int)strlen(item.label) > width)
			printf("  %s\n%*s", item.label, width + 4, "");
		else
			printf("  %-*s  ", width, item.label);
		print_wrapped(item.text, width + 4);
		item_free(&item);
	}
}

static void
print(const struct subject *s)
{
	if (s->print)
		s->print();
	else
		print_items(s);
}

void
subject_print(const char *subject)
{
	print(subject_find(subject));
}

static void
print_overview(void)
{
	char *words;

	for (const struct subject *s = subjects; s->name; s++) {
		if (!s->overview)
			continue;
		printf("%s (%s)\n", s->name, s->text);
		print_items(s);
		putchar('\n');
	}
	words = text("vcube list shows each alone:");
	for (const struct subject *s = subjects; s->name; s++) {
		char *longer = text("%s %s%s", words, s->name, s[1].name ? "," : "");

		free(words);
		words = longer;
	}
	print_wrapped(words, 0);
	free(words);
}

struct list_options {
	const struct subject *subject;
	int names;
};

static const struct argp_option options[] = {
	{ "names", 'n', NULL, 0, "bare names alone, one a line", 0 },
	{ 0 }
};

static void
find(const char *name, struct list_options *o, struct argp_state *state)
{
	if (o->subject)
		argp_error(state, "one subject at a time, and '%s' is another", name);
	o->subject = subject_find(name);
	if (!o->subject)
		argp_error(state, "%s", no_such("subject", name, subject_names("subjects")));
}

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	struct list_options *o = state->input;

	switch (key) {
	case 'n':
		o->names = 1;
		return 0;
	case ARGP_KEY_ARG:
		find(arg, o, state);
		return 0;
	case ARGP_KEY_END:
		if (o->names && !o->subject)
			argp_error(state, "--names is for a subject, such as algorithms");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static char *
add_subjects(int key, const char *doc, void *input)
{
	char *made = NULL;
	size_t size;
	FILE *out;

	(void)input;
	if (key != ARGP_KEY_HELP_POST_DOC || !(out = open_memstream(&made, &size)))
		return (char *)doc;
	fputs("Subjects:\n\n", out);
	for (const struct subject *s = subjects; s->name; s++)
		fprintf(out, "  %-13s %s\n", s->name, s->text);
	fclose(out);
	return made;
}

const struct argp list_argp = {
	.options = options,
	.parser = parse_option,
	.args_doc = "[SUBJECT]",
	.doc = "Lists what there is; without a subject, an overview.",
	.help_filter = add_subjects,
};

int
list_command(int argc, char **argv)
{
	struct list_options o = { 0 };

	argp_parse(&list_argp, argc, argv, 0, NULL, &o);
	if (!o.subject)
		print_overview();
	else if (o.names)
		print_names(o.subject);
	else
		print(o.subject);
	return STATUS_FINE;
}
