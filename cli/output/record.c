/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The results of one run.
 */
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
