/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A clock, as a table: what time costs and who waits for it.
 *
 * There are four, a file each in nodes/clock/: free, stamp, replay and wall. A machine
 * has one of them for life (vc_clock_choose()); whoever sends, receives or waits calls
 * its slots and does not ask which it is. The free clock's messages mostly take the fast
 * path (nodes/message/fast_path.h), which calls none of them.
 *
 * Who calls a slot:
 *   node       the node's own thread, without any lock
 *   resolver   whoever found the machine quiescent, under the machine's `resolving`:
 *              every other node is parked or has returned
 *   machine    the thread that opens, runs or closes the machine, while no node runs;
 *              what takes a const machine may also be called by the resolver
 * No slot blocks but where it says so. A slot may be NULL where that is said.
 */
#ifndef VC_CLOCK_H
#define VC_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <vcube/observing.h>

struct vc_channel;
struct vc_credit;
struct vc_fault_action;
struct vc_in_flight;
struct vc_log;
struct vc_replay;
struct vc_send_wait;
struct vc_slot;
struct vc_wait;
struct vc_wall;

/* When something was, as logs have it (nodes/trace/log.h). */
struct vc_moment {
	uint64_t stamp;                 /* picoseconds; free clock: ticks, see vc_host_ticks();
					   replay: so many acts, */
	vcube_time after;               /* and so long after the last of them */
};

/* Which start-up a message pays. */
enum vc_startup { VC_STARTUP, VC_STARTUP_EXCHANGE, VC_STARTUP_EXCHANGE_ALL, VC_STARTUP_NONE };

/* How long a message that does not fit its slot may stay in the sender's buffer: not at
 * all, and nobody waits for it; until vc_send_wait_for(), which comes at once, or later. */
enum vc_lend { VC_LEND_NOT, VC_LEND_BRIEFLY, VC_LEND };

/* What a trace reader knows of a message that was sent, and what the clock adds. */
struct vc_sent_times {
	uint64_t nth;                   /* of the sender's messages, from 0 */
	bool told;                      /* the log says when it arrives, or that it was lost */
	enum vc_startup startup;
	int hops;
	uint64_t bytes;
	vcube_time sent;
	vcube_time *port, *link;        /* until when the sender's port and link are busy */
	vcube_time begin, arrival;      /* on its first link; VC_NO_TIME: never */
};

struct vc_clock {
	/* Facts. `timed`: nodes have clocks, and costs count. `host_deadlines`: the deadline
	 * of a wait is one of the host's clock. `time_first`: while somebody waits for time to
	 * pass, quiescence is none. `poll_parks`: a poll, and a receive with a time limit,
	 * park until the resolver answers. */
	bool timed, host_deadlines, time_first, poll_parks;

	/* machine: open gives 0 or VCUBE_EHOST, with what there was of it for close to free;
	 * any of them may be NULL */
	int (*open)(vcube_machine *machine);
	void (*begin)(vcube_machine *machine);          /* before a run */
	void (*finish)(vcube_machine *machine);         /* all nodes have returned */
	void (*close)(vcube_machine *machine);

	/* node: its thread begins, and ends; leave may block. Both may be NULL */
	void (*enter)(vcube_node *self);
	void (*leave)(vcube_node *self);

	/* node: its time. now blocks until it is known; deadline is so long after now;
	 * time_out takes the node to a deadline at which nothing had come, 0 or its failure;
	 * pass charges work, false: no time passes, or the node has failed */
	vcube_time (*now)(vcube_node *self);
	vcube_time (*deadline)(vcube_node *self, vcube_time limit);
	int (*time_out)(vcube_node *self, vcube_time deadline);
	bool (*pass)(vcube_node *self, const char *what, vcube_time time);

	/* node: a message whose bytes are in its slot gets its time, before it is published.
	 * `action` is what a fault does to it, or NULL. False: the node has failed. NULL: time
	 * is none of its concern. The wall clock's blocks */
	bool (*send)(vcube_node *self, struct vc_channel *channel, enum vc_startup startup,
		     enum vc_lend lend, const struct vc_fault_action *action,
		     struct vc_slot *slot, struct vc_send_wait *sent);
	/* node: the message has left, and the sender has waited for that: may block */
	void (*left)(vcube_node *self, struct vc_send_wait *sent);
	/* node: the receiver took what made room on a channel with a capacity; and the other
	 * side of it, which adds to the credit (NULL: nothing) */
	void (*room)(vcube_node *self, const struct vc_credit *credit);
	void (*credit)(const struct vc_slot *slot, struct vc_credit *credit);

