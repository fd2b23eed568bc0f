/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs of machines with digest=yes: in two orders, whose messages are compared. */
#ifndef VC_TWICE_H
#define VC_TWICE_H

#include "part.h"

extern const struct vc_part vc_part_twice;

/* Runs the program twice. Returns the run's error: of the first that fails, or VCUBE_EORDER. */
int vc_run_twice(vcube_machine *machine, vcube_program *program, void *arg);

#endif
