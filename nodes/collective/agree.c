/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls compared on strict machines: what a signature folds is compared as it is, and before any
 * message is sent, so that the report has both lines whatever the algorithm would have done.
 *
 * A call is entered by the first member of its group that makes it, and removed by the last: in a
 * bucket of its number, so that members in different calls seldom meet. As members come together,
 * the time of a call is that of moving memory between processors: all that a member reads of a call
 * like its own lies in one cache line.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "agree.h"
#include "counts.h"
#include "error.h"
#include "group.h"
#include "host.h"
#include "shapes.h"

enum { BUCKETS = 64, LOOKS = 50 };      /* looks at a lock before a wait for it */

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
	uint64_t key, mark;             /* group and number; what the calls of all have alike */
	int left;                       /* members that have not come to it; 0: not in use */
	int others;                     /* in a bucket: calls in the list */
	struct said first;
	struct entered *next;
};

struct bucket {
	VC_ALIGNED pthread_mutex_t lock;
	struct entered call;            /* and those of its list came while it was in use */
};

struct vc_agreement {
	struct bucket bucket[BUCKETS];
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

/* Returns a mark that equal calls have alike. Marks of equal calls differ if their operators have
 * the same name at two places. */
static uint64_t
mark_of(const struct said *s)
{
	const uint64_t part[] = {
		(uint64_t)s->collective << 32 | (uint32_t)s->root, (uintptr_t)s->algorithm, s->count,
		(uint64_t)s->type << 1 | s->unequal, (uintptr_t)s->op, (uintptr_t)s->apply,
	};
	uint64_t mark = 0;

	for (size_t i = 0; i < sizeof part / sizeof *part; i++)
		mark = ((mark ^ part[i]) * 0x9e3779b97f4a7c15u) ^ mark >> 29;
	return mark;
}

/* Groups whose members are others may have the same number: the first member tells them apart. */
static uint64_t
key_of(const struct vcube_call *c, uint32_t number)
{
	const uint32_t group = c->group == NULL ? 0
		: vc_group_number(c->group) ^ ((uint32_t)c->group->shared->members[0] + 1) << 12;

	return (uint64_t)group << 32 | number;
}

/* Members come together, and leave at once: to sleep would take longer than that. */
static void
lock(struct bucket *b)
{
	for (int looks = 0; looks < LOOKS; looks++) {
		if (pthread_mutex_trylock(&b->lock) == 0)
			return;
		vc_pause();
	}
	pthread_mutex_lock(&b->lock);
}

static struct entered *
find(struct bucket *b, uint64_t key)
{
	struct entered *e = b->call.next;

	if (b->call.left > 0 && b->call.key == key)
		return &b->call;
	if (b->call.others == 0)
		return NULL;
	while (e != NULL && e->key != key)
		e = e->next;
	return e;
}

/* Returns a call that no member has come to; NULL: no memory. */
static struct entered *
enter(struct bucket *b, uint64_t key, uint64_t mark, int members, const struct said *first)
{
	struct entered *const e = b->call.left == 0 ? &b->call : malloc(sizeof *e);

	if (e == NULL)
		return NULL;
	e->key = key;
	e->mark = mark;
	e->left = members;
	e->first = *first;
	if (e != &b->call) {
		e->next = b->call.next;
		b->call.next = e;
		b->call.others++;
	}
	return e;
}

static void
drop(struct bucket *b, struct entered *e)
{
	struct entered **link = &b->call.next;

	if (e == &b->call)
		return;
	while (*link != e)
		link = &(*link)->next;
	*link = e->next;
	b->call.others--;
	free(e);
}

int
vc_agree(vcube_node *self, const struct vcube_algorithm *a, const struct vcube_call *c,
	 uint32_t number)
{
	const uint64_t key = key_of(c, number);
	struct bucket *const b = &self->machine->agreement->bucket[(key ^ key >> 32) % BUCKETS];
	const struct said mine = say(self, a, c);
	const uint64_t mark = mark_of(&mine);
	struct said first = mine;
	struct entered *e;

	lock(b);
	e = find(b, key);
	if (e == NULL)
		e = enter(b, key, mark, c->size, &mine);
	else if (e->mark != mark)
		first = e->first;
	if (e != NULL && --e->left == 0)
		drop(b, e);
	pthread_mutex_unlock(&b->lock);
	return agrees(&mine, &first) ? self->code : refuse(self, c, number, &mine, &first);
}

static int
open_agreement(vcube_machine *m, struct vcube_error *error)
{
	if (!m->desc.strict)
		return 0;
	m->agreement = aligned_alloc(VC_LINE, sizeof *m->agreement);
	if (m->agreement == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory to compare the calls of %d nodes", m->nodes);
	memset(m->agreement, 0, sizeof *m->agreement);
	for (int i = 0; i < BUCKETS; i++)
		pthread_mutex_init(&m->agreement->bucket[i].lock, NULL);
	return 0;
}

static void
finish_agreement(vcube_machine *m)
{
	for (int i = 0; m->agreement != NULL && i < BUCKETS; i++) {
		struct bucket *const b = &m->agreement->bucket[i];

		while (b->call.next != NULL)
			drop(b, b->call.next);
		b->call.left = 0;
	}
}

static void
close_agreement(vcube_machine *m)
{
	for (int i = 0; m->agreement != NULL && i < BUCKETS; i++)
		pthread_mutex_destroy(&m->agreement->bucket[i].lock);
	free(m->agreement);
}

const struct vc_part vc_part_agreement = {
	.open = open_agreement,
	.finish = finish_agreement,
	.close = close_agreement,
};
