/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Summarizes a trace: what ran, events by kind, and how nodes spent their time.
 */
#include <inttypes.h>
#include "base/units.h"
#include "trace/export.h"

/* Sums over all nodes */
struct sums {
	uint64_t events[VCUBE_EVENTS_COUNT], bytes;
	vcube_time spans[VCUBE_EVENTS_COUNT];
};

static void
add_up(const vcube_trace *trace, struct sums *s)
{
	const struct vcube_event *e;

	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++) {
		s->events[e->kind]++;
		if (e->kind == VCUBE_EVENT_SEND)
			s->bytes += e->amount;
		else if (e->kind != VCUBE_EVENT_CALL && e->kind != VCUBE_EVENT_START &&
			 e->kind != VCUBE_EVENT_MEMORY)
			s->spans[e->kind] = sum_of_times(s->spans[e->kind], e->span);
	}
}

static void
print_head(const vcube_trace *trace, FILE *out)
{
	const struct vcube_trace_head *h = vcube_trace_head(trace);

	if (*vcube_trace_text(trace, h->title))
		fprintf(out, "run       %s\n", vcube_trace_text(trace, h->title));
	fprintf(out, "machine   %s\n", vcube_trace_text(trace, h->machine));
	fprintf(out, "nodes     %u", h->nodes);
	if (h->recorded < h->nodes)
		fprintf(out, ", of which the trace has %u to %u", h->first, h->first + h->recorded - 1);
	fputc('\n', out);
	fprintf(out, "time      %s, by %s\n", time_exact(h->time),
		h->clock == VCUBE_CLOCK_VIRTUAL ? "the virtual clock" : "the clock of the host");
	fprintf(out, "ended     %s\n", h->code ? vcube_trace_text(trace, h->error) : "well");
	fprintf(out, "events    %" PRIu64 "\n", h->events);
	if (h->lost > 0)
		fprintf(out, "lost      %" PRIu64 ", beyond the limit of a node\n",
			h->lost);
}

void
export_info(const vcube_trace *trace, FILE *out)
{
	struct sums s = { .bytes = 0 };

	add_up(trace, &s);
	print_head(trace, out);
	fprintf(out, "\nevent       number  time of all nodes\n");
	for (int kind = 0; kind < VCUBE_EVENTS_COUNT; kind++)
		if (s.events[kind] > 0)
			fprintf(out, s.spans[kind] > 0 ? "%-8s %9" PRIu64 "  %17s\n" : "%-8s %9" PRIu64 "\n",
				vcube_event_name(kind), s.events[kind], time_exact(s.spans[kind]));
	fprintf(out, "\nsent      %" PRIu64 " bytes\n", s.bytes);
}
