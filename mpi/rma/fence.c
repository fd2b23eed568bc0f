/* SPDX-License-Identifier: BSD-2-Clause */
/* Fences, and what excludes an epoch. */
#include "conflict.h"
#include "cost.h"
#include "epoch.h"
#include "explain.h"
#include "remarks.h"
#include "watch.h"
#include "wrong.h"

int
vcm_epoch_free(struct process *p, struct window *w, enum epoch kind)
{
	const char *open = NULL;

	switch (w->epoch) {
	case EPOCH_NONE:
		break;
	case EPOCH_FENCE:
		if (w->used && kind != EPOCH_FENCE)
			open = "no other fence has completed the accesses since MPI_Win_fence";
		break;
	case EPOCH_START:
		open = "MPI_Win_start has no MPI_Win_complete yet";
		break;
	case EPOCH_LOCK:
		if (kind != EPOCH_LOCK)
			open = "MPI_Win_lock has no MPI_Win_unlock yet";
		break;
	case EPOCH_LOCK_ALL:
		open = "MPI_Win_lock_all has no MPI_Win_unlock_all yet";
	}
	if (kind == EPOCH_FENCE && w->exposed >= 0)
		open = "MPI_Win_post has no MPI_Win_wait yet";
	return open == NULL ? MPI_SUCCESS : vcm_window_error(p, w, MPI_ERR_RMA_SYNC, "%s", open);
}

int
vcm_assertion(struct process *p, struct window *w, int assertion, int permitted)
{
	return (assertion & ~permitted) == 0 ? MPI_SUCCESS
		: vcm_window_error(p, w, MPI_ERR_ASSERT, "the assertion %d has bits that %s does "
				   "not accept", assertion, p->call.name);
}

/* A lock between two fences is right only if neither of them begins or ends an epoch. */
static void
tell_locked(struct process *p, const struct window *w)
{
	char lock[PLACE_ROOM], fence[PLACE_ROOM];

	vcm_remark(p, REMARK_EPOCH, "a lock at %s lies within the epoch of fences that ends at %s",
		   vcm_place(w->locked_at, lock), vcm_place(p->call.site, fence));
}

/* No rank accesses memory until all have looked at theirs. */
static int
compare_memory(struct process *p, struct window *w)
{
	const int code = vcm_watch_end(p, w);

	vcm_watch_begin(p, w, w->epoch == EPOCH_NONE);
	vcm_records_of_fences(p, w);
	vcm_check(p, (vcube_barrier)(p->node, w->comm->local, NULL));
	return code;
}

MPI_FUNCTION(int, Win_fence, (int assert, MPI_Win win))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);
	int code;

	code = vcm_assertion(p, w, assert, MPI_MODE_NOSTORE | MPI_MODE_NOPUT
			     | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED);
	if (code == MPI_SUCCESS)
		code = vcm_epoch_free(p, w, EPOCH_FENCE);
	if (code != MPI_SUCCESS)
		return code;
	if (assert & MPI_MODE_NOPRECEDE && w->epoch == EPOCH_FENCE && w->used)
		return vcm_window_error(p, w, MPI_ERR_RMA_SYNC, "there were accesses before the "
					"fence, in spite of the assertion MPI_MODE_NOPRECEDE");
	if (p->strict && w->locked_at != NULL && !(assert & MPI_MODE_NOPRECEDE))
		tell_locked(p, w);
	w->locked_at = NULL;
	if (p->strict)
		vcm_agree_on_list(p, w->comm, "assertions", 1,
				  (int[]){assert & (MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED)});
	vcm_access_complete(p, w, -1);
	vcm_note(p, w, 0, TAG_NEVER);
	vcm_check(p, (vcube_barrier)(p->node, w->comm->local, NULL));
	w->epoch = assert & MPI_MODE_NOSUCCEED ? EPOCH_NONE : EPOCH_FENCE;
	w->used = false;
	w->fences++;
	return p->strict ? compare_memory(p, w) : MPI_SUCCESS;
}

/* Memory has one copy of each window. In loops that wait for it to change, others go on. */
MPI_FUNCTION(int, Win_sync, (MPI_Win win))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);

	vcm_watch_excuse(p, w);
	vcm_race_sends(p);
	p->heard = true;
	vcm_give_way(p, w);
	return MPI_SUCCESS;
}
