/* SPDX-License-Identifier: BSD-2-Clause */
/* Faults, one at a time; see the header. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "explore.h"
#include "fault.h"
#include "trials.h"

bool
vc_trials_open(struct vc_trials *t, const vcube_machine *m)
{
	const size_t n = (size_t)m->nodes;

	t->nodes = m->nodes;
	t->operations = calloc(n, sizeof *t->operations);
	t->sent = calloc(n * n, sizeof *t->sent);
	return t->operations != NULL && t->sent != NULL;
}

void
vc_trials_close(struct vc_trials *t)
{
	free(t->operations);
	free(t->sent);
}

void
vc_trials_note(struct vc_trials *t, const vcube_machine *m)
{
	for (int r = 0; r < t->nodes; r++)
		if (t->operations[r] < m->faults->node[r].operations)
			t->operations[r] = m->faults->node[r].operations;
	for (int i = 0; i < t->nodes * t->nodes; i++)
		if (t->sent[i] < m->explore->sent[i])
			t->sent[i] = m->explore->sent[i];
}

/* Goes on among the messages, from the fault's. What a node sends to itself is never lost. */
static bool
next_message(const struct vc_trials *t, struct vcube_fault *f)
{
	for (; f->from < t->nodes; f->from++, f->to = 0)
		for (; f->to < t->nodes; f->to++, f->number = 0)
			if (f->from != f->to && f->number < t->sent[f->from * t->nodes + f->to])
				return true;
	return false;
}

static bool
next_operation(const struct vc_trials *t, struct vcube_fault *f)
{
	for (; f->from < t->nodes; f->from++, f->number = 0)
		if (f->number < t->operations[f->from])
			return true;
	return false;
}

bool
vc_trials_next(const struct vc_trials *t, enum vcube_trial which, struct vcube_fault *f)
{
	const bool begins = f->kind == VCUBE_FAULTS_COUNT;

	f->number += !begins;
	if (begins)
		*f = (struct vcube_fault){.kind = VCUBE_FAULT_DROP};
	if (f->kind == VCUBE_FAULT_DROP && which != VCUBE_TRY_CRASH && next_message(t, f))
		return true;
	if (f->kind == VCUBE_FAULT_DROP)
		*f = (struct vcube_fault){.kind = VCUBE_FAULT_CRASH};
	return which != VCUBE_TRY_DROP && next_operation(t, f);
}

bool
vc_trial_happened(const vcube_machine *m, const struct vcube_fault *f)
{
	return vcube_run_faults(m, f->kind) > 0;
}

bool
vc_trial_survived(const vcube_machine *m, const struct vcube_fault *f)
{
	for (int r = 0; r < m->nodes; r++)
		if (m->node[r].code != 0 && (f->kind != VCUBE_FAULT_CRASH || r != f->from))
			return false;
	return m->error.code == 0 || f->kind == VCUBE_FAULT_CRASH;
}

const char *
vc_trial_text(const struct vcube_fault *f, char text[VC_TRIAL_ROOM])
{
	if (f->kind == VCUBE_FAULT_CRASH)
		snprintf(text, VC_TRIAL_ROOM, "crash=%d@%llu", f->from, (unsigned long long)f->number);
	else
		snprintf(text, VC_TRIAL_ROOM, "lose=%d-%d@%llu", f->from, f->to,
			 (unsigned long long)f->number);
	return text;
}
