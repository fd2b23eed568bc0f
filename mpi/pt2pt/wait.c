/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Waiting for requests and testing them: one, all, any or some. A handle that is
 * MPI_REQUEST_NULL, or a persistent request that is idle, counts as none.
 */
#include <stdlib.h>
#include "code.h"
#include "explain.h"
#include "request.h"
#include "status.h"
#include "wrong.h"

enum { FAILURE_ROOM = 400 };

struct request *
vcm_request_live(MPI_Request handle)
{
	struct request *r = handle == MPI_REQUEST_NULL ? NULL : vcm_request(handle);

	return r == NULL || r->state == REQUEST_IDLE ? NULL : r;
}

/* Checks a handle of the list with this number, which its request bears from here on. */
static inline int
check_listed(struct process *p, MPI_Request handle, int index, uint64_t list)
{
	struct request *r = vcm_request(handle);

	if (handle == MPI_REQUEST_NULL)
		return MPI_SUCCESS;
	if (__builtin_expect(r == NULL, 0))
		return vcm_error(p, MPI_ERR_REQUEST, "handle %d is not a request or has been freed", index);
	if (__builtin_expect(r->listed == list && r->state != REQUEST_IDLE, 0))
		return vcm_error(p, MPI_ERR_REQUEST, "the request of handle %d is in the list twice", index);
	r->listed = list;
	return MPI_SUCCESS;
}

int
vcm_requests_check(struct process *p, int count, const MPI_Request handles[])
{
	const uint64_t list = ++p->lists;
	int code = MPI_SUCCESS;

	if (count < 0)
		return vcm_error(p, MPI_ERR_COUNT, "count %d is negative", count);
	if (handles == NULL && count > 0)
		return vcm_error(p, MPI_ERR_REQUEST, "the array of requests is NULL");
	for (int i = 0; i < count && code == MPI_SUCCESS; i++)
		code = check_listed(p, handles[i], i, list);
	vcm_note(p, handles, count, 0);
	return code;
}

static void
set_empty(MPI_Status *status)
{
	if (status != MPI_STATUS_IGNORE)
		vcm_status_none(status);
}

static const char *
what_failed(int code)
{
	return code == MPI_ERR_TRUNCATE ? "a message is longer than the receive buffer"
		: code == MPI_ERR_TYPE
		? "a message ends in the middle of an element of the receive's datatype"
		: "a request failed";
}

/* Raises the error of a request on its communicator. */
static int
raise_error(struct process *p, struct comm *c, int code)
{
	char sender[SENDER_ROOM];

	if (c == NULL)
		return vcm_error(p, code, "a generalized request failed");
	return vcm_comm_error(p, c, code, "%s%s", what_failed(code), vcm_sender_of_cut(p, sender));
}

/* Describes the failure of one of several requests while it exists: the report comes later. */
static void
explain_failure(struct process *p, const struct request *r, char text[FAILURE_ROOM])
{
	FILE *out = fmemopen(text, FAILURE_ROOM, "w");
	char sender[SENDER_ROOM];

	if (out == NULL)
		return;
	fputs(": ", out);
	vcm_explain_request(out, r);
	fprintf(out, ": %s%s (%s)", what_failed(r->code), vcm_sender_of_cut(p, sender),
		vcm_code_name(p, r->code));
	fclose(out);
}

/*
 * Waits for a light request and finishes it. Returns false if more is to be done, since it is none,
 * or has failed.
 */
static inline bool
finish_light(struct process *p, MPI_Request *handle, MPI_Status *status)
{
	struct request *r = vcm_request(*handle);
	struct vcube_status s;
	struct comm *comm;

	if (r == NULL || !r->light)
		return false;
	comm = r->envelope.comm;
	if (r->state == REQUEST_ACTIVE) {
		const int code = (vcube_wait)(p->node, r->core, &s);

		vcm_go_on(p);
		if (__builtin_expect(code != 0 || s.cancelled, 0) || (r->kind == REQUEST_RECV
		    && !vcm_ends_well(r->envelope.type, s.bytes, vcm_bytes_of(&r->envelope)))) {
			vcm_request_done(p, r, &s, code);
			return false;
		}
	}
	if (status != MPI_STATUS_IGNORE && r->kind == REQUEST_SEND)
		vcm_status_empty(status, MPI_ANY_SOURCE);
	else if (status != MPI_STATUS_IGNORE)
		vcm_status_of(status, comm, &s);
	vcm_type_drop(p, r->envelope.type);
	vcm_pool_give(&p->pools[KIND_REQUEST], &r->object);
	vcm_object_drop_one(p, &comm->object);
	*handle = MPI_REQUEST_NULL;
	return true;
}

/* Finishes one request and raises its error. */
static int
finish(struct process *p, MPI_Request *handle, MPI_Status *status)
{
	struct comm *c = vcm_request(*handle)->envelope.comm;
	int code;

	if (c != NULL)
		vcm_object_keep(c);
	code = vcm_request_finish(p, handle, status);
	if (code != MPI_SUCCESS)
		code = raise_error(p, c, code);
	vcm_object_drop(p, c);
	return code;
}

