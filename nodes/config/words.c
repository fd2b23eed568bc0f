/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses and prints descriptions: words separated by blanks. */
#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "description.h"
#include "keys.h"
#include "profile.h"

/* Replaces each comma or semicolon before a key by a blank. Returns how many. */
static int
separate(char *word)
{
	int count = 0;

	for (char *mark = strpbrk(word, ",;"); mark; mark = strpbrk(mark + 1, ",;")) {
		char *const end = strchr(mark, '=');

		if (!end)
			break;
		*end = '\0';
		if (vc_desc_key_find(mark + 1, NULL)) {
			*mark = ' ';
			count++;
		}
		*end = '=';
	}
	return count;
}

/* Refuses a word, and suggests several words if it seems to hold them. */
static int
refused(int code, char *word, struct vcube_error *error)
{
	char given[61];

	snprintf(given, sizeof given, "%s", word);
	if (code != VCUBE_EHOST && separate(word) > 0)
		return vc_error(error, VCUBE_EINVAL, "'%s' in a description: separate its words by "
				"blanks; did you mean '%.120s'?", given, word);
	return code;
}

/* Sets the key of one word; the first word may be a topology. */
static int
set_word(struct vcube_desc *desc, char *word, int first, struct vcube_error *error)
{
	char *equals = strchr(word, '=');
	int code;

	if (equals) {
		*equals = '\0';
		code = vcube_desc_set(desc, word, equals + 1, error);
		*equals = '=';
		return code == 0 ? 0 : refused(code, word, error);
	}
	if (first)
		return vcube_desc_set(desc, "topology", word, error);
	return vc_error(error, VCUBE_EINVAL, "'%.60s' in a description: it should read key=value "
			"(only the first word, the topology, may stand alone)", word);
}

static int
set_words(struct vcube_desc *desc, const char *text, struct vcube_error *error)
{
	char *const words = strdup(text), *rest;
	int code = 0, first = 1;

	if (!words)
		return vc_error(error, VCUBE_EHOST, "no memory for a description");
	for (char *word = strtok_r(words, " \t\n", &rest); word && code == 0;
	     word = strtok_r(NULL, " \t\n", &rest), first = 0)
		code = set_word(desc, word, first, error);
	free(words);
	return code;
}

int
vcube_desc_parse(struct vcube_desc *desc, const char *text, struct vcube_error *error)
{
	return vc_desc_set_all(desc, text ? text : "", error, set_words);
}

/* Returns the description that printed keys are compared with: the defaults with the
 * profile applied, if its file still exists. Of its texts it owns `links` alone. */
static struct vcube_desc
base_of(const struct vcube_desc *desc)
{
	vcube_profile *const profile = desc->profile ? vcube_profile_read(desc->profile, NULL) : NULL;
	struct vcube_desc base = vc_desc_defaults;

	vc_profile_apply(&base, profile);
	base.profile = profile ? desc->profile : NULL;
	vcube_profile_free(profile);
	return base;
}

static int
differs(const struct vc_desc_key *key, const struct vcube_desc *base, const char *value)
{
	char room[VC_UNITS_ROOM];

	if (key->offset == offsetof(struct vcube_desc, profile))
		return base->profile != NULL;
	return strcmp(value, vc_desc_key_print(key, base, room)) != 0;
}

struct text {
	char *buffer;
	size_t size, length;
};

static void
append(struct text *text, const char *string)
{
	for (; *string; string++, text->length++)
		if (text->length + 1 < text->size)
			text->buffer[text->length] = *string;
}

int
vcube_desc_print(const struct vcube_desc *desc, char *buffer, size_t size)
{
	const struct vcube_desc base = base_of(desc);
	struct text text = { buffer, size, 0 };
	char room[VC_UNITS_ROOM];

	append(&text, desc->topology ? desc->topology : vc_desc_defaults.topology);
	for (int i = 0; i < vc_desc_keys_count; i++) {
		const struct vc_desc_key *key = &vc_desc_keys[i];
		const char *value = vc_desc_key_print(key, desc, room);

		if (key->offset == offsetof(struct vcube_desc, topology) || !differs(key, &base, value))
			continue;
		append(&text, " ");
		append(&text, key->name);
		append(&text, "=");
		append(&text, value);
	}
	if (size > 0)
		buffer[text.length < size ? text.length : size - 1] = '\0';
	free(base.links);
	return (int)text.length;
}
