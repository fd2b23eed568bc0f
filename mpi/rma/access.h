/* SPDX-License-Identifier: BSD-2-Clause */
/* Accesses to the memory of another process: their arguments, checked. */
#ifndef VCM_ACCESS_H
#define VCM_ACCESS_H

#include "coll.h"
#include "window.h"

struct request;

struct access {
	struct process *p;
	struct window *w;
	int rank;                       /* of the target; MPI_PROC_NULL: there is nothing to do */
	struct block origin, result;    /* in the memory of this process */
	struct block place;             /* at the target */
	const struct op *op;            /* of accumulates */
	bool fetches;                   /* to `origin` */
	bool with_request;              /* complete at the origin once that is done */
};

/* What an access does to the target's memory. Those of one kind do not conflict, unless they
 * put; any other two that overlap do. */
enum access_kind { ACCESS_GET, ACCESS_PUT, ACCESS_ACCUMULATE };

/* Finds window and target. First of all checks; each returns MPI_SUCCESS, or raises an error on
 * the window and returns its code. The others need not be called for MPI_PROC_NULL. */
int vcm_access_begin(struct process *p, struct access *a, MPI_Win win, int rank);
/* Data of this process. `what` names them in errors: "origin". */
int vcm_access_own(struct access *a, struct block *block, const char *what, const void *buffer,
		   int64_t count, MPI_Datatype type);
/* What the data at the target are. */
int vcm_access_target(struct access *a, int64_t count, MPI_Datatype type);
/* The data of a block are as many bytes as those at the target. */
int vcm_access_same_size(struct access *a, const struct block *block, const char *what);
/* The data at the target are in the window, and an epoch permits the access; one with a request
 * needs a lock. May block until the target has posted. Last of all checks. */
int vcm_access_place(struct access *a, MPI_Aint disp, enum access_kind kind);

/* The program leaves the access's own memory alone until it is complete, or, `request` not NULL,
 * until that is waited for: if strict, this is checked. */
void vcm_access_lend(struct access *a, const struct request *request);
/* Waits until this process's accesses to a member are complete, or, -1, to all; it has its
 * memory back then. */
void vcm_access_complete(struct process *p, struct window *w, int rank);

static inline bool
vcm_access_is_none(const struct access *a)
{
	return a->rank == MPI_PROC_NULL;
}

/* What MPI_Rput() and its kin give the program: a request that is done. Its cost is paid. */
int vcm_access_request(struct access *a, MPI_Request *request);

#endif
