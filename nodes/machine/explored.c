/* SPDX-License-Identifier: BSD-2-Clause */
/* An exploration: runs the program once for each path of the tree, and says what came of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ends.h"
#include "error.h"
#include "fault.h"
#include "parts.h"
#include "tree.h"
#include "trials.h"

enum { ORDERS = 1000000, DEPTH = 10000, POLLS = 2 };
enum { PROGRESS_NS = 100000000, PROGRESS_RUNS = 32 };   /* between two calls of limits.progress */

/* A set of digests: open addressing, at most half full. */
struct digests {
	uint64_t *at;                   /* 0: empty */
	size_t count, room;
};

struct search {
	vcube_machine *machine;
	vcube_program *program;
	void *arg;
	struct vcube_explore_limits limits;
	struct vcube_explored *result;
	struct digests outcomes;
	size_t shortest;                /* answers of the shortest failing order */
	bool synchronous;               /* the present reading, */
	const struct vcube_fault *fault;        /* and fault, or NULL */
	struct vc_trials trials;
	int64_t told;                   /* when progress was told */
	uint64_t fails;                 /* orders that fail without a fault */
	char *order;                    /* the first failing order, without its keys, */
	bool failed_synchronous;
	struct vcube_fault failed_fault;        /* and the fault that it has; else VCUBE_FAULTS_COUNT */
};

static size_t
place_of(const struct digests *d, uint64_t digest)
{
	size_t i = digest & (d->room - 1);

	while (d->at[i] != 0 && d->at[i] != digest)
		i = (i + 1) & (d->room - 1);
	return i;
}

static bool
grow(struct digests *d)
{
	struct digests more = {.room = d->room > 0 ? 2 * d->room : 64, .count = d->count};

	more.at = calloc(more.room, sizeof *more.at);
	if (more.at == NULL)
		return false;
	for (size_t i = 0; i < d->room; i++)
		if (d->at[i] != 0)
			more.at[place_of(&more, d->at[i])] = d->at[i];
	free(d->at);
	*d = more;
	return true;
}

static bool
add_digest(struct digests *d, uint64_t digest)
{
	size_t i;

	digest |= digest == 0;
	if (2 * d->count >= d->room && !grow(d))
		return false;
	i = place_of(d, digest);
	d->count += d->at[i] == 0;
	d->at[i] = digest;
	return true;
}

/* --- one run ----------------------------------------------------------------- */

/* What the run came to. Sentences are no part of it: they name places and pointers. */
static uint64_t
outcome_of(const vcube_machine *m)
{
	uint64_t digest = vc_mix(1, (uint64_t)(int64_t)m->error.code);

	for (int r = 0; r < m->nodes; r++) {
		digest = vc_mix(digest, (uint64_t)(int64_t)m->node[r].code);
		digest = vc_mix(digest, (uint64_t)(int64_t)m->node[r].result);
		digest = vc_mix(digest, m->node[r].outcome);
	}
	return digest;
}

static size_t
answers_of(const struct vc_explore *x)
{
	size_t answers = 0;

	for (int r = 0; r < x->nodes; r++)
		answers += (size_t)x->answers[r].taken;
	return answers;
}

/* Writes the keys that make a machine run in this order. */
static void
keep(char **text, const struct search *s, const char *order)
{
	char fault[VC_TRIAL_ROOM] = "";

	free(*text);
	if (s->fault != NULL)
		vc_trial_text(s->fault, fault);
	if (asprintf(text, "%s%s%sreplay=%s", s->synchronous ? "capacity=0 " : "", fault,
		     s->fault != NULL ? " " : "", order) < 0)
		*text = NULL;
}

static void
keep_first(struct search *s, const char *order)
{
	struct vcube_explored *const result = s->result;

	result->error = s->machine->error;
	keep(&result->first, s, order);
	s->order = strdup(order);
	s->failed_synchronous = s->synchronous;
	s->failed_fault.kind = VCUBE_FAULTS_COUNT;
	if (s->fault != NULL)
		s->failed_fault = *s->fault;
}

/* Returns whether an order is shorter than the shortest that failed: one without a fault is. */
static bool
is_shorter(const struct search *s, size_t answers)
{
	return s->result->failed == 1 || (answers < s->shortest && (s->fault == NULL || s->fails == 0));
}

static void
keep_failure(struct search *s)
{
	struct vc_explore *const x = s->machine->explore;
	const size_t answers = answers_of(x);
	char *const order = vc_order_text(x);

	if (order == NULL) {
		x->left_out |= 1u << VCUBE_LEFT_MEMORY;
		return;
	}
	if (s->result->failed == 1)
		keep_first(s, order);
	if (is_shorter(s, answers)) {
		s->shortest = answers;
		keep(&s->result->shortest, s, order);
	}
	free(order);
}

