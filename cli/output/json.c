/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * JSON: one object per line, with keys in the order of RECORD_FIELDS.
 */
#include <stdio.h>
#include <jansson.h>
#include "base/status.h"
#include "output/output.h"

static bool with_wall;

static void
begin(const struct vcube_desc *desc, bool wall)
{
	(void)desc;
	with_wall = wall;
}

static json_t *
value(const struct record *record, const struct field *field)
{
	if (!record_has(record, field))
		return json_null();
	switch (field->kind) {
	case FIELD_TEXT:
		return json_string(record_text(record, field));
	case FIELD_CHECK:
		return json_boolean(record_number(record, field));
	default:
		return json_integer(record_number(record, field));
	}
}

static void
print_record(const struct record *record)
{
	json_t *object = json_object();
	int failed = 0;

	for (const struct field *field = record_fields; field->name; field++)
		if (field->kind != FIELD_HOST || with_wall)
			failed |= json_object_set_new(object, field->name, value(record, field));
	if (failed)
		die(STATUS_LIMIT, "out of memory");
	/* flush_output() reports write errors. */
	json_dumpf(object, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(object);
}

static void
end(void)
{
}

const struct output output_json = { begin, print_record, end };
