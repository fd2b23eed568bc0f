/* SPDX-License-Identifier: BSD-2-Clause */
/* Topologies for tests. */
#ifndef TOPOLOGIES_H
#define TOPOLOGIES_H

#include "support.h"

/* A topology from its text; the test fails where there is none. */
vcube_topology *topology_of(const char *text);

/* Every kind, with what is smallest, largest and odd about it. */
extern const char *const topology_texts[];
extern const size_t topology_texts_count;

#endif
