/* SPDX-License-Identifier: BSD-2-Clause */
/* Records of accesses at their targets, and the search for conflicts. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "access.h"
#include "conflict.h"
#include "explain.h"
#include "layout.h"
#include "op.h"
#include "wrong.h"

enum { KEPT_MOST = 16 };        /* accesses of an origin that are complete */

/* A piece of memory that an access touches */
struct piece {
	const char *from, *to;
};

struct record {
	struct record *next;
	int origin, node;       /* its rank in the window, and in MPI_COMM_WORLD */
	enum access_kind kind;
	const struct op *op;    /* of an accumulate; NULL: of a compare-and-swap */
	uint64_t fences;        /* of the window when it was made */
	bool shared;            /* by a lock that others may hold, too */
	bool complete;          /* and that is over */
	unsigned sent;          /* how much the origin had sent */
	unsigned long number;   /* vcm_race_now() */
	unsigned watch;         /* of the target, when it was made */
	bool changed;           /* the program had written there before, in that watch */
	bool stored;            /* no access: by the program, before the call */
	const char *call;
	const void *site;       /* where that returns to */
	int count;              /* pieces, by address, which do not overlap */
	struct piece pieces[];
};

static bool
count_piece(void *arg, uint32_t basic, int64_t at, int64_t bytes)
{
	(void)basic, (void)at, (void)bytes;
	++*(int *)arg;
	return true;
}

static bool
add_piece(void *arg, uint32_t basic, int64_t at, int64_t bytes)
{
	struct record *r = arg;

	(void)basic;
	r->pieces[r->count++] = (struct piece){(const char *)(intptr_t)at,
					       (const char *)(intptr_t)(at + bytes)};
	return true;
}

static int
compare(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;

	return x->from < y->from ? -1 : x->from > y->from;
}

/* Is the access one by a lock that others may hold as well? Memory of a shared window is also
 * written without a call, by which ranks may wait for each other. */
static bool
is_shared(const struct access *a)
{
	return a->w->epoch >= EPOCH_LOCK && !a->w->peers[a->rank].exclusive
		&& a->w->flavor != MPI_WIN_FLAVOR_SHARED;
}

/* What an access touches of a block; NULL: nothing. */
static struct record *
new_record(const struct access *a, const struct block *b, enum access_kind kind)
{
	const struct layout all = vcm_layout_repeat(b->count, b->type->extent, b->type->layout);
	const int64_t at = (int64_t)(intptr_t)b->buffer;
	struct record *r;
	int count = 0;

	vcm_layout_each(&all, at, 0, all.size, count_piece, &count);
	if (count == 0)
		return NULL;
	r = vcm_memory(a->p, sizeof *r + (size_t)count * sizeof *r->pieces);
	*r = (struct record){.origin = a->w->comm->rank, .node = a->p->rank, .kind = kind, .op = a->op,
			     .fences = a->w->fences, .sent = vcm_race_sent(a->p, a->p->rank),
			     .number = vcm_race_now(a->p), .shared = is_shared(a), .call = a->p->call.name,
			     .site = a->p->call.site};
	vcm_layout_each(&all, at, 0, all.size, add_piece, r);
	qsort(r->pieces, (size_t)r->count, sizeof *r->pieces, compare);
	return r;
}

/* Returns the first piece of `a` that overlaps one of `b`, or NULL. */
static const struct piece *
overlap(const struct record *a, const struct record *b)
{
	for (int i = 0, j = 0; i < a->count && j < b->count;) {
		if (a->pieces[i].to <= b->pieces[j].from)
			i++;
		else if (b->pieces[j].to <= a->pieces[i].from)
			j++;
		else
			return &a->pieces[i];
	}
	return NULL;
}

/* Calls of several origins on the same elements use one operator, or MPI_NO_OP. */
static bool
are_of_one_op(const struct record *a, const struct record *b)
{
	return a->origin == b->origin || a->op == NULL || b->op == NULL || a->op == b->op
		|| a->op->number == (uintptr_t)MPI_NO_OP || b->op->number == (uintptr_t)MPI_NO_OP;
}

/* Can nothing that this process does have waited for the access? */
static bool
is_unknown(struct process *p, const struct record *r)
{
	return vcm_race_sent(p, r->node) == r->sent || r->number > vcm_race_heard(p);
}

/* Does `r` come at the same time as an access before it? */
static bool
are_together(struct process *p, const struct record *r, const struct record *old)
{
	if (r->fences != old->fences)
		return false;
	return !old->complete || (r->shared && r->origin != old->origin && is_unknown(p, old));
}

static bool
may_conflict(struct process *p, const struct record *r, const struct record *old)
{
	if (r->kind == old->kind && r->kind != ACCESS_PUT
	    && (r->kind == ACCESS_GET || are_of_one_op(r, old)))
		return false;
	return are_together(p, r, old);
}

/* Forgets records for which `ends` is true. */
static void
forget(struct target *t, bool (*ends)(const struct record *r, uint64_t number), uint64_t number)
{
	struct record **place = &t->records, *r;

	pthread_mutex_lock(&t->mutex);
	while ((r = *place) != NULL)
		if (ends(r, number)) {
			*place = r->next;
			free(r);
		} else {
			place = &r->next;
		}
	pthread_mutex_unlock(&t->mutex);
}

