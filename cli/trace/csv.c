/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a trace as comma-separated values.
 */
#include <inttypes.h>
#include "base/text.h"
#include "trace/export.h"

/* Write CSV by RFC 4180 (lines end in a bare newline): a line of names, then one line per
 * event. */
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
			print_quoted(out, '"', vcube_trace_text(trace, e->text));
		putc('\n', out);
	}
}
