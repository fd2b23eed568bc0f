/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What happened in a run of explore=clock: its messages, with their times, and its questions, the
 * calls whose answer depends on which message arrives when.
 *
 * All belongs to the running node, as nodes take turns; after the run, to the search.
 */
#ifndef VC_TIMED_RUN_H
#define VC_TIMED_RUN_H

#include "explore.h"
#include "vain.h"

enum { VC_NOT_TAKEN = UINT32_MAX };

/* A message: slot->timed.flight points to it. */
struct vc_timed_message {
	struct vc_transit transit;
	int from, to;
	uint32_t number;                /* among those of its channel, from 0 */
	uint64_t label;
	uint32_t sent_at;               /* how often its sender had probed or taken a message */
	vcube_time undelayed;           /* when it would arrive without a delay of its own */
	uint32_t met, taken;            /* its place among what its receiver probed first or took, */
	vcube_time met_at;              /* and when it first did */
	uint32_t past[];                /* [nodes] questions of each node that were answered before it */
};

/* A question that was answered. */
struct vc_timed_question {
	struct vc_point point;          /* node, number, here and what it hoped for */
	vcube_time limit;               /* what arrives later is no answer; VC_NO_TIME: none */
	bool receive;                   /* it takes a message of any node, without a limit */
	uint32_t receipts;              /* how often the node had probed or taken a message */
	struct vc_vain vain;            /* how often its test had been in vain */
	uint64_t state;                 /* digest of all answers before it */
	struct vc_answer answer;
};

struct vc_timed_run {
	int nodes;
	struct vc_timed_message **message;      /* in the order of their sending */
	size_t messages, message_room;
	struct vc_timed_question *question;     /* in the order of their answers */
	size_t questions, question_room;
	uint64_t *answers;              /* [nodes] digest of its answers */
	uint32_t *receipts;             /* [nodes] */
};

/* Returns NULL if there is no memory. clear: before the next run. */
struct vc_timed_run *vc_timed_run_open(int nodes);
void vc_timed_run_clear(struct vc_timed_run *run);
void vc_timed_run_close(struct vc_timed_run *run);
/* Returns a digest of all answers. */
uint64_t vc_timed_run_state(const struct vc_timed_run *run);

/* Node. Notes a message that it sends. Returns NULL if the node has failed. */
struct vc_timed_message *vc_timed_send(vcube_node *self, int to, uint64_t label,
				       const struct vc_transit *transit, vcube_time undelayed);
/* It has seen a message; or taken it, first out of matching or at once, at that time. */
void vc_timed_see(vcube_node *self, struct vc_timed_message *message, vcube_time time);
void vc_timed_take(vcube_node *self, struct vc_timed_message *message, vcube_time time);
/* It begins to wait for an answer; has got one, or none because it failed. */
void vc_timed_ask(vcube_node *self, const struct vc_wait *wait, vcube_time limit,
		  struct vc_timed_question *question);
void vc_timed_answer(vcube_node *self, struct vc_timed_question *question, struct vc_answer answer);
void vc_timed_drop(struct vc_timed_question *question);

#endif
