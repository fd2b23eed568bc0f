/* SPDX-License-Identifier: BSD-2-Clause */
/* An exploration: runs the program once for each path of the tree, and says what came of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "apart.h"
#include "delay_search.h"
#include "ends.h"
#include "error.h"
#include "fault.h"
#include "lines.h"
#include "parts.h"
#include "search.h"
#include "spread.h"

enum { ORDERS = 1000000, DEPTH = 10000, POLLS = 2 };

/* Runs after which workers are worth their start: in one process, and in one each. */
enum { ALONE = 1000, ALONE_APART = 20 };

static bool
is_apart(const struct vc_search *s)
{
	return s->run == vc_run_apart;
}

/* limits.each is called in the order of the search, by this process. */
static int
workers_of(const struct vc_search *s)
{
	if (s->limits.each != NULL)
		return 1;
	return s->limits.workers != 0 ? (int)s->limits.workers : s->machine->processors;
}

/* Runs all orders of a reading, with the fault if there is one. Returns 0, or an error. */
static int
explore_tree(struct vc_search *s)
{
	struct vc_explore *const x = s->machine->explore;
	struct vc_tree tree = {.count = 0};
	const int workers = workers_of(s);
	uint64_t left = s->limits.workers != 0 ? 1 : is_apart(s) ? ALONE_APART : ALONE;
	int code;

	x->tree = &tree;
	while ((code = vc_search_run(s)) == 0 && vc_tree_next(&tree, &x->races) && !vc_search_is_enough(s)) {
		vc_search_tell(s);
		if (--left == 0 && workers > 1 && vc_spread(s, &tree, workers, &code))
			break;
	}
	vc_tree_clear(&tree, &x->races);
	x->tree = NULL;
	return code;
}

/* Tries each fault that the orders without faults have shown to be possible. Returns 0, or an
 * error. */
static int
explore_faults(struct vc_search *s)
{
	vcube_machine *const m = s->machine;
	struct vcube_fault fault = {.kind = VCUBE_FAULTS_COUNT};
	int code = 0;

	while (code == 0 && vc_trials_next(&s->trials, m->desc.faults, &fault) && !vc_search_is_enough(s)) {
		const uint64_t failed = s->result->failed;

		s->fault = &fault;
		vc_fault_only(m, &fault);
		code = explore_tree(s);
		s->result->faults++;
		s->result->fatal += s->result->failed > failed;
	}
	s->fault = NULL;
	vc_fault_only(m, NULL);
	return code;
}

/* Returns 0, or an error. */
static int
explore_reading(struct vc_search *s, bool synchronous)
{
	vcube_machine *const m = s->machine;
	const bool faults = m->desc.faults != VCUBE_TRY_NO;
	int code;

	s->synchronous = synchronous;
	m->desc.capacity = synchronous ? 0 : SIZE_MAX;
	if (faults && !vc_trials_open(&s->trials, m))
		code = vc_error(&s->result->error, VCUBE_EHOST, "no memory for faults");
	else
		code = explore_tree(s);
	if (code == 0 && faults)
		code = explore_faults(s);
	if (faults)
		vc_trials_close(&s->trials);
	return code;
}

/* Runs the first order again, for what it prints: runs apart print nothing. */
static void
show_first(struct vc_search *s)
{
	static char first[] = "0:";
	vcube_machine *const m = s->machine;

	if (!is_apart(s) || s->result->orders == 0 || s->result->cut > 0 || m->explore->late)
		return;
	m->desc.capacity = m->desc.explore == VCUBE_EXPLORE_SYNCHRONOUS ? 0 : SIZE_MAX;
	m->desc.replay = first;
	s->run(m, s->program, s->arg);
	m->desc.replay = NULL;
}

/* Runs the first failing order again, for its report and results. Returns 0, or an error. */
static int
run_again(struct vc_search *s)
{
	vcube_machine *const m = s->machine;
	const int code = s->result->error.code;

	if (s->order == NULL) {
		show_first(s);
		return 0;
	}
	m->desc.capacity = s->failed_synchronous ? 0 : SIZE_MAX;
	if (m->desc.explore == VCUBE_EXPLORE_CLOCK)
		vc_fault_delays(m, s->failed_delays.at, s->failed_delays.count);
	else
		m->desc.replay = s->order;
	if (s->failed_fault.kind != VCUBE_FAULTS_COUNT)
		vc_fault_only(m, &s->failed_fault);
	s->run(m, s->program, s->arg);
	m->desc.replay = NULL;
	if (m->error.code == code)
		return 0;
	return vc_error(&s->result->error, VCUBE_EINVAL, "the order %s ended in another way when it was "
			"run again: the program depends on more than its messages, so its orders cannot "
			"be explored", s->result->first);
}

