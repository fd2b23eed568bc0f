/* SPDX-License-Identifier: BSD-2-Clause */
/* What the replay answers at quiescence, and after the run: slots of the clock. */
#ifndef VC_ANSWERS_H
#define VC_ANSWERS_H

#include "node.h"

bool vc_replay_advance(vcube_machine *machine);
int vc_replay_first(vcube_machine *machine);
void vc_replay_grant(vcube_machine *machine, int rank);
int vc_replay_exhausted(const vcube_machine *machine);
int vc_replay_verdict(const vcube_machine *machine, struct vcube_error *error);

/* A node's clock after so many acts, of a run that was traced or observed. */
vcube_time vc_replay_clock_after(const vcube_machine *machine, int rank, uint64_t acts);

#endif
