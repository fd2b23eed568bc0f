/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the time of a run went: the nodes' logs, and the printed report.
 */
#include <inttypes.h>
#include <string.h>
#include <vcube/authoring.h>
#include "common.h"

/* Phases */

void
phase(vcube_node *self, struct log *log, const char *name)
{
	const vcube_time now = vcube_now(self);
	int i = 0;

	if (log->phases > 0)
		log->phase[log->now].took += now - log->since;
	log->since = now;
	if (!name) {
		vcube_step(self, "end");
		return;
	}
	while (i < log->phases && strcmp(log->phase[i].name, name) != 0)
		i++;
	if (i == PHASES_MAX) {
		vcube_fail(self, "more than %d phases", PHASES_MAX);
		return;
	}
	log->phase[i].name = name;
	log->now = i;
	if (i == log->phases)
		log->phases++;
	vcube_step(self, name);
}

void
flops(vcube_node *self, struct log *log, uint64_t operations)
{
	log->flops += operations;
	vcube_charge(self, VCUBE_WORK_FLOP, operations);
}

/* The report */

static double
us(vcube_time time)
{
	return (double)time / 1e6;
}

static void
print_share(const char *name, vcube_time part, vcube_time whole)
{
	printf("  %-32s %14.3f us  %5.1f %%\n", name, us(part),
	       whole ? 100 * (double)part / (double)whole : 0);
}

/* Returns the node that ended last; of several, the lowest rank. */
static int
last_node(const struct setup *s)
{
	struct vcube_stats stats;

	for (int rank = 0; rank < setup_nodes(s); rank++) {
		vcube_run_stats(s->machine, rank, &stats);
		if (stats.time == vcube_run_time(s->machine))
			return rank;
	}
	return 0;
}

static void
print_times(const struct setup *s)
{
	const int node = last_node(s);
	const vcube_time time = vcube_run_time(s->machine);
	const struct log *const log = &s->log[node];
	struct vcube_parts parts;

	printf("\ntime, %.3f us, by the phases of node %d, which ended last\n", us(time), node);
	for (int i = 0; i < log->phases; i++)
		print_share(log->phase[i].name, log->phase[i].took, time);
	if (vcube_run_critical(s->machine, &parts) == 0) {
		printf("and by cost, along the critical path of messages\n");
		print_share("start-ups and overheads", parts.startup, time);
		print_share("transfer", parts.transfer, time);
		print_share("waiting", parts.waiting, time);
		print_share("work", parts.work, time);
	}
}

/* Prints amounts of work: the most of any node. */
static void
print_amounts(const struct setup *s)
{
	struct vcube_stats most = {0};
	uint64_t operations = 0;

	for (int rank = 0; rank < setup_nodes(s); rank++) {
		struct vcube_stats stats;

		vcube_run_stats(s->machine, rank, &stats);
		if (stats.messages > most.messages)
			most.messages = stats.messages;
		if (stats.bytes > most.bytes)
			most.bytes = stats.bytes;
		if (stats.heap_peak > most.heap_peak)
			most.heap_peak = stats.heap_peak;
		if (s->log[rank].flops > operations)
			operations = s->log[rank].flops;
	}
	printf("most of any node: %" PRIu64 " messages and %" PRIu64 " bytes sent, %" PRIu64
	       " operations, %zu bytes of heap\n", most.messages, most.bytes, operations, most.heap_peak);
	if (operations && vcube_machine_desc(s->machine)->clock == VCUBE_CLOCK_VIRTUAL &&
	    vcube_machine_desc(s->machine)->cost.flop == 0)
		printf("(an operation takes no time on this machine; --set flop=20ns changes that)\n");
}

void
report(const struct setup *s)
{
	char text[1000];

	vcube_desc_print(vcube_machine_desc(s->machine), text, sizeof text);
	printf("machine: %s\n", text);
	if (vcube_machine_desc(s->machine)->clock == VCUBE_CLOCK_VIRTUAL)
		print_times(s);
	else
		printf("\nno times under the free clock\n");
	print_amounts(s);
}
