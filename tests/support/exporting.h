/* SPDX-License-Identifier: BSD-2-Clause */
/* Recorded runs that the command exports, and the lines it writes. */
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

/* Records the run with this number, into TRACE. */
vcube_trace *record_run(size_t i);
/* Messages both of whose ends an exported form can show. */
uint64_t arrows(const vcube_trace *trace);

/* The command to test. */
const char *vcube(void);
/* Runs a tool with a command line, in which %s is the folder; what it ends with. */
int command(const char *format, const char *tool);
/* A file of the folder, to be read. */
FILE *open_file(const char *name);

#endif
