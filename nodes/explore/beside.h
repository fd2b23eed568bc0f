/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls that run beside a node's program, in an exploration. Such a call is a node of its own: it
 * knows what the program knew when it began it, and what it has received since. The program
 * learns that when it waits for the call, or when a test tells that the call is done.
 *
 * So a test is a question. That the call is done is an answer if it can end by itself; until then
 * it is a guess, as the end of a send that waits for its receiver is. That it is not yet done is
 * one, too, unless all that the call has received is known to have arrived.
 *
 * A receive that was posted is such a call as well if its message is taken while the node waits for
 * something else, because the sender waits for that. Its end is known where its message is, or that
 * it was taken: the sender knows that when its wait is over, and its messages tell others.
 */
#ifndef VC_BESIDE_H
#define VC_BESIDE_H

#include "explore.h"

struct vc_beside {
	struct vc_beside *next;
	const struct vcube_request *request;    /* NULL: the program has learned that it is done */
	uint64_t taken;                         /* of a receive: its bit in `known`, else 0 */
	uint32_t *seen, *past;                  /* [nodes], as in struct vc_explore, */
	uint64_t known[];                       /* [nodes], too */
};

/* A call begins; fails if there is no memory. The latter: a posted receive takes its message. */
void vc_beside_begin(vcube_node *self, const struct vcube_request *request);
struct vc_beside *vc_beside_take(vcube_node *self, const struct vcube_request *request);
/* Is it one whose end the program has not learned? Then it learns that. */
bool vc_beside_is_one(const vcube_node *node, const struct vcube_request *request);
void vc_beside_learn(vcube_node *self, const struct vcube_request *request);
/* Has all that it received arrived, as far as the program knows? */
bool vc_beside_is_known(const vcube_node *node, const struct vcube_request *request);

/* What the running one knows: the program, or a call beside it. */
uint32_t *vc_past_of(vcube_node *self);
uint32_t *vc_seen_of(vcube_node *self);
uint64_t *vc_known_of(vcube_node *self);

/* Adds what one knows of messages that posted receives have taken. */
void vc_known_join(uint64_t *into, const uint64_t *from, int count);

/* Before a run, and at the end. */
void vc_besides_reset(struct vc_explore *explore);
void vc_besides_drop(struct vc_explore *explore);

#endif
