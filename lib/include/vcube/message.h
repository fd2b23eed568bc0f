/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages between nodes.
 *
 * `peer`, `to` and `from` are ranks in `group` (NULL: all nodes). Messages
 * from one node to one other arrive in the order in which they were sent, and
 * are received in that order. A node may send to itself. Every call returns 0
 * or the code of the node's failure. A message longer than the receiver's
 * buffer is a failure of the receiver (VCUBE_ETRUNC); a shorter one is not,
 * and its length is in the status. With routing=none a partner that is not a
 * neighbour is a failure (VCUBE_EROUTE); sending to oneself is not.
 */
#ifndef VCUBE_MESSAGE_H
#define VCUBE_MESSAGE_H

#include <limits.h>
#include <vcube/group.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As `from`: any member of the group. */
#define VCUBE_ANY (-1)

/*
 * As a partner: nobody. What is sent there goes nowhere, and what is received from
 * there is empty and leaves the buffer alone; neither blocks or takes time. So a
 * program for a line or a mesh needs no cases for its edges. No slip in working out
 * a rank comes to this number.
 */
#define VCUBE_NOBODY INT_MIN

struct vcube_status {
	int from;               /* rank in the group of the call */
	size_t bytes;           /* length of the message */
	vcube_time arrival;     /* when it had arrived; 0 under the free clock */
};

/*
 * Buffered: copies and returns; blocks only on a machine with a capacity,
 * until no more than that many bytes of the channel, its own counted, are
 * untaken.
 */
int vcube_send(vcube_node *self, vcube_group *group, int to, const void *data, size_t bytes);

/* Blocks until a message is there. `from` may be VCUBE_ANY: the earliest
 * arrival under the virtual clock, ties to the lowest rank; any that is there
 * under the free clock, the earliest that is due under the wall clock. `status`
 * may be NULL. */
int vcube_recv(vcube_node *self, vcube_group *group, int from, void *data, size_t room,
	       struct vcube_status *status);

/* The same for at most `limit` picoseconds (of the node's clock if it has one,
 * else of the host's): then VCUBE_ETIMEDOUT, which is no failure. */
int vcube_recv_within(vcube_node *self, vcube_group *group, int from, void *data, size_t room,
		      vcube_time limit, struct vcube_status *status);

/* Blocks until a message from a named member is there, and tells of it; the next
 * receive from there gets it. So its length need not be known beforehand. */
int vcube_probe(vcube_node *self, vcube_group *group, int from, struct vcube_status *status);

/* Sends to one and receives from another (or the same) at the same time; the
 * buffers must not overlap. Blocks until both are done. */
int vcube_sendrecv(vcube_node *self, vcube_group *group,
		   int to, const void *data, size_t bytes,
		   int from, void *into, size_t room, struct vcube_status *status);

/* Both ways with one partner, for one start-up. Blocks until both are done. */
int vcube_exchange(vcube_node *self, vcube_group *group, int peer,
		   const void *data, size_t bytes, void *into, size_t room,
		   struct vcube_status *status);

/* Both ways with several partners at once, for one start-up in all. */
struct vcube_pair {
	int peer;
	const void *data;
	size_t bytes;
	void *into;
	size_t room;
};
int vcube_exchange_all(vcube_node *self, vcube_group *group,
		       const struct vcube_pair *pairs, int count);

/*
 * Nonblocking. The buffer is lent until the request is waited for (or tested
 * as done), which every request must be. A receiver copies straight from a
 * lent buffer. Requests to receive from the same node complete in the order in
 * which they were made. NULL: the node has failed, or there is nobody to wait for; the
 * calls below accept it.
 * A partner that sleeps notices at the latest at this node's next call that
 * blocks or tests.
 */
typedef struct vcube_request vcube_request;

vcube_request *vcube_isend(vcube_node *self, vcube_group *group, int to,
			   const void *data, size_t bytes);

vcube_request *vcube_irecv(vcube_node *self, vcube_group *group, int from,
			   void *data, size_t room);

/* Block until the requests are done, and release them. */
int vcube_wait(vcube_node *self, vcube_request *request, struct vcube_status *status);

int vcube_waitall(vcube_node *self, vcube_request **requests, int count);

/* Is it done by now? *done = 1 and the request is released, or *done = 0 (and
 * the clock has moved on by the cost of a poll). */
int vcube_test(vcube_node *self, vcube_request *request, int *done, struct vcube_status *status);

#ifdef __cplusplus
}
#endif
#endif
