/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A node's journal: its acts that take virtual time, in order.
 *
 * Where links are shared, nobody can tell when a message arrives while it is being sent:
 * that depends on what others send. But the program depends on it only in the few calls
 * that ask for the time. So nodes run ahead, as fast as under the free clock, and note
 * their acts; nodes/clock/replay/replay.h computes when they were.
 *
 * An act is a word with its kind and how long the node worked before it (`now`, counted
 * from the last act), followed by its operands. Acts lie in pages, one after the other.
 *
 * Who writes what: only the node appends, and publishes by `written` and `next`. Everything
 * else in a page, and every published flight, belongs to the replay, under the machine's
 * lock `resolving`.
 */
#ifndef VC_JOURNAL_H
#define VC_JOURNAL_H

#include "act.h"

/* Append an act; return false or NULL if the node has failed: out of memory. */
struct vc_in_flight *vc_journal_send(vcube_node *self, int to, size_t bytes, enum vc_startup startup,
				  int uses);
bool vc_journal_note(vcube_node *self, enum vc_act kind, struct vc_in_flight *flight);
bool vc_journal_fault(vcube_node *self, const struct vc_fault_act *action);
bool vc_journal_align(vcube_node *self, const struct vcube_parts *path);

#endif
