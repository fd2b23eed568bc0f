/* SPDX-License-Identifier: BSD-2-Clause */
/* Attributes of windows: those of the program, and the predefined ones. */
#include "attribute.h"
#include "window.h"

/* The value of a predefined attribute; NULL: there is no such one. */
static void *
predefined(struct window *w, int keyval)
{
	switch (keyval) {
	case MPI_WIN_SIZE:
		return &w->size;
	case MPI_WIN_DISP_UNIT:
		return &w->unit;
	case MPI_WIN_CREATE_FLAVOR:
		return &w->flavor;
	case MPI_WIN_MODEL:
		return &w->model;
	default:
		return NULL;
	}
}

static bool
is_predefined(int keyval)
{
	return keyval >= MPI_WIN_BASE && keyval <= MPI_WIN_MODEL;
}

static int
refuse(struct process *p, struct window *w, int keyval)
{
	return vcm_window_error(p, w, MPI_ERR_KEYVAL, "key %d is predefined", keyval);
}

MPI_FUNCTION(int, Win_set_attr, (MPI_Win win, int win_keyval, void *attribute_val))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);

	if (is_predefined(win_keyval))
		return refuse(p, w, win_keyval);
	return vcm_set_attribute(p, OF_WIN, &w->attributes, w->handle, win_keyval, attribute_val);
}

/* The base is the value itself; of the others a pointer to it is. */
MPI_FUNCTION(int, Win_get_attr, (MPI_Win win, int win_keyval, void *attribute_val, int *flag))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);

	if (!is_predefined(win_keyval))
		return vcm_get_attribute(p, OF_WIN, w->attributes, win_keyval, attribute_val, flag);
	*(void **)attribute_val = win_keyval == MPI_WIN_BASE
		? vcm_target(w, w->comm->rank)->base : predefined(w, win_keyval);
	*flag = 1;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Win_delete_attr, (MPI_Win win, int win_keyval))
{
	struct process *p = ENTER();
	NEED_WINDOW(p, w, win);

	if (is_predefined(win_keyval))
		return refuse(p, w, win_keyval);
	return vcm_delete_attribute(p, OF_WIN, &w->attributes, w->handle, win_keyval);
}
