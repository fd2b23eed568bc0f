/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls compared on strict machines: what a signature folds is compared as it is, and before any
 * message is sent, so that the report has both lines whatever the algorithm would have done.
 *
 * A call is entered by the first member of its group that makes it, and removed by the last: in the
 * bucket of its number, or if another call is there, in the list of that. As members come together,
 * the time of a call is that of moving memory between processors. So all that members write lies in
 * one cache line, and each of them changes it once, by a compare-and-swap of the bucket's word.
 *
 * The word of a bucket, from the lowest bit: members that have not come, 0 for a bucket that is not
 * in use; whether there is a list; the mark of the call. Invariants:
 *
 *   while the word is FILLING, its call is that of the member that claimed it (AGREE-FILL);
 *   while it says that there is a list, only the owner of the lock changes it.
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "agree.h"
#include "counts.h"
#include "error.h"
#include "group.h"
#include "host.h"
#include "shapes.h"

enum { BUCKETS = 64, LOOKS = 50 };      /* looks at a word that is being filled before a yield */
enum { LEFT_BITS = 24 };
#define LEFT ((UINT64_C(1) << LEFT_BITS) - 1)
#define FILLING LEFT                    /* in place of the members left */
#define LISTED (LEFT + 1)
#define MARK (~(LEFT | LISTED))

/* A copy of a call, for reports: the member that made it may have gone on. */
struct said {
	const struct vcube_algorithm *algorithm;
	const char *here;
	size_t count;                   /* of unequal blocks, a mark of all */
	vcube_type type;
	int rank;                       /* in the machine */
	unsigned root : 31, unequal : 1;
	const char *op;                 /* or NULL */
	void (*apply)(const void *left, const void *right, void *into, size_t count,
		      vcube_type type);
};

struct bucket {
	VC_ALIGNED _Atomic(uint64_t) word;
	uint64_t key;                   /* group and number */
	struct said first;
	pthread_mutex_t lock;
	struct entered *list;           /* calls that came while the bucket was in use */
};
static_assert(offsetof(struct bucket, first.apply) == VC_LINE, "what changes is one line");

struct entered {
	uint64_t key, mark;
	int left;
	struct said first;
	struct entered *next;
};

struct vc_agreement {
	struct bucket bucket[BUCKETS];
};

static struct said
say(const vcube_node *self, const struct vcube_algorithm *a, const struct vcube_call *c)
{
	return (struct said){
		.rank = self->rank, .root = (unsigned)c->root, .algorithm = a,
		.count = vc_counts_are_known(c) ? vc_counts_mark(c) : c->count,
		.unequal = vc_counts_are_known(c), .type = c->type, .op = c->op == NULL ? NULL : c->op->name,
		.apply = c->op == NULL ? NULL : c->op->apply, .here = self->site.here,
	};
}

static bool
agrees(const struct said *a, const struct said *b)
{
	return a->root == b->root && a->algorithm == b->algorithm && a->count == b->count &&
	       a->unequal == b->unequal && a->type == b->type && a->apply == b->apply &&
	       (a->op == b->op || (a->op != NULL && b->op != NULL && strcmp(a->op, b->op) == 0));
}

static void
write_said(FILE *out, const struct said *s)
{
	const int collective = s->algorithm->collective;
	const unsigned traits = vc_shapes[collective].traits;

	fprintf(out, "node %d called %s.%s (", s->rank, vcube_collective_name(collective),
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
		fprintf(out, ", root %u", s->root);
	fprintf(out, ") at %s", vc_place(s->here));
}

static void
write_number(FILE *out, uint32_t number)
{
	if (number & VC_AGREE_BESIDE)
		fprintf(out, ": collective %u of call %u beside the program (vcube_async) of ",
			number & 0xff, number >> 8 & 0xffff);
	else
		fprintf(out, ": call %u of ", number);
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
		write_number(out, number);
		fputs(c->group != NULL ? vc_group_text(c->group, group) : "all nodes", out);
		fclose(out);
	}
	return vc_fail(self, VCUBE_EMISMATCH, "%s", text);
}

/* Groups whose members are others may have the same number: the first member tells them apart. */
static uint64_t
key_of(const struct vcube_call *c, uint32_t number)
{
	const uint32_t group = c->group == NULL ? 0
		: vc_group_number(c->group) ^ ((uint32_t)c->group->shared->members[0] + 1) << 12;

	return (uint64_t)group << 32 | number;
}

/* Returns a mark that equal calls of the same number have alike. Marks of equal calls differ if
 * their operators have the same name at two places. */
