/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The subjects of vcube list.
 */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "commands.h"
#include "list/subjects.h"
#include "output/record.h"
#include "papers/reproduce.h"
#include "sweep/traffic.h"

/* Fill in an item. The words must last. */
static bool
labeled(struct item *item, const char *name, const char *label, const char *words)
{
	*item = (struct item) { name, label, words };
	return true;
}

/* The same for an item whose label is its name. */
static bool
plain(struct item *item, const char *name, const char *words)
{
	return labeled(item, name, name, words);
}

static bool
collective_item(int i, struct item *item)
{
	const char *name = vcube_collective_name(i);

	return name && plain(item, name, text("%s; ends with: %s", vcube_collective_paper(i),
					      vcube_collective_text(i)));
}

static bool
algorithm_item(int i, struct item *item)
{
	const struct vcube_algorithm *a = vcube_algorithm_at(i);

	return a && plain(item, text("%s.%s", vcube_collective_name(a->collective), a->name), a->text);
}

static bool
topology_item(int i, struct item *item)
{
	const char *name = vcube_kind_name(i);

	return name && labeled(item, name, text("%s:%s", name, vcube_kind_form(i)),
			       text("%s, such as %s", vcube_kind_text(i), vcube_kind_example(i, 0)));
}

static bool
schedule_item(int i, struct item *item)
{
	const char *name = vcube_schedule_name(i);

	return name && plain(item, text("alltoall.%s", name), vcube_schedule_text(i));
}

static bool
type_item(int i, struct item *item)
{
	const char *name = vcube_type_name((vcube_type)i);

	if (i == VCUBE_TYPES_COUNT)
		return labeled(item, "bytes:1", "bytes:N",
			       "elements of N bytes, which can move but not be combined");
	return i < VCUBE_TYPES_COUNT &&
	       plain(item, name, text("%zu byte%s", vcube_type_size((vcube_type)i),
				      vcube_type_size((vcube_type)i) == 1 ? "" : "s"));
}

static const char *const operators[][2] = {
#define X(name, text) { #name, text },
	VCUBE_OPS(X)
#undef X
	{ NULL, NULL }
};

#define X(constant, name, text) { name, text },
static const char *const clocks[][2] = { VCUBE_CLOCKS(X) { NULL, NULL } };
static const char *const ports[][2] = { VCUBE_PORTMODES(X) { NULL, NULL } };
#undef X

static bool
profile_item(int i, struct item *item)
{
	char **names = vcube_profile_names();
	struct vcube_error error;
	vcube_profile *profile;
	int count = 0;

	while (names && names[count])
		count++;
	if (i < count) {
		profile = vcube_profile_read(names[i], &error);
		plain(item, text("%s", names[i]),
		      profile ? text("%s; %s", vcube_profile_title(profile), vcube_profile_source(profile))
			      : text("unusable: %s", error.text));
		vcube_profile_free(profile);
	}
	free(names);
	return i < count;
}

static bool
reproduction_item(int i, struct item *item)
{
	return reproductions[i].name && plain(item, reproductions[i].name, reproductions[i].text);
}

static bool
key_item(int i, struct item *item)
{
	const char *name = vcube_desc_key(i);

	return name && plain(item, name, text("%s (%s)", vcube_desc_key_text(i), vcube_desc_key_form(i)));
}

static bool
column_item(int i, struct item *item)
{
	return record_fields[i].name && plain(item, record_fields[i].name, record_fields[i].text);
}

static bool
subject_of_list(int i, struct item *item)
{
	return subjects[i].name && plain(item, subjects[i].name, subjects[i].text);
}

static bool
subcommand_item(int i, struct item *item)
{
	return commands[i] && plain(item, commands[i]->name, commands[i]->summary);
}

/* Return the i-th option with a name, over all subcommands. */
static const struct command_option *
option_at(int i, const struct command **command)
{
	for (int c = 0; (*command = commands[c]); c++)
		for (const struct command_option *o = (*command)->options; option_is(o); o++)
			if (o->name && i-- == 0)
				return o;
	return NULL;
}

static bool
option_item(int i, struct item *item)
{
	const struct command *command;
	const struct command_option *o = option_at(i, &command);
	const char *name = o ? text("%s --%s", command->name, o->name) : NULL;

	return o && labeled(item, name, o->form ? text("%s=%s", name, o->form) : name,
			    o->help ? o->help : "the same");
}

/* Fill in the values that an option takes or, if `option` is NULL, the subcommand's words. */
static void
value_item(struct item *item, const struct command *command, const struct command_option *option)
{
	const char *values = option ? option->values : command->values;
	const char *label = !option ? command->name
		: option->letter ? text("%s --%s -%c", command->name, option->name, option->letter)
		: text("%s --%s", command->name, option->name);

	labeled(item, text("%s: %s", label, values ? values : ""), label, values ? values : "-");
}

/* Values of words come first, then those of options. */
static bool
value_at(int i, struct item *item)
{
	for (int c = 0; commands[c]; c++)
		if (commands[c]->form && i-- == 0) {
			value_item(item, commands[c], NULL);
			return true;
		}
	for (int c = 0; commands[c]; c++)
		for (const struct command_option *o = commands[c]->options; option_is(o); o++)
			if (o->form && i-- == 0) {
				value_item(item, commands[c], o);
				return true;
			}
	return false;
}

/* Fill in word number *i of a key's form, such as free|virtual|wall, or subtract how many it has.
 * Other parts of a form, such as TIME, are no words. */
