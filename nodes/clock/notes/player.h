/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The player: a thread that plays the notes of a large machine, node after node in the order of
 * their ranks, while the machine's thread notes those that follow. Smaller machines, and those
 * that are traced, are played when all nodes have been noted, by the machine's thread; so is a
 * machine if the host refuses the thread. The result is the same, as is the order of playing.
 *
 * Who writes what: the machine's thread writes notes, and `noted` when those of a node are
 * complete; the player reads the notes below `noted`, and all else that is kept to play them is
 * its own until it is joined. Notes may move as they grow: the player holds `reading` while it
 * reads, and the machine's thread while it moves them.
 */
#ifndef VC_NOTES_PLAYER_H
#define VC_NOTES_PLAYER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <vcube/machine.h>
#include "region.h"

struct vc_player {
	vcube_machine *machine;
	/* Plays the notes of these nodes, and of those that they let go on. NULL: notes are played
	 * in another way, when all are there */
	void (*play)(vcube_machine *machine, int first, int end);
	vcube_node *self;               /* on which the clock works; its failure is that of playing */
	pthread_mutex_t reading;
	pthread_t thread;
	bool runs;                      /* the thread */
	int played;                     /* nodes that have had their turn */
	_Atomic(uint32_t) noted;        /* nodes whose notes are complete */
};

/* Returns false if out of memory. A struct of zeros can be closed. */
bool vc_player_open(struct vc_player *player, vcube_machine *machine);
void vc_player_close(struct vc_player *player);
/* The notes of this node, the next one, are complete. */
void vc_player_add(struct vc_player *player, int rank);
/* Plays what is left, unless the program of a node has failed; a failure becomes that of the
 * machine's struct vcube_node. */
void vc_player_finish(struct vc_player *player);
/* Changes the size of the notes, as vc_region_grow(). */
int vc_player_grow(struct vc_player *player, struct vc_region *notes, size_t bytes);

#endif
