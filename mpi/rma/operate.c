/* SPDX-License-Identifier: BSD-2-Clause */
/* Put and get: copies between an origin's data and a target's, from type to type. */
#include "access.h"
#include "cost.h"
#include "watch.h"

static int
check(struct access *a, const void *buffer, int count, MPI_Datatype type, MPI_Aint disp,
      int target_count, MPI_Datatype target_type, enum access_kind kind)
{
	int code = vcm_access_own(a, &a->origin, "origin", buffer, count, type);

	if (code == MPI_SUCCESS)
		code = vcm_access_target(a, target_count, target_type);
	if (code == MPI_SUCCESS)
		code = vcm_access_same_size(a, &a->origin, "origin");
	return code == MPI_SUCCESS ? vcm_access_place(a, disp, kind) : code;
}

/* With a request unless there is no place for one. */
static int
copy(struct process *p, enum access_kind kind, const void *buffer, int count, MPI_Datatype type,
     int rank, MPI_Aint disp, int target_count, MPI_Datatype target_type, MPI_Win win,
     MPI_Request *request)
{
	struct block was;
	struct access a;
	int code = vcm_access_begin(p, &a, win, rank);

	a.with_request = request != NULL;
	if (code == MPI_SUCCESS && !vcm_access_is_none(&a)) {
		code = check(&a, buffer, count, type, disp, target_count, target_type, kind);
		if (code != MPI_SUCCESS)
			return code;
		vcm_cost_transfer(p, a.w, rank, (int64_t)vcm_block_bytes(&a.place), -1);
		a.fetches = kind == ACCESS_GET;
		vcm_watch_hold(&a);
		if (kind == ACCESS_PUT)
			vcm_block_copy(&a.place, &a.origin);
		else
			vcm_block_copy(&a.origin, &a.place);
		if (kind == ACCESS_PUT && vcm_watch_copy(&a, &was))
			vcm_block_copy(&was, &a.origin);
		vcm_watch_release(&a);
		vcm_access_lend(&a, NULL);
	}
	return code == MPI_SUCCESS && request != NULL ? vcm_access_request(&a, request) : code;
}

MPI_FUNCTION(int, Put, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
	int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
	MPI_Win win))
{
	return copy(ENTER(), ACCESS_PUT, origin_addr, origin_count, origin_datatype, target_rank,
		    target_disp, target_count, target_datatype, win, NULL);
}

MPI_FUNCTION(int, Get, (void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
	int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
	MPI_Win win))
{
	return copy(ENTER(), ACCESS_GET, origin_addr, origin_count, origin_datatype, target_rank,
		    target_disp, target_count, target_datatype, win, NULL);
}

MPI_FUNCTION(int, Rput, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
	int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
	MPI_Win win, MPI_Request *request))
{
	return copy(ENTER(), ACCESS_PUT, origin_addr, origin_count, origin_datatype, target_rank,
		    target_disp, target_count, target_datatype, win, request);
}

MPI_FUNCTION(int, Rget, (void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
	int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
	MPI_Win win, MPI_Request *request))
{
	return copy(ENTER(), ACCESS_GET, origin_addr, origin_count, origin_datatype, target_rank,
		    target_disp, target_count, target_datatype, win, request);
}
