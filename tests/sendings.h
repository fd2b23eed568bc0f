/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages whose arrivals are worked out by hand: who sends what to whom, when, and
 * when it has to be there.
 */
#ifndef SENDINGS_H
#define SENDINGS_H

#include "tests/support.h"

/* At `start`, `from` sends so many bytes, 4096 at most, to `to`, which has them at
 * `arrival`. */
struct sending {
	int from, to;
	size_t bytes;
	vcube_time start, arrival;
};

enum { SENDINGS_MAX = 16 };

struct plan {
	const struct sending *sendings;
	size_t count;
	const char *changes;            /* of links, which rank 0 plans first; or NULL */
	vcube_time arrived[SENDINGS_MAX];
};

/* A vcube_program; `arg` is a struct plan. Each node sends all that it has to, then
 * receives all that comes, in order. */
int carry_out(vcube_node *self, void *arg);

/* Runs it; fails the test with `what` where a message arrives at another time. */
void check_run(vcube_machine *machine, const char *what, struct plan *plan);

#endif
