/* SPDX-License-Identifier: BSD-2-Clause */
/* The tree of answers; the header has its invariant. */
#include <stdlib.h>
#include <string.h>
#include "tree.h"

static int
compare(const struct vc_race *r, const char *here, const void *site)
{
	const int order = strcmp(r->here, here);
	const uintptr_t one = (uintptr_t)r->site, other = (uintptr_t)site;

	return order != 0 ? order : (one > other) - (one < other);
}

struct vc_race *
vc_races_note(struct vc_races *races, const char *here, const void *site, int from)
{
	struct vc_race **at = &races->first, *r;

	while (*at != NULL && compare(*at, here, site) < 0)
		at = &(*at)->next;
	r = *at;
	if (r == NULL || compare(r, here, site) != 0) {
		r = calloc(1, sizeof *r + (size_t)races->nodes * sizeof *r->from);
		if (r == NULL)
			return NULL;
		r->here = here;
		r->site = site;
		r->next = *at;
		*at = r;
		races->count++;
	}
	r->from[from] = true;
	return r;
}

/* Notes that a receive from any had several candidates. */
static void
note_race(const struct vc_point *p, struct vc_races *races)
{
	for (int i = 0; i < p->answers; i++)
		vc_races_note(races, vc_place(p->here), p->site, p->answer[i].from);
}

void
vc_races_clear(struct vc_races *races)
{
	for (struct vc_race *r; (r = races->first) != NULL; free(r)) {
		races->first = r->next;
		free(r->name);
	}
	races->count = 0;
}

static void
clear_point(struct vc_point *p, struct vc_races *races)
{
	if (p->receive && p->answers > 1)
		note_race(p, races);
	for (int i = 0; i < p->hopes; i++)
		free(p->hope[i].member);
	free(p->hope);
	free(p->sent);
	free(p->answer);
}

static void
cut_back(struct vc_tree *t, int count, struct vc_races *races)
{
	while (t->count > count)
		clear_point(&t->point[--t->count], races);
}

void
vc_tree_cut(struct vc_tree *t, struct vc_races *races)
{
	cut_back(t, 0, races);
}

void
vc_tree_clear(struct vc_tree *t, struct vc_races *races)
{
	cut_back(t, 0, races);
	free(t->point);
	free(t->found);
	*t = (struct vc_tree){.point = NULL};
}

bool
vc_point_give(const struct vc_point *p, int index, struct vc_answers *list)
{
	return p->posted ? vc_answers_add_take(list, p->answer[p->current], p->number)
			 : vc_answers_add(list, p->answer[p->current], index);
}

bool
vc_tree_begin(struct vc_explore *x)
{
	const struct vc_tree *const t = x->tree;

	for (int i = 0; i < t->scripted; i++) {
		const struct vc_point *const p = &t->point[i];

		if (!vc_point_give(p, i, &x->answers[p->node]))
			return false;
	}
	return true;
}

bool
vc_tree_next(struct vc_tree *t, struct vc_races *races)
{
	while (t->count > t->own) {
		struct vc_point *const p = &t->point[t->count - 1];

		if (++p->current < p->answers)
			break;
		cut_back(t, t->count - 1, races);
	}
	t->scripted = t->count;
	return t->count > t->own;
}

struct vc_point *
vc_tree_add(struct vc_tree *t)
{
	if (!vc_list_grow(&t->point, sizeof *t->point, (size_t)t->count, &t->room))
		return NULL;
	t->point[t->count] = (struct vc_point){.node = -1};
	return &t->point[t->count++];
}

static bool
has(const struct vc_point *p, struct vc_answer answer)
{
	for (int i = 0; i < p->answers; i++)
		if (p->answer[i].which == answer.which && p->answer[i].from == answer.from)
			return true;
	return false;
}

bool
vc_point_add(struct vc_point *p, struct vc_answer answer)
{
	if (has(p, answer))
		return true;
	if (p->answers == p->room) {
		const int room = 2 * p->room + 4;
		struct vc_answer *const more = realloc(p->answer, (size_t)room * sizeof *more);

		if (more == NULL)
			return false;
		p->answer = more;
		p->room = room;
	}
	p->answer[p->answers++] = answer;
	return true;
}

static bool
follow_guide(struct vc_explore *x)
{
	struct vc_tree *const t = x->tree;
	const int i = t->count - 1;
	struct vc_point *const p = &t->point[i];
	const struct vc_step *step;

	if (i >= t->guides)
		return true;
	step = &t->guide[i];
	if (p->node != step->node || p->number != step->number || p->course != step->course) {
		x->odd_node = p->node;
		x->odd_answer = p->number + 1;
	}
	if (!vc_point_add(p, step->answer))
		return false;
	while (p->answer[p->current].which != step->answer.which ||
	       p->answer[p->current].from != step->answer.from)
		p->current++;
	return true;
}

bool
vc_tree_follow(struct vc_explore *x)
{
	struct vc_tree *const t = x->tree;

	if (!follow_guide(x))
		return false;
	if (t->tell != NULL)
		t->tell(t, t->count - 1, NULL);
	return true;
}

static bool
note_found(struct vc_tree *t, int point, struct vc_answer answer)
{
	if (!vc_list_grow(&t->found, sizeof *t->found, (size_t)t->founds, &t->found_room))
		return false;
	t->found[t->founds++] = (struct vc_late_answer){point, answer};
	return true;
}

bool
vc_tree_add_later(struct vc_tree *t, int i, struct vc_answer answer)
{
	struct vc_point *const p = &t->point[i];
	const int before = p->answers;

	if (!vc_point_add(p, answer))
		return false;
	if (p->answers == before)
		return true;
	if (t->tell != NULL)
		t->tell(t, i, &answer);
	return i >= t->own || note_found(t, i, answer);
}

bool
vc_hope_fulfilled(const struct vc_hope *h, int from, uint64_t label)
{
	return ((h->label ^ label) & h->mask) == 0 &&
	       (h->from >= 0 ? h->from == from : h->member == NULL || h->member[from]);
}

void
vc_tree_sent(struct vc_explore *x, int to, uint64_t label, const struct vc_note *note)
{
	const struct vc_answers *const l = &x->answers[to];

	/* what the message's past contains was answered without it; of what was given, a node that
	 * has not come so far yet has not taken all */
	for (int k = (int)note->past[to]; k < l->given; k++) {
		struct vc_point *const p = &x->tree->point[l->point[k]];

		for (int i = 0; i < p->hopes && note->number > p->sent[note->from]; i++)
			if (vc_hope_fulfilled(&p->hope[i], note->from, label) &&
			    !vc_tree_add_later(x->tree, l->point[k],
					       (struct vc_answer){p->hope[i].which, note->from}))
				x->left_out |= 1u << VCUBE_LEFT_MEMORY;
	}
}
