/* SPDX-License-Identifier: BSD-2-Clause */
/* The schedule fuzzer; the header has its contract. */
#include <stdlib.h>
#include "debug.h"
#include "error.h"
#include "futex.h"
#include "random.h"
#include "interleave.h"

struct vc_interleave {
	uint64_t seed, random;
	int nodes;
	_Atomic(int) turn;              /* who has it */
	int count;                      /* ready ranks */
	int first;                      /* index of the first of them in `able` */
	int *able;                      /* the ready ranks, behind whose end it goes on at 0: in no
					   order, or those first that have been ready the longest */
	bool in_order;
	void (*stop)(vcube_node *self); /* in one thread; NULL: each node has its own */
	int *place;                     /* index of a rank in `able`, or -1 */
	struct { VC_ALIGNED _Atomic(uint32_t) grant; } *node;
};

static void
grant(struct vc_interleave *t, int rank)
{
	atomic_store_explicit(&t->turn, rank, memory_order_relaxed);
	/* release: INTERLEAVE-GRANT, all that the holder wrote; await() */
	atomic_store_explicit(&t->node[rank].grant, 1, memory_order_release);
	vc_futex_wake(&t->node[rank].grant, 1);
}

static void
await(struct vc_interleave *t, int rank)
{
	/* acquire: INTERLEAVE-GRANT, grant() */
	while (atomic_exchange_explicit(&t->node[rank].grant, 0, memory_order_acquire) == 0)
		vc_futex_wait(&t->node[rank].grant, 0, -1);
}

int
vc_interleave_turn(const struct vc_interleave *t)
{
	return atomic_load_explicit(&t->turn, memory_order_relaxed);
}

/* Returns the index in `able` of the ready rank with this number. */
static int
index_of(const struct vc_interleave *t, int number)
{
	const int index = t->first + number;

	return index < t->nodes ? index : index - t->nodes;
}

static void
put(struct vc_interleave *t, int rank, int index)
{
	t->able[index] = rank;
	t->place[rank] = index;
}

static int
draw(struct vc_interleave *t)
{
	return t->able[index_of(t, (int)(vc_random(&t->random) % (uint64_t)t->count))];
}

void
vc_interleave_enter(vcube_node *self)
{
	if (self->machine->interleave->stop == NULL)
		await(self->machine->interleave, self->rank);
}

void
vc_interleave_switch(vcube_node *self)
{
	struct vc_interleave *t = self->machine->interleave;
	int next = t->stop == NULL ? draw(t) : self->rank;

	if (next == self->rank)
		return;
	grant(t, next);
	await(t, self->rank);
}

/* Makes a drawn node the next that the one thread takes. */
static int
bring_forward(struct vc_interleave *t)
{
	const int end = index_of(t, t->count - 1), drawn = draw(t);

	put(t, t->able[end], t->place[drawn]);
	put(t, drawn, end);
	return drawn;
}

void
vc_interleave_draw(struct vc_interleave *t)
{
	if (t->count > 0 && !t->in_order)
		bring_forward(t);
}

/* The running node, which is the first that is ready, becomes the last. */
static void
go_behind(struct vc_interleave *t, int rank)
{
	vc_debug(t->place[rank] == t->first);
	t->first = index_of(t, 1);
	put(t, rank, index_of(t, t->count - 1));
}

void
vc_interleave_yield(vcube_node *self)
{
	struct vc_interleave *t = self->machine->interleave;

	if (t->stop == NULL) {
		vc_interleave_switch(self);
	} else if (t->in_order) {
		go_behind(t, self->rank);
		t->stop(self);  /* even if it is alone: time may make others able to run */
	} else if (self->machine->explore == NULL && bring_forward(t) != self->rank) {
		t->stop(self);
	}
}

void
vc_interleave_seed(struct vc_interleave *t, uint64_t seed)
{
	t->seed = seed;
}

void
vc_interleave_ready(struct vc_interleave *t, int rank)
{
	vc_debug(t->place[rank] < 0);
	put(t, rank, index_of(t, t->count++));
}

void
vc_interleave_unready(struct vc_interleave *t, int rank)
{
	vc_debug(t->place[rank] >= 0 && t->able[t->place[rank]] == rank);
	vc_debug(!t->in_order || t->place[rank] == t->first);
	if (t->in_order)
		t->first = index_of(t, 1);
	else
		put(t, t->able[index_of(t, t->count - 1)], t->place[rank]);
	t->count--;
	t->place[rank] = -1;
}

void
vc_interleave_in_one_thread(struct vc_interleave *t, void (*stop)(vcube_node *self), bool in_order)
{
	t->stop = stop;
	t->in_order = in_order;
}

int
vc_interleave_next(const struct vc_interleave *t)
{
	if (t->count == 0)
		return -1;
	return t->able[t->in_order ? t->first : index_of(t, t->count - 1)];
}

void
vc_interleave_pass(vcube_node *self, bool come_back)
{
	struct vc_interleave *t = self->machine->interleave;

	if (t->stop != NULL) {
		if (come_back)
			t->stop(self);
		return;
	}
	if (t->count > 0)
		grant(t, draw(t));
	if (come_back)
		await(t, self->rank);
}

static int
open_interleave(vcube_machine *m, struct vcube_error *error)
{
	const size_t n = (size_t)m->nodes;
	struct vc_interleave *t;

	if (m->desc.fuzz == 0 && !m->desc.digest && m->explore == NULL && !m->in_one_thread)
		return 0;
	t = m->interleave = calloc(1, sizeof *t);
	if (t != NULL) {
		t->seed = m->desc.fuzz;
		t->nodes = m->nodes;
		t->able = malloc(n * sizeof *t->able);
		t->place = malloc(n * sizeof *t->place);
		t->node = aligned_alloc(VC_LINE, n * sizeof *t->node);
		if (t->able != NULL && t->place != NULL && t->node != NULL)
			return 0;
	}
	return vc_error(error, VCUBE_EHOST, "no memory to interleave %d nodes", m->nodes);
}

static int
begin_interleave(vcube_machine *m, struct vcube_error *error)
{
	struct vc_interleave *t = m->interleave;

	(void)error;
	if (t == NULL)
		return 0;
	t->random = t->seed;
	t->stop = NULL;
	t->in_order = false;
	t->first = 0;
	t->count = t->nodes;
	for (int i = 0; i < t->nodes; i++) {
		t->able[i] = t->place[i] = i;
		atomic_store_explicit(&t->node[i].grant, 0, memory_order_relaxed);
	}
	grant(t, draw(t));
	return 0;
}

static void
close_interleave(vcube_machine *m)
{
	struct vc_interleave *t = m->interleave;

	m->interleave = NULL;
	if (t == NULL)
		return;
	free(t->able);
	free(t->place);
	free(t->node);
	free(t);
}

const struct vc_part vc_part_interleave = {
	.open = open_interleave,
	.begin = begin_interleave,
	.close = close_interleave,
};
