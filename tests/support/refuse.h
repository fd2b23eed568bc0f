/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A host that refuses, and counts what it gave. The library's calls for memory,
 * mappings and threads go through here in a program that is linked with
 *
 *   -Wl,--wrap=CALL, for each CALL of hosts_calls in tests/files.mk
 */
#ifndef REFUSE_H
#define REFUSE_H

#include <stdbool.h>

/* Refuses the call with this number, from 1, and with `all` every later one, too; 0: none.
 * Restarts the count. */
void refuse(long number, bool all);
/* The number of calls since then. */
long refuse_calls(void);

/* What was given out and has not come back. */
struct given {
	long blocks, mappings, threads;
};
struct given refuse_given(void);

#endif
