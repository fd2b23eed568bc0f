/* SPDX-License-Identifier: BSD-2-Clause */
/* Attributes of communicators: those of the program, and the predefined ones. */
#include <limits.h>
#include "attribute.h"
#include "code.h"
#include "comm.h"

/* The value of a predefined attribute; NULL: there is no such one. Those that sessions make have
 * the largest tag alone. */
static int *
predefined(struct process *p, int keyval)
{
	static int tag_ub = VCM_TAG_UB, host = MPI_PROC_NULL, io = MPI_ANY_SOURCE,
		wtime_is_global = 1, appnum = 0;

	switch (keyval) {
	case MPI_TAG_UB:
		return &tag_ub;
	case MPI_HOST:
		return &host;
	case MPI_IO:
		return &io;
	case MPI_WTIME_IS_GLOBAL:
		return &wtime_is_global;
	case MPI_APPNUM:
		return &appnum;
	case MPI_UNIVERSE_SIZE:
		return &p->size;
	case MPI_LASTUSEDCODE:
		return vcm_last_used_code(p);
	default:
		return NULL;
	}
}

static int
set(struct process *p, MPI_Comm comm, int keyval, void *value)
{
	NEED_COMM(p, c, comm);

	if (predefined(p, keyval) != NULL)
		return vcm_comm_error(p, c, MPI_ERR_KEYVAL, "key %d is predefined", keyval);
	return vcm_set_attribute(p, OF_COMM, &c->attributes, c->handle, keyval, value);
}

static int
get(struct process *p, MPI_Comm comm, int keyval, void *value, int *flag)
{
	NEED_COMM(p, c, comm);
	int *known = predefined(p, keyval);

	if (known != NULL && keyval != MPI_TAG_UB && c->group->session != NULL) {
		*flag = 0;
		return MPI_SUCCESS;
	}
	if (known == NULL)
		return vcm_get_attribute(p, OF_COMM, c->attributes, keyval, value, flag);
	*(int **)value = known;
	*flag = 1;
	return MPI_SUCCESS;
}

static int
delete(struct process *p, MPI_Comm comm, int keyval)
{
	NEED_COMM(p, c, comm);

	if (predefined(p, keyval) != NULL)
		return vcm_comm_error(p, c, MPI_ERR_KEYVAL, "key %d is predefined", keyval);
	return vcm_delete_attribute(p, OF_COMM, &c->attributes, c->handle, keyval);
}

MPI_FUNCTION(int, Comm_set_attr, (MPI_Comm comm, int comm_keyval, void *attribute_val))
{
	return set(ENTER(), comm, comm_keyval, attribute_val);
}

MPI_FUNCTION(int, Attr_put, (MPI_Comm comm, int keyval, void *attribute_val))
{
	return set(ENTER(), comm, keyval, attribute_val);
}

MPI_FUNCTION(int, Comm_get_attr, (MPI_Comm comm, int comm_keyval, void *attribute_val,
	int *flag))
{
	return get(ENTER(), comm, comm_keyval, attribute_val, flag);
}

MPI_FUNCTION(int, Attr_get, (MPI_Comm comm, int keyval, void *attribute_val, int *flag))
{
	return get(ENTER(), comm, keyval, attribute_val, flag);
}

MPI_FUNCTION(int, Comm_delete_attr, (MPI_Comm comm, int comm_keyval))
{
	return delete(ENTER(), comm, comm_keyval);
}

MPI_FUNCTION(int, Attr_delete, (MPI_Comm comm, int keyval))
{
	return delete(ENTER(), comm, keyval);
}
