/* SPDX-License-Identifier: BSD-2-Clause */
/* Arguments of accesses. */
#include "access.h"
#include "conflict.h"
#include "cost.h"
#include "large.h"
#include "request.h"
#include "status.h"
#include "wrong.h"

int
vcm_access_begin(struct process *p, struct access *a, MPI_Win win, int rank)
{
	*a = (struct access){.p = p, .w = vcm_window(win), .rank = rank};
	if (a->w == NULL)
		return vcm_no_object(p, &vcm_kind_window, win);
	vcm_note(p, a->w, rank, TAG_NEVER);
	return vcm_window_rank(p, a->w, rank);
}

static int
set(struct access *a, struct block *b, const char *what, const void *buffer, int64_t count,
    MPI_Datatype handle)
{
	const struct datatype *type = vcm_type(handle);

	if (count < 0)
		return vcm_window_error(a->p, a->w, MPI_ERR_COUNT, "the count of the %s is %jd; it "
					"must be 0 or more", what, (intmax_t)count);
	if (type == NULL)
		return vcm_window_error(a->p, a->w, MPI_ERR_TYPE, handle == MPI_DATATYPE_NULL
					? "the datatype of the %s is MPI_DATATYPE_NULL"
					: "the handle of the %s is not a datatype or has been freed",
					what);
	if (!(type->flags & TYPE_COMMITTED))
		return vcm_window_error(a->p, a->w, MPI_ERR_TYPE, "the datatype of the %s is not "
					"committed", what);
	if (!vcm_type_fits(type, count))
		return vcm_window_error(a->p, a->w, MPI_ERR_COUNT, "%jd elements of the %s do not "
					"fit in memory", (intmax_t)count, what);
	*b = (struct block){(void *)buffer, count, type};
	return MPI_SUCCESS;
}

int
vcm_access_own(struct access *a, struct block *block, const char *what, const void *buffer,
	       int64_t count, MPI_Datatype type)
{
	const int code = set(a, block, what, buffer, vcm_count(count, block == &a->result
							       ? LARGE_RESULT : LARGE_SENT), type);

	if (code == MPI_SUCCESS && buffer == NULL && block->count > 0
	    && block->type->flags & TYPE_PREDEFINED)
		return vcm_window_error(a->p, a->w, MPI_ERR_BUFFER, "the buffer of the %s is NULL",
					what);
	return code;
}

static int
not_locked(struct access *a)
{
	return vcm_window_error(a->p, a->w, MPI_ERR_RMA_SYNC, "this rank has not locked rank %d",
				a->rank);
}

/* Is an access to the target permitted at present? */
static int
check_epoch(struct access *a)
{
	struct window *w = a->w;
	struct peer *peer = &w->peers[a->rank];

	switch (w->epoch) {
	case EPOCH_FENCE:
		if (a->with_request)
			return not_locked(a);
		w->used = true;
		return MPI_SUCCESS;
	case EPOCH_LOCK_ALL:
		return MPI_SUCCESS;
	case EPOCH_LOCK:
		if (peer->lock != NOT_LOCKED)
			return MPI_SUCCESS;
		return not_locked(a);
	case EPOCH_START:
		if (a->with_request)
			return not_locked(a);
		if (!peer->started)
			return vcm_window_error(a->p, w, MPI_ERR_RMA_SYNC, "rank %d is not in the "
						"group of MPI_Win_start", a->rank);
		if (!peer->posted)
			vcm_await(a->p, w, a->rank, TAG_POST);
		peer->posted = true;
		return MPI_SUCCESS;
	case EPOCH_NONE:
		break;
	}
	return vcm_window_error(a->p, w, MPI_ERR_RMA_SYNC, "no epoch is open; call MPI_Win_fence, "
				"MPI_Win_start or MPI_Win_lock first");
}

/* Returns the end of the attached region that has this byte, or NULL. */
static const char *
end_of_region(const struct target *t, const char *byte)
{
	for (const struct region *r = t->regions; r != NULL; r = r->next)
		if (byte >= r->base && byte < r->base + r->size)
			return r->base + r->size;
	return NULL;
}

/* Memory may lie in several regions that touch. */
static bool
is_attached(struct target *t, const char *first, int64_t bytes)
{
	const char *const last = first + bytes;

	pthread_mutex_lock(&t->mutex);
	while (first != NULL && first < last)
		first = end_of_region(t, first);
	pthread_mutex_unlock(&t->mutex);
	return first != NULL;
}

