/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef VC_CONCLUDE_H
#define VC_CONCLUDE_H

#include "node.h"

/* The run as a whole: what went wrong, and everything made ready for the next. Returns
 * the code of what went wrong first. */
int vc_finish(vcube_machine *machine);

#endif
