/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Partitioned messages: the program says of each part of a message when it is ready. The message
 * travels as one, once all are, in a context that other receives do not see; so a part has
 * arrived when all have.
 */
#include <stdlib.h>
#include "request.h"
#include "status.h"
#include "wrong.h"

struct parts {
	int count;
	int ready;              /* of a send that was started */
	bool *is_ready;
	vcube_request *promise; /* that all are ready, for threads that wait; NULL: none */
	bool receives;
};

static struct parts *
parts_of(const struct request *r)
{
	return r->beside;
}

/* The data travel without a header of the communicator. */
static struct envelope
bare(const struct request *r)
{
	struct envelope e = r->envelope;

	e.comm = NULL;
	return e;
}

static int
start_receive(struct process *p, struct request *r)
{
	const struct envelope e = bare(r);
	struct comm *c = r->envelope.comm;

	r->packed = vcm_make_room(p, &e);
	r->core = (vcube_tirecv)(p->node, vcm_parts_group(p, c), e.peer, e.tag, r->packed.data,
				 vcm_bytes_of(&e));
	if (r->core == NULL)
		vcm_end(p, vcube_failed(p->node));
	return MPI_SUCCESS;
}

static void
send_all(struct process *p, struct request *r)
{
	const struct envelope e = bare(r);
	struct parts *parts = parts_of(r);

	r->packed = vcm_pack(p, &e);
	r->core = (vcube_tisend)(p->node, vcm_parts_group(p, r->envelope.comm), e.peer, e.tag,
				 r->packed.data, vcm_bytes_of(&e));
	if (r->core == NULL)
		vcm_end(p, vcube_failed(p->node));
	if (parts->promise != NULL)
		vcube_complete(p->node, parts->promise);
}

static int
start(struct process *p, struct request *r)
{
	struct parts *parts = parts_of(r);

	if (r->envelope.peer == MPI_PROC_NULL) {
		r->state = REQUEST_DONE;
		vcm_status_empty(&r->status, MPI_PROC_NULL);
		return r->code = MPI_SUCCESS;
	}
	if (parts->receives)
		return start_receive(p, r);
	parts->ready = 0;
	for (int i = 0; i < parts->count; i++)
		parts->is_ready[i] = false;
	if (p->thread_level >= MPI_THREAD_SERIALIZED)
		parts->promise = vcube_promise(p->node);
	return MPI_SUCCESS;
}

static void
end_promise(struct process *p, struct parts *parts)
{
	if (parts->promise != NULL)
		vcm_check(p, (vcube_wait)(p->node, parts->promise, NULL));
	parts->promise = NULL;
}

static int
result(struct process *p, struct request *r, const struct vcube_status *s)
{
	const struct envelope e = bare(r);

	if (parts_of(r)->receives) {
		vcm_unpack(&e, &r->packed, s->bytes);
		vcm_status_of(&r->status, r->envelope.comm, s);
	} else {
		end_promise(p, parts_of(r));
		free(r->packed.own);
	}
	r->packed.own = NULL;
	return r->code;
}

static void
release(struct process *p, struct request *r)
{
	struct parts *parts = parts_of(r);

	(void)p;
	free(parts->is_ready);
	free(parts);
}

static const struct request_calls calls = {start, result, release};

void
vcm_parts_await(struct process *p, struct request *r)
{
	struct parts *parts = parts_of(r);

	if (parts->promise == NULL) {
		(vcube_fail)(p->node, "%s waits for a partitioned send of which only %d of %d "
			     "partitions are ready", p->call.name, parts->ready, parts->count);
		vcm_leave(p, 1);
	}
	end_promise(p, parts);
}

/* Messages of equal places and tags could not be told apart. */
static bool
is_taken(const struct process *p, const struct envelope *e, bool receives)
{
	const struct request *r = NULL;

	while ((r = vcm_object_next(p, KIND_REQUEST, r)) != NULL)
		if (r->kind == REQUEST_PARTITIONED && parts_of(r)->receives == receives
		    && r->envelope.comm == e->comm && r->envelope.peer == e->peer
		    && r->envelope.tag == e->tag && e->peer != MPI_PROC_NULL)
			return true;
	return false;
}

static int
init(struct process *p, struct envelope *e, int partitions, bool receives, MPI_Request *request)
{
	struct parts *parts;
	struct request *r;

	if (e->comm->inter)
		return vcm_comm_error(p, e->comm, MPI_ERR_UNSUPPORTED_OPERATION,
				      "libvcube-mpi has no partitioned messages on intercommunicators");
	if (is_taken(p, e, receives))
		return vcm_comm_error(p, e->comm, MPI_ERR_UNSUPPORTED_OPERATION,
				      "a partitioned request with this rank and tag exists already; "
				      "use another tag");
	r = vcm_request_new(p, REQUEST_PARTITIONED, e);
	parts = calloc(1, sizeof *parts);
	if (parts != NULL)
		parts->is_ready = calloc((size_t)partitions + 1, sizeof *parts->is_ready);
	if (parts == NULL || parts->is_ready == NULL) {
		(vcube_fail)(p->node, "no memory for %d partitions", partitions);
		vcm_leave(p, 1);
	}
	parts->count = partitions;
	parts->receives = receives;
	r->beside = parts;
	r->calls = &calls;
	r->persistent = true;
	*request = (MPI_Request)(void *)r;
	return MPI_SUCCESS;
}

