/* SPDX-License-Identifier: BSD-2-Clause */
/* Watches, and views of a node at a step. */
#include <string.h>
#include "error.h"
#include "fault_action.h"
#include "record.h"
#include "watch.h"

enum { WATCHES_FIRST = 8 };

static unsigned
first_of_call(const vcube_node *self)
{
	return self->depth ? self->calls[self->depth - 1].watches : 0;
}

static bool
grow(struct vc_watches *w, struct vc_pool *pool)
{
	const unsigned room = w->room ? 2 * w->room : WATCHES_FIRST;
	struct vcube_watched *list = vc_pool_take(pool, room * sizeof *list);

	if (list == NULL)
		return false;
	if (w->list != NULL) {
		memcpy(list, w->list, w->used * sizeof *list);
		vc_pool_give(w->list);
	}
	w->list = list;
	w->room = room;
	return true;
}

static void
drop(vcube_node *self, unsigned i)
{
	struct vc_watches *w = &self->watches;

	if (vc_unlikely(self->log != NULL))
		vc_trace_watch(self, &w->list[i], 0);
	w->used--;
	memmove(&w->list[i], &w->list[i + 1], (w->used - i) * sizeof *w->list);
}

/* Returns the index of this name among the current call's watches, or one past the last. */
static unsigned
place_of(const vcube_node *self, const char *name)
{
	unsigned i = first_of_call(self);

	while (i < self->watches.used && strcmp(self->watches.list[i].name, name) != 0)
		i++;
	return i;
}

/* Sets a watch of the current call, or adds it behind the last one; false: there is no memory. */
static bool
set(vcube_node *self, unsigned i, const struct vcube_watched *watch)
{
	struct vc_watches *w = &self->watches;

	if (i == w->room && !grow(w, &self->pool)) {
		vc_fail(self, VCUBE_EHOST, "no memory to watch %s", watch->name);
		return false;
	}
	w->list[i] = *watch;
	if (i == w->used)
		w->used++;
	return true;
}

/* Adds a watch to the current call, like vcube_watch() without its checks. */
static void
watch_value(vcube_node *self, const char *name, const void *pointer, vcube_type type, size_t count)
{
	const struct vcube_watched watch = {
		.name = name, .pointer = pointer, .type = type, .count = count, .depth = self->depth,
	};
	const unsigned i = place_of(self, name);

	if (count == 0) {
		if (i < self->watches.used)
			drop(self, i);
	} else if (set(self, i, &watch) && vc_unlikely(self->log != NULL)) {
		vc_trace_watch(self, &watch, count);
	}
}

void
vc_watches_end(vcube_node *self, unsigned kept)
{
	if (kept < self->watches.used)
		self->watches.used = kept;
}

void
vc_watches_forget(vcube_node *self, const void *block, size_t bytes)
{
	struct vc_watches *w = &self->watches;

	for (unsigned i = w->used; i-- > 0;)
		if ((uintptr_t)w->list[i].pointer - (uintptr_t)block < bytes)
			drop(self, i);
}

/* Clears memory that the call will write: its old contents mean nothing and differ between
 * runs. */
static void
clear(const struct vcube_call *c, size_t in, size_t out)
{
	char *const to = c->out;
	const size_t before = (uintptr_t)c->in - (uintptr_t)c->out;

	if (vcube_collective_shape(c->collective)->traits & VCUBE_COUNTS) {     /* keep what lies between blocks */
		for (int i = 0; i < c->size; i++)
			memset(vcube_out(c, i), 0, vcube_out_bytes(c, i));
	} else if (in == 0 || before >= out) {
		memset(to, 0, out);
	} else {
		memset(to, 0, before);
		memset(to + before + in, 0, out - before - in);
	}
}

/* Returns how many elements of a size bytes are. A division takes longer than all else here. */
static size_t
elements_of(size_t bytes, size_t size)
{
	return (size & (size - 1)) == 0 ? bytes >> __builtin_ctzl(size) : bytes / size;
}

static struct vcube_watched
watch_of(const vcube_node *self, const struct vcube_call *c, const char *name, const void *pointer, size_t bytes)
{
	return (struct vcube_watched){
		.name = name, .pointer = pointer, .type = c->type, .depth = self->depth,
		.count = elements_of(bytes, vcube_type_size(c->type)),
	};
}

