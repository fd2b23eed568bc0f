/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The signatures of collectives: which blocks each takes and gives, by
 * vcube/collective.h.
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
	bool in_at_root, out_at_root;   /* at the root alone */
	bool combines;                  /* takes an operator */
	bool varied;                    /* blocks may differ in length */
};

/* By collective (enum vcube_collectives). The one block of bcast is in `out`. */
extern const struct signature signatures[];

/* Does the collective have a root? */
bool signature_rooted(int collective);

int signature_blocks(enum blocks blocks, int nodes);

#endif
