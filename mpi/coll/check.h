/* SPDX-License-Identifier: BSD-2-Clause */
/* Arguments of collective calls. Each check returns MPI_SUCCESS, or raises an error on the
 * communicator and returns its code. */
#ifndef VCM_CHECK_H
#define VCM_CHECK_H

#include "coll.h"

/* Fills in process and communicator, and takes the call's tag. First of all checks. */
int vcm_coll_begin(struct process *p, struct coll *c, MPI_Comm comm);
/* Set `members` blocks of the same count (0: it is not known how many), and of counts and offsets of their own. `MPI_IN_PLACE` as
 * buffer of `in` sets in_place; what else is said of `in` does not count then. */
int vcm_coll_in(struct coll *c, const void *buffer, int64_t count, MPI_Datatype type,
		int members);
int vcm_coll_out(struct coll *c, void *buffer, int64_t count, MPI_Datatype type, int members);
int vcm_coll_in_v(struct coll *c, const void *buffer, const int counts[], const int offsets[],
		  MPI_Datatype type, int blocks);
int vcm_coll_out_v(struct coll *c, void *buffer, const int counts[], const int offsets[],
		   MPI_Datatype type, int blocks);
/* The same with types of their own, and offsets in bytes: one of `offsets` and `far_offsets`. */
int vcm_coll_in_w(struct coll *c, const void *buffer, const int counts[], const int offsets[],
		  const MPI_Aint far_offsets[], const MPI_Datatype types[], int blocks);
int vcm_coll_out_w(struct coll *c, void *buffer, const int counts[], const int offsets[],
		   const MPI_Aint far_offsets[], const MPI_Datatype types[], int blocks);
int vcm_coll_root(struct coll *c, int root);
/* MPI_IN_PLACE is an argument of the root alone. */
int vcm_coll_in_place_at_root(struct coll *c, const void *buffer);
/* The operator, for elements of the type of `out`, or of `type`. */
int vcm_coll_op(struct coll *c, MPI_Op op, MPI_Datatype type);
/* What this process sends and what it receives do not overlap. `in` and `out` are those data, or a
 * part of them; only data without gaps are looked at. */
int vcm_coll_apart(struct coll *c, struct block in, struct block out);
/* The communicator is no intercommunicator, where there is no such form. */
int vcm_coll_intra(struct coll *c);

#endif
