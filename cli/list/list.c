/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube list: lists algorithms, topologies and so on, for people or, with --names, for
 * programs such as shell completion.
 */
#include <stdio.h>
#include <string.h>
#include "base/status.h"
#include "base/text.h"
#include "commands.h"
#include "list/subjects.h"

#define WIDEST 26       /* the widest label with its text beside, not below */

static void
print_names(const struct subject *s)
{
	struct item item;

	for (int i = 0; subject_item(s, i, &item); i++)
		puts(item.name);
}

static void
print_items(const struct subject *s)
{
	struct item item;
	int width = 0;

	for (int i = 0; subject_item(s, i, &item); i++)
		if (width < (int)strlen(item.label))
			width = (int)strlen(item.label);
	if (width > WIDEST)
		width = WIDEST;
	for (int i = 0; subject_item(s, i, &item); i++) {
		if ((int)strlen(item.label) > width)
			printf("  %s\n%*s", item.label, width + 4, "");
		else
			printf("  %-*s  ", width, item.label);
		print_wrapped(item.text, width + 4);
	}
}

static void
print_overview(void)
{
	for (const struct subject *s = subjects; s->name; s++)
		if (s->overview) {
			printf("%s (%s)\n", s->name, s->text);
			print_items(s);
			putchar('\n');
		}
	print_wrapped(text("vcube list SUBJECT shows one of: %s", subject_names("subjects")), 0);
}

struct list_options {
	const struct subject *subject;
	bool names;
};

static int
run(int argc, char **argv)
{
	struct list_options o = { 0 };

	command_parse(&list_command, argc, argv, &o);
	if (!o.subject)
		print_overview();
	else if (o.names)
		print_names(o.subject);
	else if (o.subject->print)
		o.subject->print();
	else
		print_items(o.subject);
	return STATUS_FINE;
}

static const struct command_option options[] = {
	{ "names", 'n', NULL, "print only names, one per line",
	  .take = take_flag, AT(list_options, names) },
	{ 0 }
};

static void
choose(void *into, char *name, struct argp_state *state)
{
	struct list_options *o = into;

	if (o->subject)
		argp_error(state, "name one subject; '%s' is a second", name);
	o->subject = subject_find(name);
	if (!o->subject)
		argp_error(state, "%s", no_such("subject", name, subject_names("subjects")));
}

static void
end(void *into, struct argp_state *state)
{
	const struct list_options *o = into;

	if (o->names && !o->subject)
		argp_error(state, "--names needs a subject, such as algorithms");
}

static void
print_below(FILE *out)
{
	fputs("Subjects:\n\n", out);
	for (const struct subject *s = subjects; s->name; s++)
		fprintf(out, "  %-13s %s\n", s->name, s->text);
}

const struct command list_command = {
	.name = "list",
	.summary = "list algorithms, topologies, types, operators, keys and more",
	.form = "[SUBJECT]",
	.doc = "Lists all items of a subject; without a subject, prints an overview.",
	.values = "@subjects",
	.options = options,
	.word = choose,
	.end = end,
	.print_below = print_below,
	.run = run,
};
