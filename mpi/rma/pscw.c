/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Epochs of some members: post and wait at the target, start and complete at the origin.
 * MPI_Win_post() sends a message to each origin, which receives it before its first access to
 * that target or, if there is none, in MPI_Win_complete(). That sends one to each target.
 */
#include "conflict.h"
#include "epoch.h"
#include "watch.h"

/* Finds the members of a group, which all must be members of the window. */
static int
members(struct process *p, struct window *w, MPI_Group handle, const struct group **group)
{
	*group = vcm_group(p, handle);
	if (*group == NULL)
		return vcm_no_object(p, &vcm_kind_group, handle);
	for (int i = 0; i < (*group)->size; i++)
		if (vcm_rank_in(w->comm->group, (*group)->nodes[i]) == MPI_UNDEFINED)
			return vcm_window_error(p, w, MPI_ERR_GROUP, "member %d of the group is "
						"not in the window's group", i);
	return MPI_SUCCESS;
}

static struct peer *
peer_of(struct window *w, const struct group *group, int i)
{
	return &w->peers[vcm_rank_in(w->comm->group, group->nodes[i])];
}

MPI_FUNCTION(int, Win_post, (MPI_Group group, int assert, MPI_Win win))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);
	const struct group *origins;
	int code;

	if (w->exposed >= 0)
		return vcm_window_error(p, w, MPI_ERR_RMA_SYNC, "the window is already exposed; "
					"call MPI_Win_wait first");
	code = vcm_assertion(p, w, assert, MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT);
	if (code == MPI_SUCCESS)
		code = members(p, w, group, &origins);
	if (code != MPI_SUCCESS)
		return code;
	vcm_watch_begin(p, w, false);
	w->exposed = origins->size;
	for (int i = 0; i < origins->size; i++)
		peer_of(w, origins, i)->exposed = true;
	for (int i = 0; i < origins->size; i++)
		vcm_signal(p, w, vcm_rank_in(w->comm->group, origins->nodes[i]), TAG_POST);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Win_start, (MPI_Group group, int assert, MPI_Win win))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);
	const struct group *targets;
	int code = vcm_epoch_free(p, w, EPOCH_START);

	if (code == MPI_SUCCESS)
		code = vcm_assertion(p, w, assert, MPI_MODE_NOCHECK);
	if (code == MPI_SUCCESS)
		code = members(p, w, group, &targets);
	if (code != MPI_SUCCESS)
		return code;
	w->epoch = EPOCH_START;
	for (int i = 0; i < targets->size; i++) {
		peer_of(w, targets, i)->started = true;
		peer_of(w, targets, i)->posted = false;
	}
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Win_complete, (MPI_Win win))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);

	if (w->epoch != EPOCH_START)
		return vcm_window_error(p, w, MPI_ERR_RMA_SYNC, "there was no MPI_Win_start");
	for (int i = 0; i < w->comm->size; i++)
		if (w->peers[i].started && !w->peers[i].posted)
			vcm_await(p, w, i, TAG_POST);
	vcm_access_complete(p, w, -1);
	for (int i = 0; i < w->comm->size; i++)
		if (w->peers[i].started)
			vcm_signal(p, w, i, TAG_COMPLETE);
	for (int i = 0; i < w->comm->size; i++)
		w->peers[i].started = false;
	vcm_records_of_origin(p, w, w->comm->rank);
	w->epoch = EPOCH_NONE;
	return MPI_SUCCESS;
}

/* An origin has completed. */
static void
receive_completion(struct process *p, struct window *w, int rank)
{
	vcm_await(p, w, rank, TAG_COMPLETE);
	w->peers[rank].exposed = false;
	w->exposed--;
}

static int
end_exposure(struct process *p, struct window *w)
{
	const int code = vcm_watch_end(p, w);

	w->exposed = -1;
	vcm_records_of_all(p, w);
	vcm_watch_begin(p, w, true);
	return code;
}

static int
not_exposed(struct process *p, struct window *w)
{
	return vcm_window_error(p, w, MPI_ERR_RMA_SYNC, "there was no MPI_Win_post");
}

MPI_FUNCTION(int, Win_wait, (MPI_Win win))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);

	if (w->exposed < 0)
		return not_exposed(p, w);
	for (int i = 0; w->exposed > 0; i++)
		if (w->peers[i].exposed)
			receive_completion(p, w, i);
	return end_exposure(p, w);
}

MPI_FUNCTION(int, Win_test, (MPI_Win win, int *flag))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);
	int there = 1;

	if (w->exposed < 0)
		return not_exposed(p, w);
	for (int i = 0; w->exposed > 0 && there; i++) {
		if (!w->peers[i].exposed)
			continue;
		vcm_note(p, w, i, TAG_COMPLETE);
		vcm_check(p, (vcube_tiprobe)(p->node, w->comm->line, i, TAG_COMPLETE, &there, NULL));
		if (there)
			receive_completion(p, w, i);
	}
	*flag = w->exposed == 0;
	return *flag ? end_exposure(p, w) : MPI_SUCCESS;
}
