/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef VC_ROUTE_H
#define VC_ROUTE_H

#include "link.h"

/* The links from one rank to another, as they are at network->now, in network->route,
 * and, where some are unlike the others (network->looked), what they are like in
 * network->state. Returns how many; -1: there is no way. */
int vc_route_find(struct vc_network *network, int from, int to);
/* The same as long as no link was unlike the others. */
int vc_route_described(struct vc_network *network, int from, int to);

#endif
