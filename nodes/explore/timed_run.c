/* SPDX-License-Identifier: BSD-2-Clause */
/* The record of a run in virtual time; see the header. */
#include <stdlib.h>
#include <string.h>
#include "question.h"
#include "quiescence.h"
#include "timed_run.h"

struct vc_timed_run *
vc_timed_run_open(int nodes)
{
	struct vc_timed_run *const t = calloc(1, sizeof *t);

	if (t == NULL)
		return NULL;
	t->nodes = nodes;
	t->answers = calloc((size_t)nodes, sizeof *t->answers);
	t->receipts = calloc((size_t)nodes, sizeof *t->receipts);
	if (t->answers != NULL && t->receipts != NULL)
		return t;
	vc_timed_run_close(t);
	return NULL;
}

void
vc_timed_drop(struct vc_timed_question *q)
{
	for (int i = 0; i < q->point.hopes; i++)
		free(q->point.hope[i].member);
	free(q->point.hope);
	free(q->point.sent);
}

void
vc_timed_run_clear(struct vc_timed_run *t)
{
	while (t->messages > 0)
		free(t->message[--t->messages]);
	while (t->questions > 0)
		vc_timed_drop(&t->question[--t->questions]);
	memset(t->answers, 0, (size_t)t->nodes * sizeof *t->answers);
	memset(t->receipts, 0, (size_t)t->nodes * sizeof *t->receipts);
}

void
vc_timed_run_close(struct vc_timed_run *t)
{
	if (t == NULL)
		return;
	if (t->answers != NULL && t->receipts != NULL)
		vc_timed_run_clear(t);
	free(t->message);
	free(t->question);
	free(t->answers);
	free(t->receipts);
	free(t);
}

uint64_t
vc_timed_run_state(const struct vc_timed_run *t)
{
	uint64_t state = 1;

	for (int r = 0; r < t->nodes; r++)
		state = vc_mix(state, t->answers[r]);
	return state;
}

struct vc_timed_message *
vc_timed_send(vcube_node *self, int to, uint64_t label, const struct vc_transit *transit,
	      vcube_time undelayed)
{
	struct vc_explore *const x = self->machine->explore;
	struct vc_timed_run *const t = x->timed;
	const size_t past = (size_t)x->nodes * sizeof *x->past;
	struct vc_timed_message *m = NULL;

	if (vc_list_grow(&t->message, sizeof *t->message, t->messages, &t->message_room))
		m = malloc(sizeof *m + past);
	if (m == NULL) {
		vc_fail(self, VCUBE_EHOST, "no memory for the dependences of a message");
		return NULL;
	}
	*m = (struct vc_timed_message){
		.transit = *transit, .from = self->rank, .to = to, .label = label,
		.number = x->sent[self->rank * x->nodes + to]++, .undelayed = undelayed,
		.sent_at = t->receipts[self->rank],
		.met = VC_NOT_TAKEN, .taken = VC_NOT_TAKEN,
	};
	memcpy(m->past, &x->past[self->rank * x->nodes], past);
	return t->message[t->messages++] = m;
}

void
vc_timed_see(vcube_node *self, struct vc_timed_message *m, vcube_time time)
{
	struct vc_explore *const x = self->machine->explore;
	uint32_t *const past = &x->past[self->rank * x->nodes];

	for (int r = 0; r < x->nodes; r++)
		if (past[r] < m->past[r])
			past[r] = m->past[r];
	if (m->met != VC_NOT_TAKEN)
		return;
	m->met = x->timed->receipts[self->rank]++;
	m->met_at = time;
}

void
vc_timed_take(vcube_node *self, struct vc_timed_message *m, vcube_time time)
{
	vc_timed_see(self, m, time);
	if (m->taken == VC_NOT_TAKEN)
		m->taken = self->machine->explore->timed->receipts[self->rank]++;
	self->machine->explore->answers[self->rank].vains = 0;
}

void
vc_timed_ask(vcube_node *self, const struct vc_wait *w, vcube_time limit,
	     struct vc_timed_question *q)
{
	struct vc_explore *const x = self->machine->explore;

	*q = (struct vc_timed_question){
		.point = {.node = self->rank, .here = self->site.here}, .limit = limit,
		.receive = w->kind == VC_WAIT_ANY && limit == VC_NO_TIME, .vain = vc_vain_of(w),
	};
	q->vain.times = vc_vain_times(&x->answers[self->rank], &q->vain);
	if (!vc_question_hopes_before(self, w, &q->point) || !vc_question_hopes(self, w, &q->point))
		x->left_out |= 1u << VCUBE_LEFT_MEMORY;
}

void
vc_timed_answer(vcube_node *self, struct vc_timed_question *q, struct vc_answer answer)
{
	struct vc_explore *const x = self->machine->explore;
	struct vc_timed_run *const t = x->timed;
	struct vc_answers *const l = &x->answers[self->rank];

	q->receipts = t->receipts[self->rank];
	q->state = vc_timed_run_state(t);
	q->answer = answer;
	q->point.number = l->taken++;
	l->given = l->taken;
	if (q->limit != VC_NO_TIME && !vc_vain_note(l, &q->vain, answer.from == VC_NOTHING))
		x->left_out |= 1u << VCUBE_LEFT_MEMORY;
	x->past[self->rank * x->nodes + self->rank] = (uint32_t)l->taken;
	t->answers[self->rank] = vc_mix(t->answers[self->rank] + 1,
					(uint64_t)answer.which << 32 | (uint32_t)answer.from);
	if (!vc_list_grow(&t->question, sizeof *t->question, t->questions, &t->question_room)) {
		x->left_out |= 1u << VCUBE_LEFT_MEMORY;
		vc_timed_drop(q);
		return;
	}
	t->question[t->questions++] = *q;
	if (++x->asked > x->depth) {
		x->cut = true;
		vc_stop_all(self->machine, VCUBE_ELIMIT);
	}
}
