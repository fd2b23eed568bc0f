/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sums up a trace that is too large to show event by event: nodes become groups of
 * consecutive ranks, time becomes equal parts, and events become how much each group sent
 * to each, and how long it waited, in each part.
 */
#include <inttypes.h>
#include "base/text.h"
#include "view/view.h"

struct view_startups
view_startups(const vcube_trace *trace)
{
	const struct vcube_trace_head *head = vcube_trace_head(trace);
	struct view_startups s = { .last = grow(NULL, head->nodes, sizeof *s.last) };
	struct vcube_desc desc;

	vcube_desc_init(&desc);
	s.together = head->clock != VCUBE_CLOCK_FREE &&
		      vcube_desc_parse(&desc, vcube_trace_text(trace, head->machine), NULL) == 0 &&
		      desc.ports == VCUBE_PORTS_ALL;
	vcube_desc_clear(&desc);
	for (uint32_t i = 0; i < head->nodes; i++)
		s.last[i] = -1;
	return s;
}

bool
view_has_startup(struct view_startups *s, const struct vcube_event *send)
{
	const vcube_time start = send->time + send->span, last = s->last[send->rank];

	s->last[send->rank] = start;
	return send->detail == 0 && !(s->together && start == last);
}

struct sum {
	uint64_t messages, startups, bytes, hops;
};

struct sums {
	const vcube_topology *topology;
	const int *position;
	int groups;
	uint32_t nodes;
	struct sum *sent;       /* from each group to each */
	int64_t *waited;        /* by group */
	struct view_startups startups;
	bool hops;              /* the trace has the links that messages crossed */
	int written;
};

static int
group_of(const struct sums *s, int64_t rank)
{
	return (int)(rank * s->groups / s->nodes);
}

static void
add(struct sums *s, const struct vcube_event *e)
{
	const int group = group_of(s, e->rank);
	struct sum *sum;

	switch (e->kind) {
	case VCUBE_EVENT_GOT:
	case VCUBE_EVENT_SENT:
	case VCUBE_EVENT_ALIGN:
		s->waited[group] += e->span;
		return;
	case VCUBE_EVENT_SEND:
		sum = &s->sent[group * s->groups + group_of(s, e->peer)];
		sum->messages++;
		sum->startups += view_has_startup(&s->startups, e);
		sum->bytes += e->amount;
		if (!s->hops)
			sum->hops += (uint64_t)vcube_topology_distance(
				s->topology, s->position[e->rank], s->position[e->peer]);
		return;
	case VCUBE_EVENT_HOP:
		s->sent[group * s->groups + group_of(s, e->peer)].hops++;
		return;
	}
}

/* Write a sum as an event (see write_event()). A sum of messages has their hops as its span,
 * and their start-ups at the end; a sum of hops has nothing else. */
static void
write_sum(FILE *out, struct sums *s, int kind, vcube_time time, uint64_t span, int from, int to,
	  const struct sum *sum)
{
	fprintf(out, "%s[%d,%" PRId64 ",%" PRIu64 ",%d,%d,%" PRIu64 ",%" PRIu64 ",0,0,%" PRIu64 "]",
		s->written++ ? ",\n" : "", kind, (int64_t)time, span, from, to, sum->messages,
		sum->bytes, sum->startups);
}

static void
flush(FILE *out, struct sums *s, vcube_time time)
{
	for (int i = 0; i < s->groups * s->groups; i++) {
		struct sum *const sum = &s->sent[i];

		if (sum->messages || sum->hops)
			write_sum(out, s, sum->messages ? VCUBE_EVENT_SEND : VCUBE_EVENT_HOP, time,
				  sum->hops, i / s->groups, i % s->groups, sum);
		*sum = (struct sum) { 0 };
	}
	for (int i = 0; i < s->groups; i++) {
		if (s->waited[i])
			write_sum(out, s, VCUBE_EVENT_ALIGN, time, (uint64_t)s->waited[i], i, -1,
				  &(struct sum){ 0 });
		s->waited[i] = 0;
	}
}

void
view_write_sums(FILE *out, vcube_trace *trace, const vcube_topology *t, const int *position,
		int groups)
{
	const struct vcube_trace_head *head = vcube_trace_head(trace);
	const vcube_time part = head->time / VIEW_BINS + 1;
	struct sums s = {
		.topology = t, .position = position, .groups = groups, .nodes = head->nodes,
		.sent = grow(NULL, (size_t)groups * (size_t)groups, sizeof *s.sent),
		.waited = grow(NULL, (size_t)groups, sizeof *s.waited),
		.startups = view_startups(trace),
	};
	const struct vcube_event *e;
	vcube_time end = part;

	for (uint64_t i = 0; !s.hops && (e = vcube_trace_at(trace, i)) != NULL; i++)
		s.hops = e->kind == VCUBE_EVENT_HOP;
	fprintf(out, "\"groups\":%d,\"events\":[", groups);
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++) {
		for (; e->time >= end; end += part)
			flush(out, &s, end - part);
		add(&s, e);
	}
	flush(out, &s, end - part);
	fputs("]}\n", out);
}
