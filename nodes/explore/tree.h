/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tree of answers: the path to the present run, with what else each of its points may be
 * answered. A point is a question, the k-th of a node; stateless search keeps the path alone,
 * and comes back to a point by a run with the answers up to it.
 *
 *   invariant: of a point's answers, those before `current` have been explored with all that
 *   follows from them; those behind have not. They only grow.
 */
#ifndef VC_TREE_H
#define VC_TREE_H

#include "explore.h"

struct vc_tree {
	struct vc_point *point;
	int count, room;
	int scripted;                   /* the first so many are answered as the run begins */
};

/* Begins a run: gives each node the answers on the path. Returns false: no memory. */
bool vc_tree_begin(struct vc_explore *x);
/* Goes on to the next path. Returns false if all have been run. Points that are done with leave
 * their races. */
bool vc_tree_next(struct vc_tree *tree, struct vc_races *races);
void vc_tree_clear(struct vc_tree *tree, struct vc_races *races);
void vc_races_clear(struct vc_races *races);

/* Appends a point, without answers. Returns NULL: no memory. */
struct vc_point *vc_tree_add(struct vc_tree *tree);
/* Adds an answer unless the point has it. */
bool vc_point_add(struct vc_point *point, struct vc_answer answer);
/* A message was sent: adds it to the answers of the receiver's earlier questions that it could
 * have answered. */
void vc_tree_sent(struct vc_explore *x, int to, uint64_t label, const struct vc_note *note);

#endif
