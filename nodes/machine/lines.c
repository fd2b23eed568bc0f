/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines of addresses. addr2line is asked once for all in a row that lie in one file. */
#include <string.h>
#include "addr2line.h"
#include "lines.h"

void
vc_lines_who(FILE *out, int rank)
{
	if (rank >= 0)
		fprintf(out, "node %d", rank);
	else
		fputs("a thread that runs no node", out);
}

static void
keep_line(void *buffer, int place, const char *function, const char *line)
{
	(void)place, (void)function;
	if (line != NULL)
		snprintf(buffer, VC_LINE_ROOM, " at %s", line);
}

const char *
vc_lines_at(const void *returns_to, char buffer[VC_LINE_ROOM])
{
	const struct vc_code code = vc_code_of(returns_to);

	buffer[0] = '\0';
	if (code.file != NULL)
		vc_addr2line(code.file, &code.at, 1, keep_line, buffer);
	return buffer;
}

struct row {
	FILE *out;
	int rank, count;
	struct vc_code code[VC_LINES_AT_ONCE];
};

static void
write_symbol(const struct row *r, int i)
{
	if (r->code[i].symbol == NULL)
		return;
	vc_lines_who(r->out, r->rank);
	fprintf(r->out, " in %s\n", r->code[i].symbol);
}

static void
write_line(void *arg, int i, const char *function, const char *line)
{
	const struct row *const r = arg;

	if (line == NULL) {
		write_symbol(r, i);
		return;
	}
	vc_lines_who(r->out, r->rank);
	fprintf(r->out, " in %s at %s\n", function, line);
}

/* Writes the lines of a row, and empties it. */
static void
write_row(struct row *r)
{
	uintptr_t at[VC_LINES_AT_ONCE];
	int done = 0;

	for (int i = 0; i < r->count; i++)
		at[i] = r->code[i].at;
	if (r->count > 0)
		done = vc_addr2line(r->code[0].file, at, r->count, write_line, r);
	for (; done < r->count; done++)
		write_symbol(r, done);
	r->count = 0;
}

void
vc_lines_write(FILE *out, int rank, void *const *frames, int count)
{
	struct row r = {.out = out, .rank = rank, .count = 0};

	for (int i = 0; i < count; i++) {
		const struct vc_code code = vc_code_of(frames[i]);

		if (r.count == VC_LINES_AT_ONCE || code.file == NULL ||
		    (r.count > 0 && strcmp(code.file, r.code[0].file) != 0))
			write_row(&r);
		if (code.file != NULL)
			r.code[r.count++] = code;
	}
	write_row(&r);
}
