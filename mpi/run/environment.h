/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The environment with which a rank begins.
 */
#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

/* Returns that of the process, with the variables by which programs find their rank before
 * MPI_Init(); to be freed, but not its texts before. Returns NULL without memory. */
char **environment_of(int rank, int ranks);

#endif
