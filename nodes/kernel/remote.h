/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Nodes of other processes, where several share the machine: what layers below
 * nodes/transport/ call it for.
 *
 * Each process has structs and threads for its own nodes. Those of remote nodes are addresses that
 * read as zero: nobody writes there, so they take no memory, until a report shows the nodes of all
 * processes (nodes/transport/image.c). So a remote node is never parked, and to wake it does
 * nothing. What remote nodes send to local ones is sent by a proxy, under the lock of the
 * transport.
 */
#ifndef VC_REMOTE_H
#define VC_REMOTE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <vcube/machine.h>

struct vc_group_shared;
struct vc_seat;

/* What a process knows of its own nodes while it is quiescent, and finds no way on. */
struct vc_quiet {
	int64_t alive, dated;
};

/* Where the message that a node receives next, from this node, of this call and length, may be
 * stored as it comes: by the transport, while the node itself takes what comes. */
struct vc_landing {
	int from;
	uint64_t label;
	void *into;
	size_t bytes;
	_Atomic(bool) coming;           /* the transport writes there */
};

struct vc_remote {
	/* Begins a run, once all processes can: `code`, `error`: whether this one can. Returns 0,
	 * or the error of the first that cannot. The machine's thread, as the next. */
	int (*begin)(vcube_machine *machine, int code, struct vcube_error *error);
	/* Runs the machine until the nodes of all processes have returned. `late` ends this one if
	 * its nodes go on beyond a hard limit. */
	void (*attend)(vcube_machine *machine, void (*late)(vcube_machine *machine));
	/* Hands every process what each of them gives, in their order. Returns false if one of them
	 * has died. The machine's thread. */
	bool (*gather)(vcube_machine *machine, const void *mine, size_t bytes,
		       void (*each)(void *arg, int process, const void *data, size_t bytes), void *arg);
	/* Nothing runs here. Under `resolving`; does not block. */
	void (*quiet)(vcube_machine *machine);
	/* A local node has failed and returned. The node calls it, as the next two. */
	void (*failed)(vcube_node *self);
	/* A node aborts the run. */
	void (*aborted)(vcube_node *self, int code);
	/* A local member has a seat at a rendezvous of this generation. */
	void (*seated)(vcube_node *self, const struct vc_group_shared *group, int rank,
		       const struct vc_seat *seat, uint32_t generation);
	/* The node receives no more into its landing: returns when nobody writes there. The node
	 * calls it. */
	void (*landed)(vcube_node *self);
	/* A rendezvous has ended: those of its members, and of the groups that it formed, may have
	 * come to the next one already. */
	void (*met)(vcube_machine *machine);
	/* A node ends the process, whose handlers may use the transport: from now on no other
	 * thread does, and those that would stand still. The node calls it. */
	void (*leaving)(vcube_machine *machine);
};

/* Makes the node fail, in virtual time: what it asks depends on when messages of all nodes arrive.
 * Returns its code. */
int vc_remote_refuse(vcube_node *self, const char *what);

/* Resolves the quiescence of this process, as vc_quiesce(). Returns false if it is not quiescent.
 * The lock of the transport keeps messages out meanwhile. */
bool vc_quiesce_here(vcube_machine *machine, struct vc_quiet *quiet);

/* Mark the nodes that can take messages for receives that they have posted, and return whether
 * there are any; wake those that are marked. Under `resolving`. */
bool vc_quiescence_mark(vcube_machine *machine);
void vc_quiescence_progress(vcube_machine *machine);

/* Deadlock: reports, and makes every parked local node fail. Under `resolving`. */
void vc_quiescence_give_up(vcube_machine *machine);

#endif
