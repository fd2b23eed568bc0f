/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A random program that uses a bit of everything, and checks what it receives. For tests
 * of what may depend on the order of nodes, and what may not.
 */
#ifndef MIXTURE_H
#define MIXTURE_H

#include <stdbool.h>
#include <vcube/authoring.h>

enum { MIXTURE_NODES = 16 };

struct mixture {
	uint64_t seed;
	int rounds;
	bool patient;                   /* no limits: a node that retries outlives a failed peer */
	/* What each node saw, in order: senders, numbers of polls, times. */
	uint64_t seen[MIXTURE_NODES];
};

/* For machines on which every two nodes are neighbours. */
int mixture(vcube_node *self, void *mixture);

#endif
