/* SPDX-License-Identifier: BSD-2-Clause */
/* Events as rows of numbers. */
#include <string.h>
#include "base/text.h"
#include "view/rows.h"

/* The most characters of a number, with those before and behind it */
enum { MOST_DIGITS = 19, LONGEST = MOST_DIGITS + 3 };
/* The least room for numbers of a row */
enum { LEAST = 256 };

_Static_assert((int)VCUBE_EVENTS_COUNT <= (int)ROW_KINDS, "a kind has five bits");

static void
flush(struct rows *rows)
{
	fwrite(rows->text, 1, rows->used, rows->out);
	rows->used = 0;
}

static int
digits_of(uint64_t number)
{
	int count = 1;

	for (uint64_t ten = 10; number >= ten && count < MOST_DIGITS; ten *= 10)
		count++;
	return count;
}

static void
put(struct rows *rows, char before, int64_t number)
{
	uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
	char *at;

	if (rows->used + LONGEST > sizeof rows->text)
		flush(rows);
	at = rows->text + rows->used;
	*at++ = before;
	if (number < 0)
		*at++ = '-';
	at += digits_of(rest);
	rows->used = (size_t)(at - rows->text);
	do
		*--at = (char)('0' + rest % 10);
	while (rest /= 10);
}

void
rows_begin(struct rows *rows, FILE *out, const char *name)
{
	*rows = (struct rows) { .out = out };
	fprintf(out, "\"%s\":", name);
}

void
rows_add(struct rows *rows, int64_t number)
{
	if (rows->count == rows->room) {
		rows->room = rows->room ? 2 * rows->room : LEAST;
		rows->more = grow(rows->more, rows->room, sizeof *rows->more);
	}
	rows->more[rows->count++] = number;
}

void
rows_write(struct rows *rows, const struct vcube_event *e)
{
	const int64_t fields[ROW_FIELDS] = { e->time, e->span, e->rank, e->peer, e->number,
					     (int64_t)e->amount, e->text, e->detail };
	int64_t *const last = rows->last[e->kind];
	unsigned changed = 0;

	for (int i = 0; i < ROW_FIELDS; i++)
		changed |= (unsigned)(fields[i] != last[i]) << i;
	if (rows->begun)
		rows->text[rows->used++] = ',';
	put(rows, rows->begun ? '\n' : '[', e->kind + ROW_KINDS * (changed + ((int64_t)rows->count << ROW_FIELDS)));
	for (int i = 0; i < ROW_FIELDS; i++)
		if (changed >> i & 1)
			put(rows, ',', last[i] = fields[i]);
	for (size_t i = 0; i < rows->count; i++)
		put(rows, ',', rows->more[i]);
	rows->count = 0;
	rows->begun = true;
}

void
rows_end(struct rows *rows)
{
	flush(rows);
	fputs(rows->begun ? "]" : "[]", rows->out);
	discard(rows->more);
}
