/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Matching: which message a receive takes.
 *
 * The messages of a channel are matched in order. Each goes to the oldest posted receive that
 * accepts its label, otherwise to the receive in progress if that accepts it; otherwise it is set
 * aside: moved from the channel to a list of the receiver, where later receives look first. So a
 * message that nobody wants yet never hides those behind it, and a receive whose message is in
 * front pays one comparison. Once a receive is posted that accepts it, the message comes before
 * those behind it again.
 *
 * Setting aside takes no virtual time; taking the message does. So how far a receive had
 * to look shows in no clock.
 *
 * The functions here are called by the node or, while it is parked, by the resolver.
 */
#ifndef VC_MATCH_H
#define VC_MATCH_H

#include "aside.h"
#include "label.h"
#include "message.h"

static inline uint32_t
vc_found_number(const struct vc_found *found)
{
	return found->aside != NULL ? found->aside->number : vc_queue_number(&found->channel->in);
}

/* The same for a message of a channel that vc_candidate() has returned. */
static inline uint32_t
vc_number_of(struct vc_channel *c, const struct vc_slot *slot)
{
	return slot == vc_front(c) ? vc_queue_number(&c->in)
				   : ((const struct vcube_message *)
				      ((const char *)slot - offsetof(struct vcube_message, slot)))->number;
}

static inline bool
vc_accepts(const struct vc_want *want, uint64_t label)
{
	return ((want->label ^ label) & want->mask) == 0;
}

/* Returns the oldest posted receive, of those posted before `before` (NULL: of all), that
 * accepts a message from that rank; NULL if none does. */
struct vcube_request *vc_posted(const vcube_node *node, int from, uint64_t label,
				const struct vcube_request *before);

/* Completes a posted receive with a message, the first of its channel that concerns it, in front or
 * set aside. Returns 0, or as vc_find() does. */
int vc_complete(vcube_node *self, struct vcube_request *request, const struct vc_found *found,
		vcube_time deadline);

/* Finds the message of a channel (which may be NULL) that a receive takes; on the way,
 * completes posted receives and sets messages aside. found->slot is NULL if the message is
 * not there yet. Returns 0, VCUBE_ETIMEDOUT if that of a posted receive comes after the
 * deadline, or the node's failure. The node only. */
int vc_find(vcube_node *self, struct vc_channel *channel, const struct vc_want *want,
	    vcube_time deadline, struct vc_found *found);
/* The same where the clock has told only that the first message is there: if that completes a
 * posted receive, found->slot is NULL, and the clock is to be asked again. */
int vc_find_told(vcube_node *self, struct vc_channel *channel, const struct vc_want *want,
		 vcube_time deadline, struct vc_found *found);

/* Returns the first message of a channel (which may be NULL) that concerns a receive: one
 * that it accepts, that belongs to a receive posted before it, or that is an error to it.
 * NULL: there is none yet. Sets aside what lies before. */
struct vc_slot *vc_candidate(vcube_node *node, struct vc_channel *channel,
			     const struct vc_want *want);

/* Notes the race if a strict machine's receive from any node had a message of another node to take
 * as well. `here`: the line that receives. */
void vc_look_for_rivals(vcube_node *self, const struct vc_want *want, const struct vc_found *found,
			const char *here);
static inline void
vc_note_rivals(vcube_node *self, const struct vc_want *want, const struct vc_found *found,
	       const char *here)
{
	if (want->from < 0 && vc_unlikely(self->strict) && found->slot != NULL)
		vc_look_for_rivals(self, want, found, here);
}
/* Gives a message to the posted receive that wants it: vc_request_take(). */
int vc_match(vcube_node *self, struct vcube_request *request, const struct vc_want *want,
	     const struct vc_found *found, bool wanted);

/* Moves the message in front of a channel to the list. Returns NULL if the node has failed:
 * no memory. */
struct vcube_message *vc_set_aside(vcube_node *node, struct vc_channel *channel);
/* Keeps a message from all receives but one: vcube_mrecv(). */
void vc_aside_keep(vcube_node *node, struct vcube_message *aside);
/* Returns whether the node keeps this message; any pointer. */
bool vc_aside_is_kept(const vcube_node *node, const struct vcube_message *aside);
/* Ends and frees a message set aside, with its bytes if `unread`. */
void vc_aside_end(vcube_node *node, struct vcube_message *aside, bool unread);

#endif
