/* SPDX-License-Identifier: BSD-2-Clause */
/* Delays that change an answer; see the header. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "delays.h"
#include "tree.h"
#include "units.h"

/* --- what a question could have got ------------------------------------------ */

/* Returns whether a message does not depend on the answer to a question of its receiver. */
static bool
is_independent(const struct vc_timed_question *q, const struct vc_timed_message *m)
{
	return m->past[m->to] <= (uint32_t)q->point.number;
}

/* Returns the message of a node that a hope gets, the first that it accepts; NULL: none comes, or
 * only because of the answer. */
static const struct vc_timed_message *
first_from(const struct vc_timed_run *t, const struct vc_timed_question *q, const struct vc_hope *h,
	   int from)
{
	for (size_t i = 0; i < t->messages; i++) {
		const struct vc_timed_message *const m = t->message[i];

		if (m->from == from && m->to == q->point.node && m->taken >= q->receipts &&
		    vc_hope_fulfilled(h, from, m->label))
			return is_independent(q, m) ? m : NULL;
	}
	return NULL;
}

size_t
vc_rivals_most(const struct vc_timed_run *t, const struct vc_timed_question *q)
{
	return (size_t)q->point.hopes * (size_t)t->nodes + 1;
}

/* Adds a message; of several of a node for the same request the first is meant. Returns the new
 * count. */
static int
add_rival(struct vc_rival *rival, int count, int which, const struct vc_timed_message *m)
{
	int i = 0;

	while (i < count && (rival[i].which != which || rival[i].message->from != m->from))
		i++;
	if (i == count || m->number < rival[i].message->number)
		rival[i] = (struct vc_rival){which, m};
	return i == count ? count + 1 : count;
}

int
vc_rivals_of(const struct vc_timed_run *t, const struct vc_timed_question *q, struct vc_rival *rival)
{
	int count = 0;

	for (int h = 0; h < q->point.hopes; h++)
		for (int from = 0; from < t->nodes; from++) {
			const struct vc_timed_message *const m =
				first_from(t, q, &q->point.hope[h], from);

			if (m != NULL)
				count = add_rival(rival, count, q->point.hope[h].which, m);
		}
	if (q->limit != VC_NO_TIME)
		rival[count++] = (struct vc_rival){0, NULL};
	return count;
}

bool
vc_rival_won(const struct vc_timed_question *q, const struct vc_rival *r)
{
	return r->message == NULL ? q->answer.from == VC_NOTHING
				  : q->answer.from == r->message->from && q->answer.which == r->which;
}

/* --- delaying ---------------------------------------------------------------- */

static struct vc_delay *
delay_of(struct vc_delays *d, const struct vc_timed_message *m)
{
	for (int i = 0; i < d->count; i++)
		if (d->at[i].message.from == (uint64_t)m->from &&
		    d->at[i].message.to == (uint64_t)m->to && d->at[i].message.number == m->number)
			return &d->at[i];
	if (!vc_list_grow(&d->at, sizeof *d->at, (size_t)d->count, &d->room))
		return NULL;
	d->at[d->count] = (struct vc_delay){
		.message = {(uint64_t)m->from, (uint64_t)m->to, m->number},
	};
	return &d->at[d->count++];
}

/* Lets a message come at `time`, if it comes before that. What a node sends to itself takes no
 * time. */
static int
delay_to(struct vc_delays *d, const struct vc_timed_message *m, vcube_time time)
{
	struct vc_delay *delay;

	if (m->transit.arrival >= time)
		return 0;
	if (m->from == m->to)
		return VCUBE_EINVAL;
	delay = delay_of(d, m);
	if (delay == NULL)
		return VCUBE_EHOST;
	if (delay->time < time - m->undelayed)
		delay->time = time - m->undelayed;
	return 0;
}

/* Returns whether one wins if both come at once: of several requests the first, of several nodes
 * the lowest rank. */
static bool
wins_tie(const struct vc_rival *a, const struct vc_rival *b)
{
	return b->message == NULL || a->which < b->which ||
	       (a->which == b->which && a->message->from < b->message->from);
}

/* Is it a node's message to itself, which comes late as the node has met a message late, the
 * `late`-th that it met? */
static bool
is_late_itself(const struct vc_timed_message *m, uint32_t late)
{
	return m->from == m->to && m->sent_at > late;
}

/* Lets whatever else could answer the question come after `time`, when `winner` does, if it is a
 * message. */
static int
delay_others(struct vc_delays *d, const struct vc_timed_run *t, const struct vc_timed_question *q,
	     const struct vc_rival *winner, vcube_time time, uint32_t late)
{
	struct vc_rival *const rival = malloc(vc_rivals_most(t, q) * sizeof *rival);
	const int rivals = rival != NULL ? vc_rivals_of(t, q, rival) : 0;
	int code = rival != NULL ? 0 : VCUBE_EHOST;

	for (int i = 0; i < rivals && code == 0; i++)
		if (rival[i].message != NULL && rival[i].message != winner->message &&
		    !is_late_itself(rival[i].message, late))
			code = delay_to(d, rival[i].message, time + wins_tie(&rival[i], winner));
	free(rival);
	return code;
}

static bool
is_answered_by(const struct vc_timed_question *q, const struct vc_timed_message *m)
{
	return q->answer.from == m->from && q->receipts <= m->taken && is_independent(q, m);
}

