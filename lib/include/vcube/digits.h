/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Irregular all-to-all by the digits of what blocks have to move, for use in algorithms; the
 * algorithm bruck of alltoallv uses it. (After Bruck, Ho, Kipnis, Upfal and Weathersby 1997)
 *
 * The members lie in rows, as nearly square as possible, or in one if rows would take more steps. A
 * block moves by one digit in each step, first of the columns and then of the rows that it has to
 * move, together with all blocks that have the same digit; in one row and with radix 2 these are
 * the powers of two in its distance. Where it takes less time to send one more message than to send
 * blocks more than once, their node sends them
 *
 *   by a shortcut   blocks that have the same digits in a stretch of steps, over all of it, or
 *   straight        one block, from its source to its destination, after all steps.
 *
 * Each member decides for the blocks that it has, by the costs of the machine and the lengths that
 * it knows: its own, and those that it relays.
 */
#ifndef VCUBE_DIGITS_H
#define VCUBE_DIGITS_H

#include <vcube/algorithm.h>

VCUBE_BEGIN_

/* The first options of an algorithm that uses this. */
enum vcube_digits_options { VCUBE_DIGITS_STRAIGHT, VCUBE_DIGITS_RADIX };
#define VCUBE_DIGITS_OPTIONS \
	[VCUBE_DIGITS_STRAIGHT] = {"straight", "N", "blocks of more bytes go straight; unset, those that " \
				   "take less time so"}, \
	[VCUBE_DIGITS_RADIX] = {"radix", "N", "radix of the digits, 2 to 64; unset, 2, or 4 with all ports " \
				"where rows are of up to four"}
#define VCUBE_DIGITS_RADIX_MAX 64

/* Returns what a radix that cannot be should be, in words, or NULL. Pure. */
const char *vcube_digits_lack(const struct vcube_terms *t);

/* Runs a whole call of alltoallv. Blocks. */
void vcube_digits_run(vcube_node *self, const struct vcube_call *c);

/* Returns its time if all blocks are of t->m bytes and each message finds its link free. Pure. */
vcube_time vcube_digits_time(const struct vcube_terms *t);

VCUBE_END_
#endif
