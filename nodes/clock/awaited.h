/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages that have come for receives that a node has posted, and whose senders wait until they,
 * or later ones, are taken: for confirmations or for room, while that node waits or polls for
 * something else. In virtual time each is taken in its turn: when it arrives or, if that is later,
 * when its node begins to wait or polls. What has come by then is known only once all nodes wait:
 * the resolver looks before it lets time go on.
 */
#ifndef VC_AWAITED_H
#define VC_AWAITED_H

#include "deadline.h"

/* Returns the node that can take such a message first, by `until` on its clock, and leaves the
 * receive at its parking; -1: none can. Ties to the lowest rank. */
int vc_awaited_by(vcube_machine *machine, vcube_time until, vc_arrival_of *arrival_of);

#endif
