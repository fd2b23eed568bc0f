/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The menus of the lab's page, with the sentence of the manual on each item.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <vcube/authoring.h>
#include "base/text.h"
#include "base/utf8.h"
#include "lab/menu.h"
#include "lab/request.h"
#include "list/subjects.h"

/* The items of a subject of `vcube list`. */
static json_t *
items_of(const char *name)
{
	const struct subject *subject = subject_find(name);
	json_t *all = json_array();
	struct item item;

	for (int i = 0; subject_item(subject, i, &item); i++)
		json_array_append_new(all, json_pack("{s:s, s:s, s:s}", "name", item.name, "label",
						     item.label, "text", item.text));
	return all;
}

static json_t *
algorithms(void)
{
	json_t *all = json_array();
	const struct vcube_algorithm *a;

	for (int i = 0; (a = vcube_algorithm_at(i)); i++)
		json_array_append_new(all, json_pack("{s:s, s:s, s:s, s:s, s:s}", "collective",
						     vcube_collective_name(a->collective), "name", a->name,
						     "text", a->text, "formula", a->formula, "paper",
						     a->paper));
	return all;
}

static json_t *
collectives(void)
{
	json_t *all = json_array();

	for (int i = 0; vcube_collective_name(i); i++) {
		const unsigned traits = vcube_collective_shape(i)->traits;

		json_array_append_new(all, json_pack("{s:s, s:s, s:s, s:b, s:b, s:b}", "name",
			vcube_collective_name(i), "label", vcube_collective_paper(i), "text",
			vcube_collective_text(i), "combines", (traits & VCUBE_COMBINES) != 0, "rooted",
			(traits & VCUBE_ROOTED) != 0, "blocks",
			vcube_collective_shape(i)->out != VCUBE_BLOCKS_NONE));
	}
	return all;
}

/* All but those that read a file. */
static json_t *
topologies(void)
{
	json_t *all = json_array();

	for (int i = 0; vcube_kind_name(i); i++) {
		json_t *examples = json_array();

		for (int k = 0; vcube_kind_example(i, k); k++)
			json_array_append_new(examples, json_string(vcube_kind_example(i, k)));
		if (strcmp(vcube_kind_name(i), "graph") == 0)
			json_decref(examples);
		else
			json_array_append_new(all, json_pack("{s:s, s:s, s:s, s:o}", "name",
				vcube_kind_name(i), "label", vcube_kind_form(i), "text",
				vcube_kind_text(i), "examples", examples));
	}
	return all;
}

static bool
is_offered(const char *key)
{
	for (int i = 0; request_keys[i]; i++)
		if (strcmp(request_keys[i], key) == 0)
			return true;
	return false;
}

static json_t *
keys(void)
{
	json_t *all = json_array();

	for (int i = 0; vcube_desc_key(i); i++)
		if (is_offered(vcube_desc_key(i)))
			json_array_append_new(all, json_pack("{s:s, s:s, s:s}", "name", vcube_desc_key(i),
				"form", vcube_desc_key_form(i), "text", vcube_desc_key_text(i)));
	return all;
}

/* What files of --load have, as words. */
static json_t *
own(const char *words)
{
	json_t *all = json_array();
	char *rest = words ? text("%s", words) : NULL, *word;

	while (rest && (word = strsep(&rest, ",")))
		json_array_append_new(all, json_string(word));
	return all;
}

static json_t *
paths(char *const *files, int count)
{
	json_t *all = json_array();

	for (int i = 0; i < count; i++)
		json_array_append_new(all, json_string(utf8_text(files[i])));
	return all;
}

void
menu_write(FILE *out, const char *loaded, char *const *files, int file_count)
{
	json_t *menu = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:i, s:i}",
				 "own", own(loaded), "files", paths(files, file_count),
				 "collectives", collectives(), "algorithms", algorithms(),
				 "topologies", topologies(), "keys", keys(),
				 "profiles", items_of("profiles"), "operators", items_of("operators"),
				 "nodes", NODES_MOST, "bytes", BLOCK_MOST);
	char *written = json_dumps(menu, JSON_COMPACT);

	fprintf(out, "%s\n", written);
	free(written);
	json_decref(menu);
}
