/* SPDX-License-Identifier: BSD-2-Clause */
/* Asking whether requests are done, and for their statuses: one, all, any or some stay as they
 * are. */
#include "request.h"
#include "status.h"

static void
set_empty(MPI_Status *status)
{
	if (status != MPI_STATUS_IGNORE)
		vcm_status_none(status);
}

MPI_FUNCTION(int, Request_get_status, (MPI_Request request, int *flag, MPI_Status *status))
{
	struct process *p = ENTER();
	struct request *r = vcm_request(request);

	*flag = 1;
	if (request == MPI_REQUEST_NULL || (r != NULL && r->state == REQUEST_IDLE)) {
		set_empty(status);
		return MPI_SUCCESS;
	}
	if (r == NULL)
		return vcm_no_request(p);
	*flag = vcm_request_test(p, r);
	if (*flag)
		vcm_request_peek(r, status);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Request_get_status_all, (int count, const MPI_Request array_of_requests[],
	int *flag, MPI_Status *array_of_statuses))
{
	struct process *p = ENTER();
	const int code = vcm_requests_check(p, count, array_of_requests);

	if (code != MPI_SUCCESS)
		return code;
	*flag = vcm_requests_test(p, count, array_of_requests);
	for (int i = 0; *flag && i < count; i++) {
		struct request *r = vcm_request_live(array_of_requests[i]);

		if (r == NULL)
			set_empty(vcm_status_at(array_of_statuses, i));
		else
			vcm_request_peek(r, vcm_status_at(array_of_statuses, i));
	}
	return MPI_SUCCESS;
}

/* Gives the statuses of those that are done, at most `most` of them, and their places. Returns how
 * many, or MPI_UNDEFINED if there is no request to ask for. */
static int
find_done(struct process *p, int count, const MPI_Request handles[], int most, int indices[],
	  MPI_Status *statuses)
{
	int found = MPI_UNDEFINED;

	for (int i = 0; i < count && found < most; i++) {
		struct request *r = vcm_request_live(handles[i]);

		if (r == NULL)
			continue;
		if (found == MPI_UNDEFINED)
			found = 0;
		if (vcm_request_test(p, r)) {
			vcm_request_peek(r, vcm_status_at(statuses, found));
			indices[found++] = i;
		}
	}
	return found;
}

MPI_FUNCTION(int, Request_get_status_any, (int count, const MPI_Request array_of_requests[],
	int *indx, int *flag, MPI_Status *status))
{
	struct process *p = ENTER();
	const int code = vcm_requests_check(p, count, array_of_requests);
	int found;

	if (code != MPI_SUCCESS)
		return code;
	*indx = MPI_UNDEFINED;
	found = find_done(p, count, array_of_requests, 1, indx, status);
	*flag = found != 0;
	if (found == MPI_UNDEFINED)
		set_empty(status);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Request_get_status_some, (int incount, const MPI_Request array_of_requests[],
	int *outcount, int array_of_indices[], MPI_Status *array_of_statuses))
{
	struct process *p = ENTER();
	const int code = vcm_requests_check(p, incount, array_of_requests);

	if (code == MPI_SUCCESS)
		*outcount = find_done(p, incount, array_of_requests, incount, array_of_indices,
				      array_of_statuses);
	return code;
}
