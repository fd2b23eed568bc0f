/* SPDX-License-Identifier: BSD-2-Clause */
/* Blocks of different lengths, for trials of alltoallv. */
#ifndef UNEVEN_H
#define UNEVEN_H

#include "oracle.h"

/* The number of elements from member i to member j of p. */
typedef size_t uneven_count(const struct trial *trial, int p, int i, int j);

/* All as many as the trial says. */
uneven_count even_count;
/* None, or as many as the trial says, or any number between, by the seed. */
uneven_count mixed_count;

/* Like try_collective(), for alltoallv with these counts. */
int try_uneven(vcube_node *self, vcube_group *group, struct trial *trial, uneven_count *count);

#endif
