/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The schedule fuzzer: nodes take turns, in an order drawn from a seed.
 *
 * With fuzz=SEED one node runs at a time. It passes its turn on when it parks, wakes others
 * or ends, to a node drawn at random from those that can run. So a seed determines the
 * interleaving, which replays exactly on any host. Only the node that has the turn reads
 * and writes this structure, except `grant`, which passes the turn (INTERLEAVE-GRANT).
 */
#ifndef VC_INTERLEAVE_H
#define VC_INTERLEAVE_H

#include "node.h"
#include "part.h"

struct vc_interleave;

/* Before the threads start: all nodes are ready, and one is drawn. */
extern const struct vc_part vc_part_interleave;

/* A node's thread: waits for its first turn. */
void vc_interleave_enter(vcube_node *self);
/* The running node, which has woken others: lets another one run. In one thread it goes on. */
void vc_interleave_switch(vcube_node *self);
/* The running node, which polls: lets another one run. An exploration asks for the answers of polls
 * instead, so there it goes on. */
void vc_interleave_yield(vcube_node *self);
/* Before a run: draws the order from another seed. */
void vc_interleave_seed(struct vc_interleave *turns, uint64_t seed);
/* Marks a node as able to run; or as unable for the time being: the running one. */
void vc_interleave_ready(struct vc_interleave *turns, int rank);
void vc_interleave_unready(struct vc_interleave *turns, int rank);
/* All nodes run in one thread: how a node stops there, until its turn comes. `in_order`: those that
 * become able to run do so one after the other. So in real time none is late by more than a turn of
 * the others. Else the last of them is the next, whose data the processor may still have. */
void vc_interleave_in_one_thread(struct vc_interleave *turns, void (*stop)(vcube_node *self),
				 bool in_order);
/* In one thread: draws who runs next of those that can, unless that is in order. */
void vc_interleave_draw(struct vc_interleave *turns);
/* In one thread: returns the node that runs next; -1: none can. */
int vc_interleave_next(const struct vc_interleave *turns);
/* The running node, unready, passes its turn on; with come_back it waits for its next turn. */
void vc_interleave_pass(vcube_node *self, bool come_back);

/* Returns the rank of the node that has the turn; for reports on runs that take too long. */
int vc_interleave_turn(const struct vc_interleave *interleave);

#endif
