/* SPDX-License-Identifier: BSD-2-Clause */
/* Error handlers: the predefined ones and those of the program. */
#include <stdlib.h>
#include "comm.h"
#include "error.h"
#include "of_fortran.h"
#include "parts.h"
#include "session.h"
#include "window.h"

enum { PREDEFINED = 3 };

struct errors {
	struct errhandler predefined[PREDEFINED];       /* as the handles count */
	struct errhandler *of_files;                    /* that MPI_FILE_NULL has */
};

static const struct kind kind_errhandler = {
	KIND_ERRHANDLER, "error handler", sizeof(struct errhandler), NULL
};

static int
open_errors(struct process *p)
{
	static const enum errhandler_does does[PREDEFINED] = {
		ERRORS_END, ERRORS_END, ERRORS_RETURN
	};

	p->errors = calloc(1, sizeof *p->errors);
	if (p->errors == NULL)
		return VCUBE_EHOST;
	for (int i = 0; i < PREDEFINED; i++)
		p->errors->predefined[i] = (struct errhandler){
			.object = {.kind = &kind_errhandler, .references = 1},
			.does = does[i],
			.handle = (MPI_Errhandler)((uintptr_t)MPI_ERRORS_ARE_FATAL + (unsigned)i),
		};
	p->errors->of_files = vcm_object_keep(vcm_errhandler(p, MPI_ERRORS_RETURN));
	return 0;
}

static void
close_errors(struct process *p)
{
	free(p->errors);
}

const struct part vcm_part_errors = {"errors", open_errors, close_errors};

struct errhandler *
vcm_errhandler(struct process *p, MPI_Errhandler handle)
{
	const uintptr_t i = (uintptr_t)handle - (uintptr_t)MPI_ERRORS_ARE_FATAL;

	return i < PREDEFINED ? &p->errors->predefined[i] : vcm_object_at(handle, &kind_errhandler);
}

struct errhandler **
vcm_errhandler_of_files(struct process *p)
{
	return &p->errors->of_files;
}

static int
create(struct process *p, enum errhandler_on on, void *function, MPI_Errhandler *errhandler)
{
	struct errhandler *e;

	if (function == NULL)
		return vcm_error(p, MPI_ERR_ARG, "the function of the error handler is NULL");
	e = vcm_object_new(p, &kind_errhandler);
	if (e == NULL)
		return vcm_error(p, MPI_ERR_NO_MEM, "no memory for an error handler");
	e->does = ERRORS_CALL;
	e->on = on;
	e->function = (void (*)(void *, int *, ...))function;
	*errhandler = e->handle = vcm_object_give(p, e);
	return MPI_SUCCESS;
}

void
vcube_mpi_errhandler_of_fortran(MPI_Errhandler errhandler)
{
	vcm_errhandler(vcm_process, errhandler)->of_fortran = true;
}

static int
refuse(struct process *p)
{
	return vcm_no_object(p, &kind_errhandler, NULL);
}

int
vcm_set_errhandler(struct process *p, enum errhandler_on on, struct errhandler **place,
		   MPI_Errhandler handle)
{
	struct errhandler *e = vcm_errhandler(p, handle);

	if (e == NULL)
		return refuse(p);
	if (e->on != ON_ANY && e->on != on)
		return vcm_error(p, MPI_ERR_ERRHANDLER,
				 "the error handler was made for another kind of object");
	vcm_object_keep(e);
	vcm_object_drop(p, *place);
	*place = e;
	return MPI_SUCCESS;
}

int
vcm_get_errhandler(struct process *p, struct errhandler *e, MPI_Errhandler *errhandler)
{
	vcm_object_keep(e);
	if (e->on != ON_ANY)
		vcm_object_give(p, e);
	*errhandler = e->handle;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Errhandler_free, (MPI_Errhandler *errhandler))
{
	struct process *p = ENTER_ANY_TIME();
	struct errhandler *e = vcm_errhandler(p, *errhandler);

	if (e == NULL)
		return refuse(p);
	if (e->on == ON_ANY && e->object.references == 1)
		return vcm_error(p, MPI_ERR_ERRHANDLER, "a predefined error handler cannot be freed");
	if (e->on == ON_ANY)
		vcm_object_drop(p, e);
	else
		vcm_object_take(p, e);
	*errhandler = MPI_ERRHANDLER_NULL;
	return MPI_SUCCESS;
}

/* Handlers of the kinds of objects differ in types alone; but files have one for those to come. */
#define CREATE_FUNCTION(name, Kind, function, on) \
	MPI_FUNCTION(int, name, (MPI_##Kind##_errhandler_function *function, \
		MPI_Errhandler *errhandler)) \
	{ \
		return create(ENTER_ANY_TIME(), on, function, errhandler); \
	}
#define SET_AND_GET_FUNCTIONS(set, get, Kind, kind, NEED_KIND, on) \
	MPI_FUNCTION(int, set, (MPI_##Kind kind, MPI_Errhandler errhandler)) \
	{ \
		struct process *p = ENTER(); \
		NEED_KIND(p, object, kind); \
\
		return vcm_set_errhandler(p, on, &object->handler, errhandler); \
	} \
	MPI_FUNCTION(int, get, (MPI_##Kind kind, MPI_Errhandler *errhandler)) \
	{ \
		struct process *p = ENTER(); \
		NEED_KIND(p, object, kind); \
\
		return vcm_get_errhandler(p, object->handler, errhandler); \
	}
/* The code is the program's own, so the report says no more than whose it is. */
#define HANDLER_FUNCTIONS(Kind, kind, NEED_KIND, on, owner_of) \
	CREATE_FUNCTION(Kind##_create_errhandler, Kind, kind##_errhandler_fn, on) \
	SET_AND_GET_FUNCTIONS(Kind##_set_errhandler, Kind##_get_errhandler, Kind, kind, NEED_KIND, on) \
	MPI_FUNCTION(int, Kind##_call_errhandler, (MPI_##Kind kind, int errorcode)) \
	{ \
		struct process *p = ENTER(); \
		NEED_KIND(p, object, kind); \
\
		vcm_raise(p, owner_of(object), errorcode, "the program raised error %d", errorcode); \
		return MPI_SUCCESS; \
	}
HANDLER_FUNCTIONS(Comm, comm, NEED_COMM, ON_COMM, vcm_comm_owner)
HANDLER_FUNCTIONS(Session, session, NEED_SESSION, ON_SESSION, vcm_session_owner)
HANDLER_FUNCTIONS(Win, win, NEED_WINDOW, ON_WIN, vcm_window_owner)
CREATE_FUNCTION(File_create_errhandler, File, file_errhandler_fn, ON_FILE)

/* Deprecated */
CREATE_FUNCTION(Errhandler_create, Comm, function, ON_COMM)
SET_AND_GET_FUNCTIONS(Errhandler_set, Errhandler_get, Comm, comm, NEED_COMM, ON_COMM)
