/* SPDX-License-Identifier: BSD-2-Clause */
/* What the resolver does when no node can go on: it answers one question. */
#include <stdlib.h>
#include "fiber.h"
#include "posted.h"
#include "question.h"
#include "quiescence.h"
#include "recv.h"
#include "vain.h"

/* Ends the run. */
static bool
stop(vcube_machine *m, bool *why)
{
	*why = true;
	vc_stop_all(m, VCUBE_ELIMIT);
	return true;
}

/* Finds the first of the waits of a node with fibers that is over; one that only looks after
 * them is over when no other is. */
static bool
end_together(vcube_node *n, struct vc_together *t)
{
	struct vc_wait *look = NULL;

	t->over = NULL;
	for (struct vc_fiber *f = n->fibers.first; t->over == NULL; f = f->next) {
		struct vc_wait *const w = f != NULL ? f->wait : t->program;

		if (w != NULL && w->kind == VC_WAIT_POLL && vc_question_of(n, w) == NULL)
			look = w;
		else if (w != NULL && w->ready(n, w))
			t->over = w;
		if (f == NULL)
			break;
	}
	if (t->over == NULL)
		t->over = look;
	n->machine->explore->asked += t->over == look && look != NULL;
	return t->over != NULL;
}

static bool
is_over(vcube_node *n, const struct vc_wait *w)
{
	if (w->kind == VC_WAIT_TOGETHER)
		return end_together(n, w->subject);
	return vc_question_of(n, w) != NULL && vc_question_is_over(n, vc_question_of(n, w));
}

/* Returns whether a node can take what its order gives it. */
static bool
goes_on(vcube_node *n, const struct vc_wait *w)
{
	const bool takes = vc_posted_is_given(n);

	if (takes)
		n->machine->parking[n->rank].verdict = VC_PROGRESS;
	return takes || is_over(n, w);
}

bool
vc_explore_advance(vcube_machine *m)
{
	struct vc_explore *const x = m->explore;
	bool any = false;

	if (x->asked > x->depth)
		return stop(m, &x->cut);
	for (int r = 0; r < m->nodes; r++) {
		const struct vc_wait *const w = vc_wait_of(m, r);

		x->wake[r] = w != NULL && goes_on(&m->node[r], w);
		any = any || x->wake[r];
	}
	/* a woken node may wake others: read no wait any more */
	for (int r = 0; any && r < m->nodes; r++)
		if (x->wake[r])
			vc_unpark(m, r);
	return any;
}

/* Which question is answered first does not matter to which orders there are. It does to how
 * many guesses are wrong: so receives from any come first, and tests and time limits last, when
 * most is there. */
enum { RECEIVE, SEVERAL, LIMITED, IN_VAIN, WEARY, NONE };

/* Has this been looked for in vain as often as is tried? */
static bool
is_enough(const struct vc_explore *x, int rank, const struct vc_wait *w)
{
	const struct vc_vain it = vc_vain_of(w);

	return vc_vain_times(&x->answers[rank], &it) >= x->polls;
}

static int
rank_question(const vcube_machine *m, int who, const struct vc_wait *w, const struct vc_point *p)
{
	if (p->answers == 0 && w->kind == VC_WAIT_POLL && w->peer >= 0 &&
	    atomic_load_explicit(&m->parking[w->peer].failed, memory_order_relaxed))
		return NONE;            /* it would test for ever */
	if (p->answers == 0 && !vc_question_may_fail(w))
		return NONE;
	if (p->answers == 0)
		return is_enough(m->explore, who, w) ? WEARY : IN_VAIN;
	if (w->kind == VC_WAIT_SEVERAL)
		return SEVERAL;
	return vc_question_may_fail(w) ? LIMITED : RECEIVE;
}

static struct vc_wait *
open_question(vcube_machine *m, int rank)
{
	const struct vc_wait *const w = vc_wait_of(m, rank);

	return w != NULL && vc_question_is_open(&m->node[rank]) ? vc_question_of(&m->node[rank], w)
								: NULL;
}

/* Returns a node that takes a message for a posted receive from a named node, or -1. */
static int
find_taker(vcube_machine *m)
{
	struct vc_found found;

	for (int r = 0; r < m->nodes; r++)
		if (vc_wait_of(m, r) != NULL && vc_posted_find(&m->node[r], &found) != NULL)
			return r;
	return -1;
}

