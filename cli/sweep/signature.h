/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the collectives take and give, as far as the command must know it:
 * vcube/collective.h in a table.
 */
#ifndef SIGNATURE_H
#define SIGNATURE_H

#include <stdbool.h>

enum blocks {
	BLOCKS_NONE,
	BLOCKS_ONE,
	BLOCKS_ALL      /* one for each node */
};

struct signature {
	enum blocks in, out;
	bool in_at_root, out_at_root;   /* there alone */
	bool combines;                  /* takes an operator */
	bool varied;                    /* blocks may differ in length */
};

/* Of a collective (enum vcube_collectives). bcast, which has one block for
 * both, has it in `out`. */
extern const struct signature signatures[];

/* Does the collective have a root? */
bool signature_rooted(int collective);

int signature_blocks(enum blocks blocks, int nodes);

#endif
