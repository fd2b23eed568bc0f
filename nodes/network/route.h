/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef VC_ROUTE_H
#define VC_ROUTE_H

#include "link.h"

/* Finds the route from one rank to another at network->now, in network->route, and, if links
 * are overridden (network->has_states), the states of its links, in network->state. Returns its
 * length; -1 if there is no route. */
int vc_route_find(struct vc_network *network, int from, int to);
/* The same for a machine without overrides. */
int vc_route_described(struct vc_network *network, int from, int to);

#endif
