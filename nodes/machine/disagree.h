/* SPDX-License-Identifier: BSD-2-Clause */
/* In a deadlock: nodes that wait for each other since they make different collective calls. */
#ifndef VC_DISAGREE_H
#define VC_DISAGREE_H

#include "node.h"

/* Fails the first node that waits for one whose collective calls differ from its own, with a
 * sentence that names both calls. Returns its rank; -1: there is none. */
int vc_disagree_tell(vcube_machine *machine);

#endif
