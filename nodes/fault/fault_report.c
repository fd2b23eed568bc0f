/* SPDX-License-Identifier: BSD-2-Clause */
/* Reports faults: how many, the first ones, and whether they caused a failure. */
#include <stdlib.h>
#include "error.h"
#include "units.h"
#include "fault.h"

static const char *const names[] = {
#define X(kind, name, text) [kind] = name,
	VCUBE_FAULTS(X)
#undef X
};

static const char *const done[] = {
	[VCUBE_FAULT_DROP] = "was dropped", [VCUBE_FAULT_DUPLICATE] = "was duplicated",
	[VCUBE_FAULT_CORRUPT] = "was corrupted", [VCUBE_FAULT_JITTER] = "was delayed",
};

const char *
vcube_fault_name(int kind)
{
	return kind >= 0 && kind < VCUBE_FAULTS_COUNT ? names[kind] : NULL;
}

int
vcube_fault_text(const struct vcube_fault *f, char *buffer, size_t size)
{
	char time[VC_UNITS_ROOM] = "", bit[80] = "";

	if (f->time >= 0)
		vc_say_time(f->time, time);
	if (f->kind == VCUBE_FAULT_CRASH)
		return snprintf(buffer, size, "node %d crashed after %llu operation%s%s%s", f->from,
				(unsigned long long)f->number, f->number == 1 ? "" : "s",
				f->time >= 0 ? ", at " : "", time);
	if (f->kind == VCUBE_FAULT_CORRUPT)
		snprintf(bit, sizeof bit, ": bit %llu of byte %llu", (unsigned long long)f->bit % 8,
			 (unsigned long long)f->bit / 8);
	return snprintf(buffer, size, "message %llu from node %d to node %d (%zu bytes%s%s) %s%s",
			(unsigned long long)f->number, f->from, f->to, f->bytes,
			f->time >= 0 ? ", sent at " : "", time, done[f->kind], bit);
}

uint64_t
vcube_run_faults(const vcube_machine *m, int kind)
{
	uint64_t count = 0;

	if (vcube_fault_name(kind) == NULL)
		return 0;
	for (int r = 0; m->faults != NULL && r < m->nodes; r++)
		count += m->faults->node[r].count[kind];
	return count;
}

static bool
is_before(const struct vc_fault_note *a, const struct vc_fault_note *b)
{
	if (a->fault.time != b->fault.time)
		return a->fault.time < b->fault.time;
	if (a->fault.from != b->fault.from)
		return a->fault.from < b->fault.from;
	return a->order < b->order;
}

/* Returns the first fault after `after` of a message to rank `to` (-1: any fault), or
 * NULL. */
static const struct vc_fault_note *
next_of(const vcube_machine *m, const struct vc_fault_note *after, int to)
{
	const struct vc_fault_note *best = NULL;

	for (int r = 0; m->faults != NULL && r < m->nodes; r++)
		for (const struct vc_fault_note *n = m->faults->node[r].notes; n != NULL; n = n->next)
			if ((to < 0 || n->fault.to == to) && (after == NULL || is_before(after, n)) &&
			    (best == NULL || is_before(n, best)))
				best = n;
	return best;
}

int
vcube_run_fault(const vcube_machine *m, int i, struct vcube_fault *fault)
{
	const struct vc_fault_note *n = NULL;

	if (i < 0 || i >= VC_FAULTS_KEPT)
		return VCUBE_EUNKNOWN;
	do {
		n = next_of(m, n, -1);
	} while (n != NULL && i-- > 0);
	if (n == NULL)
		return VCUBE_EUNKNOWN;
	*fault = n->fault;
	return 0;
}

/* Can a fault cause this error? It cannot cause errors of the host or of a program's
 * arguments. */
static bool
is_consequence(const vcube_machine *m, int code)
{
	switch (code) {
	case VCUBE_ELIMIT:      /* an observer may have stopped the run */
		return m->observer == NULL;
	case VCUBE_ETRUNC:
	case VCUBE_EMISMATCH:
	case VCUBE_EDEADLOCK:
	case VCUBE_EPEER:
	case VCUBE_EUNRECEIVED:
	case VCUBE_EPROGRAM:
		return true;
	default:
		return false;
	}
}

static void
write_counts(const vcube_machine *m, FILE *out)
{
	const char *before = "";

	for (int kind = 0; kind < VCUBE_FAULTS_COUNT; kind++) {
		const uint64_t count = vcube_run_faults(m, kind);

		if (count > 0) {
			fprintf(out, "%s%llu %s", before, (unsigned long long)count, names[kind]);
			before = ", ";
		}
	}
}

/* Writes "after injected faults (2 drop, 1 corrupt; the first to node 3: ..): .." before
 * the error. */
static void
name_first(vcube_machine *m)
{
	const int to = m->faults->blamed;
	const struct vc_fault_note *n = to >= 0 ? next_of(m, NULL, to) : NULL;
	const struct vcube_error was = m->error;
	char text[200];
	FILE *out = fmemopen(m->error.text, sizeof m->error.text, "w");

	if (out == NULL)
		return;
	fputs("after injected faults (", out);
	write_counts(m, out);
	vcube_fault_text(n ? &n->fault : &next_of(m, NULL, -1)->fault, text, sizeof text);
	fprintf(out, n ? "; the first to node %d: " : "; the first: ", to);
	fprintf(out, "%s): %s", text, was.text);
	fclose(out);
	m->error.text[sizeof m->error.text - 1] = '\0';
}

static void
append_list(vcube_machine *m)
{
	char *report = NULL, text[200];
	size_t size = 0;
	struct vcube_fault fault;
	FILE *out = open_memstream(&report, &size);

	if (out == NULL)
		return;
	fputs(m->report ? m->report : "", out);
	fputs("injected faults: ", out);
	write_counts(m, out);
	fputc('\n', out);
	for (int i = 0; vcube_run_fault(m, i, &fault) == 0; i++) {
		vcube_fault_text(&fault, text, sizeof text);
		fprintf(out, "%s\n", text);
	}
	fclose(out);
	free(m->report);
	m->report = report;
}

void
vc_fault_blame(vcube_machine *m)
{
	if (m->error.code == 0 || next_of(m, NULL, -1) == NULL)
		return;
	if (is_consequence(m, m->error.code)) {
		name_first(m);
		m->error.code = VCUBE_EFAULT;
	}
	append_list(m);
}
