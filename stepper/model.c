/* SPDX-License-Identifier: BSD-2-Clause */
/* The user's position in a recording, and the break condition. */
#include <stdio.h>
#include <string.h>
#include "model.h"

void
vc_model_open(struct vc_model *m, const struct vc_recording *r)
{
	*m = (struct vc_model){
		.r = r, .pages = r->moments + (r->code != 0 || r->moments == 0),
	};
}

const struct vc_moment *
vc_model_moment(const struct vc_model *m)
{
	return m->page < m->r->moments ? m->r->moment[m->page] : NULL;
}

bool
vc_model_go(struct vc_model *m, int page)
{
	const int before = m->page;

	m->page = page < 0 ? 0 : page >= m->pages ? m->pages - 1 : page;
	return m->page != before;
}

static bool
passes(const struct vc_condition *c, const struct vc_transfer *t)
{
	if (t->messages == 0)
		return false;
	if (c->kind == VC_BREAK_NODE)
		return t->from == c->a || t->to == c->a;
	return (t->from == c->a && t->to == c->b) || (t->from == c->b && t->to == c->a);
}

static bool
fulfils(const struct vc_condition *c, const struct vc_moment *m)
{
	if (m == NULL || c->kind == VC_BREAK_NONE)
		return false;
	if (c->kind == VC_BREAK_CONTENTION)
		return m->shared > 0;
	if (c->kind == VC_BREAK_STEP)
		return strcmp(m->here, c->text + strlen("step ")) == 0;
	for (int i = 0; i < m->transfers; i++)
		if (passes(c, &m->transfer[i]))
			return true;
	return false;
}

bool
vc_model_run(struct vc_model *m)
{
	while (vc_model_go(m, m->page + 1))
		if (fulfils(&m->condition, vc_model_moment(m)))
			return true;
	return false;
}

static bool
is_node(const struct vc_model *m, int rank)
{
	return rank >= 0 && rank < m->r->nodes;
}

static bool
is_step(const struct vc_model *m, const char *name)
{
	for (int i = 1; i < m->r->moments; i++)
		if (strcmp(m->r->moment[i]->here, name) == 0)
			return true;
	return false;
}

static void
explain(const struct vc_model *m, const char *text, char *why, size_t room)
{
	if (strncmp(text, "step ", 5) == 0)
		snprintf(why, room, "no step '%.40s'", text + 5);
	else
		snprintf(why, room, "a break is 'node R', 'peer A B' (0 to %d), 'step NAME' or "
			 "'contention'", m->r->nodes - 1);
}

bool
vc_model_break(struct vc_model *m, const char *text, char *why, size_t room)
{
	struct vc_condition c = {.kind = VC_BREAK_NONE};
	int end = 0;

	snprintf(c.text, sizeof c.text, "%s", text);
	if (*text == '\0')
		;
	else if (strcmp(text, "contention") == 0)
		c.kind = VC_BREAK_CONTENTION;
	else if (strncmp(text, "step ", 5) == 0 && is_step(m, c.text + 5))
		c.kind = VC_BREAK_STEP;
	else if (sscanf(text, "node %d%n", &c.a, &end) == 1 && text[end] == '\0' && is_node(m, c.a))
		c.kind = VC_BREAK_NODE;
	else if (sscanf(text, "peer %d %d%n", &c.a, &c.b, &end) == 2 && text[end] == '\0' &&
		 is_node(m, c.a) && is_node(m, c.b))
		c.kind = VC_BREAK_PEER;
	else {
		explain(m, text, why, room);
		return false;
	}
	m->condition = c;
	return true;
}
