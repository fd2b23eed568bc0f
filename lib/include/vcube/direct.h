/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A building block of direct algorithms: every member sends every other one a message, and receives
 * one from each. For use in algorithms; blocks. The time is pure.
 */
#ifndef VCUBE_DIRECT_H
#define VCUBE_DIRECT_H

#include <vcube/blocks.h>
#include <vcube/message.h>
#include <vcube/node.h>
#include <vcube/work.h>

VCUBE_BEGIN_

/* On large machines a member sends at most this many steps ahead of what it has received, so that
 * messages do not pile up. With one port that changes no time in lockstep: the port is busy with
 * earlier messages. */
#define VCUBE_DIRECT_AHEAD 64

struct vcube_given {
	const void *data;
	size_t bytes;
};

struct vcube_taken {
	void *into;
	size_t bytes;
};

/* A round of messages: what the caller gives to a member, and where what it takes from a member
 * belongs. Both are pure. */
struct vcube_round {
	struct vcube_given (*give)(const struct vcube_call *c, int to, const void *arg);
	struct vcube_taken (*take)(const struct vcube_call *c, int from, const void *arg);
	const void *arg;
};

/* Returns the member that this one sends to in step i, from 1 to p - 1; for -i, the one that it
 * receives from. Each step is a permutation: by exclusive or, whose messages share no link under
 * e-cube routing, or by shift where p is no power of two. */
static inline int
vcube_direct_partner(const struct vcube_call *c, int i)
{
	const int p = c->size;

	return (p & (p - 1)) == 0 ? c->rank ^ (i < 0 ? -i : i) : (c->rank + i + p) % p;
}

static inline __attribute__((always_inline)) vcube_request *
vcube_direct_send(vcube_node *self, const struct vcube_call *c, const struct vcube_round *r, int i)
{
	const int to = vcube_direct_partner(c, i);
	const struct vcube_given given = r->give(c, to, r->arg);

	return vcube_isend(self, c->group, to, given.data, given.bytes);
}

static inline __attribute__((always_inline)) void
vcube_direct_receive(vcube_node *self, const struct vcube_call *c, const struct vcube_round *r, int i)
{
	const int from = vcube_direct_partner(c, -i);
	const struct vcube_taken taken = r->take(c, from, r->arg);

	vcube_recv(self, c->group, from, taken.into, taken.bytes, NULL);
}

/*
 * Sends and receives the messages, in steps "send" and "receive", and copies what the member gives
 * to itself. The steps follow from the single port of a node; no node waits for them. Small
 * messages leave at once; of a long one the sender keeps the only copy until the receiver takes it.
 * When this returns, all is the caller's again. Inline, so that nothing calls through a pointer: a
 * short message takes some 20 ns.
 */
static inline __attribute__((always_inline)) void
vcube_direct(vcube_node *self, const struct vcube_call *c, const struct vcube_round *r)
{
	const int p = c->size, ahead = p - 1 < VCUBE_DIRECT_AHEAD ? p - 1 : VCUBE_DIRECT_AHEAD;
	const struct vcube_given own = r->give(c, c->rank, r->arg);
	vcube_request *sent[VCUBE_DIRECT_AHEAD];

	vcube_step(self, "send");
	for (int i = 1; i <= ahead; i++)
		sent[i - 1] = vcube_direct_send(self, c, r, i);
	vcube_step(self, "receive");
	vcube_copy(self, r->take(c, c->rank, r->arg).into, own.data, own.bytes);
	for (int i = 1; i < p; i++) {
		vcube_request **const slot = &sent[(i - 1) % ahead];

		vcube_direct_receive(self, c, r, i);
		if (i + ahead < p) {
			vcube_wait(self, *slot, NULL);
			*slot = vcube_direct_send(self, c, r, i + ahead);
		}
	}
	vcube_waitall(self, sent, ahead);
}

/* The time for messages of so many bytes, with one port. The copy overlaps the first message. */
static inline vcube_time
vcube_direct_time(const struct vcube_terms *t, size_t bytes)
{
	const vcube_time message = vcube_message_time(t, bytes);
	const vcube_time copy = t->k.copy * (vcube_time)bytes;

	return (t->p - 1) * message + (copy > message ? copy - message : 0);
}

VCUBE_END_
#endif