/* The code of the run; 0 if the program got over the fault. */
static int
code_of(const struct search *s)
{
	return s->fault != NULL && vc_trial_survived(s->machine, s->fault) ? 0 : s->machine->error.code;
}

static void
count_order(struct search *s)
{
	struct vc_explore *const x = s->machine->explore;
	struct vcube_explored *const result = s->result;
	char fault[VC_TRIAL_ROOM];
	const struct vcube_order order = {
		.number = ++result->orders, .synchronous = s->synchronous,
		.code = code_of(s), .outcome = outcome_of(s->machine),
		.fault = s->fault != NULL ? vc_trial_text(s->fault, fault) : NULL,
	};

	if (s->fault == NULL && !add_digest(&s->outcomes, order.outcome))
		x->left_out |= 1u << VCUBE_LEFT_MEMORY;
	if (s->fault == NULL && s->trials.nodes > 0)
		vc_trials_note(&s->trials, s->machine);
	if (order.code != 0) {
		result->failed++;
		s->fails += s->fault == NULL;
		keep_failure(s);
	}
	if (s->limits.each != NULL)
		s->limits.each(s->limits.arg, &order);
}

/* Looks for nodes that took fewer answers than they were given, in a run that nothing ended: a
 * guess cannot come true any more if its node has failed. */
static void
look_for_untaken(const vcube_machine *m)
{
	struct vc_explore *const x = m->explore;

	for (int r = 0; r < x->nodes && x->odd_node < 0; r++) {
		if (x->answers[r].taken == x->answers[r].given || m->error.code == VCUBE_EABORT)
			continue;
		if (m->node[r].code != 0) {
			x->given_up = true;
		} else {
			x->odd_node = r;
			x->odd_answer = x->answers[r].taken + 1;
		}
	}
}

/* Returns whether the run stands for no order of its own. */
static bool
is_in_vain(const struct search *s)
{
	return s->machine->explore->given_up ||
	       (s->fault != NULL && !vc_trial_happened(s->machine, s->fault));
}

/* Runs once and counts the run. Returns 0, or an error that ends the exploration. */
static int
run_one(struct search *s)
{
	vcube_machine *const m = s->machine;
	struct vc_explore *const x = m->explore;
	struct vcube_explored *const result = s->result;

	vc_run_once(m, s->program, s->arg);
	result->runs++;
	if (m->error.code == VCUBE_EHOST)
		return vc_error(&result->error, VCUBE_EHOST, "%s", m->error.text);
	if (!x->late && !x->cut && !x->given_up)
		look_for_untaken(m);
	if (x->late) {
		x->left_out |= 1u << VCUBE_LEFT_TIME;
	} else if (x->cut) {
		x->left_out |= 1u << VCUBE_LEFT_DEPTH;
		result->cut++;
	} else if (x->odd_node >= 0) {
		return vc_error(&result->error, VCUBE_EINVAL, "node %d did something else than before at "
				"step %d: it depends on more than its messages, so its orders cannot be "
				"explored", x->odd_node, x->odd_answer);
	} else if (is_in_vain(s)) {
		result->guesses++;
	} else {
		count_order(s);
	}
	return 0;
}

/* --- all runs ---------------------------------------------------------------- */

/* Returns whether a limit ends the exploration. */
static bool
is_enough(const struct search *s)
{
	struct vc_explore *const x = s->machine->explore;

	if (s->limits.first && s->result->failed > 0)
		x->left_out |= 1u << VCUBE_LEFT_FIRST;
	else if (!x->late && s->result->runs >= s->limits.orders)
		x->left_out |= 1u << VCUBE_LEFT_ORDERS;
	else
		return x->late;
	return true;
}

static void
tell_progress(struct search *s)
{
	const int64_t now = s->limits.progress != NULL && s->result->runs % PROGRESS_RUNS == 0
		? vc_host_ns() : INT64_MIN;

	if (now < s->told + PROGRESS_NS)
		return;
	s->told = now;
	s->limits.progress(s->limits.arg, s->result);
}

/* Runs all orders of a reading, with the fault if there is one. Returns 0, or an error. */
static int
explore_tree(struct search *s)
{
	struct vc_explore *const x = s->machine->explore;
	struct vc_tree tree = {.count = 0};
	int code;

	x->tree = &tree;
	while ((code = run_one(s)) == 0 && vc_tree_next(&tree, &x->races) && !is_enough(s))
		tell_progress(s);
	vc_tree_clear(&tree, &x->races);
	x->tree = NULL;
	return code;
}

