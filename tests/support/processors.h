/* SPDX-License-Identifier: BSD-2-Clause */
/* A host with another number of processors: programs that use it are linked with the call
 * wrapped. */
#ifndef PROCESSORS_H
#define PROCESSORS_H

/* The library takes so many processors for those of the host, from 0 on; 0: those that there are.
 * Pinning to others fails, and is not missed. */
void pretend_processors(int count);

#endif
