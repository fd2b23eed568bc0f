/* SPDX-License-Identifier: BSD-2-Clause */
/* Synchronous messages of one tag, taken in another order than they were sent in. */
#ifndef CONFIRMATIONS_H
#define CONFIRMATIONS_H

#include <vcube.h>

/* Each node of the first half sends three to one of the second half, which takes the last one
 * first. A send must end when its own message is taken, and not before. */
int confirm_out_of_order(vcube_node *self, void *unused);

#endif