	/* node: a receive begins, of nodes that are instrumented (may be NULL); its message is
	 * there: 0 if it arrives by the deadline, for which it may block, VCUBE_ETIMEDOUT, or
	 * the node's failure (NULL: it has arrived) */
	void (*receive)(vcube_node *self);
	int (*in_time)(vcube_node *self, const struct vc_slot *slot, vcube_time deadline);
	/* node: waits for the message that a receive from any takes, wait->channel: as vc_park() */
	int (*next)(vcube_node *self, struct vc_wait *wait);
	/* node: the message at the front is received; its arrival where that is asked for,
	 * which may block. NULL: no time passes */
	vcube_time (*consume)(vcube_node *self, struct vc_slot *slot, bool asked);
	/* node: the same of one that is only looked at: 0 or its failure. Blocks until it is due */
	int (*probe)(vcube_node *self, const struct vc_slot *slot, vcube_time *arrival);
	/* node: is a pending request done by now? May block */
	bool (*is_done)(vcube_node *self, vcube_request *request);

	/* resolver: works out what can be known before anybody goes on; true: it let somebody go
	 * on, or stopped all. May be NULL */
	bool (*advance)(vcube_machine *machine);
	/* resolver: whose wait time itself ends first, -1: nobody's; lets that one go on */
	int (*first)(vcube_machine *machine);
	void (*grant)(vcube_machine *machine, int rank);
	/* resolver: nobody can go on; the code with which the run stops, 0: it is a deadlock.
	 * May be NULL */
	int (*exhausted)(const vcube_machine *machine);

	/* machine: a node's clock; is all of it known yet?; how much the node has done, as views
	 * count it; its clock after so much, false: not known (both may be NULL: then it is `now`) */
	vcube_time (*clock_of)(const vcube_machine *machine, int rank);
	bool (*is_known)(const vcube_machine *machine, int rank);
	uint64_t (*done)(const vcube_machine *machine, int rank);
	bool (*clock_after)(const vcube_machine *machine, int rank, uint64_t done, vcube_time *time);
	/* machine, after a run: where a node's time went, what the latest clock is made of; how
	 * late messages were. NULL: that is not kept */
	struct vcube_parts (*parts)(const vcube_machine *machine, int rank);
	struct vcube_parts (*path)(const vcube_machine *machine, int rank);
	void (*lateness)(const vcube_machine *machine, struct vcube_lateness *lateness);
	/* machine, after a run: of what is wrong with its times, the first; 0: nothing */
	int (*verdict)(const vcube_machine *machine, struct vcube_error *error);

	/* machine: a node's log begins. node: what time logs have now, and had when the last
	 * message was sent; when that started and arrives goes into the log (may be NULL) */
	void (*log_begin)(vcube_node *node, struct vc_log *log);
	struct vc_moment (*moment)(const vcube_node *self);
	struct vc_moment (*moment_sent)(const vcube_node *self);
	void (*log_transit)(vcube_node *self, const struct vc_slot *slot);
	/* machine, before a run that is traced: room for so many times of each node (may be NULL) */
	void (*expect)(vcube_machine *machine, size_t times);
	/* machine, after it: the time of a moment; when a message began and arrived, false: the
	 * log has all that is known (may be NULL) */
	vcube_time (*time_of)(const vcube_machine *machine, int rank, struct vc_moment moment);
	bool (*sent_times)(const vcube_machine *machine, int rank, struct vc_sent_times *times);
};

struct vc_part;
extern const struct vc_part vc_part_clock;
extern const struct vc_clock vc_clock_free, vc_clock_stamp, vc_clock_replay, vc_clock_wall;

/* The clock that a description asks for. */
const struct vc_clock *vc_clock_choose(const struct vcube_desc *description);

/* What most clocks do. */
vcube_time vc_clock_now(vcube_node *self);              /* the node's own clock */
vcube_time vc_clock_deadline(vcube_node *self, vcube_time limit);
int vc_clock_time_out(vcube_node *self, vcube_time deadline);
vcube_time vc_clock_clock_of(const vcube_machine *machine, int rank);

/* The clock goes on; false: the node has failed, since that is further than clocks go.
 * `what` is the call, or what it does. */
bool vc_clock_pass(vcube_node *self, const char *what, vcube_time time);
/* Fails: its clock, or that of a message, would go too far. */
int vc_clock_ends(vcube_node *self, const char *what);

static inline vcube_time
vc_startup_cost(const struct vcube_cost *k, enum vc_startup startup)
{
	switch (startup) {
	case VC_STARTUP:
		return k->startup;
	case VC_STARTUP_EXCHANGE:
		return k->exchange_startup;
	case VC_STARTUP_EXCHANGE_ALL:
		return k->exchange_all_startup;
	default:
		return 0;
	}
}

#endif
