/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A host that refuses, and counts what it gave. The library's calls for memory,
 * mappings and threads go through here in a program that is linked with
 *
 *   -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc,--wrap=strdup,--wrap=free,--wrap=asprintf,--wrap=open_memstream,--wrap=mmap,--wrap=munmap,--wrap=mprotect,--wrap=pthread_create,--wrap=pthread_join
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
