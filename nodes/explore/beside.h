/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls that run beside a node's program, in an exploration. Such a call is a node of its own: it
 * knows what the program knew when it began it, and what it has received since. The program
 * learns that when it waits for the call, or when a test tells that the call is done.
 *
 * So a test is a question. That the call is done is an answer if it can end by itself; until then
 * it is a guess, as the end of a send that waits for its receiver is. That it is not yet done is
 * one, too, unless all that the call has received is known to have arrived.
 */
#ifndef VC_BESIDE_H
#define VC_BESIDE_H

#include "explore.h"

struct vc_beside {
	struct vc_beside *next;
	const struct vcube_request *request;    /* NULL: the program has learned that it is done */
	uint32_t *seen;                         /* [nodes], as in struct vc_explore, and */
	uint32_t past[];                        /* [nodes] */
};

/* A call begins; fails if there is no memory. */
void vc_beside_begin(vcube_node *self, const struct vcube_request *request);
/* Is it one whose end the program has not learned? Then it learns that. */
bool vc_beside_is_one(const vcube_node *node, const struct vcube_request *request);
void vc_beside_learn(vcube_node *self, const struct vcube_request *request);
/* Has all that it received arrived, as far as the program knows? */
bool vc_beside_is_known(const vcube_node *node, const struct vcube_request *request);

/* What the running one knows: the program, or a call beside it. */
uint32_t *vc_past_of(vcube_node *self);
uint32_t *vc_seen_of(vcube_node *self);

/* Before a run, and at the end. */
void vc_besides_reset(struct vc_explore *explore);
void vc_besides_drop(struct vc_explore *explore);

#endif