/* Has the node been told to take nothing yet, and nothing has happened since? */
static bool
is_declined(const struct vc_explore *x, int rank)
{
	const struct vc_point *p = NULL;

	for (int i = x->tree != NULL ? x->tree->count : 0; i-- > 0;) {
		p = &x->tree->point[i];
		if (!p->posted || p->answer[p->current].from != VC_NOTHING)
			return false;
		if (p->node == rank)
			return true;
	}
	return false;
}

/* Returns a node with a posted receive from any for which a sender waits, or -1, and whether there
 * is another one. */
static int
find_chooser(vcube_machine *m, bool *another)
{
	struct vc_explore *const x = m->explore;
	int who = -1;

	*another = false;
	for (int r = 0; r < m->nodes; r++) {
		if (vc_wait_of(m, r) == NULL || is_declined(x, r))
			continue;
		x->scratch.answers = 0;
		if (!vc_posted_answers(&m->node[r], &x->scratch))
			x->left_out |= 1u << VCUBE_LEFT_MEMORY;
		if (x->scratch.answers == 0)
			continue;
		*another = who >= 0;
		if (*another)
			break;
		who = r;
	}
	return who;
}

/* Returns a node for which a posted receive is to take a message, or -1. */
static int
find_posted(vcube_machine *m)
{
	struct vc_explore *const x = m->explore;
	const int taker = find_taker(m);
	bool another;

	x->chooses = taker < 0;
	return taker >= 0 ? taker : find_chooser(m, &another);
}

int
vc_explore_first(vcube_machine *m)
{
	struct vc_explore *const x = m->explore;
	int who = -1, best = NONE;

	for (int r = 0; r < m->nodes; r++) {
		struct vc_wait *const w = open_question(m, r);
		bool arrived;
		int rank;

		if (w == NULL)
			continue;
		x->scratch.answers = 0;
		if (!vc_question_answers(&m->node[r], w, &x->scratch, &arrived))
			x->left_out |= 1u << VCUBE_LEFT_MEMORY;
		rank = rank_question(m, r, w, &x->scratch);
		if (rank < best || (rank >= IN_VAIN && rank == best && rank != NONE &&
				    x->answers[r].nothings < x->answers[who].nothings)) {
			best = rank;
			who = r;
		}
	}
	x->taker = best >= WEARY ? find_posted(m) : -1;
	/* tests may be in vain once more before a message comes that the receive could take as
	 * well */
	if (x->taker >= 0 && x->chooses && best == WEARY)
		x->left_out |= 1u << VCUBE_LEFT_POLLS;
	return x->taker >= 0 ? x->taker : who;
}

/* Returns whether `nothing` is among the answers: not if a message is known to have arrived, and
 * not again and again where one would do. */
static bool
may_fail(struct vc_explore *x, int rank, const struct vc_wait *w, const struct vc_point *p, bool arrived)
{
	if (!vc_question_may_fail(w) || arrived)
		return false;
	if (p->answers == 0 || !is_enough(x, rank, w))
		return true;
	x->left_out |= 1u << VCUBE_LEFT_POLLS;
	return false;
}

/* A guess must not be the only answer, or it would hide a deadlock. A test that has failed as often
 * in a row as the limit allows gets no guess either. */
static bool
may_guess(const struct vc_explore *x, int rank, const struct vc_wait *w, const struct vc_point *p)
{
	return p->answers > 0 && (!vc_question_may_fail(w) || !is_enough(x, rank, w));
}

/* Fills in a new point. Returns false if there is no memory. */
static bool
fill_in(vcube_machine *m, int rank, const struct vc_wait *w, struct vc_point *p)
{
	struct vc_explore *const x = m->explore;
	bool arrived;

	p->node = rank;
	p->number = x->answers[rank].taken;
	p->course = x->answers[rank].course;
	p->here = m->node[rank].site.here;
	p->site = m->node[rank].called_from != NULL ? *m->node[rank].called_from : NULL;
	p->receive = w->kind == VC_WAIT_ANY && !vc_question_may_fail(w);
	return vc_question_answers(&m->node[rank], w, p, &arrived) &&
	       (!may_fail(x, rank, w, p, arrived) ||
		vc_point_add(p, (struct vc_answer){0, VC_NOTHING})) &&
	       (!may_guess(x, rank, w, p) || vc_question_guesses(&m->node[rank], w, p)) &&
	       (x->tree == NULL || vc_question_hopes(&m->node[rank], w, p));
}