static uint64_t
mark_of(uint64_t key, const struct said *s)
{
	const uint64_t part[] = {
		key, (uintptr_t)s->algorithm, s->count, s->type, (uint64_t)s->root << 1 | s->unequal,
		(uintptr_t)s->op, (uintptr_t)s->apply,
	};
	uint64_t mark = 0;

	for (size_t i = 0; i < sizeof part / sizeof *part; i++)
		mark = (mark + part[i]) * 0x9e3779b97f4a7c15u;
	return (mark ^ mark >> 32) * 0x9fb21c651e98df25u & MARK;
}

/* Mostly there is no operator of the program: then its cache line stays as it is. */
static void
fill(struct said *into, const struct said *from)
{
	memcpy(into, from, offsetof(struct said, apply));
	if (into->apply != from->apply)
		into->apply = from->apply;
}

/* Comes to the call of a bucket, as first or as another. Returns false and does nothing if there is
 * another call, another mark, or a list. It does not look before it swaps: that would move the line
 * twice, first to be read. */
static bool
come(struct bucket *b, uint64_t key, uint64_t mark, int members, const struct said *mine)
{
	int looks = 0;

	for (;;) {
		uint64_t word = 0;

		/* acquire, and wherever the word is read: AGREE-FILL, the call that it says is
		 * there */
		if (atomic_compare_exchange_strong_explicit(&b->word, &word, FILLING,
				memory_order_acquire, memory_order_acquire)) {
			b->key = key;
			fill(&b->first, mine);
			/* release: AGREE-FILL, the call */
			atomic_store_explicit(&b->word, mark | (uint64_t)(members - 1),
					      memory_order_release);
			return true;
		}
		for (; word == FILLING && looks < LOOKS; looks++) {
			vc_pause();
			word = atomic_load_explicit(&b->word, memory_order_acquire);
		}
		if (word == 0)
			continue;
		if (word == FILLING || (word & (MARK | LISTED)) != mark)
			return false;
		if (atomic_compare_exchange_weak_explicit(&b->word, &word,
				(word & LEFT) == 1 ? 0 : word - 1,
				memory_order_acq_rel, memory_order_acquire))
			return true;
	}
}

/* Owner of the lock: says in the word that there is a list, and returns the word. */
static uint64_t
begin_list(struct bucket *b)
{
	uint64_t word = atomic_load_explicit(&b->word, memory_order_acquire);

	while (!(word & LISTED)) {
		if (word == FILLING) {
			sched_yield();
			word = atomic_load_explicit(&b->word, memory_order_acquire);
		} else if (atomic_compare_exchange_weak_explicit(&b->word, &word, word | LISTED,
					memory_order_acq_rel, memory_order_acquire)) {
			word |= LISTED;
		}
	}
	return word;
}

/* Returns the call in the list, entered if it is new; NULL: no memory. */
static struct entered **
find(struct bucket *b, uint64_t key, uint64_t mark, int members, const struct said *mine)
{
	struct entered **link = &b->list, *e;

	while (*link != NULL && (*link)->key != key)
		link = &(*link)->next;
	if (*link == NULL && (e = malloc(sizeof *e)) != NULL) {
		*e = (struct entered){.key = key, .mark = mark, .left = members, .first = *mine};
		*link = e;
	}
	return *link != NULL ? link : NULL;
}

static void
drop(struct entered **link)
{
	struct entered *const e = *link;

	*link = e->next;
	free(e);
}

/* The same as come(), whatever is there. Returns the call of the first member, or `mine`. */
static struct said
come_slowly(struct bucket *b, uint64_t key, uint64_t mark, int members, const struct said *mine)
{
	struct said first = *mine;
	struct entered **link;
	uint64_t word;

	pthread_mutex_lock(&b->lock);
	word = begin_list(b);
	if ((word & LEFT) > 0 && b->key == key) {
		first = b->first;
		word = (word & LEFT) == 1 ? LISTED : word - 1;
	} else if ((link = find(b, key, mark, members, mine)) != NULL) {
		if ((*link)->mark != mark)
			first = (*link)->first;
		if (--(*link)->left == 0)
			drop(link);
	}
	if (b->list == NULL)
		word &= ~LISTED;
	atomic_store_explicit(&b->word, word, memory_order_release);
	pthread_mutex_unlock(&b->lock);
	return first;
}

int
vc_agree(vcube_node *self, const struct vcube_algorithm *a, const struct vcube_call *c,
	 uint32_t number)
{
	const uint64_t key = key_of(c, number);
	struct bucket *const b = &self->machine->agreement->bucket[(key ^ key >> 32) % BUCKETS];
	const struct said mine = say(self, a, c);
	const uint64_t mark = mark_of(key, &mine);
	struct said first;

	if (vc_likely(come(b, key, mark, c->size, &mine)))
		return self->code;
	first = come_slowly(b, key, mark, c->size, &mine);
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

		while (b->list != NULL)
			drop(&b->list);
		atomic_store_explicit(&b->word, 0, memory_order_relaxed);
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
