/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How many elements a channel has to carry, one after the other, in a collective
 * on a cube with all ports: the virtual time of a run without start-ups counts
 * them.
 *
 * Edges are two channels each way, of a word a step, as those of the CM-200. So
 * what is moved here is a pair of words, as a byte that takes a microsecond. Where
 * blocks are not paired up, a word is, which takes half of that, as if the channels
 * were one of twice the speed.
 */
#ifndef COUNT_TRANSFERS_H
#define COUNT_TRANSFERS_H

#include <stdbool.h>

struct transfers {
	double collective, both;        /* without the transposition, and with it */
	bool transposes;                /* there was something to transpose */
};

/*
 * An allgather of so many words of each of 2^d nodes, transposed before; or an
 * allreduce of so many words, of which each node selects its share, transposed
 * after. A transposition deals a node's pairs out among all nodes or, where there
 * are fewer pairs, among subcubes of as many nodes; a pair alone as two words. A
 * word alone, and what does not go up, is not transposed. 0, or an exit status
 * after a sentence on stderr.
 */
int transfers_count(int d, long words, bool paired, int collective, const char *how, struct transfers *t);

/* The words of a node that are transposed. */
double transfers_dealt(int d, long words, int collective);

#endif
