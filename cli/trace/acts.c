/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/status.h"
#include "base/text.h"
#include "trace/acts.h"

/* A message to oneself takes no time; one that a fault lost is received by nobody. */
static bool
is_act(const struct vcube_event *e)
{
	const bool is_message = e->kind == VCUBE_EVENT_SEND || e->kind == VCUBE_EVENT_SENT ||
				(e->kind == VCUBE_EVENT_GOT && e->detail == 0);

	return e->kind == VCUBE_EVENT_WORK ||
	       (is_message && e->peer != e->rank && e->number <= INT32_MAX);
}

struct acts
acts_open(const vcube_trace *trace)
{
	const struct vcube_trace_head *h = vcube_trace_head(trace);
	struct acts a = { .trace = trace };
	const struct vcube_event *e;
	size_t *next;

	if (h->recorded < h->nodes)
		die(STATUS_USAGE, "simulators need all nodes of a run, and this trace has nodes %u to %u "
		    "of %u", h->first, h->first + h->recorded - 1, h->nodes);
	if (h->code != 0 || h->lost > 0)
		die(STATUS_USAGE, "simulators need all of a run, and this one %s",
		    h->code != 0 ? "failed" : "has lost events; record fewer");
	a.first = grow(NULL, h->nodes + (size_t)2, sizeof *a.first);
	next = a.first + 1;
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++)
		if (is_act(e))
			next[e->rank + 1]++;
	for (uint32_t node = 0; node < h->nodes; node++)
		next[node + 1] += next[node];
	a.event = grow(NULL, next[h->nodes], sizeof *a.event);
	/* now next[node] is where the node's next act goes, and in the end where they end */
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++)
		if (is_act(e))
			a.event[next[e->rank]++] = i;
	return a;
}

void
acts_close(struct acts *a)
{
	discard(a->event);
	discard(a->first);
}

const struct vcube_event *
acts_at(const struct acts *a, int node, size_t i)
{
	return a->first[node] + i < a->first[node + 1]
		? vcube_trace_at(a->trace, a->event[a->first[node] + i]) : NULL;
}
