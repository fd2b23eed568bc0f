/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Descriptions of machines. Whatever sets several fields works on a copy, so
 * that a description is never left half changed.
 */
#include <stdlib.h>
#include <string.h>
#include "lib/error.h"
#include "nodes/machine/desc.h"
#include "nodes/machine/desc_keys.h"
#include "nodes/network/profile.h"

#define COST(name, value, unit, text) .name = value,
static const struct vcube_desc defaults = {
	.topology = "hypercube:3",
	.mapping  = "binary",
	.clock    = VCUBE_CLOCK_FREE,
	.ports    = VCUBE_PORTS_ONE,
	.routing  = VCUBE_ROUTING_ANY,
	.heap     = (size_t)16 << 20,
	.stack    = (size_t)256 << 10,
	.capacity = SIZE_MAX,
	.width    = 1,
	.channels = 1,
	.granule  = 1,
	.seed     = 1,
	.pin      = 1,
	.cost     = { VCUBE_COSTS(COST) },
};
#undef COST

void
vcube_desc_init(struct vcube_desc *desc)
{
	*desc = defaults;
	desc->topology = strdup(defaults.topology);
	desc->mapping = strdup(defaults.mapping);
}

void
vcube_desc_clear(struct vcube_desc *desc)
{
	free(desc->topology);
	free(desc->mapping);
	free(desc->profile);
	free(desc->links);
	free(desc->changes);
	free(desc->crash);
	desc->topology = desc->mapping = desc->profile = NULL;
	desc->links = desc->changes = desc->crash = NULL;
}

/* Are there texts? vcube_desc_init() cannot say that there was no memory. */
static int
check_texts(const struct vcube_desc *desc, struct vcube_error *error)
{
	if (desc->topology && desc->mapping)
		return 0;
	return vc_error(error, VCUBE_EHOST, "the description has no %s: vcube_desc_init() was not "
			"called, or the host refused it memory",
			desc->topology ? "mapping" : "topology");
}

int
vc_desc_copy(struct vcube_desc *copy, const struct vcube_desc *desc, struct vcube_error *error)
{
	struct vcube_desc made = *desc;

	if (check_texts(desc, error) != 0)
		return VCUBE_EHOST;
	made.topology = strdup(desc->topology);
	made.mapping = strdup(desc->mapping);
	made.profile = desc->profile ? strdup(desc->profile) : NULL;
	made.links = desc->links ? strdup(desc->links) : NULL;
	made.changes = desc->changes ? strdup(desc->changes) : NULL;
	made.crash = desc->crash ? strdup(desc->crash) : NULL;
	if (!made.topology || !made.mapping || (desc->profile && !made.profile) ||
	    (desc->links && !made.links) || (desc->changes && !made.changes) ||
	    (desc->crash && !made.crash)) {
		vcube_desc_clear(&made);
		return vc_error(error, VCUBE_EHOST, "no memory for a description");
	}
	*copy = made;
	return 0;
}

int
vcube_desc_set(struct vcube_desc *desc, const char *name, const char *value,
	       struct vcube_error *error)
{
	const struct vc_desc_key *key = vc_desc_key_find(name ? name : "", error);

	return key ? key->parse(key, value ? value : "", vc_desc_field(key, desc), error)
		   : VCUBE_EUNKNOWN;
}

/* Puts a blank before each key of a word, where that has another mark. How many? */
static int
part(char *word)
{
	int parted = 0;

	for (char *mark = strpbrk(word, ",;"); mark; mark = strpbrk(mark + 1, ",;")) {
		char *const end = strchr(mark, '=');

		if (!end)
			break;
		*end = '\0';
		if (vc_desc_key_find(mark + 1, NULL)) {
			*mark = ' ';
			parted++;
		}
		*end = '=';
	}
	return parted;
}

/* A refusal of a word says what was meant, if that was several. */
static int
refused(int code, char *word, struct vcube_error *error)
{
	char given[61];

	snprintf(given, sizeof given, "%s", word);
	if (code != VCUBE_EHOST && part(word) > 0)
		return vc_error(error, VCUBE_EINVAL, "'%s' in a description: its words have blanks "
				"between them; did you mean '%.120s'?", given, word);
	return code;
}

/* One word of a description's text. */
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
			"(the topology alone stands by itself, as the first word)", word);
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
vc_desc_set_all(struct vcube_desc *desc, const char *text, struct vcube_error *error,
	int (*set)(struct vcube_desc *desc, const char *text, struct vcube_error *error))
{
	struct vcube_desc copy;
	int code = vc_desc_copy(&copy, desc, error);

	if (code != 0)
		return code;
	code = set(&copy, text, error);
	if (code != 0) {
		vcube_desc_clear(&copy);
		return code;
	}
	vcube_desc_clear(desc);
	*desc = copy;
	return 0;
}

int
vcube_desc_parse(struct vcube_desc *desc, const char *text, struct vcube_error *error)
{
	return vc_desc_set_all(desc, text ? text : "", error, set_words);
}

/* What the words before those of a key make of the defaults: the profile, if its
 * file is still there, else nothing. Its texts are not its own, but for `links`. */
static struct vcube_desc
base_of(const struct vcube_desc *desc)
{
	vcube_profile *const profile = desc->profile ? vcube_profile_read(desc->profile, NULL) : NULL;
	struct vcube_desc base = defaults;

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

	append(&text, desc->topology ? desc->topology : defaults.topology);
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

/* What is permitted is what parses: a field holds nothing else if what prints
 * it parses again. A profile is what it has set; its file may be gone. */
static int
check_fields(const struct vcube_desc *desc, struct vcube_desc *scratch, struct vcube_error *error)
{
	char room[VC_UNITS_ROOM];
	int code = 0;

	for (int i = 0; i < vc_desc_keys_count && code == 0; i++)
		if (vc_desc_keys[i].offset != offsetof(struct vcube_desc, profile))
			code = vcube_desc_set(scratch, vc_desc_keys[i].name,
					      vc_desc_key_print(&vc_desc_keys[i], desc, room), error);
	return code;
}

int
vc_desc_check(const struct vcube_desc *desc, struct vcube_error *error)
{
	struct vcube_desc scratch = { .topology = NULL };
	int code = check_texts(desc, error);

	if (code == 0)
		code = check_fields(desc, &scratch, error);
	vcube_desc_clear(&scratch);
	if (code == 0 && desc->clock == VCUBE_CLOCK_WALL && desc->fuzz != 0)
		return vc_error(error, VCUBE_EINVAL, "fuzz runs one node at a time, which takes no "
				"real time: clock=wall needs fuzz=0");
	return code;
}

static const struct vc_desc_key *
key_at(int i)
{
	static const struct vc_desc_key past_the_end;

	return i >= 0 && i < vc_desc_keys_count ? &vc_desc_keys[i] : &past_the_end;
}

const char *
vcube_desc_key(int i)
{
	return key_at(i)->name;
}

const char *
vcube_desc_key_form(int i)
{
	return key_at(i)->form;
}

const char *
vcube_desc_key_text(int i)
{
	return key_at(i)->text;
}

struct vcube_cost
vc_desc_cost(const struct vcube_desc *desc)
{
	struct vcube_cost k = desc->cost;

	if (k.exchange_startup < 0)
		k.exchange_startup = k.startup;
	if (k.exchange_all_startup < 0)
		k.exchange_all_startup = k.startup;
	return k;
}
