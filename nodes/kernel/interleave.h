/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The schedule fuzzer: nodes take turns, in an order drawn from a seed.
 *
 * With fuzz=SEED one node runs at a time. It passes its turn on where it parks,
 * where it publishes news and where it ends, to a node drawn at random from
 * those that can run. So one seed is one interleaving, replayed exactly, on
 * any host. The holder of the turn alone reads and writes what is in here, but
 * for `grant`, over which the turn is passed (TURNS-GRANT).
 */
#ifndef VC_TURNS_H
#define VC_TURNS_H

#include "node.h"

struct vc_turns;

struct vc_turns *vc_turns_new(const vcube_machine *machine);
void vc_turns_free(struct vc_turns *turns);

/* Before the threads go: all can run, and one is drawn. */
void vc_turns_start(struct vc_turns *turns);
/* A node's thread: waits for its first turn. */
void vc_turns_enter(vcube_node *self);
/* The holder's: another may run now. */
void vc_turns_switch(vcube_node *self);
/* A node can run again; or cannot, for the time being. */
void vc_turns_ready(struct vc_turns *turns, int rank);
void vc_turns_unready(struct vc_turns *turns, int rank);
/* The holder, unready, passes its turn on, and waits for its next one if it
 * is to come back. */
void vc_turns_pass(vcube_node *self, bool come_back);

#endif