void
vc_watch_call(vcube_node *self, const struct vcube_call *c, size_t in, size_t out)
{
	const bool one = vcube_collective_shape(c->collective)->traits & VCUBE_ONE_BUFFER;
	const bool shown = self->machine->shows_contents;
	struct vcube_watched watch[2];
	unsigned count = 0;

	if (!vc_calls_nest(self))
		return;
	if (in > 0)
		watch[count++] = watch_of(self, c, "in", c->in, in);
	if (out > 0)
		watch[count++] = watch_of(self, c, "out", c->out, out);
	/* the first of the call: no other has the name */
	for (unsigned i = 0; i < count && shown; i++)
		if (!set(self, self->watches.used, &watch[i]))
			return;
	if (vc_unlikely(self->log != NULL))
		vc_trace_watches(self, c, watch, count);
	if (out > 0 && shown && (!one || c->rank != c->root))
		clear(c, one ? 0 : in, out);
}

void
vcube_watch(vcube_node *self, const char *name, const void *pointer, vcube_type type, size_t count)
{
	const size_t size = vcube_type_size(type);

	if (self->code != 0 || self->fibers.running != NULL)
		return;
	if (name == NULL)
		vc_fail(self, VCUBE_EINVAL, "vcube_watch: the name is NULL");
	else if (count > 0 && pointer == NULL)
		vc_fail(self, VCUBE_EINVAL, "vcube_watch: %s is NULL", name);
	else if (count > 0 && size == 0)
		vc_fail(self, VCUBE_EINVAL, "vcube_watch: there is no type %zu", type);
	else if (count > 0 && count > PTRDIFF_MAX / size)
		vc_fail(self, VCUBE_EINVAL,
			"vcube_watch: %zu elements of %zu bytes are more than memory holds", count,
			size);
	else if (vc_memory(self, "vcube_watch", VC_WATCHES, pointer, count * size) == 0 &&
		 self->machine->observed)
		watch_value(self, name, pointer, type, count);
}

int
vcube_watched(const vcube_machine *m, int rank, int i, struct vcube_watched *watched)
{
	const struct vc_watches *w;

	if (rank < 0 || rank >= m->nodes)
		return VCUBE_EINVAL;
	if (vc_node_of(m, rank) == NULL)
		return VCUBE_EUNKNOWN;
	w = &vc_node_of(m, rank)->watches;
	if (i < 0 || (unsigned)i >= w->used)
		return VCUBE_EUNKNOWN;
	*watched = w->list[i];
	return 0;
}

static const char *const waits[] = {
#define X(kind, text) [kind] = text,
	VC_WAITS(X)
#undef X
};

static void
view_state(const vcube_node *n, const struct vc_parking *parking, struct vcube_view *view)
{
	view->peer = -1;
	if (atomic_load_explicit(&parking->parked, memory_order_relaxed) == 0) {
		view->state = n->code ? VCUBE_STATE_FAILED : VCUBE_STATE_ENDED;
		return;
	}
	view->state = parking->wait->kind == VC_WAIT_STEP ? VCUBE_STATE_STEP : VCUBE_STATE_WAITS;
	view->wait = waits[parking->wait->kind];
	view->peer = parking->wait->peer;
	view->here = n->site.here;
}

int
vcube_node_view(const vcube_machine *m, int rank, struct vcube_view *view)
{
	const vcube_node *n;

	if (rank < 0 || rank >= m->nodes)
		return VCUBE_EINVAL;
	n = vc_node_of(m, rank);
	if (n == NULL)
		return VCUBE_EUNKNOWN;
	*view = (struct vcube_view){
		.now = m->clock->clock_of(m, rank),
		.settled = m->clock->is_known(m, rank),
		.done = m->clock->done(m, rank), .since = n->now,
		.steps = n->steps, .step = n->step, .depth = n->depth,
		.algorithm = n->depth ? n->calls[n->depth - 1].algorithm : NULL,
	};
	view_state(n, &m->parking[rank], view);
	return 0;
}

int
vcube_traffic(const vcube_machine *m, int from, int to, struct vcube_traffic *traffic)
{
	const struct vc_channel *c;

	if (from < 0 || from >= m->nodes || to < 0 || to >= m->nodes)
		return VCUBE_EINVAL;
	*traffic = (struct vcube_traffic){.messages = 0};
	c = vc_peers_find(&m->node[from].out, to);
	if (c != NULL)
		*traffic = (struct vcube_traffic){
			.messages = c->out.tail, .bytes = c->stats ? c->stats->bytes : 0,
			.received = vc_queue_taken(&c->in),
		};
	return 0;
}