/* Tries each fault that the orders without faults have shown to be possible. Returns 0, or an
 * error. */
static int
explore_faults(struct search *s)
{
	vcube_machine *const m = s->machine;
	struct vcube_fault fault = {.kind = VCUBE_FAULTS_COUNT};
	int code = 0;

	while (code == 0 && vc_trials_next(&s->trials, m->desc.faults, &fault) && !is_enough(s)) {
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
explore_reading(struct search *s, bool synchronous)
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

/* Runs the first failing order again, so that the machine tells of that. Returns 0, or an error. */
static int
run_again(struct search *s)
{
	vcube_machine *const m = s->machine;
	const int code = s->result->error.code;

	if (s->order == NULL)
		return 0;
	m->desc.capacity = s->failed_synchronous ? 0 : SIZE_MAX;
	m->desc.replay = s->order;
	if (s->failed_fault.kind != VCUBE_FAULTS_COUNT)
		vc_fault_only(m, &s->failed_fault);
	vc_run_once(m, s->program, s->arg);
	m->desc.replay = NULL;
	if (m->error.code == code)
		return 0;
	return vc_error(&s->result->error, VCUBE_EINVAL, "the order %s ended in another way when it was "
			"run again: the program depends on more than its messages, so its orders cannot "
			"be explored", s->result->first);
}

static int
explore_all(struct search *s)
{
	const enum vcube_reading reading = s->machine->desc.explore;
	bool safe_buffered;
	int code = 0;

	if (reading != VCUBE_EXPLORE_SYNCHRONOUS)
		code = explore_reading(s, false);
	safe_buffered = reading == VCUBE_EXPLORE_BOTH && s->fails == 0;
	if (code == 0 && reading != VCUBE_EXPLORE_BUFFERED && !is_enough(s))
		code = explore_reading(s, true);
	s->result->unsafe = safe_buffered && s->fails > 0;
	return code != 0 ? code : run_again(s);
}

/* --- what came of it --------------------------------------------------------- */

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
write_failures(FILE *out, const struct search *s)
{
	const struct vcube_explored *const e = s->result;

	fprintf(out, "  %llu failed%s; the first: %s\n", (unsigned long long)e->failed,
		s->fails == 0 ? ", all with a fault"
		: e->unsafe && e->fatal == 0 ? ", all where sends wait for their receivers: the program relies on buffering"
			    : "", e->first ? e->first : "(no memory)");
	if (e->first != NULL && e->shortest != NULL && strcmp(e->first, e->shortest) != 0)
		fprintf(out, "  the shortest: %s\n", e->shortest);
}

static void
write_report(struct search *s)
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

/* Puts the result behind the report of the run that the machine tells of. */
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
prepare(struct search *s)
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
explore(vcube_machine *m, vcube_program *program, void *arg, const struct vcube_explore_limits *limits,
	struct vcube_explored *result)
{
	struct search s = {.machine = m, .program = program, .arg = arg, .result = result,
			   .limits = limits_of(m, limits)};
	int code;

	if (m->explore == NULL || m->desc.explore == VCUBE_EXPLORE_NO)
		return vc_error(&result->error, VCUBE_EINVAL, "this machine does not explore: open it with "
				"explore=buffered, explore=synchronous or explore=both");
	if (m->next_observer != NULL || m->trace != NULL)
		return vc_error(&result->error, VCUBE_EINVAL, "an exploration has many runs, which are not "
				"observed or traced: observe or trace the one that replay= gives");
	prepare(&s);
	vc_ends_watch();
	s.told = vc_host_ns();
	code = explore_all(&s);
	result->outcomes = s.outcomes.count;
	result->races = (uint64_t)m->explore->races.count;
	result->left_out = m->explore->left_out;
	write_report(&s);
	free(s.outcomes.at);
	free(s.order);
	return code != 0 ? code : result->error.code;
}

int
vcube_explore(vcube_machine *m, vcube_program *program, void *arg,
	      const struct vcube_explore_limits *limits, struct vcube_explored *result)
{
	int code;

	*result = (struct vcube_explored){.runs = 0};
	/* acquire, release: as vcube_run() */
	if (atomic_exchange_explicit(&m->busy, true, memory_order_acquire))
		return vc_error(&result->error, VCUBE_EINVAL, "the machine is running");
	code = explore(m, program, arg, limits, result);
	if (code != 0)
		m->error = result->error;
	extend_report(m, result);
	atomic_store_explicit(&m->busy, false, memory_order_release);
	return code;
}

void
vcube_explored_clear(struct vcube_explored *result)
{
	free(result->first);
	free(result->shortest);
	free(result->report);
	*result = (struct vcube_explored){.runs = 0};
}
