/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A clock as a table: what time costs, and who waits for it.
 *
 * There are five, in nodes/clock/: free, explored, stamp, replay and wall; stamp once more, for
 * processes that share the machine; and two for nodes without threads, whose notes are stamped
 * or replayed (nodes/clock/notes/notes.h). A machine
 * keeps one of them for life (nodes/clock/choose.c); sends, receives and waits call its slots
 * without asking which clock it is. Most messages under the free clock take the fast path
 * (nodes/message/fast_path.h), which calls no slot.
 *
 * Who calls a slot:
 *   node       the node's own thread, without any lock
 *   resolver   the thread that found the machine quiescent, under the machine's
 *              `resolving`: every other node is parked or has returned
 *   machine    the thread that opens, runs or closes the machine, while no node runs;
 *              the resolver may also call slots that take a const machine
 * No slot blocks, and none may be NULL, unless its comment says so.
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
struct vcube_request;

/* A time as logs store it (nodes/trace/log.h). */
struct vc_moment {
	uint64_t stamp;                 /* picoseconds; free clock: ticks, see vc_host_ticks();
					   replay: the number of acts, */
	vcube_time after;               /* and the time since the last of them */
};

/* The start-up that a message pays. */
enum vc_startup { VC_STARTUP, VC_STARTUP_EXCHANGE, VC_STARTUP_EXCHANGE_ALL, VC_STARTUP_NONE };

/* How long a message that does not fit its slot may stay in the sender's buffer: not at all,
 * and nobody waits for it; until vc_send_wait_for(), which follows at once; or until a later
 * one. */
enum vc_lend { VC_LEND_NOT, VC_LEND_BRIEFLY, VC_LEND };

/* What a trace reader knows about a sent message, and what the clock adds. */
struct vc_sent_times {
	uint64_t nth;                   /* among the sender's messages, from 0 */
	bool told;                      /* the log holds its arrival, or that it was lost */
	enum vc_startup startup;
	int hops;
	uint64_t bytes;
	vcube_time sent;
	vcube_time *port, *link;        /* when the sender's port and link become free */
	vcube_time begin, arrival;      /* start on the first link; VC_NO_TIME if it never
					   arrives */
};

struct vc_clock {
	/* Properties. `timed`: nodes have clocks, and costs count. `host_deadlines`:
	 * deadlines of waits are on the host's clock. `time_first`: no quiescence while a
	 * node waits for time to pass. `poll_parks`: a poll, and a receive with a time limit,
	 * park until the resolver answers. */
	bool timed, host_deadlines, time_first, poll_parks;
	/* Waits end in real time, as exactly as the host can: for so many nanoseconds a node
	 * yields before it parks. 0: they do not */
	int64_t patience;

	/* machine: open returns 0 or VCUBE_EHOST; close frees a partly opened one. All may be
	 * NULL */
	int (*open)(vcube_machine *machine);
	void (*begin)(vcube_machine *machine);          /* before a run */
	void (*finish)(vcube_machine *machine);         /* all nodes have returned */
	void (*close)(vcube_machine *machine);

	/* node: its thread starts and ends; leave may block. Both may be NULL */
	void (*enter)(vcube_node *self);
	void (*leave)(vcube_node *self);

	/* node: its time. now blocks until it is known; deadline returns now plus `limit`;
	 * time_out advances the node to a deadline at which nothing had come, 0 or its
	 * failure; pass charges work, false: no time passes, or the node has failed */
	vcube_time (*now)(vcube_node *self);
	vcube_time (*deadline)(vcube_node *self, vcube_time limit);
	int (*time_out)(vcube_node *self, vcube_time deadline);
	bool (*pass)(vcube_node *self, const char *what, vcube_time time);