/* Finishes one of several; a failure sets the status's error, and the text if there is none yet. */
static int
finish_of_many(struct process *p, MPI_Request *handle, MPI_Status *status, char text[FAILURE_ROOM])
{
	const struct request *r = vcm_request(*handle);
	int code;

	if (r->code != MPI_SUCCESS && text[0] == '\0')
		explain_failure(p, r, text);
	code = vcm_request_finish(p, handle, status);
	if (code != MPI_SUCCESS && status != MPI_STATUS_IGNORE)
		status->MPI_ERROR = code;
	return code;
}

/* Raises that a status has an error; the others then say that they have none. */
static int
in_status(struct process *p, MPI_Status *statuses, const int codes[], int count, const char *text)
{
	for (int i = 0; statuses != MPI_STATUSES_IGNORE && i < count; i++)
		statuses[i].MPI_ERROR = codes[i];
	return vcm_error(p, MPI_ERR_IN_STATUS, "a request failed; its status has the error%s", text);
}

MPI_FUNCTION(int, Wait, (MPI_Request *request, MPI_Status *status))
{
	struct process *p = ENTER();
	struct request *r = vcm_request_at(request);

	if (request != NULL && *request == MPI_REQUEST_NULL) {
		set_empty(status);
		return MPI_SUCCESS;
	}
	if (r == NULL)
		return vcm_no_request(p);
	vcm_note(p, request, 1, 0);
	if (finish_light(p, request, status))
		return MPI_SUCCESS;
	vcm_request_wait(p, r);
	return finish(p, request, status);
}

MPI_FUNCTION(int, Test, (MPI_Request *request, int *flag, MPI_Status *status))
{
	struct process *p = ENTER();
	struct request *r = vcm_request_at(request);

	if (r == NULL && (request == NULL || *request != MPI_REQUEST_NULL))
		return vcm_no_request(p);
	*flag = 1;
	if (r == NULL) {
		set_empty(status);
		return MPI_SUCCESS;
	}
	*flag = vcm_request_test(p, r);
	return *flag ? finish(p, request, status) : MPI_SUCCESS;
}

/* All of them are done, and those before `first` finished. */
static int
finish_all(struct process *p, int first, int count, MPI_Request handles[], MPI_Status *statuses)
{
	int *codes = NULL, failed = 0;
	char text[FAILURE_ROOM] = "";

	for (int i = first; i < count; i++) {
		MPI_Status *status = vcm_status_at(statuses, i);
		int code = MPI_SUCCESS;

		if (vcm_request_live(handles[i]) == NULL)
			set_empty(status);
		else
			code = finish_of_many(p, &handles[i], status, text);
		if (code != MPI_SUCCESS && failed++ == 0)
			codes = calloc((size_t)count, sizeof *codes);
		if (codes != NULL)
			codes[i] = code;
	}
	if (failed > 0)
		failed = codes == NULL ? MPI_ERR_NO_MEM : in_status(p, statuses, codes, count, text);
	free(codes);
	return failed;
}

MPI_FUNCTION(int, Waitall, (int count, MPI_Request array_of_requests[],
	MPI_Status *array_of_statuses))
{
	struct process *p = ENTER();
	const int code = vcm_requests_check(p, count, array_of_requests);
	int done = 0;

	if (code != MPI_SUCCESS)
		return code;
	while (done < count && finish_light(p, &array_of_requests[done],
					    vcm_status_at(array_of_statuses, done)))
		done++;
	for (int i = done; i < count; i++) {
		struct request *r = vcm_request_live(array_of_requests[i]);

		if (r != NULL)
			vcm_request_wait(p, r);
	}
	return done == count ? MPI_SUCCESS
		: finish_all(p, done, count, array_of_requests, array_of_statuses);
}

bool
vcm_requests_test(struct process *p, int count, const MPI_Request handles[])
{
	bool all = true;

	for (int i = 0; i < count; i++) {
		struct request *r = vcm_request_live(handles[i]);

		if (r != NULL && !vcm_request_test(p, r))
			all = false;
	}
	return all;
}

MPI_FUNCTION(int, Testall, (int count, MPI_Request array_of_requests[], int *flag,
	MPI_Status *array_of_statuses))
{
	struct process *p = ENTER();
	const int code = vcm_requests_check(p, count, array_of_requests);

	if (code != MPI_SUCCESS)
		return code;
	*flag = vcm_requests_test(p, count, array_of_requests);
	return *flag ? finish_all(p, 0, count, array_of_requests, array_of_statuses) : MPI_SUCCESS;
}

/* Returns the first that is done, -1 if none is, MPI_UNDEFINED if there is none to wait for.
 * `poll`: asks the library about each. */
