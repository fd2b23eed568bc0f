/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables that the nodes of a machine share. */
#ifndef VC_SHARED_H
#define VC_SHARED_H

#include "node.h"

void vc_shared_free(vcube_machine *m);

#endif
