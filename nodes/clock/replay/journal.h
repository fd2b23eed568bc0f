/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A node's journal: what it did that takes virtual time, in order.
 *
 * Where links are shared, nobody can tell when a message arrives while it is
 * being sent: that depends on what others send. But what a program does depends
 * on it only in the few calls that ask for the time. So nodes run ahead, as fast
 * as under the free clock, and note what they do; nodes/clock/replay/replay.h works out when
 * that was.
 *
 * An act is a word, how long the node worked before it (`now`, which counts
 * from its last act) and its kind, followed by what it is about. Acts lie in
 * pages, one after the other.
 *
 * Who writes what: the node alone appends, and publishes by `written` and
 * `next`. All else in a page, and every flight once it is published, belongs to
 * whoever replays, under the machine's lock `resolving`.
 */
#ifndef VC_JOURNAL_H
#define VC_JOURNAL_H

#include "act.h"

/* Append an act; false or NULL: the node has failed, for want of memory. */
struct vc_in_flight *vc_journal_send(vcube_node *self, int to, size_t bytes, enum vc_startup startup,
				  int uses);
bool vc_journal_note(vcube_node *self, enum vc_act kind, struct vc_in_flight *flight);
bool vc_journal_fault(vcube_node *self, const struct vc_fault_act *fate);

#endif