/* Returns the node's message to itself that answered a question; NULL: another did. */
static const struct vc_timed_message *
own_answer(const struct vc_timed_run *t, const struct vc_timed_question *q)
{
	const struct vc_timed_message *own = NULL;

	for (size_t i = 0; i < t->messages && q->answer.from == q->point.node; i++) {
		const struct vc_timed_message *const m = t->message[i];

		if (m->from == m->to && is_answered_by(q, m) && m->to == q->point.node &&
		    (own == NULL || m->taken < own->taken))
			own = m;
	}
	return own;
}

/* Keeps the answers that a node got before its question k, when it meets the message m later. */
static int
keep_answers(struct vc_delays *d, const struct vc_timed_run *t, size_t k,
	     const struct vc_timed_message *m, vcube_time shift)
{
	const vcube_time arrival = m->met_at + shift;
	const struct vc_rival nothing = {0, NULL};
	const struct vc_timed_message *own;
	int code = 0;

	for (size_t i = 0; i < k && code == 0; i++) {
		const struct vc_timed_question *const q = &t->question[i];
		const struct vc_rival it = {q->answer.which, m};

		if (q->point.node != m->to)
			continue;
		if (is_answered_by(q, m))
			code = q->limit < arrival ? VCUBE_EINVAL
						  : delay_others(d, t, q, &it, arrival, m->met);
		else if (q->receipts > m->met && q->answer.from == VC_NOTHING)
			code = delay_others(d, t, q, &nothing, q->limit + shift, m->met);
		else if ((own = own_answer(t, q)) != NULL && own->sent_at > m->met)
			code = delay_others(d, t, q, &(struct vc_rival){q->answer.which, own},
					    own->transit.arrival + shift, m->met);
	}
	return code;
}

/* Returns the last message that a node met before its `bound`-th; NULL: none. */
static const struct vc_timed_message *
met_before(const struct vc_timed_run *t, int node, uint32_t bound)
{
	const struct vc_timed_message *last = NULL;

	for (size_t i = 0; i < t->messages; i++)
		if (t->message[i]->to == node && t->message[i]->met < bound &&
		    (last == NULL || t->message[i]->met > last->met))
			last = t->message[i];
	return last;
}

/* How late the node of a question must be, and before which of the messages that it met. */
struct lateness {
	vcube_time shift;
	uint32_t bound;
};

/* Lets the node of question k be late, by the last message that can make it so. *late: which. */
static int
make_late(struct vc_delays *d, const struct vc_timed_run *t, size_t k, const struct lateness *how,
	  uint32_t *late)
{
	const int node = t->question[k].point.node, had = d->count;
	const struct vc_timed_message *m = met_before(t, node, how->bound);
	int code = VCUBE_EINVAL;

	for (; m != NULL && code == VCUBE_EINVAL; m = met_before(t, node, m->met)) {
		d->count = had;
		*late = m->met;
		code = keep_answers(d, t, k, m, how->shift);
		if (code == 0)
			code = delay_to(d, m, m->met_at + how->shift);
	}
	return code;
}

/* A message is in time if the node is so late that its limit comes after it. It comes before what
 * the node sends to itself if that is sent so late. */
static struct lateness
lateness_for(const struct vc_timed_run *t, const struct vc_timed_question *q,
	     const struct vc_rival *winner)
{
	const vcube_time arrival = winner->message->transit.arrival;
	struct lateness how = {0, q->receipts};

	if (q->limit != VC_NO_TIME && arrival > q->limit)
		how.shift = arrival - q->limit;
	for (int h = 0; h < q->point.hopes; h++) {
		const struct vc_timed_message *const m =
			first_from(t, q, &q->point.hope[h], q->point.node);
		const struct vc_rival own = {q->point.hope[h].which, m};
		vcube_time after;

		if (m == NULL || m == winner->message)
			continue;
		after = arrival + wins_tie(&own, winner) - m->transit.arrival;
		if (after <= 0)
			continue;
		how.shift = how.shift < after ? after : how.shift;
		how.bound = how.bound < m->sent_at ? how.bound : m->sent_at;
	}
	return how;
}

int
vc_delays_extend(struct vc_delays *d, const struct vc_timed_run *t, size_t k,
		 const struct vc_rival *answer)
{
	const struct vc_timed_question *const q = &t->question[k];
	uint32_t late = UINT32_MAX;
	struct lateness how;
	int code = 0;

	if (answer->message == NULL)
		return delay_others(d, t, q, answer, q->limit, late);
	how = lateness_for(t, q, answer);
	if (how.shift > 0)
		code = make_late(d, t, k, &how, &late);
	return code != 0 ? code : delay_others(d, t, q, answer, answer->message->transit.arrival, late);
}

bool
vc_delays_copy(struct vc_delays *copy, const struct vc_delays *d)
{
	*copy = (struct vc_delays){.room = d->count + 4, .count = d->count};
	copy->at = malloc(copy->room * sizeof *copy->at);
	if (copy->at != NULL && d->count > 0)
		memcpy(copy->at, d->at, (size_t)d->count * sizeof *copy->at);
	return copy->at != NULL;
}

char *
vc_delays_text(const struct vc_delays *d)
{
	char *text = NULL, time[VC_UNITS_ROOM];
	size_t size = 0;
	FILE *const out = open_memstream(&text, &size);

	if (out == NULL)
		return NULL;
	fputs(d->count > 0 ? "delay=" : "delay=none", out);
	for (int i = 0; i < d->count; i++) {
		const struct vc_loss *const m = &d->at[i].message;

		vc_print_time(d->at[i].time, time);
		fprintf(out, "%s%d-%d@%d:%s", i > 0 ? "," : "", (int)m->from, (int)m->to,
			(int)m->number, time);
	}
	return fclose(out) == 0 ? text : NULL;
}
