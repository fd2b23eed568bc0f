/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CSV by RFC 4180 (lines end in a bare newline): a line of names, then one line per
 * record. Unknown values are empty.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "output/output.h"

static bool with_wall;

static void
print_text(const char *word)
{
	const bool quoted = strpbrk(word, ",\"\n") != NULL;

	if (quoted)
		putchar('"');
	for (; *word; word++) {
		if (*word == '"')
			putchar('"');
		putchar(*word);
	}
	if (quoted)
		putchar('"');
}

static void
print_value(const struct record *record, const struct field *field)
{
	if (!record_has(record, field))
		return;
	switch (field->kind) {
	case FIELD_TEXT:
		print_text(record_text(record, field));
		break;
	case FIELD_CHECK:
		print_text(record_number(record, field) ? "true" : "false");
		break;
	default:
		printf("%" PRId64, record_number(record, field));
	}
}

/* Print the values of a record, or the names if it is NULL. */
static void
print_line(const struct record *record)
{
	for (const struct field *field = record_fields; field->name; field++) {
		if (field->kind == FIELD_HOST && !with_wall)
			continue;
		if (field != record_fields)
			putchar(',');
		if (record)
			print_value(record, field);
		else
			print_text(field->name);
	}
	putchar('\n');
}

static void
begin(const struct vcube_desc *desc, bool wall)
{
	(void)desc;
	with_wall = wall;
	print_line(NULL);
}

static void
end(void)
{
}

const struct output output_csv = { begin, print_line, end };
