/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Irregular all-to-all through intermediate nodes, on an array of the members
 * (vcube/array.h), for use in algorithms; the algorithms two-stage, mesh and four-stage
 * of alltoallv use it. (Liu, Wang and Prasanna 2002)
 *
 * In a stage, every node divides its elements among buckets, one for each column (or
 * row) of the array, and the nodes of a row (column) exchange buckets. A stage that
 * collects puts the elements for a destination into the bucket of the destination's
 * column (row). A stage that scatters puts as many of the elements for a destination into
 * each bucket as scattering them over the buckets in turn would, starting from a different
 * bucket for each destination. Elements in a bucket stay together and in order, unless they
 * are dealt one by one.
 *
 * In a stage that scatters in rows, the bucket of a column gets, of every p elements, as
 * many as the column has nodes. So after a stage that scatters in rows and
 * one that scatters in columns, all nodes hold equal shares for each destination.
 */
#ifndef VCUBE_STAGES_H
#define VCUBE_STAGES_H

#include <vcube/algorithm.h>
#include <vcube/array.h>

VCUBE_BEGIN_

/*
 * nonblocking: send each bucket of a stage as soon as it is filled; refill the buffer
 * when all buckets have left.
 * blocking: fill all buckets, then complete one step after the other.
 * dual: use a second buffer, so that a node fills and sends buckets while it receives.
 */
enum vcube_stages_modes {
	VCUBE_STAGES_NONBLOCKING, VCUBE_STAGES_BLOCKING, VCUBE_STAGES_DUAL,
	/* added to one of these: a barrier before each stage; elements dealt one by one */
	VCUBE_STAGES_BARRIERS = 8, VCUBE_STAGES_BY_ELEMENT = 16
};

/* The mode as an option for struct vcube_algorithm. */
#define VCUBE_STAGES_MODE \
	{"mode", "nonblocking|blocking|dual", "all messages of a stage at once; step by step; " \
	 "or at once, with a second buffer"}

/*
 * How a node divides its elements, as an option: its values times VCUBE_STAGES_BY_ELEMENT. One by
 * one, each takes VCUBE_STAGES_LABEL bytes more in a message, and messages have no header.
 */
#define VCUBE_STAGES_DEAL \
	{"deal", "block|element", "all of a stage, in the order of destinations; or elements one by " \
	 "one, each with a label of 4 bytes"}
#define VCUBE_STAGES_LABEL 4

#define VCUBE_STAGES_MAX 4

struct vcube_stages {
	struct vcube_array array;
	int count;
	struct vcube_stage {
		bool in_rows;           /* false: in columns */
		bool scatters;          /* false: collects */
	} stage[VCUBE_STAGES_MAX];
};

/* Runs a whole call of alltoallv. The stages must deliver everything: the last ones must be
 * a stage that collects in rows and then, if there are several rows, one that collects in
 * columns. Blocks. */
void vcube_stages_run(vcube_node *self, const struct vcube_call *c, const struct vcube_stages *s,
		      enum vcube_stages_modes mode);

/* An upper bound of its time if no member sends or receives more than t->p * t->m bytes:
 * `messages` start-ups, `bytes` through a port, and `copies` bytes moved in memory. Pure. */
vcube_time vcube_stages_time(const struct vcube_terms *t, vcube_time messages, vcube_time bytes,
			     vcube_time copies);

/* The bytes in messages of elements of `bytes` bytes in all, with labels if they are dealt.
 * Pure. */
static inline vcube_time
vcube_stages_bytes(const struct vcube_terms *t, size_t bytes, bool dealt)
{
	const size_t unit = t->unit > 0 ? t->unit : 1;

	return (vcube_time)(bytes + (dealt ? VCUBE_STAGES_LABEL * ((bytes + unit - 1) / unit) : 0));
}

VCUBE_END_
#endif
