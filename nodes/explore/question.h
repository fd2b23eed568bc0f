/* SPDX-License-Identifier: BSD-2-Clause */
/* Questions: waits of nodes whose end depends on the order of messages. */
#ifndef VC_QUESTION_H
#define VC_QUESTION_H

#include "tree.h"

/* Waits for the answer to a question, and for the message that it names. Returns NULL if the
 * node has failed, or if a call beside the program has completed the receive meanwhile. */
const struct vc_answer *vc_ask(vcube_node *self, struct vc_wait *wait);

/* Waits until posted receives of the node have taken what they took in this order before its next
 * question, or until that one has; NULL: all. Others may not be posted yet. Returns the node's
 * code. */
int vc_settle(vcube_node *self, const struct vcube_request *one);

/* For the resolver, of a parked node. The part of its wait that is a question, or NULL; whether
 * its answer is given, and there. */
struct vc_wait *vc_question_of(vcube_node *node, const struct vc_wait *wait);
bool vc_question_is_over(vcube_node *node, struct vc_wait *question);
/* Returns what a posted receive is to take before the node's next question, or NULL. */
static inline const struct vc_taking *
vc_next_take(const vcube_node *n)
{
	const struct vc_answers *const l = &n->machine->explore->answers[n->rank];

	return l->took < l->takes && l->take[l->took].position <= l->taken ? &l->take[l->took] : NULL;
}
static inline bool
vc_question_is_open(const vcube_node *n)
{
	const struct vc_answers *const l = &n->machine->explore->answers[n->rank];

	return l->given == l->taken;
}

/* Whether nothing may answer it; with which messages that are there it may be answered, and
 * whether one of them is known to have arrived; which messages may answer it later. The last
 * two return false if there is no memory. */
bool vc_question_may_fail(const struct vc_wait *question);
bool vc_question_answers(vcube_node *node, const struct vc_wait *question, struct vc_point *point,
			 bool *arrived);
/* Adds the ends of calls beside the program that may come true. False: there is no memory. */
bool vc_question_guesses(vcube_node *node, const struct vc_wait *question, struct vc_point *point);
bool vc_question_hopes(vcube_node *node, const struct vc_wait *question, struct vc_point *point);
/* Adds the messages of receives that were posted before it: in virtual time they are taken on the
 * way. Returns false if there is no memory. */
bool vc_question_hopes_before(vcube_node *node, const struct vc_wait *question, struct vc_point *point);

#endif
