/* SPDX-License-Identifier: BSD-2-Clause */
/* Topologies that must parse, and a list of every family. */
#ifndef TOPOLOGIES_H
#define TOPOLOGIES_H

#include "support.h"

/* Parses a topology; the test fails if it cannot. */
vcube_topology *topology_of(const char *text);

/* The examples of all kinds, with the smallest, largest and odd ones; NULL past the last.
 * Changes to $srcdir, as some are names of files. */
const char *example_at(int i);

#endif
