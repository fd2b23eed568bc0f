/* SPDX-License-Identifier: BSD-2-Clause */
/* Recorded runs for the command to export, and the lines it writes. */
#ifndef EXPORTING_H
#define EXPORTING_H

#include "tracing.h"

struct exported {
	const char *machine;
	vcube_program *program;
	int code;
	bool loads;                     /* of links, with their times */
};
extern const struct exported exported[];
extern const size_t exported_count;

/* Records run `number` into TRACE. */
vcube_trace *record_run(size_t i);
/* Messages with both ends in an exported form. */
uint64_t arrows(const vcube_trace *trace);

/* The command under test. */
const char *vcube(void);
/* Runs a tool with a command line, in which %s is the folder; returns its exit status. */
int command(const char *format, const char *tool);
/* Opens a file of the folder for reading. */
FILE *open_file(const char *name);

#endif
