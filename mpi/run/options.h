/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The command line of vcuberun.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <vcube/desc.h>
#include "base/settings.h"

struct options {
	int ranks;                      /* 0: not given */
	char *topology;                 /* NULL: not given */
	struct settings settings;
	struct vcube_desc desc;         /* of all that is given */
	char *apart, *shared;           /* names of libraries, separated by commas, or NULL */
	const char *trace;              /* file, or NULL */
	bool step, print, prefix;
	double scale;                   /* of measured times; 0: computing is not measured */
	int program;                    /* index of its name in argv */
};

/* Reads the command line, which is replaced by one without options of mpirun; help and errors end
 * the process. */
void options_read(struct options *o, int *argc, char ***argv);
void options_free(struct options *o);

#endif
