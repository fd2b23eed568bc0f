/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How the command ends, how it complains, and how it shows progress.
 */
#ifndef STATUS_H
#define STATUS_H

#include <stdio.h>

/* Exit statuses: name, value, when */
#define EXIT_STATUSES(X) \
	X(STATUS_FINE, 0, "everything ran, and all results were right") \
	X(STATUS_FAILED, 1, "a run failed or is impossible, a schedule is wrong, or output is lost") \
	X(STATUS_USAGE, 2, "the command line names something unknown or makes no sense; nothing " \
	  "was run") \
	X(STATUS_DEADLOCK, 3, "deadlock: nodes waited for each other forever") \
	X(STATUS_MISMATCH, 4, "mismatched collectives, or unreceived messages or requests") \
	X(STATUS_LIMIT, 5, "a limit was reached: of heap, of time, of the host") \
	X(STATUS_FAULT, 6, "an injected fault ended a run, or preceded its failure")

#define X(name, value, text) name = value,
enum status { EXIT_STATUSES(X) };
#undef X

/* Map the code of a run (vcube/error.h) to an exit status. */
enum status status_of(int code);

/* The name of the program, for complaints. */
extern const char *command_name;

/* Print one sentence on stderr, "vcube: ..."; return `status`. */
enum status complain(enum status status, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Print lines on stderr, below such a sentence. */
void complain_lines(const char *lines);
/* Print no more of all this, nor progress: another process does. */
void complain_to_nobody(void);
/* Print it, and end the process with `status`. */
_Noreturn void die(enum status status, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Where JSON and a file named "-" go: to stdout, unless they have a stream apart from what programs
 * print. */
FILE *results(void);
void results_apart(FILE *stream);
/* Leave stdout to the results, unless they have a stream already: what programs print goes to
 * stderr from now on. Nothing has been printed yet. */
void results_alone(void);

/* Arrange that the process ends with STATUS_FAILED and a sentence if stdout or the results cannot
 * be written, however it ends. */
void watch_output(void);
/* Flush both; complain if they cannot be written. */
enum status flush_output(void);

/* Progress: one line on the terminal. Nothing is written unless stderr is a terminal. Main
 * thread only. */
void progress_show(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Remove the line; call before any other output. */
void progress_clear(void);
/* Show nothing from now on. */
void progress_quiet(void);

#endif
