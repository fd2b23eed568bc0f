/* SPDX-License-Identifier: BSD-2-Clause */
/* Descriptions, in tests. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "descriptions.h"

void
assert_same(const struct vcube_desc *a, const struct vcube_desc *b)
{
	assert_string_equal(a->topology, b->topology);
	assert_string_equal(a->mapping, b->mapping);
	assert_string_equal(a->profile ? a->profile : "none", b->profile ? b->profile : "none");
	assert_int_equal(a->clock, b->clock);
	assert_int_equal(a->ports, b->ports);
	assert_int_equal(a->routing, b->routing);
	assert_int_equal(a->switching, b->switching);
	assert_int_equal(a->duplex, b->duplex);
	assert_int_equal(a->width, b->width);
	assert_int_equal(a->channels, b->channels);
	assert_int_equal(a->granule, b->granule);
	assert_string_equal(a->links ? a->links : "none", b->links ? b->links : "none");
	assert_string_equal(a->changes ? a->changes : "none", b->changes ? b->changes : "none");
	assert_int_equal(a->account, b->account);
	assert_int_equal(a->heap, b->heap);
	assert_int_equal(a->stack, b->stack);
	assert_int_equal(a->capacity, b->capacity);
	assert_int_equal(a->seed, b->seed);
	assert_int_equal(a->drop, b->drop);
	assert_int_equal(a->duplicate, b->duplicate);
	assert_int_equal(a->corrupt, b->corrupt);
	assert_int_equal(a->jitter, b->jitter);
	assert_string_equal(a->crash ? a->crash : "none", b->crash ? b->crash : "none");
	assert_int_equal(a->threads, b->threads);
	assert_int_equal(a->fuzz, b->fuzz);
	assert_int_equal(a->strict, b->strict);
	assert_int_equal(a->digest, b->digest);
	assert_int_equal(a->pin, b->pin);
	assert_int_equal(a->priority, b->priority);
	assert_string_equal(a->transport ? a->transport : "none",
			    b->transport ? b->transport : "none");
	assert_int_equal(a->spread, b->spread);
	assert_int_equal(a->limit, b->limit);
#define X(name, value, unit, text) assert_int_equal(a->cost.name, b->cost.name);
	VCUBE_COSTS(X)
#undef X
}

void
assert_prints(const struct vcube_desc *desc, const char *text)
{
	char buffer[4000];

	assert_int_equal(vcube_desc_print(desc, buffer, sizeof buffer), strlen(text));
	assert_string_equal(buffer, text);
}

void
parse_desc(struct vcube_desc *desc, const char *text)
{
	struct vcube_error error = { 0 };

	if (vcube_desc_parse(desc, text, &error) != 0)
		fail_msg("%s: %s", text, error.text);
}

struct vcube_desc
described(const char *text)
{
	struct vcube_desc desc;

	vcube_desc_init(&desc);
	parse_desc(&desc, text);
	return desc;
}

void
set_key(struct vcube_desc *desc, const char *key, const char *value)
{
	struct vcube_error error = { 0 };

	if (vcube_desc_set(desc, key, value, &error) != 0)
		fail_msg("%s=%s: %s", key, value, error.text);
}

void
clean_environment(void)
{
	for (char **variable = environ; *variable;) {
		char name[100];

		snprintf(name, sizeof name, "%.*s", (int)strcspn(*variable, "="), *variable);
		if (strncmp(name, "VCUBE_", 6) == 0) {
			unsetenv(name);
			variable = environ;
		} else {
			variable++;
		}
	}
}
