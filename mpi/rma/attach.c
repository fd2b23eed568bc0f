/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory of dynamic windows. Its displacements are addresses. */
#include <stdlib.h>
#include "window.h"

/* Returns the place of the region that overlaps the memory, else the end of the list. */
static struct region **
overlapping(struct target *t, const char *base, MPI_Aint size)
{
	struct region **r = &t->regions;

	while (*r != NULL && ((*r)->base >= base + size || base >= (*r)->base + (*r)->size))
		r = &(*r)->next;
	return r;
}

static int
wrong_flavor(struct process *p, struct window *w)
{
	return vcm_window_error(p, w, MPI_ERR_RMA_FLAVOR, "it is not a dynamic window");
}

MPI_FUNCTION(int, Win_attach, (MPI_Win win, void *base, MPI_Aint size))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);
	struct target *t;
	struct region *made, **place;

	if (w->flavor != MPI_WIN_FLAVOR_DYNAMIC)
		return wrong_flavor(p, w);
	if (size < 0)
		return vcm_window_error(p, w, MPI_ERR_SIZE, "size %td is negative", size);
	if (base == NULL && size > 0)
		return vcm_window_error(p, w, MPI_ERR_BASE, "the base is NULL, but the size is %td",
					size);
	made = malloc(sizeof *made);
	if (made == NULL)
		return vcm_window_error(p, w, MPI_ERR_NO_MEM, "no memory to note the attached memory");
	*made = (struct region){base, size, NULL};
	t = vcm_target(w, w->comm->rank);
	pthread_mutex_lock(&t->mutex);
	place = overlapping(t, base, size);
	if (*place == NULL) {
		*place = made;
		made = NULL;
	}
	pthread_mutex_unlock(&t->mutex);
	if (made == NULL)
		return MPI_SUCCESS;
	free(made);
	return vcm_window_error(p, w, MPI_ERR_RMA_ATTACH, "some of the %td bytes at %p are "
				"attached already", size, base);
}

MPI_FUNCTION(int, Win_detach, (MPI_Win win, const void *base))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);
	struct region **place, *found;
	struct target *t;

	if (w->flavor != MPI_WIN_FLAVOR_DYNAMIC)
		return wrong_flavor(p, w);
	t = vcm_target(w, w->comm->rank);
	pthread_mutex_lock(&t->mutex);
	for (place = &t->regions; *place != NULL && (*place)->base != base;)
		place = &(*place)->next;
	found = *place;
	if (found != NULL)
		*place = found->next;
	pthread_mutex_unlock(&t->mutex);
	free(found);
	return found != NULL ? MPI_SUCCESS
		: vcm_window_error(p, w, MPI_ERR_BASE, "no memory that begins at %p is attached",
				   base);
}
