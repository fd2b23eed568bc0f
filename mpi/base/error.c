/* SPDX-License-Identifier: BSD-2-Clause */
/* Errors: how they are raised, and what a fatal one reports. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vcube/algorithm.h>
#include "code.h"
#include "comm.h"
#include "error.h"
#include "explain.h"
#include "missing.h"
#include "wrong.h"

void
vcm_outside(const char *name, const void *site)
{
	struct process *p = vcm_process;

	if (p == NULL) {
		fprintf(stderr, "%s was called by a thread that belongs to no rank of an MPI program.\n",
			name);
		abort();
	}
	vcm_call(p, name, site);
	if (p->phase == NOT_INITIALIZED)
		vcm_abort(p, MPI_ERR_OTHER, "it was called before MPI_Init");
	vcm_abort(p, MPI_ERR_OTHER, p->world == FINALIZED ? "it was called after MPI_Finalize"
		  : "it was called after MPI_Session_finalize");
}

void
vcm_abort(struct process *p, int status, const char *text)
{
	char place[PLACE_ROOM];

	(vcube_fail)(p->node, "%s on rank %d: %s, at %s", p->call.name, p->rank, text,
		     vcm_place(p->call.site, place));
	vcm_leave(p, status);
}

/* Failures of nodes that wait for ever have the call already, and the end of a run for other
 * reasons needs none. */
void
vcm_end(struct process *p, int code)
{
	struct vcube_error error;
	char text[CALL_ROOM];

	if (code != VCUBE_EDEADLOCK && code != VCUBE_EPEER
	    && vcube_recover(p->node, &error) == code && vcube_failed(p->node) == 0) {
		if (code == VCUBE_EMISMATCH && p->strict)
			vcm_tell_calls(p);
		vcm_explain(p, text, sizeof text);
		(vcube_fail_with)(p->node, code, "%s, in %s%s", error.text, text,
				  code == VCUBE_EMISMATCH ? "; --strict names the calls" : "");
	}
	vcm_leave(p, 1);
}

static void
end(struct process *p, const struct error_owner *owner, int code, const char *text)
{
	char all[MPI_MAX_ERROR_STRING + MPI_MAX_OBJECT_NAME + 64];

	snprintf(all, sizeof all, "%s %s: %s (%s)", owner->kind, owner->name, text,
		 vcm_code_name(p, code));
	vcm_abort(p, code, all);
}

static void
call_function(const struct errhandler *e, void *handle, int *code)
{
	MPI_Fint number = vcm_handle_to_int(*(void **)handle);

	e->function(e->of_fortran ? &number : handle, code);
}

int
vcm_raise(struct process *p, struct error_owner owner, int code, const char *format, ...)
{
	char text[MPI_MAX_ERROR_STRING];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	switch (owner.handler->does) {
	case ERRORS_END:
		end(p, &owner, code, text);
		break;
	case ERRORS_RETURN:
		break;
	case ERRORS_CALL:
		p->raises_on = NULL;    /* the function may make calls, or jump */
		call_function(owner.handler, owner.handle, &code);
	}
	return code;
}

int
vcm_no_object_on(struct process *p, struct error_owner owner, const struct kind *kind,
		 const void *handle)
{
	static const struct {
		int code;
		const void *null;
		const char *null_name;  /* NULL: calls accept that handle */
	} kinds[KIND_COUNT] = {
		[KIND_COMM] = {MPI_ERR_COMM, MPI_COMM_NULL, "MPI_COMM_NULL"},
		[KIND_GROUP] = {MPI_ERR_GROUP, MPI_GROUP_NULL, "MPI_GROUP_NULL"},
		[KIND_INFO] = {MPI_ERR_INFO, MPI_INFO_NULL, "MPI_INFO_NULL"},
		[KIND_ERRHANDLER] = {MPI_ERR_ERRHANDLER, NULL, NULL},
		[KIND_REQUEST] = {MPI_ERR_REQUEST, NULL, NULL},
		[KIND_DATATYPE] = {MPI_ERR_TYPE, MPI_DATATYPE_NULL, "MPI_DATATYPE_NULL"},
		[KIND_OP] = {MPI_ERR_OP, MPI_OP_NULL, "MPI_OP_NULL"},
		[KIND_WIN] = {MPI_ERR_WIN, MPI_WIN_NULL, "MPI_WIN_NULL"},
		[KIND_SESSION] = {MPI_ERR_SESSION, MPI_SESSION_NULL, "MPI_SESSION_NULL"},
	};
	const int i = kind->number;

	return kinds[i].null_name != NULL && handle == kinds[i].null
		? vcm_raise(p, owner, kinds[i].code, "the %s is %s", kind->name, kinds[i].null_name)
		: vcm_raise(p, owner, kinds[i].code, "the handle is not %s %s or has been freed",
			    strchr("aeiou", kind->name[0]) != NULL ? "an" : "a", kind->name);
}

bool
vcm_errors_return(const struct process *p)
{
	return p->comms->predefined[0]->handler->does == ERRORS_RETURN;
}

struct error_owner
vcm_world_owner(const struct process *p)
{
	return p->raises_on != NULL ? *p->raises_on : vcm_comm_owner(p->comms->predefined[0]);
}

void
vcm_raise_on(struct process *p, const struct error_owner *owner, enum errhandler_on on)
{
	const struct errhandler *e = owner->handler;

	if (e != NULL && (e->does != ERRORS_CALL || e->on == on))
		p->raises_on = owner;
}

int
vcm_refuse(const char *call, const void *site)
{
	int code;
	const bool entered = vcm_is_outside() && vcm_thread_enter(call, site, &code);

	if (!entered || code == MPI_SUCCESS) {
		struct process *p = vcm_enter(call, site);

		code = vcm_error(p, MPI_ERR_UNSUPPORTED_OPERATION, "libvcube-mpi does not provide %s", call);
	}
	if (entered)
		vcm_thread_leave();
	return code;
}
