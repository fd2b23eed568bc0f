/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tree of answers: the path to the present run, with what else each of its points may be
 * answered. A point is a question, the k-th of a node; stateless search keeps the path alone,
 * and comes back to a point by a run with the answers up to it.
 *
 *   invariant: of a point's answers, those before `current` have been explored with all that
 *   follows from them; those behind have not. They only grow.
 *
 * Another process can search a subtree alone: a guide leads the first run to it, and answers found
 * for the points above it are noted for the process that searches those.
 */
#ifndef VC_TREE_H
#define VC_TREE_H

#include "explore.h"

/* A step of a path: a question, and how it is answered. */
struct vc_step {
	int node, number;
	uint64_t course;                /* what the node had done by then */
	struct vc_answer answer;
};

static inline struct vc_step
vc_point_step(const struct vc_point *p)
{
	return (struct vc_step){p->node, p->number, p->course, p->answer[p->current]};
}

/* An answer that a point above has, too. */
struct vc_late_answer {
	int point;
	struct vc_answer answer;
};

struct vc_tree {
	struct vc_point *point;
	int count;
	size_t room;
	int scripted;                   /* the first so many are answered as the run begins */
	int own;                        /* points from this on are gone through here */
	const struct vc_step *guide;    /* the way to them */
	int guides;
	struct vc_late_answer *found;         /* for points above, in this order */
	int founds;
	size_t found_room;
	/* In a process that runs one order for another: hears of each point that is filled in, and of
	   each answer that a point gets later; NULL: nobody does. */
	void (*tell)(const struct vc_tree *tree, int point, const struct vc_answer *later);
};

/* Gives a node the answer of a point, which has that index. Returns false: no memory. */
bool vc_point_give(const struct vc_point *point, int index, struct vc_answers *list);
/* Begins a run: gives each node the answers on the path. Returns false: no memory. */
bool vc_tree_begin(struct vc_explore *x);
/* Goes on to the next path. Returns false if all have been run. Points that are done with leave
 * their races. */
bool vc_tree_next(struct vc_tree *tree, struct vc_races *races);
/* Removes the points; releases the rest, too. */
void vc_tree_cut(struct vc_tree *tree, struct vc_races *races);
void vc_tree_clear(struct vc_tree *tree, struct vc_races *races);
/* Notes that the receive from any at `here`, called from `site`, which has several candidates, can
 * take a message of that node; those of a place once, in the order of places. Returns NULL if there
 * is no memory: it is not noted. */
struct vc_race *vc_races_note(struct vc_races *races, const char *here, const void *site, int from);
void vc_races_clear(struct vc_races *races);

/* The last point has been filled in: follows the guide, if the point is on its way, and tells it.
 * Returns false if there is no memory. */
bool vc_tree_follow(struct vc_explore *x);
/* Adds an answer to a point of the path that was filled in before. Returns false: no memory. */
bool vc_tree_add_later(struct vc_tree *tree, int point, struct vc_answer answer);
/* Appends a point, without answers. Returns NULL: no memory. */
struct vc_point *vc_tree_add(struct vc_tree *tree);
/* Adds an answer unless the point has it. */
bool vc_point_add(struct vc_point *point, struct vc_answer answer);
/* Returns whether a message of that node would answer the question that hopes for it. */
bool vc_hope_fulfilled(const struct vc_hope *hope, int from, uint64_t label);
/* A message was sent: adds it to the answers of the receiver's earlier questions that it could
 * have answered. */
void vc_tree_sent(struct vc_explore *x, int to, uint64_t label, const struct vc_note *note);

#endif
