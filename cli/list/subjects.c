/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The subjects of vcube list.
 */
#include <stdlib.h>
#include <string.h>
#include "base/status.h"
#include "list/subjects.h"
#include "output/record.h"
#include "papers/reproduce.h"
#include "sweep/traffic.h"

static bool
fill(struct item *item, char *name, char *label, char *words)
{
	*item = (struct item) { name, label, words };
	return true;
}

static bool
plain(struct item *item, const char *name, const char *words)
{
	return fill(item, text("%s", name), text("%s", name), text("%s", words));
}

static bool
collective_item(int i, struct item *item)
{
	if (!vcube_collective_name(i))
		return false;
	return fill(item, text("%s", vcube_collective_name(i)), text("%s", vcube_collective_name(i)),
		    text("%s; ends with: %s", vcube_collective_paper(i),
			 vcube_collective_text(i)));
}

static bool
algorithm_item(int i, struct item *item)
{
	const struct vcube_algorithm *a = vcube_algorithm_at(i);

	if (!a)
		return false;
	return fill(item, text("%s.%s", vcube_collective_name(a->collective), a->name),
		    text("%s.%s", vcube_collective_name(a->collective), a->name),
		    text("%s", a->text));
}

static bool
topology_item(int i, struct item *item)
{
	if (!vcube_kind_name(i))
		return false;
	return fill(item, text("%s", vcube_kind_name(i)),
		    text("%s:%s", vcube_kind_name(i), vcube_kind_form(i)),
		    text("%s, such as %s", vcube_kind_text(i), vcube_kind_example(i, 0)));
}

static bool
schedule_item(int i, struct item *item)
{
	if (!vcube_schedule_name(i))
		return false;
	return fill(item, text("alltoall.%s", vcube_schedule_name(i)),
		    text("alltoall.%s", vcube_schedule_name(i)), text("%s", vcube_schedule_text(i)));
}

static bool
type_item(int i, struct item *item)
{
	if (i == VCUBE_TYPES_COUNT)
		return fill(item, text("bytes:1"), text("bytes:N"),
			    text("elements of N bytes, which are moved but not combined"));
	if (i > VCUBE_TYPES_COUNT)
		return false;
	return fill(item, text("%s", vcube_type_name((vcube_type)i)),
		    text("%s", vcube_type_name((vcube_type)i)),
		    text("%zu byte%s", vcube_type_size((vcube_type)i),
			 vcube_type_size((vcube_type)i) == 1 ? "" : "s"));
}

static const char *const operators[][2] = {
#define X(name, text) { #name, text },
	VCUBE_OPS(X)
#undef X
	{ NULL, NULL }
};

static bool
operator_item(int i, struct item *item)
{
	return operators[i][0] && plain(item, operators[i][0], operators[i][1]);
}

static const char *const clocks[][2] = {
#define X(constant, name, text) { name, text },
	VCUBE_CLOCKS(X)
#undef X
	{ NULL, NULL }
};

static bool
pattern_item(int i, struct item *item)
{
	return traffic_name(i) && plain(item, traffic_name(i), traffic_text(i));
}

static bool
clock_item(int i, struct item *item)
{
	return clocks[i][0] && plain(item, clocks[i][0], clocks[i][1]);
}

static const char *const ports[][2] = {
#define X(constant, name, text) { name, text },
	VCUBE_PORTMODES(X)
#undef X
	{ NULL, NULL }
};

static bool
ports_item(int i, struct item *item)
{
	return ports[i][0] && plain(item, ports[i][0], ports[i][1]);
}

static bool
profile_item(int i, struct item *item)
{
	char **names = vcube_profile_names();
	struct vcube_error error;
	vcube_profile *profile;
	int count = 0;

	while (names && names[count])
		count++;
	if (i >= count) {
		free(names);
		return false;
	}
	profile = vcube_profile_read(names[i], &error);
	fill(item, text("%s", names[i]), text("%s", names[i]),
	     profile ? text("%s; %s", vcube_profile_title(profile), vcube_profile_source(profile))
		     : text("not to be used: %s", error.text));
	vcube_profile_free(profile);
	free(names);
	return true;
}

