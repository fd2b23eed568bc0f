/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes the formula of a call in a trace, and its predicted time on the trace's machine.
 */
#include <inttypes.h>
#include <string.h>
#include <vcube/authoring.h>
#include "base/text.h"
#include "view/view.h"

/* Return the call's name: with its options, from the title, if the run consisted of that
 * call alone; else without. */
static const char *
name_of(const vcube_trace *trace, const struct vcube_event *call)
{
	const char *const name = vcube_trace_text(trace, call->text);
	const char *const title = vcube_trace_text(trace, vcube_trace_head(trace)->title);
	const size_t length = strlen(name);

	if (strncmp(title, name, length) == 0 && title[length] == ':')
		return text("%.*s", (int)strcspn(title, " "), title);
	return name;
}

/* Are the call's options certain? */
static bool
is_exact(const vcube_trace *trace, const char *name, const struct vcube_algorithm *a)
{
	const char *const title = vcube_trace_text(trace, vcube_trace_head(trace)->title);

	return !a->options || strncmp(title, name, strcspn(name, ".") + 1) == 0;
}

/* Find an algorithm by its name, and the settings of its options. */
static const struct vcube_algorithm *
algorithm_of(const char *name, struct vcube_setting *set)
{
	const char *dot = strchr(name, '.');
	const int collective =
		dot ? vcube_collective_parse(text("%.*s", (int)(dot - name), name), NULL) : -1;

	return collective < 0 ? NULL : vcube_algorithm_parse(collective, dot + 1, set, NULL);
}

/* Write the predicted time on the trace's machine. */
static void
write_prediction(FILE *out, const vcube_trace *trace, const struct vcube_event *call,
		 const struct vcube_algorithm *a, const struct vcube_setting *set)
{
	const struct vcube_trace_head *head = vcube_trace_head(trace);
	struct vcube_desc desc;

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

void
view_formula(FILE *out, const vcube_trace *trace, const struct vcube_event *call)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX] = { { 0 } };
	const char *name = call ? name_of(trace, call) : "";
	const struct vcube_algorithm *a = algorithm_of(name, set);

	if (a) {
		view_field(out, "call", name);
		view_field(out, "formula", a->formula);
		if (is_exact(trace, name, a))
			write_prediction(out, trace, call, a, set);
	}
}
