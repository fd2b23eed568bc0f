/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages between nodes.
 *
 * `peer`, `to` and `from` are ranks in `group` (NULL: all nodes). A node receives the
 * messages of another node in the order in which that node sent them. A node may send
 * to itself. Calls return 0 or the code of the node's failure. If a message is longer
 * than the receiver's buffer, the receiver fails (VCUBE_ETRUNC); a shorter one is
 * fine, and the status has its length. With routing=none, a partner must be a
 * neighbour or the node itself, or the node fails (VCUBE_EROUTE).
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
 * As a partner: nobody. A send to it is discarded; a receive from it returns an empty
 * message and leaves the buffer alone. Neither blocks or takes time, so a program for
 * a line or a mesh needs no special cases at the edges. No likely slip in rank
 * arithmetic yields this value.
 */
#define VCUBE_NOBODY INT_MIN

struct vcube_status {
	int from;               /* rank in the group of the call */
	size_t bytes;           /* length of the message */
	vcube_time arrival;     /* time of arrival; 0 under the free clock */
};

/*
 * Sends a copy of `data`, which may be reused at once. Blocks only on a machine with a
 * capacity: until the bytes of the channel that are not yet received, this message
 * included, do not exceed it.
 */
int vcube_send(vcube_node *self, vcube_group *group, int to, const void *data, size_t bytes);

/* Receives a message; blocks until there is one. With VCUBE_ANY as `from`, takes the
 * earliest arrival under the virtual clock (the lowest rank of several), the message
 * that is due first under the wall clock, any message under the free clock. `status`
 * may be NULL. */
int vcube_recv(vcube_node *self, vcube_group *group, int from, void *data, size_t room,
	       struct vcube_status *status);

/* Like vcube_recv(), but returns VCUBE_ETIMEDOUT after `limit` picoseconds of the node's
 * clock (under the free clock: of the host's). That is not a failure of the node. */
int vcube_recv_within(vcube_node *self, vcube_group *group, int from, void *data, size_t room,
		      vcube_time limit, struct vcube_status *status);

/* Blocks until there is a message from `from` (not VCUBE_ANY) and fills in its status;
 * the next receive from that member gets it. Use it if the length is not known. */
int vcube_probe(vcube_node *self, vcube_group *group, int from, struct vcube_status *status);

/* Sends to one member and receives from another (or the same) at the same time; the
 * buffers must not overlap. Blocks until both are done. */
int vcube_sendrecv(vcube_node *self, vcube_group *group,
		   int to, const void *data, size_t bytes,
		   int from, void *into, size_t room, struct vcube_status *status);

/* Sends to and receives from one partner, for one start-up. Blocks until both are done. */
int vcube_exchange(vcube_node *self, vcube_group *group, int peer,
		   const void *data, size_t bytes, void *into, size_t room,
		   struct vcube_status *status);

/* Exchanges with `count` partners at once, for one start-up in all. Blocks
 * until all are done. */
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
 * Nonblocking calls. The buffer is lent until a wait, or a successful test, releases
 * the request; every request must be released so. A receiver copies directly from a
 * lent buffer. Requests to receive from the same node complete in the order of their
 * creation. vcube_isend() and vcube_irecv() return NULL if the node has failed or the
 * partner is VCUBE_NOBODY; the calls below accept NULL. A sleeping partner may notice
 * a request only at this node's next call that blocks or tests.
 */
typedef struct vcube_request vcube_request;

vcube_request *vcube_isend(vcube_node *self, vcube_group *group, int to,
			   const void *data, size_t bytes);

vcube_request *vcube_irecv(vcube_node *self, vcube_group *group, int from,
			   void *data, size_t room);

/* Block until the requests are done; release them. */
int vcube_wait(vcube_node *self, vcube_request *request, struct vcube_status *status);

int vcube_waitall(vcube_node *self, vcube_request **requests, int count);

/* Tests a request without blocking: *done = 1, and the request is released; or
 * *done = 0, and the clock advances by the cost of a poll. */
int vcube_test(vcube_node *self, vcube_request *request, int *done, struct vcube_status *status);

#ifdef __cplusplus
}
#endif
#endif
