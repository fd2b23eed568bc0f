/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Signals that end the process: which rank they came from.
 */
#ifndef SIGNALS_H
#define SIGNALS_H

/* Handles those that are not handled yet. */
void signals_open(void);

/* Gives a rank's first thread a stack for handlers, so that an overflow of its own is told, too.
 * Returns it, to be passed to signals_end() before the thread ends. */
void *signals_begin(void);
void signals_end(void *stack);

#endif
