/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Signals that end the process: which rank they came from.
 */
#ifndef SIGNALS_H
#define SIGNALS_H

/* Handles them, from the first rank on. Gives a rank's first thread a stack for handlers if it has
 * none, so that the overflow of its own stack is reported as well. Returns that stack or NULL; the
 * thread passes it to signals_end() before it ends. */
void *signals_begin(void);
void signals_end(void *stack);

#endif