static bool
is_complete(const struct record *r, uint64_t number)
{
	(void)number;
	return r->complete;
}

/* Adds the record unless it conflicts with one that is there. Of that, sets *other, and returns
 * where they meet. */
static const struct piece *
add(struct process *p, struct target *t, struct record *r, bool keep, struct record *other)
{
	const struct piece *met = NULL;
	struct record *old;

	/* who holds an exclusive lock may have read what others wrote, and tell it */
	if (!r->shared)
		forget(t, is_complete, 0);
	pthread_mutex_lock(&t->mutex);
	r->watch = t->watches;
	for (old = t->records; old != NULL && met == NULL; old = old->next)
		if (may_conflict(p, r, old)) {
			met = overlap(r, old);
			*other = *old;
		}
	if (met == NULL && keep) {
		r->next = t->records;
		t->records = r;
	}
	pthread_mutex_unlock(&t->mutex);
	return met;
}

/* Compares what an access does to a block in a member's memory. */
static int
meet(struct access *a, int rank, const struct block *b, enum access_kind kind, bool keep)
{
	static const char *const does[] = {"reads", "writes", "accumulates to"};
	struct target *t = vcm_target(a->w, rank);
	struct record *r = new_record(a, b, kind), other;
	const struct piece *met = r == NULL ? NULL : add(a->p, t, r, keep, &other);
	char place[PLACE_ROOM];
	ptrdiff_t at;

	if (met == NULL) {
		if (!keep)
			free(r);
		return MPI_SUCCESS;
	}
	at = met->from - t->base;
	free(r);
	vcm_place(other.site, place);
	if (other.stored)
		return vcm_window_error(a->p, a->w, MPI_ERR_RMA_CONFLICT, "the call %s rank %d's memory "
					"at byte %td, which the program there has changed before %s at %s "
					"in the same epoch", does[kind], rank, at, other.call, place);
	return vcm_window_error(a->p, a->w, MPI_ERR_RMA_CONFLICT, "the call %s rank %d's memory at "
				"%s%td, which rank %d %s with %s at %s in the same epoch", does[kind],
				rank, t->base == NULL ? "address " : "byte ", at, other.origin,
				does[other.kind], other.call, place);
}

/* Does a block lie in the memory that this process lends to the window? */
static bool
is_in_window(const struct access *a, const struct block *b)
{
	const struct target *t = vcm_target(a->w, a->w->comm->rank);
	int64_t offset;
	const int64_t bytes = b->type == NULL ? 0 : vcm_type_span(b->type, b->count, &offset);
	const char *const from = bytes == 0 ? NULL : (const char *)b->buffer + offset;

	return from != NULL && t->base != NULL && from < t->base + t->size && from + bytes > t->base;
}

int
vcm_conflict(struct access *a, enum access_kind kind)
{
	const int me = a->w->comm->rank;
	const bool keep = !a->with_request || (kind != ACCESS_GET && a->result.type == NULL);
	int code;

	/* who polls what it writes may wait for it */
	vcm_race_sends(a->p);
	if (kind == ACCESS_PUT)
		vcm_apart_check(a->p, &a->place);
	else if (kind == ACCESS_GET)
		vcm_apart_check(a->p, &a->origin);
	code = meet(a, a->rank, &a->place, kind, keep);

	if (code == MPI_SUCCESS && is_in_window(a, &a->origin))
		code = meet(a, me, &a->origin, kind == ACCESS_GET ? ACCESS_PUT : ACCESS_GET,
			    !a->with_request);
	if (code == MPI_SUCCESS && is_in_window(a, &a->result))
		code = meet(a, me, &a->result, ACCESS_PUT, !a->with_request);
	return code;
}

static bool
is_older(const struct record *r, uint64_t fences)
{
	return r->fences < fences;
}

static bool
is_of(const struct record *r, uint64_t origin)
{
	return r->origin == (int)origin && !r->stored;
}

static bool
is_any(const struct record *r, uint64_t number)
{
	(void)r, (void)number;
	return true;
}

/* The accesses of this process to a target are complete. Others may still meet the last ones. */
static void
complete(const struct window *w, struct target *t)
{
	struct record **place = &t->records, *r;
	int kept = 0;

	pthread_mutex_lock(&t->mutex);
	while ((r = *place) != NULL)
		if (r->origin == w->comm->rank && (!r->shared || ++kept > KEPT_MOST)) {
			*place = r->next;
			free(r);
		} else {
			r->complete = r->complete || r->origin == w->comm->rank;
			place = &r->next;
		}
	pthread_mutex_unlock(&t->mutex);
}

void
vcm_records_of_fences(struct process *p, struct window *w)
{
	if (p->strict)
		forget(vcm_target(w, w->comm->rank), is_older, w->fences);
}

void
vcm_records_of_all(struct process *p, struct window *w)
{
	if (p->strict)
		forget(vcm_target(w, w->comm->rank), is_any, 0);
}