static int
explore_all(struct vc_search *s)
{
	const enum vcube_reading reading = s->machine->desc.explore;
	bool safe_buffered;
	int code = 0;

	if (reading == VCUBE_EXPLORE_CLOCK)
		code = vc_delay_search(s);
	else if (reading != VCUBE_EXPLORE_SYNCHRONOUS)
		code = explore_reading(s, false);
	safe_buffered = reading == VCUBE_EXPLORE_BOTH && s->fails == 0;
	if (code == 0 && !vc_search_is_enough(s) &&
	    (reading == VCUBE_EXPLORE_BOTH || reading == VCUBE_EXPLORE_SYNCHRONOUS))
		code = explore_reading(s, true);
	s->result->unsafe = safe_buffered && s->fails > 0;
	return code != 0 ? code : run_again(s);
}

/* --- what came of it --------------------------------------------------------- */

/* Returns "MPI_Recv at prog.c:12", which the caller frees; NULL: no memory, or `here` says it. */
static char *
name_of(const struct vc_race *r)
{
	char line[VC_LINE_ROOM], *name;

	if (r->site == NULL || asprintf(&name, "%s%s", r->here, vc_lines_at(r->site, line)) < 0)
		return NULL;
	return name;
}

/* Copies of a program have a line in many places: puts together what has the same. */
static void
name_races(struct vc_races *races)
{
	struct vc_races named = {.nodes = races->nodes};

	for (const struct vc_race *r = races->first; r != NULL; r = r->next) {
		char *name = name_of(r);
		const char *const here = name != NULL ? name : r->here;

		for (int i = 0; i < races->nodes; i++) {
			struct vc_race *const noted = r->from[i] ? vc_races_note(&named, here, NULL, i) : NULL;

			if (noted != NULL && noted->here == name && name != NULL) {
				noted->name = name;
				name = NULL;
			}
		}
		free(name);
	}
	vc_races_clear(races);
	*races = named;
}

static void
write_races(FILE *out, const struct vc_races *races)
{
	for (const struct vc_race *r = races->first; r != NULL; r = r->next) {
		fprintf(out, "  the receive from any at %s could take the message of", r->here);
		for (int i = 0, any = 0; i < races->nodes; i++)
			if (r->from[i])
				fprintf(out, "%s node %d", any++ ? " or of" : "", i);
		fputs("\n", out);
	}
}

static void
write_left_out(FILE *out, unsigned left_out)
{
	static const char *const text[] = {
#define X(number, name, text) text,
		VCUBE_LEFT_OUT(X)
#undef X
	};

	for (size_t i = 0; i < sizeof text / sizeof *text; i++)
		if (left_out & 1u << i)
			fprintf(out, "  not all orders: %s\n", text[i]);
}

static void
write_failures(FILE *out, const struct vc_search *s)
{
	const struct vcube_explored *const e = s->result;

	fprintf(out, "  %llu failed%s; the first: %s\n", (unsigned long long)e->failed,
		s->fails == 0 ? ", all with a fault"
		: e->unsafe && e->fatal == 0
		? ", all where sends wait for their receivers: the program relies on buffering" : "",
		e->first ? e->first : "(no memory)");
	if (e->first != NULL && e->shortest != NULL && strcmp(e->first, e->shortest) != 0)
		fprintf(out, "  the shortest: %s\n", e->shortest);
}

static void
write_report(struct vc_search *s)
{
	struct vcube_explored *const e = s->result;
	size_t size;
	FILE *const out = open_memstream(&e->report, &size);

	if (out == NULL)
		return;
	fprintf(out, "explored %llu order%s in %llu run%s: %llu outcome%s\n",
		(unsigned long long)e->orders, e->orders == 1 ? "" : "s", (unsigned long long)e->runs,
		e->runs == 1 ? "" : "s", (unsigned long long)e->outcomes, e->outcomes == 1 ? "" : "s");
	if (e->failed > 0)
		write_failures(out, s);
	if (s->machine->desc.faults != VCUBE_TRY_NO)
		fprintf(out, "  %llu fault%s tried, one at a time: with %llu of them an order failed\n",
			(unsigned long long)e->faults, e->faults == 1 ? "" : "s",
			(unsigned long long)e->fatal);
	if (e->races > 0)
		fprintf(out, "  the result may depend on the order: %llu receive%s\n",
			(unsigned long long)e->races, e->races == 1 ? "" : "s");
	write_races(out, &s->machine->explore->races);
	write_left_out(out, e->left_out);
	fclose(out);
}

