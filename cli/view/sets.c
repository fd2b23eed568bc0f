/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Decides whether a run combined sets of nodes, as vcube run records them: see
 * cli/run/pattern.h, "Mark the data of a case".
 */
#include <string.h>
#include "view/view.h"

/* The most nodes that have a bit each in a number */
enum { MOST = 64 };

static bool
is_event(const struct vcube_event *e, enum vcube_events kind)
{
	return e && e->kind == kind;
}

/* Is it a call whose numbers can be sets, and which is the purpose of the run? */
static bool
combines(const vcube_trace *trace, const struct vcube_event *call, const struct vcube_event *group)
{
	const struct vcube_trace_head *const h = vcube_trace_head(trace);
	const char *const title = vcube_trace_text(trace, h->title);
	const char *const name = vcube_trace_text(trace, call->text);
	const char *const op = is_event(group, VCUBE_EVENT_GROUP) ? vcube_trace_text(trace, group->text) : "";

	return h->nodes <= MOST && (call->detail == VCUBE_INT64 || call->detail == VCUBE_UINT64) &&
	       (strcmp(op, "sum") == 0 || strcmp(op, "bor") == 0) &&
	       strncmp(title, name, strlen(name)) == 0;
}

/* Does each block of the contents begin with the bit of its node? */
static bool
has_own_bits(const vcube_trace *trace, const struct vcube_event *memory, uint64_t block)
{
	const char *const contents = vcube_trace_contents(trace, memory);
	uint64_t bits = 0;
	bool has = memory->number >= sizeof bits;

	for (uint64_t at = 0; has && at + sizeof bits <= memory->number; at += block) {
		memcpy(&bits, contents + at, sizeof bits);
		has = bits == UINT64_C(1) << memory->rank;
	}
	return has;
}

bool
view_sets(const vcube_trace *trace)
{
	const struct vcube_event *e, *call = NULL;
	uint64_t seen = 0;

	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++) {
		if (e->kind == VCUBE_EVENT_CALL && !call) {
			call = e;
			if (call->amount < sizeof seen ||
			    !combines(trace, call, vcube_trace_at(trace, i + 1)))
				return false;
		}
		if (e->kind != VCUBE_EVENT_MEMORY || !call || seen >> e->rank & 1 ||
		    strcmp(vcube_trace_text(trace, e->text), "in") != 0)
			continue;
		if (!has_own_bits(trace, e, call->amount))
			return false;
		seen |= UINT64_C(1) << e->rank;
	}
	return call && seen == UINT64_MAX >> (MOST - vcube_trace_head(trace)->nodes);
}
