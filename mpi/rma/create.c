/* SPDX-License-Identifier: BSD-2-Clause */
/* Windows from their creation, in all flavors, to their end. */
#include <stdlib.h>
#include <string.h>
#include "access.h"
#include "attribute.h"
#include "coll.h"
#include "epoch.h"
#include "info.h"
#include "watch.h"
#include "wrong.h"

/* What a window is made of */
struct making {
	struct process *p;
	struct comm *comm;              /* the program's */
	int flavor;
	char *base;
	MPI_Aint size;
	int unit;
	void *own;                      /* memory of this member, allocated for the window */
	struct info *info;              /* hints that the window keeps; NULL: none */
	bool apart;                     /* parts of shared memory need not touch */
};

/* What each member tells the others: its size, and whether it has had the memory it needed */
struct entry {
	MPI_Aint size;
	bool well;
};

/* What the first member makes for all; `memory` is that of a shared window. */
struct made {
	struct members *members;
	char *memory;
};

static int
check(const struct making *m, const void *result)
{
	struct process *p = m->p;
	struct comm *c = m->comm;

	if (c->inter)
		return vcm_comm_error(p, c, MPI_ERR_COMM, "it is an intercommunicator");
	if (result == NULL)
		return vcm_comm_error(p, c, MPI_ERR_ARG, "the pointer for the result is NULL");
	if (m->size < 0)
		return vcm_comm_error(p, c, MPI_ERR_SIZE, "size %td is negative", m->size);
	if (m->unit <= 0)
		return vcm_comm_error(p, c, MPI_ERR_DISP, "the displacement unit is %d; it must "
				      "be 1 or more", m->unit);
	if (m->flavor == MPI_WIN_FLAVOR_CREATE && m->base == NULL && m->size > 0)
		return vcm_comm_error(p, c, MPI_ERR_BASE, "the base is NULL, but the size is %td",
				      m->size);
	return MPI_SUCCESS;
}

static struct window *
new_window(const struct making *m, struct comm *own)
{
	const struct vcube_desc *d = vcube_machine_desc(vcube_machine_of(m->p->node));
	struct window *w = vcm_object_new(m->p, &vcm_kind_window);

	if (w == NULL) {
		vcm_object_drop(m->p, own);
		return NULL;
	}
	w->handle = (MPI_Win)(void *)w;
	w->comm = own;
	w->peers = calloc((size_t)own->size, sizeof *w->peers);
	w->flavor = m->flavor;
	w->model = MPI_WIN_UNIFIED;
	w->size = m->size;
	w->unit = m->unit;
	w->info = m->info;
	w->exposed = -1;
	w->timed = d->clock != VCUBE_CLOCK_FREE;
	w->ordered = d->clock == VCUBE_CLOCK_VIRTUAL && own->size > 1;
	w->handler = vcm_object_keep(vcm_errhandler(m->p, MPI_ERRORS_ARE_FATAL));
	strcpy(w->name, "without a name");
	for (int i = 0; w->peers != NULL && i < own->size; i++)
		w->peers[i].hops = -1;
	return w;
}

/* Where the memory of a member begins in that of a shared window. By default it follows that of
 * the one before without a gap. */
static size_t
offset_of(const struct making *m, const struct entry *all, int rank)
{
	const size_t unit = m->apart ? 64 : 1;
	size_t offset = 0;

	for (int i = 0; i < rank; i++)
		offset += ((size_t)all[i].size + unit - 1) / unit * unit;
	return offset;
}

static bool
all_well(const struct entry *all, int count)
{
	while (count-- > 0)
		if (!all[count].well)
			return false;
	return true;
}

/* The first member makes what all share, unless memory is short somewhere. Returns it, or NULL
 * at all members. Sets where this member's own part of shared memory is. */
static struct members *
share(struct making *m, struct comm *own, bool well)
{
	struct entry *all = vcm_memory(m->p, (size_t)own->size * sizeof *all);
	const struct entry mine = {m->size, well};
	const bool shared = m->flavor == MPI_WIN_FLAVOR_SHARED;
	struct members *s = NULL;

	vcm_check(m->p, (vcube_allgather)(m->p->node, own->local, &mine, all, sizeof mine,
					  VCUBE_BYTES(1), NULL));
	if (own->rank == 0 && all_well(all, own->size))
		s = vcm_members_new(own->size, shared ? offset_of(m, all, own->size) + 1 : 0);
	vcm_check(m->p, (vcube_bcast)(m->p->node, own->local, 0, &s, sizeof s, VCUBE_BYTES(1),
				      NULL));
	if (s != NULL && shared && m->size > 0)
		m->base = s->memory + offset_of(m, all, own->rank);
	free(all);
	return s;
}

/* Tells the others where this member's memory is. */
static void
publish(const struct making *m, struct window *w)
{
	struct target *t = vcm_target(w, w->comm->rank);

	t->base = m->base;
	t->size = m->size;
	t->unit = m->unit;
	t->own = m->own;
	vcm_watch_list(m->p, w);
	vcm_check(m->p, (vcube_barrier)(m->p->node, w->comm->local, NULL));
}

