/* SPDX-License-Identifier: BSD-2-Clause */
/* Slots of the replaying clock at quiescence and after the run. */
#ifndef VC_ANSWERS_H
#define VC_ANSWERS_H

#include "node.h"

bool vc_replay_advance(vcube_machine *machine);
int vc_replay_first(vcube_machine *machine);
void vc_replay_grant(vcube_machine *machine, int rank);
int vc_replay_awaited(vcube_machine *machine, int rank);
int vc_replay_exhausted(const vcube_machine *machine);
int vc_replay_verdict(const vcube_machine *machine, struct vcube_error *error);

/* Returns a node's clock after `acts` acts, of a traced or observed run. */
vcube_time vc_replay_clock_after(const vcube_machine *machine, int rank, uint64_t acts);

#endif