/* Appends the result to the report of the last run. */
static void
extend_report(vcube_machine *m, const struct vcube_explored *e)
{
	char *text = NULL;

	if (e->report == NULL ||
	    asprintf(&text, "%s%s", m->report != NULL ? m->report : "", e->report) < 0)
		return;
	free(m->report);
	m->report = text;
}

static struct vcube_explore_limits
limits_of(const vcube_machine *m, const struct vcube_explore_limits *given)
{
	struct vcube_explore_limits l = given != NULL ? *given : (struct vcube_explore_limits){0};

	l.orders = l.orders != 0 ? l.orders : ORDERS;
	l.depth = l.depth != 0 ? l.depth : DEPTH;
	l.polls = l.polls != 0 ? l.polls : POLLS;
	l.time = l.time != 0 ? l.time : m->desc.limit;
	return l;
}

static void
prepare(struct vc_search *s)
{
	struct vc_explore *const x = s->machine->explore;

	x->polls = s->limits.polls;
	x->depth = s->limits.depth;
	x->left_out = 0;
	x->late = false;
	x->end = s->limits.time > 0 ? vc_host_ns() + s->limits.time / 1000 : 0;
	vc_races_clear(&x->races);
}

static int
refuse(const struct vc_search *s)
{
	const vcube_machine *const m = s->machine;
	struct vcube_explored *const result = s->result;

	if (m->explore == NULL || m->desc.explore == VCUBE_EXPLORE_NO)
		return vc_error(&result->error, VCUBE_EINVAL, "this machine does not explore: open it with "
				"explore=buffered, explore=synchronous, explore=both or explore=clock");
	if (is_apart(s) && m->desc.explore == VCUBE_EXPLORE_CLOCK)
		return vc_error(&result->error, VCUBE_EINVAL, "explore=clock runs all orders in one process; "
				"in a process for each, use explore=buffered, explore=synchronous or "
				"explore=both");
	if (m->next_observer != NULL || m->trace != NULL)
		return vc_error(&result->error, VCUBE_EINVAL, "an exploration has many runs, which are not "
				"observed or traced: observe or trace the one that replay= gives");
	return 0;
}

static int
explore(struct vc_search s)
{
	vcube_machine *const m = s.machine;
	struct vcube_explored *const result = s.result;
	int code = refuse(&s);

	if (code != 0)
		return code;
	prepare(&s);
	vc_ends_watch();
	s.told = vc_host_ns();
	code = explore_all(&s);
	result->outcomes = s.outcomes.count;
	name_races(&m->explore->races);
	result->races = (uint64_t)m->explore->races.count;
	result->left_out = m->explore->left_out;
	write_report(&s);
	vc_digests_clear(&s.outcomes);
	free(s.order);
	free(s.failed_delays.at);
	return code != 0 ? code : result->error.code;
}

static int
explore_unless_running(struct vc_search s, const char *call, const void *returns_to)
{
	int code;

	*s.result = (struct vcube_explored){.runs = 0};
	if (!vc_run_begin(s.machine)) {
		vc_error(&s.result->error, VCUBE_EINVAL, "the machine is running");
		return vc_refuse_running(s.machine, call, returns_to);
	}
	code = explore(s);
	if (code != 0)
		s.machine->error = s.result->error;
	extend_report(s.machine, s.result);
	vc_run_end(s.machine);
	return code;
}

#define EXPLORE(run_) \
	explore_unless_running((struct vc_search){ \
		.machine = m, .program = program, .arg = arg, .result = result, \
		.limits = limits_of(m, limits), .run = run_, \
	}, __func__, __builtin_return_address(0))

int
vcube_explore(vcube_machine *m, vcube_program *program, void *arg,
	      const struct vcube_explore_limits *limits, struct vcube_explored *result)
{
	return EXPLORE(vc_run_once);
}

int
vcube_explore_apart(vcube_machine *m, vcube_program *program, void *arg,
		    const struct vcube_explore_limits *limits, struct vcube_explored *result)
{
	return EXPLORE(vc_run_apart);
}

void
vcube_explored_clear(struct vcube_explored *result)
{
	free(result->first);
	free(result->shortest);
	free(result->report);
	*result = (struct vcube_explored){.runs = 0};
}
