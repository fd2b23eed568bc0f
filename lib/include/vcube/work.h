/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Local work, charged by its kind. The kinds are fine enough to model the CM-200; each
 * has a cost parameter of the same name (vcube/desc.h). For plain computation,
 * vcube_compute() and vcube_copy() of vcube/node.h suffice.
 */
#ifndef VCUBE_WORK_H
#define VCUBE_WORK_H

#include <stddef.h>
#include <stdint.h>
#include <vcube/machine.h>

VCUBE_BEGIN_

/* kind, unit of the amount */
enum vcube_work {
	VCUBE_WORK_COPY,        /* bytes */
	VCUBE_WORK_REORDER,     /* bytes of blocks */
	VCUBE_WORK_REORDER_STARTUP,     /* permutations of blocks */
	VCUBE_WORK_REORDER_BLOCK,       /* blocks */
	VCUBE_WORK_SCATTER,     /* bytes of elements, each moved by an index */
	VCUBE_WORK_SCATTER_BLOCK,       /* blocks of them */
	VCUBE_WORK_INDEX,       /* elements */
	VCUBE_WORK_INDEX_STARTUP,       /* tables of indices */
	VCUBE_WORK_INDEX_PIECE, /* runs of consecutive indices */
	VCUBE_WORK_INDEX_ODD,   /* elements */
	VCUBE_WORK_COMBINE,     /* elements */
	VCUBE_WORK_COMBINE_STARTUP,     /* runs of elements */
	VCUBE_WORK_FLOP         /* operations */
};
/* Advances the node's clock by `amount` times the machine's cost of this kind. Charges
 * nothing under the free clock. Does not block. */
void vcube_charge(vcube_node *self, enum vcube_work kind, uint64_t amount);

/* Copies `count` runs of `bytes` each, which begin `from_step` bytes apart, to places `to_step`
 * bytes apart, and charges VCUBE_WORK_REORDER for them. Does not block. The two must not overlap.
 * Where nodes have no threads, and so no contents, it only charges. */
void vcube_copy_strided(vcube_node *self, void *to, size_t to_step, const void *from,
			size_t from_step, size_t bytes, size_t count);

/* Returns the time that a node, in the last run, was charged for work of a kind (enum
 * vcube_work); 0 for an unknown kind. */
vcube_time vcube_run_work(const vcube_machine *machine, int rank, int kind);

VCUBE_END_
#endif
