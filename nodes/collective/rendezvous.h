/* SPDX-License-Identifier: BSD-2-Clause */
/* What nodes/transport/ calls at a rendezvous whose members several processes have. */
#ifndef VC_RENDEZVOUS_H
#define VC_RENDEZVOUS_H

#include "group.h"

/* A seat at a rendezvous, as processes tell each other. */
struct vc_remote_seat {
	uint32_t number, generation;    /* of the group, of the rendezvous */
	int first;                      /* member of the group */
	int rank;                       /* in the group */
	struct vc_seat seat;
};

/* A seat of a remote node has come. Returns false if that
 * rendezvous has not begun here: its group is not formed yet, or the one before has not ended. */
bool vc_rendezvous_arrive(vcube_machine *machine, int from, const struct vc_remote_seat *seat);

#endif
