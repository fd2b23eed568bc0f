/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What scripts pass to mpirun, mpiexec and srun.
 */
#ifndef MPIRUN_H
#define MPIRUN_H

#include "base/command.h"

/*
 * Returns the command line, which `*argc` counts, with such options replaced by those of vcuberun,
 * whose rows are given, and without the ones that make no difference here. What sets the
 * environment or the folder is done at once. Words from the program on stay as they are. The
 * words last as long as the process, which ends if an option has no value or no such folder is.
 */
char **mpirun_translate(const struct command_option *rows, int *argc, char **argv);

#endif