static bool
reproduction_item(int i, struct item *item)
{
	return reproductions[i].name && plain(item, reproductions[i].name, reproductions[i].text);
}

static bool
key_item(int i, struct item *item)
{
	if (!vcube_desc_key(i))
		return false;
	return fill(item, text("%s", vcube_desc_key(i)), text("%s", vcube_desc_key(i)),
		    text("%s (%s)", vcube_desc_key_text(i), vcube_desc_key_form(i)));
}

static bool
column_item(int i, struct item *item)
{
	return record_fields[i].name && plain(item, record_fields[i].name, record_fields[i].text);
}

static bool
subject_item(int i, struct item *item)
{
	return subjects[i].name && plain(item, subjects[i].name, subjects[i].text);
}

static bool
subcommand_item(int i, struct item *item)
{
	return commands[i].name && plain(item, commands[i].name, commands[i].text);
}

/* The i-th option that has a name, over all subcommands. */
static const struct argp_option *
option_at(int i, const struct command **command)
{
	for (*command = commands; (*command)->name; ++*command) {
		const struct argp_option *o = (*command)->argp->options;

		for (; o && (o->name || o->key || o->doc || o->group); o++)
			if (o->name && i-- == 0)
				return o;
	}
	return NULL;
}

static bool
option_item(int i, struct item *item)
{
	const struct command *command;
	const struct argp_option *o = option_at(i, &command);

	if (!o)
		return false;
	return fill(item, text("%s --%s", command->name, o->name),
		    text("%s --%s%s%s", command->name, o->name, o->arg ? "=" : "",
			 o->arg ? o->arg : ""),
		    text("%s", o->doc ? o->doc : "the same"));
}

const struct subject subjects[] = {
	{ "algorithms", "COLLECTIVE.ALGORITHM, for vcube run", true, algorithm_item, print_algorithms },
	{ "topologies", "for vcube run -t and vcube topo", true, topology_item, NULL },
	{ "schedules", "for vcube schedule", true, schedule_item, NULL },
	{ "types", "for vcube run --type", true, type_item, NULL },
	{ "operators", "for vcube run --op", true, operator_item, NULL },
	{ "patterns", "for vcube run alltoallv --pattern; m is what --bytes says", true, pattern_item,
	  NULL },
	{ "clocks", "for vcube run --clock", true, clock_item, NULL },
	{ "ports", "for vcube run --ports", true, ports_item, NULL },
	{ "profiles", "for vcube run --profile", true, profile_item, NULL },
	{ "reproductions", "for vcube reproduce", true, reproduction_item, NULL },
	{ "keys", "of machines, for vcube run --set and the variables VCUBE_<KEY>", false,
	  key_item, NULL },
	{ "collectives", "and what they do", false, collective_item, NULL },
	{ "columns", "that vcube run --json and --csv print", false, column_item, NULL },
	{ "subcommands", "of vcube", false, subcommand_item, NULL },
	{ "options", "of the subcommands", false, option_item, NULL },
	{ "subjects", "of vcube list", false, subject_item, NULL },
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

char *
subject_names(const char *subject)
{
	const struct subject *const s = subject_find(subject);
	char *all = text("%s", "");
	struct item item;

	for (int i = 0; s->item(i, &item); i++) {
		char *longer = text("%s%s%s", all, i ? ", " : "", item.name);

		free(all);
		item_free(&item);
		all = longer;
	}
	return all;
}

char *
no_such(const char *what, const char *name, const char *names)
{
	char meant[VCUBE_NEAREST_ROOM];

	return text("no %s '%s'; there are %s%s", what, name, names, vcube_nearest(name, names, meant));
}

void
item_free(struct item *item)
{
	free(item->name);
	free(item->label);
	free(item->text);
}
