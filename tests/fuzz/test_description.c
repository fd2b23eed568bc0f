/* SPDX-License-Identifier: BSD-2-Clause */
/* Any text is refused as a description, with a sentence, or survives printing and parsing;
 * then its topology and its mapping are refused or hold together. */
#include <stdlib.h>
#include <string.h>
#include <vcube/authoring.h>
#include "fuzz.h"

static char *
print(const struct vcube_desc *desc)
{
	const int length = vcube_desc_print(desc, NULL, 0);
	char *const text = malloc((size_t)length + 1);

	MUST(length >= 0 && text != NULL);
	MUST(vcube_desc_print(desc, text, (size_t)length + 1) == length);
	return text;
}

static void
try_mapping(const struct vcube_desc *desc, const vcube_topology *t)
{
	const int nodes = vcube_topology_nodes(t);
	int *const position = malloc((size_t)nodes * sizeof *position);

	MUST(position != NULL);
	if (vcube_mapping_parse(desc->mapping, t, position, NULL) == 0)
		for (int i = 0; i < nodes; i++)
			MUST(position[i] >= 0 && position[i] < nodes);
	free(position);
}

static void
try_topology(const struct vcube_desc *desc)
{
	struct vcube_error error = { 0 };
	vcube_topology *const t = vcube_topology_parse(desc->topology, &error);

	if (t == NULL) {
		MUST(error.code != 0 && *error.text);
		return;
	}
	try_mapping(desc, t);
	vcube_topology_free(t);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *const text = input_text(data, size);
	struct vcube_desc desc;
	struct vcube_error error = { 0 };

	vcube_desc_init(&desc);
	if (vcube_desc_parse(&desc, text, &error) != 0) {
		MUST(error.code != 0 && *error.text);
	} else {
		struct vcube_desc again;
		char *const first = print(&desc);
		char *second;

		vcube_desc_init(&again);
		MUST(vcube_desc_parse(&again, first, NULL) == 0);
		second = print(&again);
		MUST(strcmp(first, second) == 0);
		free(first);
		free(second);
		vcube_desc_clear(&again);
		try_topology(&desc);
	}
	vcube_desc_clear(&desc);
	free(text);
	return 0;
}