/* Returns how many elements all partitions have; less than 0 if that is no count. */
static int64_t
all(int partitions, MPI_Count count)
{
	int64_t product;

	if (count < 0 || __builtin_mul_overflow(partitions, count, &product))
		return -1;
	return product;
}

static int
refuse_partitions(struct process *p, int partitions)
{
	return vcm_error(p, MPI_ERR_ARG, "partitions is %d; it must be 1 or more", partitions);
}

MPI_FUNCTION(int, Psend_init, (const void *buf, int partitions, MPI_Count count,
	MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info,
	MPI_Request *request))
{
	struct process *p = ENTER();
	struct envelope e;
	int code;

	(void)info;
	if (partitions <= 0)
		return refuse_partitions(p, partitions);
	code = vcm_check_send(p, &e, buf, all(partitions, count), datatype, dest, tag, comm);
	return code == MPI_SUCCESS ? init(p, &e, partitions, false, request) : code;
}

MPI_FUNCTION(int, Precv_init, (void *buf, int partitions, MPI_Count count, MPI_Datatype datatype,
	int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request))
{
	struct process *p = ENTER();
	struct envelope e;
	int code;

	(void)info;
	if (partitions <= 0)
		return refuse_partitions(p, partitions);
	code = vcm_check_recv(p, &e, buf, all(partitions, count), datatype, dest, tag, comm);
	if (code == MPI_SUCCESS && (dest == MPI_ANY_SOURCE || tag == MPI_ANY_TAG))
		code = vcm_comm_error(p, e.comm, MPI_ERR_ARG, "a partitioned receive must name "
				      "one rank and one tag");
	return code == MPI_SUCCESS ? init(p, &e, partitions, true, request) : code;
}

/* Finds a started request of this direction; returns its code if it is none. */
static int
find(struct process *p, MPI_Request handle, bool receives, struct request **r)
{
	*r = vcm_request(handle);
	if (*r == NULL || (*r)->kind != REQUEST_PARTITIONED || parts_of(*r)->receives != receives)
		return vcm_error(p, MPI_ERR_REQUEST, "the handle is not a partitioned %s",
				 receives ? "receive" : "send");
	return MPI_SUCCESS;
}

static int
check_partition(struct process *p, const struct request *r, int partition)
{
	const int count = parts_of(r)->count;

	return partition >= 0 && partition < count ? MPI_SUCCESS
		: vcm_error(p, MPI_ERR_ARG, "partition %d is not in 0 .. %d", partition, count - 1);
}

/* From now on the program must not change it. */
static void
lend_partition(struct process *p, const struct request *r, int partition)
{
	const struct envelope *e = &r->envelope;
	const int64_t count = e->count / parts_of(r)->count;
	const struct block block = {
		(void *)((uintptr_t)e->buffer + (uintptr_t)(partition * count * e->type->extent)),
		count, e->type,
	};

	vcm_lend(p, &block, false, (struct lending){.request = r, .rank = -1});
}

static int
ready(struct process *p, MPI_Request handle, int partition)
{
	struct request *r;
	struct parts *parts;
	int code = find(p, handle, false, &r);

	if (code == MPI_SUCCESS)
		code = check_partition(p, r, partition);
	if (code != MPI_SUCCESS)
		return code;
	if (r->state == REQUEST_IDLE)
		return vcm_error(p, MPI_ERR_REQUEST, "the partitioned send has not been started");
	parts = parts_of(r);
	if (r->envelope.peer == MPI_PROC_NULL)
		return MPI_SUCCESS;
	if (r->state == REQUEST_DONE || parts->is_ready[partition])
		return vcm_error(p, MPI_ERR_ARG, "partition %d is already ready", partition);
	parts->is_ready[partition] = true;
	if (p->strict) {
		vcm_race_sends(p);
		lend_partition(p, r, partition);
	}
	if (++parts->ready == parts->count)
		send_all(p, r);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Pready, (int partition, MPI_Request request))
{
	return ready(ENTER(), request, partition);
}

MPI_FUNCTION(int, Pready_range, (int partition_low, int partition_high, MPI_Request request))
{
	struct process *p = ENTER();
	int code = MPI_SUCCESS;

	for (int i = partition_low; i <= partition_high && code == MPI_SUCCESS; i++)
		code = ready(p, request, i);
	return code;
}

MPI_FUNCTION(int, Pready_list, (int length, const int array_of_partitions[], MPI_Request request))
{
	struct process *p = ENTER();
	int code = MPI_SUCCESS;

	for (int i = 0; i < length && code == MPI_SUCCESS; i++)
		code = ready(p, request, array_of_partitions[i]);
	return code;
}

MPI_FUNCTION(int, Parrived, (MPI_Request request, int partition, int *flag))
{
	struct process *p = ENTER();
	struct request *r;
	int code;

	if (request == MPI_REQUEST_NULL) {
		*flag = true;
		return MPI_SUCCESS;
	}
	code = find(p, request, true, &r);
	if (code == MPI_SUCCESS)
		code = check_partition(p, r, partition);
	if (code == MPI_SUCCESS)
		*flag = vcm_request_test(p, r);
	return code;
}