/* Chooses what a posted receive takes, or that it takes nothing yet. Returns false if there is no
 * memory. */
static bool
choose(vcube_machine *m, int rank)
{
	struct vc_explore *const x = m->explore;
	struct vc_answers *const l = &x->answers[rank];
	struct vc_point *p = &x->scratch;
	bool another;

	find_chooser(m, &another);
	p->answers = p->current = 0;
	if (x->tree != NULL && (p = vc_tree_add(x->tree)) == NULL)
		return false;
	*p = (struct vc_point){.node = rank, .number = l->taken, .here = m->node[rank].site.here,
			       .posted = true, .answer = p->answer, .room = p->room};
	p->sent = x->tree != NULL ? calloc((size_t)x->nodes, sizeof *p->sent) : NULL;
	return (x->tree == NULL || p->sent != NULL) && vc_posted_answers(&m->node[rank], p) &&
	       (!another || vc_point_add(p, (struct vc_answer){-1, VC_NOTHING})) &&
	       (x->tree == NULL || vc_tree_follow(x)) &&
	       vc_answers_add_take(l, p->answer[p->current], l->taken);
}

/* A replay goes on as a first run would, once its order has been gone through. */
static bool
answer(vcube_machine *m, int rank, const struct vc_wait *w)
{
	struct vc_explore *const x = m->explore;
	struct vc_point *p = &x->scratch;

	p->answers = p->current = 0;
	if (x->tree != NULL)
		p = vc_tree_add(x->tree);
	return p != NULL && fill_in(m, rank, w, p) && (x->tree == NULL || vc_tree_follow(x)) &&
	       vc_answers_add(&x->answers[rank], p->answer[p->current],
			      x->tree != NULL ? x->tree->count - 1 : -1);
}

void
vc_explore_grant(vcube_machine *m, int rank)
{
	const struct vc_wait *const w = vc_wait_of(m, rank);
	struct vc_explore *const x = m->explore;
	struct vc_wait *const question = open_question(m, rank);

	if (rank == x->taker && !x->chooses) {
		m->parking[rank].verdict = VC_PROGRESS;
		return;
	}
	x->asked++;
	if (rank == x->taker ? !choose(m, rank) : !answer(m, rank, question)) {
		x->left_out |= 1u << VCUBE_LEFT_MEMORY;
		stop(m, &x->cut);
		return;
	}
	if (rank == x->taker && vc_posted_is_given(&m->node[rank]))
		m->parking[rank].verdict = VC_PROGRESS;
	else if (rank != x->taker && w->kind == VC_WAIT_TOGETHER)
		((struct vc_together *)w->subject)->over = question;
}

/* The order says that the node gets a message that nobody sends. */
static void
refuse_order(vcube_node *n)
{
	const struct vc_answers *const l = &n->machine->explore->answers[n->rank];
	const struct vc_answer *const a = l->taken < l->given ? &l->answer[l->taken]
							       : &l->take[l->took].answer;

	if (a->from == VC_NOTHING)
		vc_fail(n, VCUBE_EINVAL, "replay: answer %d of node %d is nothing, but its call "
			"waits until it has something: this is not an order of this program",
			l->taken + 1, n->rank);
	else
		vc_fail(n, VCUBE_EINVAL, "replay: answer %d of node %d is node %d, whose message does "
			"not come: this is not an order of this program",
			l->taken + 1, n->rank, a->from);
}

int
vc_explore_exhausted(const vcube_machine *m)
{
	struct vc_explore *const x = m->explore;

	for (int r = 0; r < m->nodes; r++) {
		const struct vc_wait *const w = vc_wait_of(m, r);

		if (w == NULL)
			continue;
		if (x->answers[r].took == x->answers[r].takes &&
		    (vc_question_of(&m->node[r], w) == NULL || vc_question_is_open(&m->node[r])))
			continue;
		x->given_up = true;
		if (x->tree == NULL)
			refuse_order(&m->node[r]);
	}
	return x->given_up ? VCUBE_ELIMIT : 0;
}
