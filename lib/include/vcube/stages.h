/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Irregular all-to-all by way of others, on an array of the members
 * (vcube/array.h): an engine for algorithms. alltoallv has it as two-stage, mesh
 * and four-stage.
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
#ifndef VCUBE_STAGES_H
#define VCUBE_STAGES_H

#include <vcube/algorithm.h>
#include <vcube/array.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * nonblocking: the buckets of a stage are sent one after the other as they are
 * filled, and the send buffer is filled again when all have left it.
 * blocking: all are filled, then each step ends when its messages have.
 * dual: with a second buffer, so that buckets are filled and sent while those of
 * others come.
 */
enum vcube_stages_modes { VCUBE_STAGES_NONBLOCKING, VCUBE_STAGES_BLOCKING, VCUBE_STAGES_DUAL };

/* The same, as an algorithm's option. */
#define VCUBE_STAGES_MODE \
	{"mode", "nonblocking|blocking|dual", "all messages of a stage at once; step by step; " \
	 "or at once, with a second buffer"}

#define VCUBE_STAGES_MAX 4

struct vcube_stages {
	struct vcube_array array;
	int count;
	struct vcube_stage {
		bool in_rows;           /* or else in columns */
		bool deals;             /* or else collects */
	} stage[VCUBE_STAGES_MAX];
};

/* Carries out a call of alltoallv, all of it. After the last stage everything must
 * be where it is for: in a stage that collects in rows, and then, where there are
 * several rows, in one that collects in columns. */
void vcube_stages_run(vcube_node *self, const struct vcube_call *c, const struct vcube_stages *s,
		      enum vcube_stages_modes mode);

/* Its time is at most this, if blocks are such that no member sends or receives
 * more than t->p * t->m bytes: `messages` start-ups, in which `bytes` pass
 * through a port, and `copies` times all that a member has is put elsewhere. */
vcube_time vcube_stages_time(const struct vcube_terms *t, vcube_time messages, vcube_time bytes,
			     vcube_time copies);

#ifdef __cplusplus
}
#endif
#endif
