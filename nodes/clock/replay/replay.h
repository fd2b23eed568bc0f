/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The replay: computes when the acts in the journals happened.
 *
 * A sequential discrete-event simulation of what the nodes have done so far. Each node has
 * a replayer (nodes/clock/replay/replayer.h) for its journal. Messages are placed in the
 * order of (start, source rank, number), and only when no node can still send an earlier
 * one: replayers at the end of their journals are in the same order as the messages, at
 * their clocks, and when one of them is first, nothing more can be placed.
 *
 * So the result depends on the journals alone, not on when the replay runs: at quiescence,
 * where nodes that wait for a message from a named node cannot act before others do, and
 * are left out; now and then, to keep journals short; and at the end of the run.
 *
 * Everything here runs under the machine's lock `resolving`, or before or after the run.
 */
#ifndef VC_REPLAY_H
#define VC_REPLAY_H

#include "replay_state.h"

/* Allocates the replay of a machine whose nodes keep journals. Returns NULL if out of memory. */
struct vc_replay *vc_replay_new(vcube_machine *machine);
void vc_replay_free(vcube_machine *machine);
/* Before a run. */
void vc_replay_reset(vcube_machine *machine);
/* Before a recorded run: reserves memory for `times` times of each node, in two lists. What
 * fails now is allocated when needed. */
void vc_replay_expect(vcube_machine *machine, size_t times);

/* At quiescence: replays as far as possible. Returns the rank that can go on first, of those
 * whose wait time can end (vc_end_of_wait()) or that are parked at a step; -1 if there is
 * none and every message has been placed. */
int vc_replay_quiescent(vcube_machine *machine);
/* Returns the lowest rank whose clock exceeds VCUBE_TIME_MAX, so that none of its later acts
 * has a time; -1 if there is none. */
int vc_replay_far(const vcube_machine *machine);
/* When all nodes have returned: replays the rest. */
void vc_replay_rest(vcube_machine *machine);
/* A node has begun a page. Call without the lock: this may take it. */
void vc_replay_page_turned(vcube_machine *machine);

/* After a traced run: the slot sent_times of clocks. Without threads, `nth` counts the messages
 * of the trace alone. */
bool vc_replay_sent_times(const vcube_machine *machine, int rank, struct vc_sent_times *times);

/* Returns whether all acts of the node have been replayed. Then `clock` is its clock. */
bool vc_replay_is_done(const vcube_machine *machine, int rank);

#endif