void
vcm_records_of_origin(struct process *p, struct window *w, int rank)
{
	if (!p->strict)
		return;
	complete(w, vcm_target(w, rank));
	if (rank != w->comm->rank)
		forget(vcm_target(w, w->comm->rank), is_of, (uint64_t)w->comm->rank);
}

void
vcm_record_changed(struct process *p, struct target *t)
{
	struct record *r = t->records;

	pthread_mutex_lock(&t->mutex);
	while (r != NULL && (r->node != p->rank || r->complete))
		r = r->next;
	if (r != NULL)
		r->changed = true;
	pthread_mutex_unlock(&t->mutex);
}

/* Returns the first byte that is not what it must be, or NULL. */
static const char *
find_change(const struct target *t, const struct record *r)
{
	for (int i = 0; i < r->count; i++)
		for (const char *c = r->pieces[i].from; c < r->pieces[i].to; c++)
			if (*c != t->was[c - t->base])
				return c;
	return r->changed ? r->pieces[0].from : NULL;
}

/* Finds an access that meets what the program has stored; sets *found. `idle`: only one of which
 * this process cannot know. Returns the first byte, or NULL. The caller holds the mutex. */
static const char *
find_met(struct process *p, struct target *t, bool all, bool idle, struct record *found)
{
	const char *at = NULL;

	for (struct record *r = t->records; r != NULL && at == NULL; r = r->next) {
		if (r->watch != t->watches || r->node == p->rank
		    || (all ? r->complete : !r->shared || (!is_unknown(p, r) && !(idle && r->changed))))
			continue;
		at = find_change(t, r);
		*found = *r;
		if (at != NULL)
			r->changed = false;
	}
	return at;
}

static int
tell_met(struct process *p, struct window *w, const char *at, const struct record *found)
{
	char place[PLACE_ROOM];

	return vcm_window_error(p, w, MPI_ERR_RMA_CONFLICT, "the program changed byte %td of rank "
				"%d's memory, which rank %d accesses with %s at %s in the same epoch",
				at - vcm_target(w, w->comm->rank)->base, w->comm->rank, found->origin,
				found->call, vcm_place(found->site, place));
}

int
vcm_records_compare(struct process *p, struct window *w)
{
	struct target *t = vcm_target(w, w->comm->rank);
	struct record found = {0};
	const char *at;

	pthread_mutex_lock(&t->mutex);
	at = find_met(p, t, w->epoch < EPOCH_LOCK, false, &found);
	pthread_mutex_unlock(&t->mutex);
	return at == NULL ? MPI_SUCCESS : tell_met(p, w, at, &found);
}

/* Lists pieces of memory that are not as they were, up to `most`, or counts them if `pieces` is
 * NULL. Returns how many there are, which may differ from call to call. */
static int
list_changes(const struct target *t, struct piece *pieces, int most)
{
	int count = 0;

	for (MPI_Aint i = 0, from; i < t->size && count < most; i++) {
		if (t->base[i] == t->was[i])
			continue;
		for (from = i; i < t->size && t->base[i] != t->was[i];)
			i++;
		if (pieces != NULL)
			pieces[count] = (struct piece){t->base + from, t->base + i};
		count++;
	}
	return count;
}

/* Forgets all but the last of what the program has stored. */
static void
trim_stores(struct target *t)
{
	struct record **place = &t->records, *r;
	int kept = 0;

	while ((r = *place) != NULL)
		if (r->stored && ++kept > KEPT_MOST) {
			*place = r->next;
			free(r);
		} else {
			place = &r->next;
		}
}

/* What the program has stored is an access to its own memory that is over. */
static void
add_stores(const struct process *p, const struct window *w, struct target *t)
{
	const int count = list_changes(t, NULL, INT_MAX);
	struct record *r = malloc(sizeof *r + (size_t)count * sizeof *r->pieces);

	if (r == NULL)
		return;
	*r = (struct record){.next = t->records, .origin = w->comm->rank, .node = p->rank,
			     .kind = ACCESS_PUT, .fences = w->fences, .shared = true,
			     .complete = true, .stored = true, .sent = vcm_race_sent(p, p->rank),
			     .number = vcm_race_now(p), .call = p->call.name, .site = p->call.site};
	r->count = list_changes(t, r->pieces, count);
	t->records = r;
	trim_stores(t);
}

/* Both at once: an access comes before, and is met, or after, and meets. */
int
vcm_records_note(struct process *p, struct window *w)
{
	struct target *t = vcm_target(w, w->comm->rank);
	struct record found = {0};
	const char *at;

	pthread_mutex_lock(&t->watch);
	pthread_mutex_lock(&t->mutex);
	at = find_met(p, t, false, true, &found);
	if (memcmp(t->was, t->base, (size_t)t->size) != 0) {
		if (at == NULL)
			add_stores(p, w, t);
		memcpy(t->was, t->base, (size_t)t->size);
	}
	pthread_mutex_unlock(&t->mutex);
	pthread_mutex_unlock(&t->watch);
	return at == NULL ? MPI_SUCCESS : tell_met(p, w, at, &found);
}

void
vcm_records_free(struct target *t)
{
	forget(t, is_any, 0);
}
