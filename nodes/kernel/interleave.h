/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The schedule fuzzer: nodes take turns, in an order drawn from a seed.
 *
 * With fuzz=SEED one node runs at a time. It passes its turn on where it parks,
 * where it publishes news and where it ends, to a node drawn at random from
 * those that can run. So one seed is one interleaving, replayed exactly, on
 * any host. The holder of the turn alone reads and writes what is in here, but
 * for `grant`, over which the turn is passed (INTERLEAVE-GRANT).
 */
#ifndef VC_INTERLEAVE_H
#define VC_INTERLEAVE_H

#include "node.h"
#include "part.h"

struct vc_interleave;

/* Before the threads go: all can run, and one is drawn. */
extern const struct vc_part vc_part_interleave;

/* A node's thread: waits for its first turn. */
void vc_interleave_enter(vcube_node *self);
/* The holder's: another may run now. */
void vc_interleave_switch(vcube_node *self);
/* A node can run again; or cannot, for the time being. */
void vc_interleave_ready(struct vc_interleave *turns, int rank);
void vc_interleave_unready(struct vc_interleave *turns, int rank);
/* The holder, unready, passes its turn on, and waits for its next one if it
 * is to come back. */
void vc_interleave_pass(vcube_node *self, bool come_back);

#endif
