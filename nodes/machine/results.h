/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef VC_RESULTS_H
#define VC_RESULTS_H

#include "node.h"

struct vc_network;

/* Where account is kept of links, else NULL. */
const struct vc_network *vc_network_of(const vcube_machine *machine);

#endif
