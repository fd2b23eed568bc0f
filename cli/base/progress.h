/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One line on a terminal that says what is being done. Where stderr is no
 * terminal, nothing is written. Main thread only.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

void progress_show(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Takes the line away; before any other output. */
void progress_clear(void);
/* No more from now on. */
void progress_quiet(void);

#endif
