/* SPDX-License-Identifier: BSD-2-Clause */
/* Control variables: the description of the machine. */
#include <stdlib.h>
#include "tool.h"

struct control {
	const char *name, *text;
	MPI_Datatype type;
	MPI_T_enum values;
	/* Returns how many elements the value has; writes them unless `to` is NULL. */
	int (*read)(const struct process *p, void *to);
};

static const struct vcube_desc *
desc_of(const struct process *p)
{
	return vcube_machine_desc(vcube_machine_of(p->node));
}

static int
read_int(void *to, int value)
{
	if (to != NULL)
		*(int *)to = value;
	return 1;
}

static int
read_size(void *to, unsigned long long value)
{
	if (to != NULL)
		*(unsigned long long *)to = value;
	return 1;
}

static int
read_nodes(const struct process *p, void *to)
{
	return read_int(to, p->size);
}

static int
read_clock(const struct process *p, void *to)
{
	return read_int(to, (int)desc_of(p)->clock);
}

static int
read_strict(const struct process *p, void *to)
{
	return read_int(to, desc_of(p)->strict != 0);
}

static int
read_capacity(const struct process *p, void *to)
{
	return read_size(to, desc_of(p)->capacity);
}

static int
read_heap(const struct process *p, void *to)
{
	return read_size(to, desc_of(p)->heap);
}

static int
read_machine(const struct process *p, void *to)
{
	const int length = vcube_desc_print(desc_of(p), NULL, 0) + 1;

	if (to != NULL)
		vcube_desc_print(desc_of(p), to, (size_t)length);
	return length;
}

static const struct control controls[] = {
	{"nodes", "the number of nodes, which is that of ranks", MPI_INT, NULL, read_nodes},
	{"clock", "the machine's clock", MPI_INT, (MPI_T_enum)(uintptr_t)&vcm_tool_clocks,
		read_clock},
	{"strict", "1 if all checks are made, else 0", MPI_INT, NULL, read_strict},
	{"capacity", "bytes not yet received from a rank before its next send to the same one waits",
		MPI_UNSIGNED_LONG_LONG, NULL, read_capacity},
	{"heap", "bytes of memory that the collectives of a rank can take", MPI_UNSIGNED_LONG_LONG,
		NULL, read_heap},
	{"machine", "the machine's description", MPI_CHAR, NULL, read_machine},
};

enum { CONTROLS = sizeof controls / sizeof *controls };

int
vcm_tool_controls(void)
{
	return CONTROLS;
}

TOOL_NUMBER_FUNCTION(T_cvar_get_num, num_cvar, CONTROLS)
TOOL_INDEX_FUNCTION(T_cvar_get_index, cvar_index, controls, CONTROLS)

MPI_FUNCTION(int, T_cvar_get_info, (int cvar_index, char *name, int *name_len, int *verbosity,
	MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind,
	int *scope))
{
	struct process *p = ENTER_ANY_TIME();
	const struct control *c;

	NEED_TOOL(p);
	if (cvar_index < 0 || cvar_index >= CONTROLS)
		return MPI_T_ERR_INVALID_INDEX;
	c = &controls[cvar_index];
	vcm_tool_string(c->name, name, name_len);
	vcm_tool_string(c->text, desc, desc_len);
	vcm_tool_number(verbosity, MPI_T_VERBOSITY_USER_BASIC);
	vcm_tool_number(bind, MPI_T_BIND_NO_OBJECT);
	vcm_tool_number(scope, MPI_T_SCOPE_CONSTANT);
	if (datatype != NULL)
		*datatype = c->type;
	if (enumtype != NULL)
		*enumtype = c->values;
	return MPI_SUCCESS;
}

/* --- handles ----------------------------------------------------------------- */

struct MPI_ABI_T_cvar_handle {
	struct object object;
	const struct control *of;
};

static const struct kind kind_handle = {
	KIND_CVAR_HANDLE, "handle of a control variable", sizeof(struct MPI_ABI_T_cvar_handle), NULL
};

void
vcm_tool_controls_close(struct process *p)
{
	void *h;

	while ((h = vcm_object_next(p, KIND_CVAR_HANDLE, NULL)) != NULL)
		vcm_object_drop(p, h);
}

MPI_FUNCTION(int, T_cvar_handle_alloc, (int cvar_index, void *obj_handle,
	MPI_T_cvar_handle *handle, int *count))
{
	struct process *p = ENTER_ANY_TIME();

	(void)obj_handle;
	NEED_TOOL(p);
	NEED_TOOL_PLACE(handle);
	NEED_TOOL_PLACE(count);
	if (cvar_index < 0 || cvar_index >= CONTROLS)
		return MPI_T_ERR_INVALID_INDEX;
	*handle = vcm_object_new(p, &kind_handle);
	if (*handle == NULL)
		return MPI_T_ERR_OUT_OF_HANDLES;
	(*handle)->of = &controls[cvar_index];
	*count = (*handle)->of->read(p, NULL);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, T_cvar_handle_free, (MPI_T_cvar_handle *handle))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_TOOL(p);
	NEED_TOOL_PLACE(handle);
	if (vcm_object_at(*handle, &kind_handle) == NULL)
		return MPI_T_ERR_INVALID_HANDLE;
	vcm_object_drop(p, *handle);
	*handle = MPI_T_CVAR_HANDLE_NULL;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, T_cvar_read, (MPI_T_cvar_handle handle, void *buf))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_TOOL(p);
	NEED_TOOL_PLACE(buf);
	if (vcm_object_at(handle, &kind_handle) == NULL)
		return MPI_T_ERR_INVALID_HANDLE;
	handle->of->read(p, buf);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, T_cvar_write, (MPI_T_cvar_handle handle, const void *buf))
{
	struct process *p = ENTER_ANY_TIME();

	(void)buf;
	NEED_TOOL(p);
	return vcm_object_at(handle, &kind_handle) == NULL ? MPI_T_ERR_INVALID_HANDLE
		: MPI_T_ERR_CVAR_SET_NEVER;
}
