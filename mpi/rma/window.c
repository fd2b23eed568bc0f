/* SPDX-License-Identifier: BSD-2-Clause */
/* Windows as objects: their errors, names and hints. */
#include <stdio.h>
#include <stdlib.h>
#include "attribute.h"
#include "explain.h"
#include "info.h"
#include "watch.h"
#include "window.h"
#include "wrong.h"

static void
release_window(struct process *p, void *object)
{
	struct window *w = object;

	/* also where the program leaves the window; a rank that has failed waits for nothing */
	(vcube_waitall)(p->node, w->signals, w->signal_count);
	free(w->signals);
	vcm_watch_unlist(p, w);
	vcm_object_drop(p, w->comm);
	vcm_object_drop(p, w->handler);
	vcm_object_drop(p, w->info);
	vcm_forget_attributes(w->attributes);
	vcm_members_drop(w->members);
	free(w->peers);
}

const struct kind vcm_kind_window = {
	KIND_WIN, "window", sizeof(struct window), release_window
};

struct error_owner
vcm_window_owner(struct window *w)
{
	return (struct error_owner){w->handler, &w->handle, "window", w->name};
}

int
vcm_window_rank(struct process *p, struct window *w, int rank)
{
	if (rank == MPI_PROC_NULL || (unsigned)rank < (unsigned)w->comm->size)
		return MPI_SUCCESS;
	return vcm_window_error(p, w, MPI_ERR_RANK, "rank %d is not in 0 .. %d", rank,
				w->comm->size - 1);
}

void
vcm_explain_window(FILE *out, const struct call *call)
{
	const struct window *w = call->of;

	fprintf(out, "window %s", w->name);
	switch (call->tag < TAG_GRANT_OF ? call->tag : TAG_GRANT) {
	case TAG_GRANT:
		fputs(", a lock that another rank holds", out);
		break;
	case TAG_POST:
		fprintf(out, ", rank %d to post", call->peer);
		break;
	case TAG_COMPLETE:
		fprintf(out, ", rank %d to complete", call->peer);
	}
}

/* May a send wait until it is received? */
static bool
has_capacity(const struct process *p)
{
	const struct vcube_desc *const d = vcube_machine_desc(vcube_machine_of(p->node));

	return d->capacity != SIZE_MAX || d->explore != VCUBE_EXPLORE_NO;
}

static vcube_request **
signal_place(struct process *p, struct window *w)
{
	if (w->signal_count == w->signal_room) {
		w->signal_room += w->signal_room + 16;
		w->signals = realloc(w->signals, (size_t)w->signal_room * sizeof *w->signals);
		if (w->signals == NULL)
			vcm_fail(p, "no memory for %d signals", w->signal_room);
	}
	return &w->signals[w->signal_count++];
}

void
vcm_signal(struct process *p, struct window *w, int to, int tag)
{
	vcm_race_sends(p);
	if (has_capacity(p))
		*signal_place(p, w) = (vcube_tisend)(p->node, w->comm->line, to, tag, NULL, 0);
	else
		vcm_check(p, (vcube_tsend)(p->node, w->comm->line, to, tag, NULL, 0));
}

void
vcm_await(struct process *p, struct window *w, int from, int tag)
{
	vcm_note(p, w, from, tag);
	p->heard = true;
	vcm_check(p, (vcube_trecv)(p->node, w->comm->line, from, tag, NULL, 0, NULL));
}

MPI_FUNCTION(int, Win_get_group, (MPI_Win win, MPI_Group *group))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);

	*group = vcm_group_share(p, w->comm->group);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Win_set_name, (MPI_Win win, const char *win_name))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);

	snprintf(w->name, sizeof w->name, "%s", win_name);
	w->named = true;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Win_get_name, (MPI_Win win, char *win_name, int *resultlen))
{
	struct process *p = ENTER();
	const struct window *w = vcm_window(win);

	if (w == NULL && win != MPI_WIN_NULL)
		return vcm_no_object(p, &vcm_kind_window, win);
	*resultlen = snprintf(win_name, MPI_MAX_OBJECT_NAME, "%s",
			      w == NULL ? "MPI_WIN_NULL" : w->named ? w->name : "");
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Win_set_info, (MPI_Win win, MPI_Info info))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);

	return vcm_info_replace(p, &w->info, info);
}

MPI_FUNCTION(int, Win_get_info, (MPI_Win win, MPI_Info *info_used))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);

	return vcm_info_copy(p, w->info, info_used);
}
