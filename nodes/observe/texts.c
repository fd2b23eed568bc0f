/* SPDX-License-Identifier: BSD-2-Clause */
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include "texts.h"

struct text {
	const char *text;       /* follows the struct, in elements of the tree */
	uint32_t number;
};

static int
by_text(const void *a, const void *b)
{
	return strcmp(((const struct text *)a)->text, ((const struct text *)b)->text);
}

static bool
append(struct vc_texts *t, const char *text, size_t bytes)
{
	if (t->room - t->used < bytes) {
		const size_t room = 2 * (t->room + bytes);
		char *larger = realloc(t->bytes, room);

		if (larger == NULL)
			return false;
		t->bytes = larger;
		t->room = room;
	}
	memcpy(t->bytes + t->used, text, bytes);
	t->used += bytes;
	return true;
}

static uint32_t
add(struct vc_texts *t, const char *text)
{
	const size_t bytes = strlen(text) + 1;
	struct text *new = malloc(sizeof *new + bytes);

	if (new == NULL)
		return 0;
	*new = (struct text){memcpy(new + 1, text, bytes), t->count};
	if (!append(t, text, bytes) || tsearch(new, &t->tree, by_text) == NULL) {
		free(new);
		return 0;
	}
	return t->count++;
}

void
vc_texts_init(struct vc_texts *t)
{
	*t = (struct vc_texts){0};
	add(t, "");
	t->refused = t->count == 0;
}

void
vc_texts_free(struct vc_texts *t)
{
	tdestroy(t->tree, free);
	free(t->bytes);
}

uint32_t
vc_texts_number(struct vc_texts *t, const char *text)
{
	const struct text wanted = {.text = text};
	struct text *const *found;
	uint32_t number;

	if (text == NULL || *text == '\0')
		return 0;
	found = tfind(&wanted, &t->tree, by_text);
	if (found != NULL)
		return (*found)->number;
	number = add(t, text);
	t->refused |= number == 0;
	return number;
}