static int
place_in_dynamic(struct access *a, MPI_Aint disp)
{
	struct block *b = &a->place;
	int64_t offset;
	const int64_t bytes = vcm_type_span(b->type, b->count, &offset);

	b->buffer = (void *)disp;
	if (bytes == 0 || is_attached(vcm_target(a->w, a->rank), (char *)disp + offset, bytes))
		return MPI_SUCCESS;
	return vcm_window_error(a->p, a->w, MPI_ERR_RMA_RANGE, "rank %d has not attached all of the "
				"%jd bytes at %p", a->rank, (intmax_t)bytes,
				(void *)((char *)disp + offset));
}

static int
place_in_window(struct access *a, MPI_Aint disp)
{
	const struct target *t = vcm_target(a->w, a->rank);
	struct block *b = &a->place;
	int64_t offset;
	const int64_t bytes = vcm_type_span(b->type, b->count, &offset);
	__int128 first;

	if (disp < 0)
		return vcm_window_error(a->p, a->w, MPI_ERR_DISP, "displacement %td is negative",
					disp);
	first = (__int128)disp * t->unit + offset;
	if (bytes > 0 && (first < 0 || first + bytes > t->size))
		return vcm_window_error(a->p, a->w, MPI_ERR_RMA_RANGE, "%jd bytes at displacement "
					"%td, in units of %d, exceed the %td bytes of rank %d",
					(intmax_t)bytes, disp, t->unit, t->size, a->rank);
	b->buffer = bytes > 0 ? t->base + disp * t->unit : t->base;
	return MPI_SUCCESS;
}

int
vcm_access_target(struct access *a, int64_t count, MPI_Datatype type)
{
	return set(a, &a->place, "target", NULL, vcm_count(count, LARGE_RECEIVED), type);
}

int
vcm_access_place(struct access *a, MPI_Aint disp, enum access_kind kind)
{
	int code = check_epoch(a);

	if (code == MPI_SUCCESS)
		code = a->w->flavor == MPI_WIN_FLAVOR_DYNAMIC ? place_in_dynamic(a, disp)
			: place_in_window(a, disp);
	if (code == MPI_SUCCESS && a->p->strict)
		code = vcm_conflict(a, kind);
	return code;
}

int
vcm_access_same_size(struct access *a, const struct block *block, const char *what)
{
	const size_t here = vcm_block_bytes(block), there = vcm_block_bytes(&a->place);

	if (a->p->strict && here == there
	    && !vcm_signature_matches(vcm_block_signature(block), vcm_block_signature(&a->place)))
		return vcm_window_error(a->p, a->w, MPI_ERR_TYPE, "the %s and the target have "
					"different basic types", what);
	return here == there ? MPI_SUCCESS
		: vcm_window_error(a->p, a->w, MPI_ERR_TYPE, "the %s has %zu bytes of data, the "
				   "target %zu; they must be equal", what, here, there);
}

void
vcm_access_lend(struct access *a, const struct request *request)
{
	const struct lending to = {request, a->w, a->rank};

	if (!a->p->strict || a->with_request != (request != NULL))
		return;
	if (a->origin.type != NULL)
		vcm_lend(a->p, &a->origin, a->fetches, to);
	if (a->result.type != NULL)
		vcm_lend(a->p, &a->result, true, to);
}

void
vcm_access_complete(struct process *p, struct window *w, int rank)
{
	if (rank >= 0)
		vcm_cost_complete(p, w, rank);
	else
		vcm_cost_complete_all(p, w);
	if (!p->strict)
		return;
	vcm_race_restart(p);
	vcm_lent_back(p, (struct lending){NULL, w, rank});
}

int
vcm_access_request(struct access *a, MPI_Request *request)
{
	struct request *r = vcm_request_new(a->p, REQUEST_ACCESS, NULL);

	if (!vcm_access_is_none(a)) {
		vcm_cost_complete(a->p, a->w, a->rank);
		vcm_access_lend(a, r);
	}
	r->state = REQUEST_DONE;
	vcm_status_empty(&r->status, MPI_ANY_SOURCE);
	*request = (MPI_Request)(void *)r;
	return MPI_SUCCESS;
}
