/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files. Data move between memory and the ranges of bytes of the view by pread() and pwrite(),
 * before the call returns, also in calls that do not block and in those that begin a split
 * access. Ranks do not exchange data for it, so accesses by all ranks are accesses by each;
 * those in order only agree on their offsets. I/O takes no virtual time.
 *
 * Calls that change what the ranks share are collective on a private communicator: all give
 * the same argument, the first rank does the work when all have come, and all get its result.
 */
#ifndef VCM_FILE_H
#define VCM_FILE_H

#include "comm.h"
#include "opened.h"
#include "view.h"

/* A split access that has begun: it is done, but its status is not yet asked for. */
struct split {
	const char *name;               /* "read_all"; NULL: none */
	const void *buffer;
	MPI_Status status;
};

struct file {
	struct object object;
	MPI_File handle;                /* MPI_FILE_NULL until it is open */
	struct comm *comm;
	struct opened *opened;
	int mode;
	struct view view;
	int64_t position;               /* in etypes */
	struct split split;
	struct errhandler *handler;
	char *name;
};

/* Returns the file, or NULL if the handle is none. */
struct file *vcm_file(MPI_File handle);
/* Raises that error; returns its code. */
int vcm_no_file(struct process *p, MPI_File handle);
#define NEED_FILE(p, f, handle) NEED(struct file, f, vcm_file(handle), vcm_no_file(p, handle))

/* Raises an error of a file, or of none: NULL. Returns its code. */
struct error_owner vcm_file_owner(struct process *p, struct file *file);
#define vcm_file_error(p, file, code, ...) \
	(vcm_file_remark(p, file, code), vcm_raise(p, vcm_file_owner(p, file), code, __VA_ARGS__))
/* Remarks on a mistake of the program that its handler of errors passes over. */
void vcm_file_remark(struct process *p, struct file *file, int code);
/* Raises the error that the host has refused `what`, such as "read", by errno. */
int vcm_file_refused(struct process *p, struct file *file, const char *what, int error);
/* Raises an error unless the file's mode has none of these; `why` says what they forbid. */
int vcm_file_forbid(struct process *p, struct file *file, int modes, int code, const char *why);
/* The same for calls that a file of sequential access does not have. */
int vcm_file_not_sequential(struct process *p, struct file *file);

/* Raises an error unless the handle is an info or MPI_INFO_NULL. No hint changes anything. */
int vcm_file_check_info(struct process *p, struct file *file, MPI_Info info);

/* What the first rank does in a collective call: returns 0 or errno. */
struct duty {
	const char *what;               /* "resize": a refusal names it */
	const char *argument;           /* "size": so does one of arguments that differ */
	int (*work)(struct file *file, int64_t argument);
};
/* Collective; blocks. Returns MPI_SUCCESS or the code of the error that it raises. */
int vcm_file_together(struct process *p, struct file *file, const struct duty *duty,
		      int64_t argument);

/* Sets *size to the bytes that the file has; or raises the error and returns its code. */
int vcm_file_size(struct process *p, struct file *file, int64_t *size);

#endif
