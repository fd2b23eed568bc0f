/* SPDX-License-Identifier: BSD-2-Clause */
/* From the description to the faults that are to be. */
#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "units.h"
#include "fault.h"

/* "100" is a number of operations, "100us" a time. */
static const char *
parse_when(const char *word, struct vc_crash *crash)
{
	crash->after = UINT64_MAX;
	crash->at = VC_NO_TIME;
	return word[strspn(word, "0123456789")] == '\0' ? vc_parse_number(word, &crash->after)
							: vc_parse_time(word, &crash->at);
}

const char *
vc_crash_next(const char **text, struct vc_crash *crash)
{
	char word[80];
	const size_t length = strcspn(*text, ",");
	const char *why;
	char *at;

	if (length >= sizeof word)
		return "a part of it is too long";
	memcpy(word, *text, length);
	word[length] = '\0';
	at = strchr(word, '@');
	if (at == NULL)
		return "a part of it has no @";
	*at = '\0';
	why = vc_parse_number(word, &crash->rank);
	if (why == NULL)
		why = parse_when(at + 1, crash);
	*text = (*text)[length] == ',' ? *text + length + 1 : NULL;
	return why;
}

static int
plan_crash(vcube_machine *m, const struct vc_crash *crash, struct vcube_error *error)
{
	struct vc_fault_node *f;

	if (crash->rank >= (uint64_t)m->nodes)
		return vc_error(error, VCUBE_EINVAL, "crash '%.60s': there is no node %llu on %s (0 to %d)",
				m->desc.crash, (unsigned long long)crash->rank,
				vcube_topology_text(m->topology), m->nodes - 1);
	if (!m->timed && crash->at != VC_NO_TIME)
		return vc_error(error, VCUBE_EINVAL, "crash '%.60s': under the free clock no node knows "
				"when it is so late; give a number of operations instead, as in %llu@100",
				m->desc.crash, (unsigned long long)crash->rank);
	f = &m->faults->node[crash->rank];
	if (f->crash_after > crash->after)
		f->crash_after = crash->after;
	if (f->crash_at > crash->at)
		f->crash_at = crash->at;
	return 0;
}

static int
plan_crashes(vcube_machine *m, struct vcube_error *error)
{
	struct vc_crash crash;
	int code = 0;

	for (const char *text = m->desc.crash; text != NULL && code == 0;)
		if (vc_crash_next(&text, &crash) == NULL)
			code = plan_crash(m, &crash, error);
	return code;
}

int
vc_faults_open(vcube_machine *m, struct vcube_error *error)
{
	const struct vcube_desc *d = &m->desc;
	const bool of_messages = d->drop || d->duplicate || d->corrupt || d->jitter;
	size_t bytes = sizeof *m->faults + (size_t)m->nodes * sizeof m->faults->node[0];
	struct vc_faults *f;

	if (!of_messages && d->crash == NULL)
		return 0;
	bytes = (bytes + VC_LINE - 1) / VC_LINE * VC_LINE;
	f = m->faults = aligned_alloc(VC_LINE, bytes);
	if (f == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for the faults of %d nodes", m->nodes);
	memset(f, 0, bytes);
	f->seed = d->seed;
	f->chance[VCUBE_FAULT_DROP] = d->drop;
	f->chance[VCUBE_FAULT_DUPLICATE] = d->duplicate;
	f->chance[VCUBE_FAULT_CORRUPT] = d->corrupt;
	f->jitter = d->jitter;
	f->of_messages = of_messages;
	for (int r = 0; r < m->nodes; r++) {
		f->node[r].crash_after = UINT64_MAX;
		f->node[r].crash_at = VC_NO_TIME;
	}
	return plan_crashes(m, error);
}
