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
#include <stdbool.h>
#include <vcube/group.h>

VCUBE_BEGIN_

/* As `from`: any member of the group. */
#define VCUBE_ANY (-1)

/*
 * As a partner: nobody. A send to it is discarded; a receive from it returns an empty
 * message and leaves the buffer alone. Neither blocks or takes time, so a program for
 * a line or a mesh needs no special cases at the edges. No likely slip in rank
 * arithmetic yields this value.
 */
#define VCUBE_NOBODY INT_MIN

/* Calls without a tag leave the last two alone when they receive at once. */
struct vcube_status {
	int from;               /* rank in the group of the call */
	size_t bytes;           /* length of the message */
	vcube_time arrival;     /* time of arrival; 0 under the free clock */
	int tag;                /* of the message, if it has one */
	bool cancelled;         /* vcube_cancel() ended the receive: there is no message */
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

/* Step number `step`, from 0, of a barrier: tells one member, and waits until another (or the
 * same) tells this one. Messages without start-up on a machine whose description has the cost of
 * a barrier, else an empty vcube_sendrecv(). Blocks. */
int vcube_signal(vcube_node *self, vcube_group *group, int to, int from, int step);

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

/* The same, but the request is kept, to be waited for. */
int vcube_is_done(vcube_node *self, vcube_request *request, int *done,
		  struct vcube_status *status);

/* Blocks until the first of the requests is done; releases it. *index is its place, -1 if
 * all are NULL. Under the virtual clock the first is the one that is done earliest, under
 * the others the first that is found to be done. */
int vcube_waitany(vcube_node *self, vcube_request **requests, int count, int *index,
		  struct vcube_status *status);

/* Cancels a receive that has no message yet: it is then done, and its status says so. Does
 * nothing to other requests. Every request must be released all the same. */
int vcube_cancel(vcube_node *self, vcube_request *request);

/*
 * Runs body(self, arg) beside the program: on a stack of its own in the node's thread, from
 * now until it first waits, then whenever the node waits, tests or probes. If it tests or probes in
 * vain itself, the program and other such calls go on before it does. `body` may make any call of
 * the library; a collective in it runs over `group`, whose members all call vcube_async() for it in
 * the same order, and meets no message of other calls. The request is done when body has returned;
 * if that was not 0, the node fails with VCUBE_EPROGRAM, unless it has failed before. Returns NULL
 * if the node has failed.
 */
vcube_request *vcube_async(vcube_node *self, vcube_group *group,
			   int (*body)(vcube_node *self, void *arg), void *arg);

/* A request of the program's own: done when vcube_complete() is called for it, by a call
 * beside the program or by another thread (vcube_share()). NULL if the node has failed. */
vcube_request *vcube_promise(vcube_node *self);
void vcube_complete(vcube_node *self, vcube_request *request);

/*
 * Messages with a tag. A receive takes the oldest message of its source, group and tag, and
 * leaves others alone, in whatever order they come: those without a tag, those of
 * collectives, and those of other groups. Of several posted receives that accept a message
 * the oldest gets it. The calls are as those above of the same name without `t`, except:
 *
 * tag: 0 to VCUBE_TAG_MAX; a receive may also name VCUBE_ANY_TAG.
 * from: vcube_tirecv() and the probes accept VCUBE_ANY, too.
 */
#define VCUBE_TAG_MAX INT_MAX
#define VCUBE_ANY_TAG (-1)

int vcube_tsend(vcube_node *self, vcube_group *group, int to, int tag,
		const void *data, size_t bytes);
vcube_request *vcube_tisend(vcube_node *self, vcube_group *group, int to, int tag,
			    const void *data, size_t bytes);

/* Sends the message if that needs no waiting, and returns 1: only under the free clock, and if the
 * message fits a free slot of the channel. Otherwise does nothing and returns 0, also in case of an
 * error: vcube_tsend() or vcube_tisend() sends it, or says what is wrong. */
int vcube_try_tsend(vcube_node *self, vcube_group *group, int to, int tag,
		    const void *data, size_t bytes);

/* Synchronous: done once the message has been taken, which the receiver confirms by an empty
 * message. The data may be reused at once. */
int vcube_tssend(vcube_node *self, vcube_group *group, int to, int tag,
		 const void *data, size_t bytes);
vcube_request *vcube_tissend(vcube_node *self, vcube_group *group, int to, int tag,
			     const void *data, size_t bytes);

int vcube_trecv(vcube_node *self, vcube_group *group, int from, int tag,
		void *data, size_t room, struct vcube_status *status);
vcube_request *vcube_tirecv(vcube_node *self, vcube_group *group, int from, int tag,
			    void *data, size_t room);

/* Blocks until there is a message that a receive would take, and fills in its status. */
int vcube_tprobe(vcube_node *self, vcube_group *group, int from, int tag,
		 struct vcube_status *status);

/* The same without blocking: *there tells whether there is one; if not, the clock advances
 * by the cost of a poll. */
int vcube_tiprobe(vcube_node *self, vcube_group *group, int from, int tag, int *there,
		  struct vcube_status *status);

/*
 * Matched probes: reserve the message that they find for vcube_mrecv(), which receives and
 * releases it; no other receive can take it. *message is NULL if there is none:
 * the node has failed, `from` is VCUBE_NOBODY, or *there is 0.
 */
typedef struct vcube_message vcube_message;

int vcube_mprobe(vcube_node *self, vcube_group *group, int from, int tag,
		 vcube_message **message, struct vcube_status *status);
int vcube_improbe(vcube_node *self, vcube_group *group, int from, int tag, int *there,
		  vcube_message **message, struct vcube_status *status);
int vcube_mrecv(vcube_node *self, vcube_group *group, vcube_message *message,
		void *data, size_t room, struct vcube_status *status);

/*
 * For explainers (vcube_explain()), where the report is of a deadlock: fills in the status of the
 * nth message with a tag, from 0, of those in this group that have come and that nothing of the
 * node accepts, by sender. Returns false if there are no more.
 */
bool vcube_unaccepted(const vcube_node *self, const vcube_group *group, int nth,
		      struct vcube_status *status);

VCUBE_END_
#endif
