/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The time of a call by its algorithm's own steps: the machine is opened without threads
 * (threads=no), whatever its description says, and no data move. Only alltoallv needs threads and
 * data: its steps depend on lengths that nodes tell each other.
 */
#ifndef VC_PLAY_H
#define VC_PLAY_H

#include <vcube/algorithm.h>

/* The machine on which calls are played, one after the other. All zero: it is not open yet. */
struct vc_player {
	vcube_machine *machine;
};

/*
 * Returns the time in picoseconds from the entry of all nodes, at once, to the last return; or -1
 * with the reason in *error: it cannot run there (VCUBE_EROUTE, VCUBE_EPRECOND), or nobody can tell
 * beforehand (VCUBE_ELIMIT: too large, VCUBE_EINVAL: it asks for the time, messages wait for room
 * on a channel). Leaves faults out. A call that sends more than `messages` in all is too large; so
 * is alltoallv unless that is INT64_MAX, as its threads run before anybody can count. Calls of a
 * player have the same description and terms. A program of the public interface: any thread may
 * call it, a node's too.
 */
vcube_time vc_play(struct vc_player *player, const struct vcube_desc *desc,
		   const struct vcube_predicted_call *call, int64_t messages,
		   struct vcube_error *error);
void vc_play_end(struct vc_player *player);

#endif
