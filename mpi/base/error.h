/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Errors: each goes to the error handler of the object that it belongs to, with a sentence
 * that says what was wrong. The report of a fatal one adds the call, the rank and the object.
 */
#ifndef VCM_ERROR_H
#define VCM_ERROR_H

#include "process.h"

enum errhandler_does { ERRORS_END, ERRORS_RETURN, ERRORS_CALL };
enum errhandler_on { ON_ANY, ON_COMM, ON_WIN, ON_FILE, ON_SESSION };

struct errhandler {
	struct object object;
	enum errhandler_does does;
	enum errhandler_on on;
	bool of_fortran;                /* its function takes a handle as Fortran has it */
	MPI_Errhandler handle;
	/* The user's function; the handle that it gets points to one of the kind of `on`. */
	void (*function)(void *handle, int *code, ...);
};

/* Whose error it is. */
struct error_owner {
	struct errhandler *handler;
	void *handle;                   /* of the object, for a user's function */
	const char *kind, *name;        /* "communicator", "MPI_COMM_WORLD" */
};

/* Raises an error. Returns its code, or does not return, as the handler says. */
int vcm_raise(struct process *p, struct error_owner owner, int code, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* Raises an error that belongs to no object: on MPI_COMM_WORLD. */
struct error_owner vcm_world_owner(const struct process *p);
#define vcm_error(p, code, ...) vcm_raise(p, vcm_world_owner(p), code, __VA_ARGS__)
/* In a call that makes an object and is given its error handler, such errors are raised there:
 * until vcm_raised(), which returns `code`. The owner's handler may be NULL, or one for other
 * objects, which is an error itself. */
void vcm_raise_on(struct process *p, const struct error_owner *owner, enum errhandler_on on);
static inline int
vcm_raised(struct process *p, int code)
{
	p->raises_on = NULL;
	return code;
}

/* Raises the error that a handle is not an object of this kind, on an owner, or on none. Returns
 * its code. */
int vcm_no_object_on(struct process *p, struct error_owner owner, const struct kind *kind,
		     const void *handle);
#define vcm_no_object(p, kind, handle) vcm_no_object_on(p, vcm_world_owner(p), kind, handle)

/* Returns from an MPI call, with an error, if an argument for a result is NULL. The error belongs
 * to no object: that is how programs expect it. */
#define NEED_PLACE(p, argument) \
	do { \
		if (__builtin_expect((argument) == NULL, 0)) \
			return vcm_error(p, MPI_ERR_ARG, "%s is NULL", #argument); \
	} while (0)

/* Declares `object`, which `found` finds; or returns from an MPI call with the error that it is not
 * there. In the headers of objects, NEED_COMM() and its kin look up a handle so. */
#define NEED(type, object, found, error) \
	type *object = (found); \
\
	if (__builtin_expect(object == NULL, 0)) \
		return error

/* Are errors that belong to no object returned? */
bool vcm_errors_return(const struct process *p);

/* Ends the run with this exit status; `text` is its report. */
void vcm_abort(struct process *p, int status, const char *text) __attribute__((noreturn));

/* Ends the process after a call of the library has failed with this code: the run's report
 * tells the call of MPI. */
void vcm_end(struct process *p, int code) __attribute__((noreturn));

static inline void
vcm_check(struct process *p, int code)
{
	vcm_go_on(p);
	if (__builtin_expect(code != 0, 0))
		vcm_end(p, code);
}

/* Returns the error handler, or NULL if the handle is none. */
struct errhandler *vcm_errhandler(struct process *p, MPI_Errhandler handle);
/* The place of the handler that MPI_FILE_NULL has, and gets every file that is opened. */
struct errhandler **vcm_errhandler_of_files(struct process *p);
/* What set_errhandler and get_errhandler of an object do, with its place for the handler. */
int vcm_set_errhandler(struct process *p, enum errhandler_on on, struct errhandler **place,
		       MPI_Errhandler handle);
int vcm_get_errhandler(struct process *p, struct errhandler *e, MPI_Errhandler *errhandler);

#endif
