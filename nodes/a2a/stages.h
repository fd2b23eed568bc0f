/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Irregular all-to-all by way of others, on an array of the members
 * (vcube/array.h): what two-stage, mesh and four-stage are made of.
 *
 * In a stage every node divides what it holds among buckets, one for each column
 * (or row) of the array, and the nodes of a row (column) exchange buckets. A stage
 * that collects puts what is for a destination into the bucket of the column (row)
 * where that is. A stage that deals gives each bucket as many of the elements for
 * a destination as if they were dealt to the buckets in turn, beginning with
 * another one for each destination. Those that fall into one bucket stay together,
 * in order.
 *
 * In rows, of every p elements the bucket of a column gets as many as the column
 * has nodes. So after a stage that deals in rows and one that deals in columns,
 * all nodes hold the same of what is for anyone.
 */
#ifndef VC_A2A_STAGES_H
#define VC_A2A_STAGES_H

#include <vcube.h>

/*
 * nonblocking: the buckets of a stage are sent one after the other as they are
 * filled, and the send buffer is filled again when all have left it.
 * blocking: all are filled, then each step ends when its messages have.
 * dual: as nonblocking, with two send buffers in turn, so that one is filled while
 * the other is still being sent.
 */
#define VC_STAGES_MODES "nonblocking|blocking|dual"
enum vc_stages_mode { VC_NONBLOCKING, VC_BLOCKING, VC_DUAL };

struct vc_stages {
	struct vcube_array array;
	int count;
	struct vc_stage {
		bool in_rows;           /* or else in columns */
		bool deals;             /* or else collects */
	} stage[4];
};

/* The whole of an algorithm. */
void vc_stages_run(vcube_node *self, const struct vcube_call *c, const struct vc_stages *s,
		   enum vc_stages_mode mode);

/* Its time is at most this, if blocks are such that no member sends or receives
 * more than t->p * t->m bytes: `messages` start-ups, in which `bytes` pass
 * through a port, and `copies` times all that a member has is put elsewhere. */
vcube_time vc_stages_time(const struct vcube_terms *t, vcube_time messages, vcube_time bytes,
			  vcube_time copies);

/* The bucket of a stage that goes to this member, or that leads to it. */
static inline int
vc_stages_bucket(const struct vc_stages *s, int stage, int rank)
{
	return s->stage[stage].in_rows ? rank % s->array.columns : rank / s->array.columns;
}

/* Of `total` elements for `dest` that `sender` holds before a stage, those that
 * go into a bucket: from lo up to hi. */
struct vc_slice {
	size_t lo, hi;
};
struct vc_slice vc_stages_slice(const struct vc_stages *s, int stage, int sender, int dest,
				size_t total, int bucket);

/* Those who send to a member in a stage, by slot, the order in which it keeps
 * what they sent; -1: nobody in that slot. */
int vc_stages_slots(const struct vc_stages *s);
int vc_stages_sender(const struct vc_stages *s, int stage, int rank, int slot);

#endif
