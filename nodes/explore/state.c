/* SPDX-License-Identifier: BSD-2-Clause */
/* The state of a machine that runs in chosen orders, as a part of the machine. */
#include <stdlib.h>
#include <string.h>
#include "beside.h"
#include "error.h"
#include "timed_run.h"
#include "tree.h"

static bool
give(struct vc_answers *list, struct vc_answer a)
{
	return a.which < 0 ? vc_answers_add_take(list, a, list->given) : vc_answers_add(list, a, -1);
}

/* Gives each node its answers of the order that the machine replays. */
static int
give_order(const vcube_machine *m, struct vcube_error *error)
{
	const char *text = m->desc.replay;
	struct vc_answer a;
	int node = -1, any;

	while (text != NULL && vc_order_next(&text, &node, &a, &any) == NULL) {
		if (node >= m->nodes || a.from >= m->nodes)
			return vc_error(error, VCUBE_EINVAL, "replay '%.60s': there is no node %d: "
					"nodes are 0 to %d", m->desc.replay,
					node >= m->nodes ? node : a.from, m->nodes - 1);
		if (any && !give(&m->explore->answers[node], a))
			return vc_error(error, VCUBE_EHOST, "no memory for an order");
	}
	return 0;
}

static void
reset(struct vc_explore *x)
{
	const size_t n = (size_t)x->nodes;
	struct vc_note **last = &x->notes;

	for (size_t r = 0; r < n; r++) {
		x->answers[r].given = x->answers[r].taken = x->answers[r].nothings = 0;
		x->answers[r].course = 0;
		x->answers[r].vains = x->answers[r].taken_so = 0;
		x->answers[r].takes = x->answers[r].took = 0;
	}
	memset(x->past, 0, n * n * sizeof *x->past);
	if (x->any_taken)
		memset(x->known, 0, n * n * sizeof *x->known);
	x->any_taken = false;
	memset(x->sent, 0, n * n * sizeof *x->sent);
	memset(x->seen, 0, n * n * sizeof *x->seen);
	while (*last != NULL)
		last = &(*last)->next;
	*last = x->spare;
	x->spare = x->notes;
	x->notes = NULL;
	vc_besides_reset(x);
	if (x->timed != NULL)
		vc_timed_run_clear(x->timed);
	x->asked = 0;
	x->given_up = x->cut = false;
	x->odd_node = -1;
}

static int
begin_explore(vcube_machine *m, struct vcube_error *error)
{
	struct vc_explore *const x = m->explore;

	if (x == NULL)
		return 0;
	reset(x);
	if (x->tree == NULL)
		return give_order(m, error);
	return vc_tree_begin(x) ? 0 : vc_error(error, VCUBE_EHOST, "no memory for an order");
}

static int
open_explore(vcube_machine *m, struct vcube_error *error)
{
	const size_t n = (size_t)m->nodes;
	struct vc_explore *x;

	if (m->desc.explore == VCUBE_EXPLORE_NO && m->desc.replay == NULL)
		return 0;
	x = m->explore = calloc(1, sizeof *x);
	if (x == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory to explore %d nodes", m->nodes);
	x->nodes = x->races.nodes = m->nodes;
	x->depth = UINT64_MAX;
	x->answers = calloc(n, sizeof *x->answers);
	x->past = calloc(n * n, sizeof *x->past);
	x->known = calloc(n * n, sizeof *x->known);
	x->sent = calloc(n * n, sizeof *x->sent);
	x->seen = calloc(n * n, sizeof *x->seen);
	x->wake = calloc(n, sizeof *x->wake);
	if (m->desc.explore == VCUBE_EXPLORE_CLOCK)
		x->timed = vc_timed_run_open(m->nodes);
	if (!x->answers || !x->past || !x->known || !x->sent || !x->seen || !x->wake ||
	    (m->desc.explore == VCUBE_EXPLORE_CLOCK && x->timed == NULL))
		return vc_error(error, VCUBE_EHOST, "no memory to explore %d nodes", m->nodes);
	return give_order(m, error);
}

static void
free_notes(struct vc_note *note)
{
	for (struct vc_note *next; note != NULL; note = next) {
		next = note->next;
		free(note);
	}
}

static void
close_explore(vcube_machine *m)
{
	struct vc_explore *const x = m->explore;

	m->explore = NULL;
	if (x == NULL)
		return;
	for (int r = 0; x->answers != NULL && r < x->nodes; r++) {
		free(x->answers[r].answer);
		free(x->answers[r].point);
		free(x->answers[r].vain);
		free(x->answers[r].take);
	}
	vc_timed_run_close(x->timed);
	vc_races_clear(&x->races);
	free_notes(x->notes);
	free_notes(x->spare);
	vc_besides_drop(x);
	free(x->scratch.answer);
	free(x->answers);
	free(x->past);
	free(x->known);
	free(x->sent);
	free(x->seen);
	free(x->wake);
	free(x);
}

const struct vc_part vc_part_explore = {
	.open = open_explore,
	.begin = begin_explore,
	.close = close_explore,
};
