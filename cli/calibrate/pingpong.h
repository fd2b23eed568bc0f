/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures messages and local work on this host, under the free clock.
 */
#ifndef PINGPONG_H
#define PINGPONG_H

#include "calibrate/fit.h"

enum { PINGPONG_SIZES = 9 };

/* Nanoseconds over bytes (messages one way, copies) or over elements (sums of doubles);
 * each is the median of several measurements. */
struct pingpong {
	struct sample message[PINGPONG_SIZES], copy[PINGPONG_SIZES], combine[PINGPONG_SIZES];
};

/* Measure each `times` times. Return 0, or an exit status after a sentence on stderr. */
int pingpong(struct pingpong *found, int times);

#endif
