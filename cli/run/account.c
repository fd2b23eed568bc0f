/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is told of a run, in the record of its case.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/text.h"
#include "run/account.h"

static void
record_counts(struct record *r, const vcube_machine *machine)
{
	struct vcube_stats stats;

	r->steps = r->messages = r->bytes_sent = r->messages_total = r->bytes_total = 0;
	for (int rank = 0; rank < vcube_machine_nodes(machine); rank++) {
		vcube_run_stats(machine, rank, &stats);
#define MOST(field, value) if ((int64_t)(value) > r->field) r->field = (int64_t)(value)
		MOST(steps, stats.steps);
		MOST(messages, stats.messages);
		MOST(bytes_sent, stats.bytes);
#undef MOST
		r->messages_total += (int64_t)stats.messages;
		r->bytes_total += (int64_t)stats.bytes;
	}
}

static char *
link_text(const vcube_machine *machine, const struct vcube_link_stats *link)
{
	const int nodes = vcube_machine_nodes(machine);

	return text("%s%d>%s%d", link->from < nodes ? "" : "s",
		    link->from < nodes ? link->from : link->from - nodes,
		    link->to < nodes ? "" : "s", link->to < nodes ? link->to : link->to - nodes);
}

/* How far to trust times of the wall clock; false: they are others. */
static bool
record_lateness(struct record *r, const vcube_machine *machine)
{
	struct vcube_lateness late;

	if (vcube_run_lateness(machine, &late))
		return false;
	if (late.waited) {
		r->late_ps = late.median;
		r->late_p99_ps = late.p99;
		r->late_most_ps = late.most;
	}
	return true;
}

/* Of the links, and of the critical path, where they are known. */
static void
record_links(struct run_case *c, const vcube_machine *machine)
{
	struct record *r = &c->record;
	struct vcube_link_stats link, busiest = { .busy = -1 };
	struct vcube_parts parts;
	double busy = 0;
	long links = vcube_topology_links(vcube_machine_topology(machine));

	if (vcube_run_critical(machine, &parts) == 0) {
		r->startup_ps = parts.startup;
		r->transfer_ps = parts.transfer;
		r->waiting_ps = parts.waiting;
		r->work_ps = parts.work;
	} else if (!record_lateness(r, machine)) {
		return;
	}
	r->contention_ps = vcube_run_contention(machine);
	for (long l = 0; vcube_run_link(machine, l, &link) == 0; l++) {
		busy += (double)link.busy;
		if (link.busy > busiest.busy && link.messages)
			busiest = link;
	}
	if (busiest.busy < 0 || vcube_run_time(machine) == 0)
		return;
	r->busiest_link = c->busiest = link_text(machine, &busiest);
	r->busiest_ps = busiest.busy;
	r->utilization_ppm = (int64_t)(1e6 * busy / (double)vcube_run_time(machine) / (double)links);
}

static bool
injects(const struct vcube_desc *desc)
{
	return desc->drop || desc->duplicate || desc->corrupt || desc->jitter || desc->crash;
}

void
account_faults(struct run_case *c, const vcube_machine *machine)
{
	int64_t *const count[] = {
		[VCUBE_FAULT_DROP] = &c->record.dropped,
		[VCUBE_FAULT_DUPLICATE] = &c->record.duplicated,
		[VCUBE_FAULT_CORRUPT] = &c->record.corrupted,
		[VCUBE_FAULT_JITTER] = &c->record.delayed,
		[VCUBE_FAULT_CRASH] = &c->record.crashed,
	};
	char words[200];
	struct vcube_fault fault;

	if (!injects(vcube_machine_desc(machine)))
		return;
	free(c->faults);
	free(c->first_faults);
	c->faults = c->first_faults = NULL;
	for (int kind = 0; kind < VCUBE_FAULTS_COUNT; kind++) {
		*count[kind] = (int64_t)vcube_run_faults(machine, kind);
		snprintf(words, sizeof words, "%" PRId64 " %s", *count[kind], vcube_fault_name(kind));
		if (*count[kind])
			join(&c->faults, ", ", words);
	}
	for (int i = 0; vcube_run_fault(machine, i, &fault) == 0; i++) {
		vcube_fault_text(&fault, words, sizeof words);
		join(&c->first_faults, "; ", words);
	}
	if (!c->faults)
		join(&c->faults, "", "none");
	c->record.faults = c->faults;
	c->record.first_faults = c->first_faults;
}

void
account_run(struct run_case *c, const vcube_machine *machine)
{
	record_counts(&c->record, machine);
	record_links(c, machine);
}