/* Takes the communicator `own`, also if memory is short. */
static int
make(struct making *m, struct comm *own, MPI_Win *win)
{
	struct window *w = new_window(m, own);
	bool well = w != NULL && w->peers != NULL;
	struct members *s;

	if (m->flavor == MPI_WIN_FLAVOR_ALLOCATE) {
		m->base = m->own = vcm_window_memory((size_t)m->size);
		well = well && m->own != NULL;
	}
	s = share(m, own, well);
	if (s == NULL) {
		free(m->own);
		if (w == NULL)
			vcm_object_drop(m->p, own);
		vcm_object_drop(m->p, w);
		return vcm_comm_error(m->p, m->comm, MPI_ERR_NO_MEM, "no memory for a window");
	}
	w->members = s;
	publish(m, w);
	if (m->p->strict)
		vcm_joined(m->p, m->comm);
	*win = ((struct window *)vcm_object_give(m->p, w))->handle;
	return MPI_SUCCESS;
}

static int
read_hints(struct making *m, MPI_Info info)
{
	const int code = vcm_info_replace(m->p, &m->info, info);
	const char *apart;

	if (code == MPI_SUCCESS) {
		apart = vcm_info_value(vcm_info(m->p, info), "alloc_shared_noncontig");
		m->apart = apart != NULL && strcmp(apart, "true") == 0;
	}
	return code;
}

/* What all that create a window do; `result` is where else the program wants one. */
static int
create(struct making *m, MPI_Info info, MPI_Comm comm, const void *result, MPI_Win *win)
{
	struct comm *own;
	int code;

	m->comm = vcm_comm(m->p, comm);
	if (m->comm == NULL)
		return vcm_no_comm(m->p, comm);
	code = check(m, win == NULL ? NULL : result);
	if (code == MPI_SUCCESS && info != MPI_INFO_NULL)
		code = read_hints(m, info);
	if (code == MPI_SUCCESS)
		code = vcm_divide(m->p, m->comm, vcm_agree_on(m->p, m->comm), 0,
				  m->comm->rank, &own);
	return code == MPI_SUCCESS ? make(m, own, win) : code;
}

MPI_FUNCTION(int, Win_create, (void *base, MPI_Aint size, int disp_unit, MPI_Info info,
	MPI_Comm comm, MPI_Win *win))
{
	struct making m = {.p = ENTER(), .flavor = MPI_WIN_FLAVOR_CREATE, .base = base,
			   .size = size, .unit = disp_unit};

	return create(&m, info, comm, win, win);
}

static int
allocate(struct making *m, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
	const int code = create(m, info, comm, baseptr, win);

	if (code == MPI_SUCCESS)
		*(void **)baseptr = m->base;
	return code;
}

MPI_FUNCTION(int, Win_allocate, (MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
	void *baseptr, MPI_Win *win))
{
	struct making m = {.p = ENTER(), .flavor = MPI_WIN_FLAVOR_ALLOCATE, .size = size,
			   .unit = disp_unit};

	return allocate(&m, info, comm, baseptr, win);
}

MPI_FUNCTION(int, Win_allocate_shared, (MPI_Aint size, int disp_unit, MPI_Info info,
	MPI_Comm comm, void *baseptr, MPI_Win *win))
{
	struct making m = {.p = ENTER(), .flavor = MPI_WIN_FLAVOR_SHARED, .size = size,
			   .unit = disp_unit};

	return allocate(&m, info, comm, baseptr, win);
}

MPI_FUNCTION(int, Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win *win))
{
	struct making m = {.p = ENTER(), .flavor = MPI_WIN_FLAVOR_DYNAMIC, .unit = 1};

	return create(&m, info, comm, win, win);
}

/* Of a member, or of the first one that has some memory */
MPI_FUNCTION(int, Win_shared_query, (MPI_Win win, int rank, MPI_Aint *size, int *disp_unit,
	void *baseptr))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);
	const struct target *t;
	int code;

	if (w->flavor == MPI_WIN_FLAVOR_DYNAMIC)
		return vcm_window_error(p, w, MPI_ERR_RMA_FLAVOR,
					"a dynamic window has no memory to share");
	code = vcm_window_rank(p, w, rank);
	if (code != MPI_SUCCESS)
		return code;
	if (rank == MPI_PROC_NULL)
		for (rank = 0; rank < w->comm->size - 1 && vcm_target(w, rank)->size == 0;)
			rank++;
	t = vcm_target(w, rank);
	*size = t->size;
	*disp_unit = t->unit;
	*(void **)baseptr = t->base;
	return MPI_SUCCESS;
}

/* Others may access this member's memory until all have come. */
MPI_FUNCTION(int, Win_free, (MPI_Win *win))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, *win);
	int code;

	if (w->exposed >= 0 || w->epoch > EPOCH_FENCE)
		return vcm_window_error(p, w, MPI_ERR_RMA_SYNC, "an epoch is still open");
	code = vcm_epoch_free(p, w, EPOCH_NONE);
	if (code != MPI_SUCCESS)
		return code;
	code = vcm_delete_attributes(p, &w->attributes, w->handle);
	if (code != MPI_SUCCESS)
		return code;
	vcm_access_complete(p, w, -1);
	vcm_agree_on(p, w->comm);
	vcm_note(p, w, 0, TAG_NEVER);
	vcm_check(p, (vcube_barrier)(p->node, w->comm->local, NULL));
	vcm_object_take(p, w);
	*win = MPI_WIN_NULL;
	return MPI_SUCCESS;
}
