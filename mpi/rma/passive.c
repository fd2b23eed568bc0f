/* SPDX-License-Identifier: BSD-2-Clause */
/* Epochs of which the target knows nothing: locks and flushes. */
#include "conflict.h"
#include "cost.h"
#include "epoch.h"
#include "lock.h"
#include "watch.h"

/* MPI_PROC_NULL has an epoch, too, but nothing to lock. */
static bool *
null_lock(struct window *w, int rank)
{
	return rank == MPI_PROC_NULL ? &w->null_locked : NULL;
}

static bool
is_locked(struct window *w, int rank)
{
	const bool *null = null_lock(w, rank);

	return null != NULL ? *null : w->peers[rank].lock != NOT_LOCKED;
}

static int
check_lock(struct process *p, struct window *w, int type, int rank, int assertion)
{
	int code = vcm_window_rank(p, w, rank);

	if (code != MPI_SUCCESS)
		return code;
	if (type != MPI_LOCK_SHARED && type != MPI_LOCK_EXCLUSIVE)
		return vcm_window_error(p, w, MPI_ERR_LOCKTYPE, "lock type %d is neither "
					"MPI_LOCK_SHARED nor MPI_LOCK_EXCLUSIVE", type);
	code = vcm_assertion(p, w, assertion, MPI_MODE_NOCHECK);
	if (code == MPI_SUCCESS)
		code = vcm_epoch_free(p, w, EPOCH_LOCK);
	if (code == MPI_SUCCESS && w->epoch == EPOCH_LOCK && is_locked(w, rank))
		code = vcm_window_error(p, w, MPI_ERR_RMA_SYNC, "this rank has already locked "
					"rank %d", rank);
	return code;
}

/* Locks members, unless the program says that nobody else asks for a conflicting lock. */
static void
lock(struct process *p, struct window *w, int first, int count, bool exclusive, int assertion)
{
	if (w->epoch == EPOCH_FENCE)
		w->locked_at = p->call.site;
	if (!(assertion & MPI_MODE_NOCHECK))
		vcm_lock(p, w, first, count, exclusive);
	for (int i = first; assertion & MPI_MODE_NOCHECK && i < first + count; i++)
		w->peers[i].lock = LOCK_ASSERTED;
}

MPI_FUNCTION(int, Win_lock, (int lock_type, int rank, int assert, MPI_Win win))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);
	bool *null;
	int code = check_lock(p, w, lock_type, rank, assert);

	if (code != MPI_SUCCESS)
		return code;
	null = null_lock(w, rank);
	if (null == NULL)
		w->peers[rank].exclusive = lock_type == MPI_LOCK_EXCLUSIVE;
	if (rank == w->comm->rank && lock_type == MPI_LOCK_EXCLUSIVE)
		vcm_watch_note(p);
	if (null != NULL)
		*null = true;
	else
		lock(p, w, rank, 1, lock_type == MPI_LOCK_EXCLUSIVE, assert);
	if (rank == w->comm->rank && lock_type == MPI_LOCK_EXCLUSIVE)
		p->heard = true;
	w->epoch = EPOCH_LOCK;
	w->locks++;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Win_lock_all, (int assert, MPI_Win win))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);
	int code = vcm_epoch_free(p, w, EPOCH_LOCK_ALL);

	if (code == MPI_SUCCESS)
		code = vcm_assertion(p, w, assert, MPI_MODE_NOCHECK);
	if (code != MPI_SUCCESS)
		return code;
	for (int i = 0; i < w->comm->size; i++)
		w->peers[i].exclusive = false;
	lock(p, w, 0, w->comm->size, false, assert);
	w->epoch = EPOCH_LOCK_ALL;
	return MPI_SUCCESS;
}

/* Ends the accesses to members, and their locks. */
static void
unlock(struct process *p, struct window *w, int first, int count)
{
	for (int i = first; i < first + count; i++) {
		vcm_access_complete(p, w, i);
		vcm_records_of_origin(p, w, i);
	}
	vcm_unlock(p, w, first, count);
}

MPI_FUNCTION(int, Win_unlock, (int rank, MPI_Win win))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);
	bool *null;
	int code = vcm_window_rank(p, w, rank);

	if (code != MPI_SUCCESS)
		return code;
	if (w->epoch != EPOCH_LOCK || !is_locked(w, rank))
		return vcm_window_error(p, w, MPI_ERR_RMA_SYNC, "this rank has not locked rank %d",
					rank);
	null = null_lock(w, rank);
	if (null == NULL && rank == w->comm->rank && w->peers[rank].exclusive)
		vcm_watch_excuse(p, w);
	if (null != NULL)
		*null = false;
	else
		unlock(p, w, rank, 1);
	if (--w->locks == 0)
		w->epoch = EPOCH_NONE;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Win_unlock_all, (MPI_Win win))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);

	if (w->epoch != EPOCH_LOCK_ALL)
		return vcm_window_error(p, w, MPI_ERR_RMA_SYNC, "there was no MPI_Win_lock_all");
	unlock(p, w, 0, w->comm->size);
	w->epoch = EPOCH_NONE;
	return MPI_SUCCESS;
}

static int
check_flush(struct process *p, struct window *w, int rank)
{
	const int code = vcm_window_rank(p, w, rank);

	if (code != MPI_SUCCESS)
		return code;
	if (w->epoch == EPOCH_LOCK_ALL || (w->epoch == EPOCH_LOCK && is_locked(w, rank)))
		return MPI_SUCCESS;
	return vcm_window_error(p, w, MPI_ERR_RMA_SYNC, "this rank has not locked rank %d", rank);
}

/* `everywhere`: also at the target */
static int
flush(struct process *p, int rank, MPI_Win win, bool everywhere)
{
	NEED_WINDOW(p, w, win);
	int code = check_flush(p, w, rank);

	if (code != MPI_SUCCESS || rank == MPI_PROC_NULL)
		return code;
	vcm_access_complete(p, w, rank);
	p->heard = true;
	if (everywhere)
		vcm_records_of_origin(p, w, rank);
	vcm_give_way(p, w);
	return MPI_SUCCESS;
}

static int
flush_all(struct process *p, MPI_Win win, bool everywhere)
{
	NEED_WINDOW(p, w, win);

	if (w->epoch != EPOCH_LOCK && w->epoch != EPOCH_LOCK_ALL)
		return vcm_window_error(p, w, MPI_ERR_RMA_SYNC, "this rank holds no lock");
	vcm_access_complete(p, w, -1);
	p->heard = true;
	for (int i = 0; everywhere && i < w->comm->size; i++)
		vcm_records_of_origin(p, w, i);
	vcm_give_way(p, w);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Win_flush, (int rank, MPI_Win win))
{
	return flush(ENTER(), rank, win, true);
}

MPI_FUNCTION(int, Win_flush_local, (int rank, MPI_Win win))
{
	return flush(ENTER(), rank, win, false);
}

MPI_FUNCTION(int, Win_flush_all, (MPI_Win win))
{
	return flush_all(ENTER(), win, true);
}

MPI_FUNCTION(int, Win_flush_local_all, (MPI_Win win))
{
	return flush_all(ENTER(), win, false);
}
