/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Partitioned messages: the program says of each part of a message when it is ready. The message
 * travels as one, once all are, in a context that other receives do not see; so a part has
 * arrived when all have.
 *
 * Requests of the same place and tag match in the order in which they were made, whichever is
 * ready first: the nth of a process uses lane n % LANES, and so does its partner. The messages of
 * a lane have its number in their tags, so tags too large for that have lane 0 alone.
 */
#include <search.h>
#include <stdlib.h>
#include "request.h"
#include "status.h"
#include "wrong.h"

struct parts {
	int count;
	int lane;
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

/* --- lanes */

enum { LANE_TAG_BITS = 20, LANES = 1 << (31 - LANE_TAG_BITS) };

/* Requests with this place and tag that were made on a communicator */
struct made {
	int peer, tag;
	bool receives;
	unsigned count;
};

static int
by_place(const void *a, const void *b)
{
	const struct made *x = a, *y = b;

	if (x->peer != y->peer)
		return x->peer < y->peer ? -1 : 1;
	if (x->tag != y->tag)
		return x->tag < y->tag ? -1 : 1;
	return x->receives - y->receives;
}

/* Returns the count of such requests; NULL: no memory. */
static struct made *
made_before(const struct envelope *e, bool receives)
{
	const struct made key = {e->peer, e->tag, receives, 0};
	struct made **found = tfind(&key, &e->comm->lanes, by_place), *new;

	if (found != NULL)
		return *found;
	new = malloc(sizeof *new);
	if (new == NULL)
		return NULL;
	*new = key;
	found = tsearch(new, &e->comm->lanes, by_place);
	if (found == NULL)
		free(new);
	return found != NULL ? new : NULL;
}

void
vcm_lanes_free(void *lanes)
{
	tdestroy(lanes, free);
}

static int
lanes_of(const struct envelope *e)
{
	return e->tag < 1 << LANE_TAG_BITS ? LANES : 1;
}

/* Does a request use the lane? Messages of two in one lane could not be told apart. */
static bool
is_taken(const struct process *p, const struct envelope *e, bool receives, int lane)
{
	const struct request *r = NULL;

	while ((r = vcm_object_next(p, KIND_REQUEST, r)) != NULL)
		if (r->kind == REQUEST_PARTITIONED && parts_of(r)->receives == receives
		    && r->envelope.comm == e->comm && r->envelope.peer == e->peer
		    && r->envelope.tag == e->tag && parts_of(r)->lane == lane)
			return true;
	return false;
}

static vcube_group *
group_of(struct process *p, const struct request *r)
{
	return vcm_parts_group(p, r->envelope.comm, parts_of(r)->lane > 0);
}

/* What a message has for its place and tag there. The data travel without a header. */
static struct envelope
bare(const struct request *r)
{
	struct envelope e = r->envelope;

	e.peer += e.comm->first;
	e.tag |= parts_of(r)->lane << LANE_TAG_BITS;
	e.comm = NULL;
	return e;
}

/* --- requests */

static int
start_receive(struct process *p, struct request *r)
{
	const struct envelope e = bare(r);

	r->packed = vcm_make_room(p, &e);
	r->core = (vcube_tirecv)(p->node, group_of(p, r), e.peer, e.tag, r->packed.data,
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
	r->core = (vcube_tisend)(p->node, group_of(p, r), e.peer, e.tag,
				 r->packed.data, vcm_bytes_of(&e));
	if (r->core == NULL)
		vcm_end(p, vcube_failed(p->node));
	if (parts->promise != NULL)
		(vcube_complete)(p->node, parts->promise);
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
		parts->promise = (vcube_promise)(p->node);
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
		vcm_status_set(&r->status, r->envelope.peer, r->envelope.tag, (int64_t)s->bytes,
			       s->cancelled);
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

	if (parts->promise == NULL)
		vcm_fail(p, "%s waits for a partitioned send of which only %d of %d partitions are ready",
			 p->call.name, parts->ready, parts->count);
	end_promise(p, parts);
}

static void
no_memory(struct process *p, int partitions)
{
	vcm_fail(p, "no memory for %d partitions", partitions);
}

static struct parts *
new_parts(struct process *p, int partitions, bool receives, int lane)
{
	struct parts *parts = calloc(1, sizeof *parts);

	if (parts != NULL)
		parts->is_ready = calloc((size_t)partitions + 1, sizeof *parts->is_ready);
	if (parts == NULL || parts->is_ready == NULL)
		no_memory(p, partitions);
	parts->count = partitions;
	parts->receives = receives;
	parts->lane = lane;
	return parts;
}

static int
init(struct process *p, struct envelope *e, int partitions, bool receives, MPI_Request *request)
{
	const int lanes = lanes_of(e);
	struct made *made = NULL;
	struct request *r;
	int lane = 0;

	if (e->peer != MPI_PROC_NULL) {
		made = made_before(e, receives);
		if (made == NULL)
			no_memory(p, partitions);
		lane = (int)(made->count % (unsigned)lanes);
		if (is_taken(p, e, receives, lane))
			return vcm_comm_error(p, e->comm, MPI_ERR_UNSUPPORTED_OPERATION, "%d partitioned "
					      "%s with this rank and tag exist%s already; use another tag",
					      lanes, lanes > 1 ? "requests" : "request", lanes > 1 ? "" : "s");
		made->count++;
	}
	r = vcm_request_new(p, REQUEST_PARTITIONED, e);
	r->beside = new_parts(p, partitions, receives, lane);
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
