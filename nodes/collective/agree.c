/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls compared on strict machines: what a signature folds is compared as it is, and before any
 * message is sent, so that the report has both lines whatever the algorithm would have done.
 *
 * A call is entered by the first member of its group that makes it, and removed by the last.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "agree.h"
#include "counts.h"
#include "error.h"
#include "group.h"
#include "shapes.h"

/* A copy of a call, for reports: the member that made it may have gone on. */
struct said {
	int rank, collective, root;     /* the rank is that in the machine */
	const struct vcube_algorithm *algorithm;
	size_t count;                   /* of unequal blocks, a mark of all */
	bool unequal;
	vcube_type type;
	const char *op;                 /* or NULL */
	void (*apply)(const void *left, const void *right, void *into, size_t count,
		      vcube_type type);
	const char *here;
};

struct entered {
	struct entered *next;
	uint32_t group, number;
	int left;                       /* members that have not come to it */
	struct said first;
};

struct vc_agreement {
	pthread_mutex_t lock;
	struct entered *calls;
};

static struct said
say(const vcube_node *self, const struct vcube_algorithm *a, const struct vcube_call *c)
{
	return (struct said){
		.rank = self->rank, .collective = c->collective, .root = c->root, .algorithm = a,
		.count = vc_counts_are_known(c) ? vc_counts_mark(c) : c->count,
		.unequal = vc_counts_are_known(c), .type = c->type, .op = c->op == NULL ? NULL : c->op->name,
		.apply = c->op == NULL ? NULL : c->op->apply, .here = self->site.here,
	};
}

static bool
agrees(const struct said *a, const struct said *b)
{
	return a->collective == b->collective && a->root == b->root && a->algorithm == b->algorithm &&
	       a->count == b->count && a->unequal == b->unequal && a->type == b->type && a->apply == b->apply &&
	       (a->op == b->op || (a->op != NULL && b->op != NULL && strcmp(a->op, b->op) == 0));
}

static void
write_said(FILE *out, const struct said *s)
{
	const unsigned traits = vc_shapes[s->collective].traits;

	fprintf(out, "node %d called %s.%s (", s->rank, vcube_collective_name(s->collective),
		s->algorithm->name);
	if (traits & VCUBE_COUNTS)
		fputs("counts by member", out);
	else if (s->unequal)
		fprintf(out, "counts by member, marked %zx", s->count & 0xffff);
	else
		fprintf(out, "count %zu", s->count);
	fprintf(out, ", type %s", vcube_type_name(s->type));
	if (s->type >= VCUBE_BYTES(1))
		fprintf(out, ":%zu", vcube_type_size(s->type));
	if (s->op != NULL)
		fprintf(out, ", %s%s", s->apply != NULL ? "own operator " : "", s->op);
	if (traits & VCUBE_ROOTED)
		fprintf(out, ", root %d", s->root);
	fprintf(out, ") at %s", s->here != NULL ? s->here : "an unknown place");
}

static int
refuse(vcube_node *self, const struct vcube_call *c, uint32_t number, const struct said *mine,
       const struct said *first)
{
	char text[700] = "", group[VC_GROUP_ROOM];
	FILE *out = fmemopen(text, sizeof text, "w");

	if (out != NULL) {
		write_said(out, mine);
		fputs(", but ", out);
		write_said(out, first);
		fprintf(out, ": call %u of %s", number,
			c->group != NULL ? vc_group_text(c->group, group) : "all nodes");
		fclose(out);
	}
	return vc_fail(self, VCUBE_EMISMATCH, "%s", text);
}

static struct entered *
find(struct vc_agreement *t, uint32_t group, uint32_t number)
{
	struct entered *e = t->calls;

	while (e != NULL && (e->group != group || e->number != number))
		e = e->next;
	return e;
}

static struct entered *
enter(struct vc_agreement *t, uint32_t group, uint32_t number, int members,
      const struct said *first)
{
	struct entered *const e = malloc(sizeof *e);

	if (e != NULL) {
		*e = (struct entered){t->calls, group, number, members, *first};
		t->calls = e;
	}
	return e;
}

static void
drop(struct vc_agreement *t, struct entered *e)
{
	struct entered **link = &t->calls;

	while (*link != e)
		link = &(*link)->next;
	*link = e->next;
	free(e);
}

/* Groups whose members are others may have the same number: the first member tells them apart. */
static uint32_t
key_of(const struct vcube_call *c)
{
	return c->group == NULL ? 0
		: vc_group_number(c->group) ^ ((uint32_t)c->group->shared->members[0] + 1) << 12;
}

int
vc_agree(vcube_node *self, const struct vcube_algorithm *a, const struct vcube_call *c,
	 uint32_t number)
{
	struct vc_agreement *const t = self->machine->agreement;
	const struct said mine = say(self, a, c);
	struct said first = mine;
	struct entered *e;

	pthread_mutex_lock(&t->lock);
	e = find(t, key_of(c), number);
	if (e == NULL)
		e = enter(t, key_of(c), number, c->size, &mine);
	if (e != NULL)
		first = e->first;
	if (e != NULL && --e->left == 0)
		drop(t, e);
	pthread_mutex_unlock(&t->lock);
	return agrees(&mine, &first) ? self->code : refuse(self, c, number, &mine, &first);
}

static int
open_agreement(vcube_machine *m, struct vcube_error *error)
{
	if (!m->desc.strict)
		return 0;
	m->agreement = calloc(1, sizeof *m->agreement);
	if (m->agreement == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory to compare the calls of %d nodes", m->nodes);
	pthread_mutex_init(&m->agreement->lock, NULL);
	return 0;
}

static void
finish_agreement(vcube_machine *m)
{
	while (m->agreement != NULL && m->agreement->calls != NULL)
		drop(m->agreement, m->agreement->calls);
}

static void
close_agreement(vcube_machine *m)
{
	if (m->agreement == NULL)
		return;
	pthread_mutex_destroy(&m->agreement->lock);
	free(m->agreement);
}

const struct vc_part vc_part_agreement = {
	.open = open_agreement,
	.finish = finish_agreement,
	.close = close_agreement,
};
