/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The results of one run, and the forms for programs. CSV is by RFC 4180 (lines end in a bare
 * newline): a line of names, then one line per record, in which unknown values are empty. JSON
 * is one object per line. Both have the fields in the order of RECORD_FIELDS.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <jansson.h>
#include "base/status.h"
#include "base/text.h"
#include "base/utf8.h"
#include "output/record.h"

const struct field record_fields[] = {
#define X(kind, name, heading, text) \
	{ FIELD_##kind, #name, heading, text, offsetof(struct record, name) },
	RECORD_FIELDS(X)
#undef X
	{ 0, NULL, NULL, NULL, 0 }
};

#define NOTHING_TEXT NULL
#define NOTHING_COUNT NONE
#define NOTHING_BYTES NONE
#define NOTHING_PS NONE
#define NOTHING_LOSS NONE
#define NOTHING_LATE NONE
#define NOTHING_SHARE NONE
#define NOTHING_HOST NONE
#define NOTHING_SAMPLES NONE
#define NOTHING_RATE NONE
#define NOTHING_CHECK NONE

struct record
record_empty(void)
{
	return (struct record) {
#define X(kind, name, heading, text) .name = NOTHING_##kind,
		RECORD_FIELDS(X)
#undef X
	};
}

const char *
record_text(const struct record *record, const struct field *field)
{
	return *(const char *const *)((const char *)record + field->offset);
}

int64_t
record_number(const struct record *record, const struct field *field)
{
	return *(const int64_t *)((const char *)record + field->offset);
}

bool
record_has(const struct record *record, const struct field *field)
{
	return field->kind == FIELD_TEXT ? record_text(record, field) != NULL
					 : record_number(record, field) != NONE;
}

bool
record_predicted(const struct record *r)
{
	return strcmp(r->status, "predicted") == 0;
}

bool
record_ran(const struct record *r)
{
	return strcmp(r->status, "ran") == 0 || record_predicted(r);
}

bool
record_skipped(const struct record *r)
{
	return strcmp(r->status, "skipped") == 0;
}

static bool with_wall;

/* Is it not the same on every host? */
static bool
is_of_host(const struct field *field)
{
	return field->kind == FIELD_HOST || field->kind == FIELD_SAMPLES;
}

static void
end(void)
{
}

static void
print_csv_text(const char *word)
{
	if (strpbrk(word, ",\"\n"))
		print_quoted(results(), '"', word);
	else
		fputs(word, results());
}

static void
print_csv_value(const struct record *record, const struct field *field)
{
	if (!record_has(record, field))
		return;
	switch (field->kind) {
	case FIELD_TEXT:
		print_csv_text(record_text(record, field));
		break;
	case FIELD_CHECK:
		print_csv_text(record_number(record, field) ? "true" : "false");
		break;
	default:
		fprintf(results(), "%" PRId64, record_number(record, field));
	}
}

/* Print the values of a record, or the names if it is NULL. */
static void
print_csv(const struct record *record)
{
	for (const struct field *field = record_fields; field->name; field++) {
		if (is_of_host(field) && !with_wall)
			continue;
		if (field != record_fields)
			putc(',', results());
		if (record)
			print_csv_value(record, field);
		else
			print_csv_text(field->name);
	}
	putc('\n', results());
}

static void
begin_csv(const struct vcube_desc *desc, bool wall, bool first)
{
	(void)desc;
	with_wall = wall;
	if (first)
		print_csv(NULL);
}

const struct output output_csv = { begin_csv, print_csv, end };

static void
begin_json(const struct vcube_desc *desc, bool wall, bool first)
{
	(void)desc, (void)first;
	with_wall = wall;
}

static json_t *
json_value(const struct record *record, const struct field *field)
{
	if (!record_has(record, field))
		return json_null();
	switch (field->kind) {
	case FIELD_TEXT:
		return json_string(utf8_text(record_text(record, field)));
	case FIELD_CHECK:
		return json_boolean(record_number(record, field));
	default:
		return json_integer(record_number(record, field));
	}
}

static void
print_json(const struct record *record)
{
	json_t *object = json_object();
	int failed = 0;

	for (const struct field *field = record_fields; field->name; field++)
		if (!is_of_host(field) || with_wall)
			failed |= json_object_set_new(object, field->name, json_value(record, field));
	if (failed)
		die(STATUS_LIMIT, "out of memory");
	/* flush_output() reports write errors. */
	if (json_dumpf(object, results(), JSON_COMPACT) != 0 && !ferror(results()))
		die(STATUS_LIMIT, "out of memory");
	putc('\n', results());
	json_decref(object);
}

const struct output output_json = { begin_json, print_json, end };
