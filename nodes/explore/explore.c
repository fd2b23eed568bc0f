/* SPDX-License-Identifier: BSD-2-Clause */
/* The nodes' lists of answers. */
#include <stdio.h>
#include <stdlib.h>
#include "explore.h"

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

static void
write_answer(FILE *out, const struct vc_answer *a)
{
	if (a->from == VC_NOTHING)
		fputc('-', out);
	else if (a->which > 0)
		fprintf(out, "%d.%d", a->which, a->from);
	else
		fprintf(out, "%d", a->from);
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

		if (l->taken == 0)
			continue;
		fprintf(out, "%s%d:", any ? "/" : "", r);
		for (int i = 0; i < l->taken; i++) {
			fputs(i > 0 ? "," : "", out);
			write_answer(out, &l->answer[i]);
		}
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
