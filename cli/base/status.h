/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of the vcube command share: its subcommands, how it ends and
 * how it complains.
 */
#ifndef STATUS_H
#define STATUS_H

#include <argp.h>
#include <vcube/authoring.h>

/* Exit statuses: name, value, when */
#define EXIT_STATUSES(X) \
	X(STATUS_FINE, 0, "everything asked for was done, and the data was right") \
	X(STATUS_FAILED, 1, "a run failed, a schedule is wrong, or the output could not be written") \
	X(STATUS_USAGE, 2, "what was asked for does not exist or makes no sense; nothing was run") \
	X(STATUS_DEADLOCK, 3, "nodes waited for each other for ever") \
	X(STATUS_MISMATCH, 4, "mismatched collectives, or messages or requests left over") \
	X(STATUS_LIMIT, 5, "a limit was reached: of heap, of time, of the host") \
	X(STATUS_FAULT, 6, "an injected fault ended a run, or came before what went wrong in it")

#define X(name, value, text) name = value,
enum status { EXIT_STATUSES(X) };
#undef X

/* A subcommand. `run` is called with argv[0] = "vcube <name>", and returns an
 * exit status. `argp` also tells `list options` which options there are. */
struct command {
	const char *name;
	const char *text;
	const struct argp *argp;
	int (*run)(int argc, char **argv);
};

extern const struct command commands[];         /* ends with a NULL name */

extern const struct argp run_argp, step_argp, predict_argp, calibrate_argp, reproduce_argp, list_argp,
	topo_argp, schedule_argp, trace_argp, view_argp, help_argp;
int run_command(int argc, char **argv);
int step_command(int argc, char **argv);
int predict_command(int argc, char **argv);
int calibrate_command(int argc, char **argv);
int reproduce_command(int argc, char **argv);
int list_command(int argc, char **argv);
int topo_command(int argc, char **argv);
int schedule_command(int argc, char **argv);
int trace_command(int argc, char **argv);
int view_command(int argc, char **argv);
int help_command(int argc, char **argv);

/* How the command ends when a run ended with this code (vcube/error.h). */
enum status status_of(int code);

/* One sentence on stderr, "vcube: ..."; returns `status`. */
enum status complain(enum status status, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Ends the process with a sentence if there is an option that argp does not have,
 * and with the one that was probably meant. */
void refuse_unknown(const struct argp *argp, int argc, char **argv);

/* From now on, output that cannot be written ends the process with
 * STATUS_FAILED and a sentence, whichever way the process ends. */
void watch_output(void);
/* Has all output so far been written? Complains if not. */
enum status flush_output(void);

/* malloc() and the like that end the process with a sentence, not NULL. */
void *grow(void *block, size_t count, size_t size);
char *text(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
