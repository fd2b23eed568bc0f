/* SPDX-License-Identifier: BSD-2-Clause */
/* Topologies that must be good, and a list of every family. */
#ifndef TOPOLOGIES_H
#define TOPOLOGIES_H

#include "support.h"

/* A topology from its text; the test fails where there is none. */
vcube_topology *topology_of(const char *text);

/* The examples of all kinds, with what is smallest, largest and odd about each; NULL past the
 * last. From then on the test runs in $srcdir, as some are names of files. */
const char *example_at(int i);

#endif