static bool
word_of_form(const char *key, const char *words, const char *form, int *i, struct item *item)
{
	for (size_t length; *form; form += length + (form[length] == '|')) {
		length = strcspn(form, "|[");
		if (form[length] == '[')        /* as in N[ps|ns]; no word */
			length += strcspn(form + length, "]");
		if (strspn(form, "abcdefghijklmnopqrstuvwxyz-") < length || (*i)-- > 0)
			continue;
		return plain(item, text("%s=%.*s", key, (int)length, form), words);
	}
	return false;
}

static bool
setting_item(int i, struct item *item)
{
	for (int k = 0; vcube_desc_key(k); k++)
		if (word_of_form(vcube_desc_key(k), vcube_desc_key_text(k), vcube_desc_key_form(k), &i, item))
			return true;
	return false;
}

static bool
example_item(int i, struct item *item)
{
	const char *example;

	for (int kind = 0; kind < VCUBE_KINDS; kind++)
		for (int k = 0; (example = vcube_kind_example(kind, k)); k++)
			if (i-- == 0)
				return plain(item, example, vcube_kind_name(kind));
	return false;
}

static void
print_note(const char *head, const char *words)
{
	if (words == NULL || !*words)
		return;
	printf("      %-7s ", head);
	print_wrapped(words, 14);
}

/* Describe what an algorithm demands of a call; NULL if nothing. */
static char *
needs_text(unsigned needs)
{
	char *words = NULL;

#define X(flag, value, what) \
	if (needs & (flag)) \
		join(&words, ", and ", what);
	VCUBE_NEEDS(X)
#undef X
	return words;
}

static char *
native_text(unsigned native)
{
	char *words = NULL;

	for (int kind = 0; kind < VCUBE_KINDS; kind++)
		if (native & 1u << kind)
			join(&words, ", ", vcube_kind_name(kind));
	return words;
}

static void
print_algorithm(const struct vcube_algorithm *a)
{
	printf("  %s.%s\n", vcube_collective_name(a->collective), a->name);
	print_note("how", a->text);
	print_note("steps", a->steps);
	print_note("volume", a->volume);
	print_note("time", a->formula);
	print_note("native", native_text(a->native));
	print_note("needs", needs_text(a->needs));
	for (const struct vcube_option *o = a->options; o && o->name; o++)
		print_note("option", text("%s=%s: %s", o->name, o->form, o->text));
	print_note("source", a->paper);
}

static void
print_collective(int collective)
{
	const char *name = vcube_collective_name(collective);
	const struct vcube_algorithm *a;

	printf("%s: ", name);
	print_wrapped(text("%s; ends with: %s", vcube_collective_paper(collective),
			   vcube_collective_text(collective)), (int)strlen(name) + 2);
	for (int i = 0; (a = vcube_algorithm_at(i)); i++)
		if (a->collective == collective)
			print_algorithm(a);
	putchar('\n');
}

/* Describe each algorithm. */
static void
print_algorithms(void)
{
	for (int collective = 0; vcube_collective_name(collective); collective++)
		print_collective(collective);
	puts("steps   start-ups in sequence, for a call of more than one node with one port\n"
	     "volume  bytes that the busiest node sends in that call; u bytes per element;\n"
	     "        for alltoallv, if all blocks have m bytes\n"
	     "time    of one call, by formula: ts start-up of a message, tw time of a byte,\n"
	     "        m bytes of a block, p nodes\n"
	     "native  topologies on which it talks only to neighbours and the formula is\n"
	     "        exact; a hypercube with routes is as good as full");
}

const struct subject subjects[] = {
	{ "algorithms", "COLLECTIVE.ALGORITHM, for vcube run", true, .item = algorithm_item,
	  .print = print_algorithms },
	{ "topologies", "for vcube run -t and vcube topo", true, .item = topology_item },
	{ "schedules", "for vcube schedule", true, .item = schedule_item },
	{ "types", "for vcube run --type", true, .item = type_item },
	{ "operators", "for vcube run --op", true, .rows = operators },
	{ "patterns", "for vcube run --pattern of alltoallv or unequal blocks; m is --bytes", true,
	  .rows = traffic_patterns },
	{ "clocks", "for vcube run --clock", true, .rows = clocks },
	{ "ports", "for vcube run --ports", true, .rows = ports },
	{ "profiles", "for vcube run --profile", true, .item = profile_item },
	{ "reproductions", "for vcube reproduce", true, .item = reproduction_item },
	{ "keys", "of machines, for vcube run --set and the variables VCUBE_<KEY>", .item = key_item },
	{ "settings", "KEY=WORD, of keys that take a word", .item = setting_item },
	{ "examples", "of topologies", .item = example_item },
	{ "collectives", "with their results", .item = collective_item },
	{ "columns", "that vcube run --json and --csv print", .item = column_item },
	{ "subcommands", "of vcube", .item = subcommand_item },
	{ "options", "of the subcommands", .item = option_item },
	{ "values", "of words and options of the subcommands, for completion",
	  .item = value_at },
	{ "subjects", "of vcube list", .item = subject_of_list },
	{ 0 }
};

const struct subject *
subject_find(const char *name)
{
	for (const struct subject *s = subjects; s->name; s++)
		if (strcmp(s->name, name) == 0)
			return s;
	return NULL;
}

bool
subject_item(const struct subject *s, int i, struct item *item)
{
	return s->item ? s->item(i, item) : s->rows[i][0] && plain(item, s->rows[i][0], s->rows[i][1]);
}

char *
subject_names(const char *subject)
{
	char *all = NULL;
	struct item item;

	for (int i = 0; subject_item(subject_find(subject), i, &item); i++)
		join(&all, ", ", item.name);
	return all;
}
