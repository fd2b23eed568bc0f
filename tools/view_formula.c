/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The formula of a call that a trace has, and its time on the machine of the trace.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tool.h"
#include "view.h"

/* The algorithm of a call, "allgather.ring", with its options' values. */
static const struct vcube_algorithm *
algorithm_of(const char *name, struct vcube_setting *set)
{
	const char *dot = strchr(name, '.');
	const struct vcube_algorithm *found = NULL;
	int collective;
	char *first;

	if (!dot)
		return NULL;
	first = text("%.*s", (int)(dot - name), name);
	collective = vcube_collective_parse(first, NULL);
	if (collective >= 0)
		found = vcube_algorithm_parse(collective, dot + 1, set, NULL);
	free(first);
	return found;
}

void
view_formula(FILE *out, const vcube_trace *trace, const struct vcube_event *call)
{
	const struct vcube_trace_head *head = vcube_trace_head(trace);
	struct vcube_setting set[VCUBE_OPTIONS_MAX] = { { 0 } };
	const struct vcube_algorithm *a;
	struct vcube_desc desc;

	if (!call || !(a = algorithm_of(vcube_trace_text(trace, call->text), set)))
		return;
	fputs("\"call\":", out);
	view_string(out, vcube_trace_text(trace, call->text));
	fputs(",\n\"formula\":", out);
	view_string(out, a->formula);
	fputs(",\n", out);
	vcube_desc_init(&desc);
	if (head->clock != VCUBE_CLOCK_FREE &&
	    vcube_desc_parse(&desc, vcube_trace_text(trace, head->machine), NULL) == 0) {
		struct vcube_terms terms = vcube_terms_of(&desc, (int)call->number,
							  (size_t)call->amount);

		terms.unit = call->detail == 255 ? 1 : vcube_type_size(call->detail);
		terms.set = set;
		fprintf(out, "\"predicted\":%" PRId64 ",\n", (int64_t)a->cost(&terms));
	}
	vcube_desc_clear(&desc);
}
