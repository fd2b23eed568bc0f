/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What one-sided calls cost by the node's clock, and their order by it. Under the free clock
 * all of this does nothing.
 *
 * An access costs its origin what a message of as many bytes costs over links that are free: it
 * occupies the origin's port, and is complete when the message would have arrived. It reserves
 * no link, and the target pays nothing. A synchronization waits for that.
 *
 * What depends on the order of several origins (requests for locks, their release,
 * accumulates) waits for its turn: under the virtual clock such calls take effect in the order
 * of (time, rank), hence in the same order on every host. The library's own rule for polls
 * gives it: a poll is answered only when no node can act at an earlier time, and then its node
 * is the only one that goes on.
 */
#ifndef VCM_COST_H
#define VCM_COST_H

#include "window.h"

/* Begins to charge a transfer with a member: `there` bytes to it and, if >= 0, then `back`. */
void vcm_cost_transfer(struct process *p, struct window *w, int rank, int64_t there,
		       int64_t back);
/* Waits until all transfers with a member are complete, or with all. */
void vcm_cost_complete(struct process *p, struct window *w, int rank);
void vcm_cost_complete_all(struct process *p, struct window *w);

/* The time of an empty message to a member. */
vcube_time vcm_cost_signal(struct process *p, struct window *w, int rank);
/* The node's clock; 0 under the free clock. */
vcube_time vcm_cost_now(struct process *p, const struct window *w);
/* Advances the node's clock to a time, unless it is later already. */
void vcm_cost_until(struct process *p, const struct window *w, vcube_time time);

/* Waits until it is this node's turn, by the virtual clock. */
void vcm_turn(struct process *p, struct window *w);
/* Lets others go on now and then: programs wait for each other in loops of such calls. Also
 * notices the end of the run. */
void vcm_give_way(struct process *p, struct window *w);

#endif