	/* node: times a message whose bytes are in its slot, before it is published. `action`
	 * is the fault that strikes it, or NULL. False: the node has failed. NULL: sending
	 * takes no time. The wall clock's blocks */
	bool (*send)(vcube_node *self, struct vc_channel *channel, enum vc_startup startup,
		     enum vc_lend lend, const struct vc_fault_action *action,
		     struct vc_slot *slot, struct vc_send_wait *sent);
	/* node: waits until the message has left; may block */
	void (*left)(vcube_node *self, struct vc_send_wait *sent);
	/* node: room advances the sender to when the receiver made room on a channel with a
	 * capacity; credit is the receiver's side, which adds to the credit (may be NULL) */
	void (*room)(vcube_node *self, const struct vc_credit *credit);
	void (*credit)(const struct vc_slot *slot, struct vc_credit *credit);

	/* node: has waited `by` for the latest member of a group, whose clock has this breakdown if
	 * the clock has `path` (NULL: that is work) */
	void (*aligned)(vcube_node *self, vcube_time by, const struct vcube_parts *path);

	/* node: receive: an instrumented node begins a receive (may be NULL). in_time: its
	 * message is there: 0 if it arrives by the deadline, for which it may block,
	 * VCUBE_ETIMEDOUT, or the node's failure (NULL: it has arrived) */
	void (*receive)(vcube_node *self);
	int (*in_time)(vcube_node *self, struct vc_slot *slot, vcube_time deadline);
	/* node: waits for the message that a receive from any takes and sets wait->channel;
	 * returns as vc_park() */
	int (*next)(vcube_node *self, struct vc_wait *wait);
	/* node: completes a receive from any that is posted, when a message for it comes in the
	 * way of another receive. NULL: it takes that message */
	int (*complete)(vcube_node *self, struct vcube_request *request);
	/* node: waits for the first of several requests to be done, and returns it; NULL: the
	 * node has failed. Blocks */
	struct vcube_request *(*first_of)(vcube_node *self, struct vc_wait *wait);
	/* resolver: when a message leaves its sender, VC_NO_TIME if not known yet. NULL where
	 * `first` never asks */
	vcube_time (*leaves)(const struct vc_send_wait *sent);
	/* node: receives the message at the front; returns its arrival if `asked`, which may
	 * block. NULL: no time passes */
	vcube_time (*consume)(vcube_node *self, struct vc_slot *slot, bool asked);
	/* node: the same for a probe, which leaves the message: 0 or its failure. Blocks
	 * until it is due */
	int (*probe)(vcube_node *self, struct vc_slot *slot, vcube_time *arrival);
	/* node: takes the message that it has probed out of matching. NULL: nobody asks */
	void (*claim)(vcube_node *self, struct vc_slot *slot);
	/* node: whether a pending request is done by now; may block */
	bool (*is_done)(vcube_node *self, vcube_request *request);
	/* node: whether what is not in its memory comes later than now, for sure:
	 * nodes/clock/quiet.h; where `awaited` is */
	bool (*is_quiet)(vcube_node *self);
	/* node: a call beside the program begins; whether is_done tells its end, too; the
	 * program waits for it no more. All or none: NULL */
	void (*begin_beside)(vcube_node *self, const struct vcube_request *request);
	bool (*asks_beside)(vcube_node *self, const struct vcube_request *request);
	void (*learn)(vcube_node *self, struct vcube_request *request);

	/* node: when the first message is due that has come for a receive that it has posted, which
	 * it leaves at its parking; VC_NO_TIME: none has come. 0: by now. NULL: what has come is
	 * due */
	vcube_time (*posted_due)(vcube_node *self);
	/* node: while it waits for something else, the resolver lets it take a message for a
	 * receive that it has posted. False: it takes all, whichever comes first. NULL: likewise */
	bool (*take_posted)(vcube_node *self);

