/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Local work by its kind, as the costs of a machine have them.
 */
#ifndef VCUBE_WORK_H
#define VCUBE_WORK_H

#include <stdint.h>
#include <vcube/machine.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Local work, charged to the clock by the machine's cost of its kind. */
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
void vcube_charge(vcube_node *self, enum vcube_work kind, uint64_t amount);

/* How much of its time was local work of a kind (enum vcube_work, vcube/node.h)
 * that was charged; 0 for a number that is no kind. */
vcube_time vcube_run_work(const vcube_machine *machine, int rank, int kind);

#ifdef __cplusplus
}
#endif
#endif
