/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Irregular all-to-all that suits blocks of any length, which no node knows of others: short blocks
 * move together, by the digits of the columns and rows between them and their destination, those of
 * middle length leave steps out, and long ones go straight (vcube/digits.h).
 *
 * The blocks that node 0 holds, block st from s to t, p = 5, which lie in one row, where 03 and 42
 * are long. Place i is for blocks that move i ranks in all; those that move in the next step are in
 * brackets, and stars lead the destination to receive the block itself:
 *
 *   place     0     1     2     3     4     straight
 *   start     00   (01)   02   (*)    04    03 to 3
 *   step 1    00    40   (02)  (*)    04    42 is such a star
 *   step 2    00    40    30    20   (04)
 *   step 3    00    40    30    20    10
 */
#include <vcube/authoring.h>

const struct vcube_algorithm vc_algorithm_alltoallv_bruck = {
	.collective = VCUBE_ALLTOALLV,
	.name = "bruck",
	.text = "short blocks by the digits of their way, longer ones by shortcuts or straight",
	.paper = "after Bruck et al. 1997",
	.options = (const struct vcube_option[]){VCUBE_DIGITS_OPTIONS, {0}},
	.unmet = vcube_digits_lack,
	.native = 1u << VCUBE_FULL,
	.steps = "ceil(log p)",
	.volume = "at most (m + 4) p/2 ceil(log p)",
	.formula = "ts ceil(log p) + tw (m + 4) times the 1 bits in the ways of a node's blocks, where all "
		   "are of m bytes and none takes a shorter way",
	.cost = vcube_digits_time,
	.run = vcube_digits_run,
};
