/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a trace as CSV by RFC 4180 (lines end in a bare newline): a line of names, then
 * one line per event.
 */
#include <inttypes.h>
#include "trace/export.h"

static void
print_quoted(const char *word, FILE *out)
{
	putc('"', out);
	for (; *word; word++) {
		if (*word == '"')
			putc('"', out);
		putc(*word, out);
	}
	putc('"', out);
}

void
export_csv(const vcube_trace *trace, FILE *out)
{
	const struct vcube_event *e;

	fputs("time_ps,node,event,span,peer,number,amount,detail,text\n", out);
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++) {
		fprintf(out, "%" PRId64 ",%u,%s,%" PRId64 ",%" PRId32 ",%" PRIu32 ",%" PRIu64 ",%u,",
			e->time, e->rank, vcube_event_name(e->kind), e->span, e->peer, e->number,
			e->amount, e->detail);
		if (e->text != 0)
			print_quoted(vcube_trace_text(trace, e->text), out);
		putc('\n', out);
	}
}