static int
find_done(struct process *p, int count, const MPI_Request handles[], bool poll)
{
	int found = MPI_UNDEFINED;

	for (int i = 0; i < count; i++) {
		struct request *r = vcm_request_live(handles[i]);

		if (r == NULL)
			continue;
		if (poll ? vcm_request_test(p, r) : r->state == REQUEST_DONE)
			return i;
		found = -1;
	}
	return found;
}

/* Waits for the first to be done of those that the library has; returns which. */
static int
wait_for_first(struct process *p, int count, const MPI_Request handles[])
{
	vcube_request **core = calloc((size_t)count, sizeof *core);
	struct vcube_status s = {0};
	int index = -1, code;

	if (core == NULL)
		vcm_fail(p, "no memory to wait for %d requests", count);
	for (int i = 0; i < count; i++)
		core[i] = vcm_request_live(handles[i]) == NULL ? NULL : vcm_request_live(handles[i])->core;
	code = (vcube_waitany)(p->node, core, count, &index, &s);
	vcm_go_on(p);
	free(core);
	if (index < 0) {
		vcm_check(p, code);
		vcm_fail(p, "%s waits for a generalized request that is never completed", p->call.name);
	}
	vcm_request_done(p, vcm_request(handles[index]), &s, code);
	return index;
}

/* What the any-calls do with the result of find_done(). */
static int
finish_any(struct process *p, MPI_Request handles[], int found, int *index, MPI_Status *status)
{
	*index = found;
	if (found != MPI_UNDEFINED)
		return finish(p, &handles[found], status);
	set_empty(status);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Waitany, (int count, MPI_Request array_of_requests[], int *indx,
	MPI_Status *status))
{
	struct process *p = ENTER();
	const int code = vcm_requests_check(p, count, array_of_requests);
	int found;

	if (code != MPI_SUCCESS)
		return code;
	found = find_done(p, count, array_of_requests, false);
	if (found == -1)
		found = wait_for_first(p, count, array_of_requests);
	return finish_any(p, array_of_requests, found, indx, status);
}

MPI_FUNCTION(int, Testany, (int count, MPI_Request array_of_requests[], int *indx, int *flag,
	MPI_Status *status))
{
	struct process *p = ENTER();
	const int code = vcm_requests_check(p, count, array_of_requests);
	int found;

	if (code != MPI_SUCCESS)
		return code;
	found = find_done(p, count, array_of_requests, true);
	*flag = found != -1;
	if (*flag)
		return finish_any(p, array_of_requests, found, indx, status);
	*indx = MPI_UNDEFINED;
	return MPI_SUCCESS;
}

/* Finishes every request that is done. */
static int
finish_some(struct process *p, int count, MPI_Request handles[], int *outcount, int indices[],
	    MPI_Status *statuses)
{
	char text[FAILURE_ROOM] = "";
	bool failed = false;

	*outcount = 0;
	for (int i = 0; i < count; i++) {
		struct request *r = vcm_request_live(handles[i]);
		MPI_Status *status = vcm_status_at(statuses, *outcount);

		if (r == NULL || !vcm_request_test(p, r))
			continue;
		if (status != MPI_STATUS_IGNORE && failed)
			status->MPI_ERROR = MPI_SUCCESS;
		if (finish_of_many(p, &handles[i], status, text) != MPI_SUCCESS) {
			for (int k = 0; !failed && statuses != NULL && k < *outcount; k++)
				statuses[k].MPI_ERROR = MPI_SUCCESS;
			failed = true;
		}
		indices[(*outcount)++] = i;
	}
	return failed ? vcm_error(p, MPI_ERR_IN_STATUS, "a request failed; its status has the error%s",
				  text) : MPI_SUCCESS;
}

MPI_FUNCTION(int, Waitsome, (int incount, MPI_Request array_of_requests[], int *outcount,
	int array_of_indices[], MPI_Status *array_of_statuses))
{
	struct process *p = ENTER();
	const int code = vcm_requests_check(p, incount, array_of_requests);
	int found;

	if (code != MPI_SUCCESS)
		return code;
	found = find_done(p, incount, array_of_requests, false);
	*outcount = MPI_UNDEFINED;
	if (found == MPI_UNDEFINED)
		return MPI_SUCCESS;
	if (found == -1)
		wait_for_first(p, incount, array_of_requests);
	return finish_some(p, incount, array_of_requests, outcount, array_of_indices,
			   array_of_statuses);
}

MPI_FUNCTION(int, Testsome, (int incount, MPI_Request array_of_requests[], int *outcount,
	int array_of_indices[], MPI_Status *array_of_statuses))
{
	struct process *p = ENTER();
	const int code = vcm_requests_check(p, incount, array_of_requests);

	if (code != MPI_SUCCESS)
		return code;
	*outcount = MPI_UNDEFINED;
	if (find_done(p, incount, array_of_requests, false) == MPI_UNDEFINED)
		return MPI_SUCCESS;
	return finish_some(p, incount, array_of_requests, outcount, array_of_indices,
			   array_of_statuses);
}