	/* resolver: computes all known times before anybody goes on; true if it let a node go
	 * on or stopped the run. May be NULL */
	bool (*advance)(vcube_machine *machine);
	/* resolver: first returns the rank whose wait time alone ends first, or -1; grant
	 * lets it go on */
	int (*first)(vcube_machine *machine);
	void (*grant)(vcube_machine *machine, int rank);
	/* resolver: before that rank goes on: returns the node that can take a message by then whose
	 * sender waits for that, for a receive that it has posted, and leaves the receive at its parking;
	 * -1: none. NULL: nodes that poll look themselves */
	int (*awaited)(vcube_machine *machine, int rank);
	/* resolver: nobody can go on; returns the code that stops the run, or 0 for a
	 * deadlock. May be NULL */
	int (*exhausted)(const vcube_machine *machine);

	/* machine: a node's clock; whether it is final; how much the node has done, in the
	 * unit of views; its clock after that much, false if unknown (clock_after may be
	 * NULL: then it is `now`) */
	vcube_time (*clock_of)(const vcube_machine *machine, int rank);
	bool (*is_known)(const vcube_machine *machine, int rank);
	uint64_t (*done)(const vcube_machine *machine, int rank);
	bool (*clock_after)(const vcube_machine *machine, int rank, uint64_t done, vcube_time *time);
	/* machine, after a run: fills in what a node has done, if others have used its struct
	 * since (may be NULL) */
	void (*tally)(const vcube_machine *machine, int rank, struct vcube_stats *stats);
	/* machine, after a run: where a node's time went; what the latest clock consists of;
	 * how late messages were. NULL: not recorded */
	struct vcube_parts (*parts)(const vcube_machine *machine, int rank);
	struct vcube_parts (*path)(const vcube_machine *machine, int rank);
	void (*lateness)(const vcube_machine *machine, struct vcube_lateness *lateness);
	/* machine, after a run: the first error in its times, or 0 */
	int (*verdict)(const vcube_machine *machine, struct vcube_error *error);

	/* machine: log_begin: a node's log begins. node: moment, moment_sent: the time that
	 * logs have now, and had when the last message was sent; log_transit logs when that
	 * started and arrives (may be NULL) */
	void (*log_begin)(vcube_node *node, struct vc_log *log);
	struct vc_moment (*moment)(const vcube_node *self);
	struct vc_moment (*moment_sent)(const vcube_node *self);
	void (*log_transit)(vcube_node *self, const struct vc_slot *slot);
	/* machine, before a traced run: reserves room for `times` times of each node (may be
	 * NULL) */
	void (*expect)(vcube_machine *machine, size_t times);
	/* machine, after it: the picoseconds in one of the host's ticks, which the logs hold
	 * (NULL: they hold none); the time of a moment; when a message began and arrived,
	 * false if the log has all that is known (both may be NULL) */
	double (*log_tick)(const vcube_machine *machine);
	vcube_time (*time_of)(const vcube_machine *machine, int rank, struct vc_moment moment);
	bool (*sent_times)(const vcube_machine *machine, int rank, struct vc_sent_times *times);
};

struct vc_part;
extern const struct vc_part vc_part_clock;
extern const struct vc_clock vc_clock_free, vc_clock_stamp, vc_clock_stamp_remote, vc_clock_replay,
	vc_clock_wall, vc_clock_explore, vc_clock_delayed,
	vc_clock_notes_stamped, vc_clock_notes_replayed;

/* Slots that most clocks share. */
vcube_time vc_clock_now(vcube_node *self);              /* the node's own clock */
vcube_time vc_clock_deadline(vcube_node *self, vcube_time limit);
int vc_clock_time_out(vcube_node *self, vcube_time deadline);
vcube_time vc_clock_clock_of(const vcube_machine *machine, int rank);
bool vc_clock_is_known(const vcube_machine *machine, int rank);         /* always */
uint64_t vc_clock_nothing_done(const vcube_machine *machine, int rank); /* 0 */

/* Advances the clock. Returns false if the node has failed because the clock would exceed
 * VCUBE_TIME_MAX. `what` names the call or the action. */
bool vc_clock_pass(vcube_node *self, const char *what, vcube_time time);
/* Makes the node fail: its clock, or the time of a message, would exceed VCUBE_TIME_MAX. */
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
