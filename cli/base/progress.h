/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One line on the terminal that shows progress. Writes nothing unless stderr is a
 * terminal. Main thread only.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

void progress_show(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Remove the line; call before any other output. */
void progress_clear(void);
/* Show nothing from now on. */
void progress_quiet(void);

#endif
