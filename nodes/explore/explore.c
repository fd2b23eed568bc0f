/* SPDX-License-Identifier: BSD-2-Clause */
/* The nodes' lists of answers. */
#include <stdio.h>
#include <stdlib.h>
#include "explore.h"

bool
vc_list_grow(void *list, size_t size, size_t count, size_t *room)
{
	void *more;

	if (count < *room)
		return true;
	more = realloc(*(void **)list, (2 * *room + 16) * size);
	if (more == NULL)
		return false;
	*(void **)list = more;
	*room = 2 * *room + 16;
	return true;
}

bool
vc_answers_add(struct vc_answers *l, struct vc_answer answer, int point)
{
	if (l->given == l->room) {
		const int room = 2 * l->room + 16;
		struct vc_answer *const answers = realloc(l->answer, (size_t)room * sizeof *answers);
		int *const points = realloc(l->point, (size_t)room * sizeof *points);

		l->answer = answers != NULL ? answers : l->answer;
		l->point = points != NULL ? points : l->point;
		if (answers == NULL || points == NULL)
			return false;
		l->room = room;
	}
	l->answer[l->given] = answer;
	l->point[l->given++] = point;
	return true;
}

bool
vc_answers_add_take(struct vc_answers *l, struct vc_answer answer, int position)
{
	if (answer.from == VC_NOTHING)
		return true;
	if (!vc_list_grow(&l->take, sizeof *l->take, (size_t)l->takes, &l->take_room))
		return false;
	l->take[l->takes++] = (struct vc_taking){position, answer};
	return true;
}

static void
write_answer(FILE *out, const struct vc_answer *a)
{
	if (a->which < -1)
		fprintf(out, "+%d.%d", -1 - a->which, a->from);
	else if (a->which == -1)
		fprintf(out, "+%d", a->from);
	else if (a->from == VC_NOTHING)
		fputc('-', out);
	else if (a->which > 0)
		fprintf(out, "%d.%d", a->which, a->from);
	else
		fprintf(out, "%d", a->from);
}

/* Writes what a node got; what posted receives took goes before the answer that came next. */
static void
write_answers(FILE *out, const struct vc_answers *l)
{
	const char *comma = "";
	int took = 0;

	for (int i = 0; i <= l->taken; i++) {
		for (; took < l->took && l->take[took].position <= i; took++, comma = ",") {
			fputs(comma, out);
			write_answer(out, &l->take[took].answer);
		}
		if (i == l->taken)
			break;
		fputs(comma, out);
		write_answer(out, &l->answer[i]);
		comma = ",";
	}
}

char *
vc_order_text(const struct vc_explore *x)
{
	char *text = NULL;
	size_t size = 0;
	FILE *const out = open_memstream(&text, &size);
	bool any = false;

	if (out == NULL)
		return NULL;
	for (int r = 0; r < x->nodes; r++) {
		const struct vc_answers *const l = &x->answers[r];

		if (l->taken == 0 && l->took == 0)
			continue;
		fprintf(out, "%s%d:", any ? "/" : "", r);
		write_answers(out, l);
		any = true;
	}
	fputs(any ? "" : "0:", out);
	return fclose(out) == 0 ? text : NULL;
}

void
vcube_outcome(vcube_node *self, uint64_t value)
{
	self->outcome = vc_mix(self->outcome + 1, value);
}
