/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Signals that end the process: which rank they came from.
 */
#ifndef SIGNALS_H
#define SIGNALS_H

/* Handles them, from the first rank on. Gives a rank's first thread a stack for handlers, if it has
 * none, so that an overflow of its own is told, too. Returns it, or NULL, to be passed to
 * signals_end() before the thread ends. */
void *signals_begin(void);
void signals_end(void *stack);

#endif
