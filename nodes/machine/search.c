/* SPDX-License-Identifier: BSD-2-Clause */
/* One run of an exploration after the other; see the header. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "parts.h"
#include "search.h"

enum { PROGRESS_NS = 100000000 };        /* between two calls of limits.progress */

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
answers_of(const struct vc_search *s)
{
	const struct vc_explore *const x = s->machine->explore;
	size_t answers = 0;

	if (s->delays != NULL)
		return (size_t)s->delays->count;
	for (int r = 0; r < x->nodes; r++)
		answers += (size_t)x->answers[r].taken;
	return answers;
}

/* Writes the keys that make a machine run in this order. */
static void
keep(char **text, const struct vc_search *s, const char *order)
{
	char fault[VC_TRIAL_ROOM] = "";

	free(*text);
	if (s->delays != NULL) {
		*text = strdup(order);
		return;
	}
	if (s->fault != NULL)
		vc_trial_text(s->fault, fault);
	if (asprintf(text, "%s%s%sreplay=%s", s->synchronous ? "capacity=0 " : "", fault,
		     s->fault != NULL ? " " : "", order) < 0)
		*text = NULL;
}

void
vc_search_keep_order(struct vc_search *s, const char *order)
{
	s->order = strdup(order);
	s->failed_synchronous = s->synchronous;
	s->failed_fault.kind = VCUBE_FAULTS_COUNT;
	if (s->fault != NULL)
		s->failed_fault = *s->fault;
	if (s->delays != NULL && !vc_delays_copy(&s->failed_delays, s->delays))
		s->machine->explore->left_out |= 1u << VCUBE_LEFT_MEMORY;
}

static void
keep_first(struct vc_search *s, const char *order)
{
	struct vcube_explored *const result = s->result;

	result->error = s->machine->error;
	keep(&result->first, s, order);
	vc_search_keep_order(s, order);
}

/* Returns whether an order is shorter than the shortest that failed: one without a fault is. */
static bool
is_shorter(const struct vc_search *s, size_t answers)
{
	return s->result->failed == 1 || (answers < s->shortest && (s->fault == NULL || s->fails == 0));
}

static void
keep_failure(struct vc_search *s)
{
	struct vc_explore *const x = s->machine->explore;
	const size_t answers = answers_of(s);
	char *const order = s->delays != NULL ? vc_delays_text(s->delays) : vc_order_text(x);

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
code_of(const struct vc_search *s)
{
	return s->fault != NULL && vc_trial_survived(s->machine, s->fault) ? 0 : s->machine->error.code;
}

static void
count_order(struct vc_search *s)
{
	struct vc_explore *const x = s->machine->explore;
	struct vcube_explored *const result = s->result;
	char fault[VC_TRIAL_ROOM];
	const struct vcube_order order = {
		.number = ++result->orders, .synchronous = s->synchronous,
		.code = code_of(s), .outcome = outcome_of(s->machine),
		.fault = s->fault != NULL ? vc_trial_text(s->fault, fault) : NULL,
	};

	if (s->fault == NULL && !vc_digests_add(&s->outcomes, order.outcome))
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
		const struct vc_answers *const l = &x->answers[r];

		if ((l->taken == l->given && l->took == l->takes) || m->error.code == VCUBE_EABORT)
			continue;
		if (m->node[r].code != 0 || l->taken == l->given) {
			x->given_up = true;
		} else {
			x->odd_node = r;
			x->odd_answer = x->answers[r].taken + 1;
		}
	}
}

/* Returns whether a run in virtual time came in an order that was run before. */
static bool
is_known(struct vc_search *s)
{
	const size_t had = s->orders.count;

	if (s->delays == NULL)
		return false;
	if (!vc_digests_add(&s->orders, vc_timed_run_state(s->machine->explore->timed)))
		s->machine->explore->left_out |= 1u << VCUBE_LEFT_MEMORY;
	return s->orders.count == had;
}

/* Returns whether the run stands for no order of its own. */
static bool
is_in_vain(struct vc_search *s)
{
	return s->machine->explore->given_up || is_known(s) ||
	       (s->fault != NULL && !vc_trial_happened(s->machine, s->fault));
}

int
vc_search_run(struct vc_search *s)
{
	vcube_machine *const m = s->machine;
	struct vc_explore *const x = m->explore;
	struct vcube_explored *const result = s->result;

	s->run(m, s->program, s->arg);
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
		return vc_error(&result->error, VCUBE_EINVAL, "node %d acted differently than "
				"before at step %d: it depends on more than its messages, so its "
				"orders cannot be explored", x->odd_node, x->odd_answer);
	} else if (is_in_vain(s)) {
		result->guesses++;
	} else {
		count_order(s);
	}
	return 0;
}

bool
vc_search_is_enough(const struct vc_search *s)
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

void
vc_search_tell(struct vc_search *s)
{
	const int64_t now = s->limits.progress != NULL ? vc_host_ns() : INT64_MIN;

	if (now < s->told + PROGRESS_NS)
		return;
	s->told = now;
	s->limits.progress(s->limits.arg, s->result);
}

