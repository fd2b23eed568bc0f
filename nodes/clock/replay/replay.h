/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The replay: works out when what the journals tell of was.
 *
 * A sequential simulation of discrete events, over what the nodes have done so
 * far. Each node has a player (nodes/clock/replay/replayer.h) for its journal. Messages are
 * placed in the order of (start, source rank, number), and only when no node can
 * still send an earlier one: players that have come to the end of their
 * journals stand in the same order as the messages, at their clocks, and where
 * one of them is the first, nothing more can be placed.
 *
 * So the outcome depends on the journals alone, not on when the replay is run:
 * at quiescence, where nodes that wait for a message from a named node cannot
 * act before others do, and are left out; now and then, to keep journals short;
 * and at the end of the run.
 *
 * Everything here is under the machine's lock `resolving`, or before or after
 * the run.
 */
#ifndef VC_REPLAY_H
#define VC_REPLAY_H

#include "replay_state.h"

/* For a machine whose nodes keep journals. NULL: no memory. */
struct vc_replay *vc_replay_new(vcube_machine *machine);
void vc_replay_free(vcube_machine *machine);
/* Before a run. */
void vc_replay_reset(vcube_machine *machine);
/* Before one that is recorded: memory for so many times of each node, in two lists. What
 * cannot be had now is asked for when it is needed. */
void vc_replay_expect(vcube_machine *machine, size_t times);

/* At quiescence: replays what can be. Returns the rank that can go on first, of
 * those whose wait time can end (vc_end_of_wait()) or that stand at a step; -1:
 * there is none, and every message has been placed. */
int vc_replay_quiescent(vcube_machine *machine);
/* The lowest rank whose clock is further than clocks go, so that nothing that it did
 * later has a time; -1: there is none. */
int vc_replay_far(const vcube_machine *machine);
/* When all nodes have returned: the rest. */
void vc_replay_rest(vcube_machine *machine);
/* A node has begun a page. Not under the lock: it may take it. */
void vc_replay_page_turned(vcube_machine *machine);

/* Has everything been replayed that the node did? Then `clock` is its clock. */
bool vc_replay_is_done(const vcube_machine *machine, int rank);

#endif
