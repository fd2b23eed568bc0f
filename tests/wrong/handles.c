/* SPDX-License-Identifier: BSD-2-Clause */
/* Arguments and handles that calls do not permit. Node 1 makes the call, with its mark. */
#include <pthread.h>
#include <signal.h>
#include "wrong.h"

/* What a case needs besides the node. */
struct tools {
	vcube_group *group;             /* of all nodes, in reverse */
	vcube_group *other;             /* node 0's handle of the same; freed: its own */
	vcube_request *request;
	vcube_message *message;
	vcube_node *node;               /* node 0 */
	char data[64], into[64], nothing[sizeof(void *) * 512];
	size_t counts[4], places[4];
	int done;
};

/* The wrong call, by number. Each has a right twin that all nodes make. */
enum { SEND_RANK, RECV_RANK, ISEND_RANK, TSEND_TAG, TRECV_TAG, TAG_ANY_SENT, NULL_DATA, NULL_INTO, IRECV_ANY,
       PROBE_ANY, NULL_PAIRS, NEGATIVE_PAIRS, NULL_REQUESTS, NEGATIVE_WAITALL, NULL_WAITANY,
       NEGATIVE_WAITANY, NULL_INDEX, NULL_DONE, NULL_IS_DONE, TWICE_WAITED, TWICE_TESTED, NEGATIVE_LIMIT,
       NEGATIVE_TIME, ROOT_RANGE, NEGATIVE_ROOT, NULL_OPERATOR, WRONG_TYPE, NULL_IN, NULL_OUT, HUGE_COUNT,
       OPERATOR_TYPE, UNKNOWN_ALGORITHM, UNFIT_ALGORITHM, NULL_COUNTS, NULL_OFFSETS, OVERLAPPING_BLOCKS,
       GROUP_RANK, NULL_THERE, NULL_STEP, NULL_PART, NEGATIVE_COLOR, NULL_NUMBERS, NO_MEMBER, NOT_A_MEMBER,
       NO_CONTEXT, NULL_BODY, NULL_COPY, FREED_SEND, FREED_RECV, FREED_BCAST, FREED_SIZE, FREED_TWICE,
       FREED_ALIGN, FREED_SPLIT, FOREIGN_SEND, FOREIGN_BCAST, FOREIGN_RECV, FOREIGN_ALIGN, FOREIGN_SPLIT,
       FOREIGN_WAIT, FOREIGN_TEST, FOREIGN_CANCEL, FOREIGN_WAITANY, NULL_CALL, NULL_PROBED, WILD_REQUEST,
       WILD_GROUP, SEND_HUGE, NULL_MESSAGE, TWICE_RECEIVED, WILD_MESSAGE, NULL_COMPLETED, SEND_COMPLETED,
       TWICE_COMPLETED, FAR_GROUP_SENT, FAR_GROUP_RECEIVED, FAR_GROUP_CALLED, FAR_REQUEST, FAR_OF_SEVERAL, FAR_STATUS,
       FAR_NODE, FAR_COUNTS, FAR_NAME, OTHERS_NODE, NEGATIVE_COUNT, NEGATIVE_BYTES, TWICE_MEMBER, NO_THREADS,
       OTHERS_THREAD, RUN_RUNNING, CLOSE_RUNNING, THREAD_CLOSES, LEAVE_UNSHARED, ENTER_UNSHARED,
       COUNT_UNSHARED, COUNT_BELOW, OTHERS_BARRIER, OTHERS_ALIGN };

/* Where no memory is. */
#define FAR(type) ((type *)(uintptr_t)0x1230)

static void *
close_machine(void *machine)
{
	MARK(0), vcube_close(machine);
	return NULL;
}

/* The message that the node has sent itself. */
static void
receive_probed(vcube_node *self, struct tools *t)
{
	vcube_mprobe(self, NULL, vcube_rank(self), 9, &t->message, NULL);
	vcube_mrecv(self, NULL, t->message, t->into, sizeof t->into, NULL);
}

static int
nothing(vcube_node *self, void *arg)
{
	(void)self, (void)arg;
	return 0;
}

static void *
send_for(void *node)
{
	const int x = 1;

	MARK(0), vcube_send(node, NULL, 0, &x, sizeof x);
	return NULL;
}

static int
send_by_thread(vcube_node *self)
{
	pthread_t thread;

	assert_int_equal(pthread_create(&thread, NULL, send_for, self), 0);
	pthread_join(thread, NULL);
	return vcube_failed(self);
}

/* Functions of their own: the compiler may give calls that are alike one line. */
static __attribute__((noinline)) int
run_again(vcube_node *self)
{
	MARK(0), vcube_run(vcube_machine_of(self), nothing, NULL);
	return vcube_failed(self);
}

static __attribute__((noinline)) int
close_own(vcube_node *self)
{
	MARK(0), vcube_close(vcube_machine_of(self));
	return vcube_failed(self);
}

static int
close_by_thread(vcube_node *self)
{
	pthread_t thread;

	assert_int_equal(pthread_create(&thread, NULL, close_machine, vcube_machine_of(self)), 0);
	pthread_join(thread, NULL);
	return vcube_failed(self);
}

static int
call(vcube_node *self, int which, struct tools *t)
{
	vcube_group *const g = t->other;
	vcube_request *r = t->request;
	vcube_group *part;

	switch (which) {
	case SEND_RANK: return MARK(0), vcube_send(self, NULL, 7, t->data, 4);
	case RECV_RANK: return MARK(0), vcube_recv(self, NULL, -9, t->into, 4, NULL);
	case ISEND_RANK: return MARK(0), vcube_wait(self, vcube_isend(self, NULL, 3, t->data, 4), NULL);
	case TSEND_TAG: return MARK(0), vcube_tsend(self, NULL, 0, -5, t->data, 4);
	case TRECV_TAG: return MARK(0), vcube_trecv(self, NULL, 0, -5, t->into, 4, NULL);
	case TAG_ANY_SENT: return MARK(0), vcube_tsend(self, NULL, 0, VCUBE_ANY_TAG, t->data, 4);
	case NULL_DATA: return MARK(0), vcube_send(self, NULL, 0, NULL, 4);
	case NULL_INTO: return MARK(0), vcube_recv(self, NULL, 0, NULL, 4, NULL);
	case IRECV_ANY: return MARK(0), vcube_wait(self, vcube_irecv(self, NULL, VCUBE_ANY, t->into, 4), NULL);
	case PROBE_ANY: return MARK(0), vcube_probe(self, NULL, VCUBE_ANY, NULL);
	case NULL_PAIRS: return MARK(0), vcube_exchange_all(self, NULL, NULL, 2);
	case NEGATIVE_PAIRS: return MARK(0), vcube_exchange_all(self, NULL, &(struct vcube_pair){.peer = 0}, -2);
	case NULL_REQUESTS: return MARK(0), vcube_waitall(self, NULL, 3);
	case NEGATIVE_WAITALL: return MARK(0), vcube_waitall(self, &r, -3);
	case NULL_WAITANY: return MARK(0), vcube_waitany(self, NULL, 2, &t->done, NULL);
	case NEGATIVE_WAITANY: return MARK(0), vcube_waitany(self, &r, -1, &t->done, NULL);
	case NULL_INDEX: return MARK(0), vcube_waitany(self, &r, 1, NULL, NULL);
	case NULL_DONE: return MARK(0), vcube_test(self, r, NULL, NULL);
	case NULL_IS_DONE: return MARK(0), vcube_is_done(self, r, NULL, NULL);
	case TWICE_WAITED: vcube_wait(self, r, NULL); return MARK(0), vcube_wait(self, r, NULL);
	case TWICE_TESTED: vcube_wait(self, r, NULL); return MARK(0), vcube_test(self, r, &t->done, NULL);
	case NEGATIVE_LIMIT: return MARK(0), vcube_recv_within(self, NULL, 0, t->into, 4, -1, NULL);
	case NEGATIVE_TIME: MARK(0), vcube_compute(self, -1); return vcube_failed(self);
	case ROOT_RANGE: return MARK(0), vcube_bcast(self, NULL, 3, t->data, 1, VCUBE_INT32, NULL);
	case NEGATIVE_ROOT: return MARK(0), vcube_gather(self, NULL, -1, t->data, t->into, 1, VCUBE_INT32, NULL);
	case NULL_OPERATOR: return MARK(0), vcube_allreduce(self, NULL, t->data, t->into, 1, VCUBE_INT32, NULL, NULL);
	case WRONG_TYPE: return MARK(0), vcube_bcast(self, NULL, 0, t->data, 1, (vcube_type)40, NULL);
	case NULL_IN: return MARK(0), vcube_allgather(self, NULL, NULL, t->into, 1, VCUBE_INT32, NULL);
	case NULL_OUT: return MARK(0), vcube_allgather(self, NULL, t->data, NULL, 1, VCUBE_INT32, NULL);
	case HUGE_COUNT: return MARK(0), vcube_bcast(self, NULL, 0, t->data, SIZE_MAX / 2, VCUBE_INT32, NULL);
	case OPERATOR_TYPE: return MARK(0), vcube_allreduce(self, NULL, t->data, t->into, 1, VCUBE_FLOAT, VCUBE_BAND, NULL);
	case UNKNOWN_ALGORITHM: return MARK(0), vcube_barrier(self, NULL, "quick");
	case UNFIT_ALGORITHM: return MARK(0), vcube_allgather(self, NULL, t->data, t->into, 1, VCUBE_INT32, "hypercube");
	case NULL_COUNTS: return MARK(0), vcube_alltoallv(self, NULL, t->data, NULL, t->places, t->into, t->counts, t->places, VCUBE_INT32, NULL);
	case NULL_OFFSETS: return MARK(0), vcube_alltoallv(self, NULL, t->data, t->counts, t->places, t->into, t->counts, NULL, VCUBE_INT32, NULL);
	case OVERLAPPING_BLOCKS: t->places[1] = t->places[0]; return MARK(0), vcube_alltoallv(self, NULL, t->data, t->counts, t->counts, t->into, t->counts, t->places, VCUBE_INT32, NULL);
	case GROUP_RANK: return MARK(0), vcube_send(self, t->group, 3, t->data, 4);
	case NULL_STEP: MARK(0), vcube_step(self, NULL); return vcube_failed(self);
	case NULL_THERE: return MARK(0), vcube_tiprobe(self, NULL, 0, 1, NULL, NULL);
	case NULL_PART: return MARK(0), vcube_split(self, NULL, 0, 0, NULL);
	case NEGATIVE_COLOR: return MARK(0), vcube_split(self, NULL, -2, 0, &part);
	case NULL_NUMBERS: return MARK(0), vcube_group_of(self, NULL, 2, vcube_context(self)) == NULL;
	case NO_MEMBER: return MARK(0), vcube_group_of(self, (int[]){1, 8}, 2, vcube_context(self)) == NULL;
	case NOT_A_MEMBER: return MARK(0), vcube_group_of(self, (int[]){0, 2}, 2, vcube_context(self)) == NULL;
	case NO_CONTEXT: return MARK(0), vcube_group_of(self, (int[]){0, 1}, 2, 5) == NULL;
	case TWICE_MEMBER: return MARK(0), vcube_group_of(self, (int[]){1, 2, 1}, 3, vcube_context(self)) == NULL;
	case NEGATIVE_COUNT: return MARK(0), vcube_bcast(self, NULL, 0, t->data, (size_t)-1, VCUBE_INT32, NULL);
	case NEGATIVE_BYTES: return MARK(0), vcube_tsend(self, NULL, 0, 1, t->data, (size_t)-4);
	case NO_THREADS: return MARK(0), vcube_share(self, 0, NULL, 0);
	case OTHERS_THREAD: return send_by_thread(self);
	case RUN_RUNNING: return run_again(self);
	case CLOSE_RUNNING: return close_own(self);
	case THREAD_CLOSES: return close_by_thread(self);
	case NULL_BODY: return MARK(0), vcube_wait(self, vcube_async(self, NULL, NULL, NULL), NULL);
	case NULL_COPY: MARK(0), vcube_copy(self, NULL, t->data, 4); return vcube_failed(self);
	case FREED_SEND: return MARK(0), vcube_send(self, g, 0, t->data, 4);
	case FREED_RECV: return MARK(0), vcube_recv(self, g, 0, t->into, 4, NULL);
	case FREED_BCAST: return MARK(0), vcube_bcast(self, g, 0, t->data, 1, VCUBE_INT32, NULL);
	case FREED_SIZE: MARK(0), vcube_tsend(self, g, 0, 2, t->data, 4); return vcube_failed(self);
	case FREED_TWICE: MARK(0), vcube_group_free(self, g); return vcube_failed(self);
	case FREED_ALIGN: return MARK(0), vcube_align(self, g);
	case FREED_SPLIT: return MARK(0), vcube_split(self, g, 0, 0, &part);
	case FOREIGN_SEND: return MARK(0), vcube_tsend(self, g, 0, 1, t->data, 4);
	case FOREIGN_BCAST: return MARK(0), vcube_bcast(self, g, 0, t->data, 1, VCUBE_INT32, NULL);
	case FOREIGN_RECV: return MARK(0), vcube_recv(self, g, 0, t->into, 4, NULL);
	case FOREIGN_ALIGN: return MARK(0), vcube_align(self, g);
	case FOREIGN_SPLIT: return MARK(0), vcube_split(self, g, 0, 0, &part);
	case FOREIGN_WAIT: return MARK(0), vcube_wait(self, r, NULL);
	case FOREIGN_TEST: return MARK(0), vcube_test(self, r, &t->done, NULL);
	case FOREIGN_CANCEL: return MARK(0), vcube_cancel(self, r);
	case FOREIGN_WAITANY: return MARK(0), vcube_waitany(self, &r, 1, &t->done, NULL);
	case NULL_CALL: return MARK(0), vcube_call_how(self, NULL, NULL);
	case NULL_PROBED: return MARK(0), vcube_improbe(self, NULL, 0, 1, &t->done, NULL, NULL);
	case NULL_MESSAGE: return MARK(0), vcube_mprobe(self, NULL, 0, 1, NULL, NULL);
	case WILD_REQUEST: return MARK(0), vcube_wait(self, (vcube_request *)t->data, NULL);
	case WILD_GROUP: return MARK(0), vcube_bcast(self, (vcube_group *)t->data, 0, t->into, 1, VCUBE_INT32, NULL);
	case TWICE_RECEIVED: receive_probed(self, t); return MARK(0), vcube_mrecv(self, NULL, t->message, t->into, 64, NULL);
	case WILD_MESSAGE: return MARK(0), vcube_mrecv(self, NULL, (vcube_message *)t->data, t->into, 64, NULL);
	case NULL_COMPLETED: MARK(0), vcube_complete(self, NULL); return vcube_failed(self);
	case SEND_COMPLETED: MARK(0), vcube_complete(self, r); return vcube_failed(self);
	case TWICE_COMPLETED: vcube_complete(self, r = vcube_promise(self)); MARK(0), vcube_complete(self, r); return vcube_failed(self);
	case FAR_GROUP_SENT: return MARK(0), vcube_send(self, FAR(vcube_group), 0, t->data, 4);
	case FAR_GROUP_RECEIVED: return MARK(0), vcube_trecv(self, FAR(vcube_group), 0, 1, t->into, 4, NULL);
	case FAR_GROUP_CALLED: return MARK(0), vcube_bcast(self, FAR(vcube_group), 0, t->data, 1, VCUBE_INT32, NULL);
	case FAR_REQUEST: return MARK(0), vcube_wait(self, FAR(vcube_request), NULL);
	case FAR_OF_SEVERAL: return MARK(0), vcube_waitall(self, (vcube_request *[]){NULL, FAR(vcube_request)}, 2);
	case FAR_STATUS: return MARK(0), vcube_trecv(self, NULL, 1, 9, t->into, 64, FAR(struct vcube_status));
	case FAR_NODE: return MARK(0), vcube_exchange((vcube_node *)t->nothing, NULL, 0, t->data, 4, t->into, 4, NULL);
	case FAR_COUNTS: return MARK(0), vcube_gatherv(self, NULL, 0, t->data, t->into, FAR(size_t), VCUBE_INT32, NULL);
	case FAR_NAME: return MARK(0), vcube_barrier(self, NULL, FAR(char));
	case LEAVE_UNSHARED: vcube_leave(self); return vcube_failed(self);
	case ENTER_UNSHARED: vcube_enter(self); return vcube_failed(self);
	case COUNT_UNSHARED: vcube_threads(self, 1); return vcube_failed(self);
	case COUNT_BELOW: vcube_share(self, 2, NULL, 0); vcube_threads(self, -5); return vcube_failed(self);
	case OTHERS_BARRIER: return MARK(0), vcube_barrier(t->node, NULL, NULL);
	case OTHERS_ALIGN: return MARK(0), vcube_align(t->node, NULL);
	case OTHERS_NODE: return MARK(0), vcube_send(t->node, NULL, 0, t->data, 4);
	case SEND_HUGE: return MARK(0), vcube_send(self, NULL, 0, t->data, SIZE_MAX);
	}
	return 0;
}

/* Node 1 makes the wrong call; the others wait for it where its group is wrong. */
static int
use(vcube_node *self, const struct wrong_row *row)
{
	static _Atomic(vcube_group *) given_group;
	static _Atomic(vcube_request *) given_request;
	static _Atomic(vcube_node *) given_node;
	const int me = vcube_rank(self);
	struct tools t = {.counts = {1, 1, 1, 1}, .places = {0, 1, 2, 3}};
	vcube_request *mine;

	vcube_split(self, NULL, 0, -me, &t.group);
	if (!wrong_is_run()) {
		const int x = 1;
		int y;

		vcube_sendrecv(self, t.group, vcube_group_rank(self, t.group), &x, sizeof x,
			       vcube_group_rank(self, t.group), &y, sizeof y, NULL);
		return vcube_bcast(self, t.group, 1, t.data, 1, VCUBE_INT32, NULL);
	}
	mine = vcube_tisend(self, NULL, me, 9, t.data, sizeof t.data);
	if (me == 0) {
		atomic_store_explicit(&given_group, t.group, memory_order_relaxed);
		atomic_store_explicit(&given_request, mine, memory_order_relaxed);
		atomic_store_explicit(&given_node, self, memory_order_relaxed);
	}
	vcube_align(self, NULL);
	t.request = mine;
	if (me == 1 && row->b == 'f') {
		vcube_group_free(self, t.group);
		t.other = t.group;
	} else if (me == 1 && row->b == 'o') {
		t.other = atomic_load_explicit(&given_group, memory_order_relaxed);
		t.request = atomic_load_explicit(&given_request, memory_order_relaxed);
		t.node = atomic_load_explicit(&given_node, memory_order_relaxed);
	}
	if (me == 1)
		call(self, row->a, &t);
	else if (row->b == 'f' || row->b == 'o')
		vcube_recv(self, NULL, 1, t.into, 4, NULL);
	vcube_trecv(self, NULL, me, 9, t.into, sizeof t.into, NULL);
	return vcube_wait(self, mine, NULL);
}

static int
keep_node(vcube_node *self, void *kept)
{
	if (vcube_rank(self) == 1)
		*(vcube_node **)kept = self;
	return 0;
}

/* Node 1 runs a machine of its own, and uses a node of it when that run is over. */
static int
after_run(vcube_node *self, const struct wrong_row *row)
{
	vcube_machine *m;
	vcube_node *kept;
	void *block;

	(void)row;
	if (vcube_rank(self) != 1)
		return 0;
	m = vcube_open("ring:2", NULL);
	assert_int_equal(vcube_run(m, keep_node, &kept), 0);
	block = vcube_alloc(wrong_is_run() ? kept : self, 10);
	if (block == NULL)
		MARK(0), vcube_fail(self, "node 1 got no memory: %s", vcube_heap_error(kept));
	else
		vcube_free(self, block);
	vcube_close(m);
	return vcube_failed(self);
}

#define ENDS(which, call) {#which, use, 3, "", 0, SIGSEGV, \
	WRONG_WORDS("node 1 died of SIGSEGV", "in " call " at "), which, 0}
#define ROW(which, b, only, ...) {#which, use, 3, "", only, 0, WRONG_WORDS("node 1", __VA_ARGS__), which, b}
static const struct wrong_row rows[] = {
	ROW(SEND_RANK, 0, 0, "rank 7 is out of range"), ROW(RECV_RANK, 0, 0, "rank -9 is out of range"),
	ROW(ISEND_RANK, 0, 0, "rank 3 is out of range"), ROW(TSEND_TAG, 0, 0, "tag"),
	ROW(TRECV_TAG, 0, 0, "tag"), ROW(TAG_ANY_SENT, 0, 0, "tag"), ROW(NULL_DATA, 0, 0, "NULL"),
	ROW(NULL_INTO, 0, 0, "NULL"), ROW(IRECV_ANY, 0, 0, "vcube_irecv", "VCUBE_ANY"),
	ROW(PROBE_ANY, 0, 0, "vcube_probe"), ROW(NULL_PAIRS, 0, 0, "vcube_exchange_all", "NULL"),
	ROW(NEGATIVE_PAIRS, 0, 0, "-2 is negative"), ROW(NULL_REQUESTS, 0, 0, "vcube_waitall", "NULL"),
	ROW(NEGATIVE_WAITALL, 0, 0, "vcube_waitall", "-3"), ROW(NULL_WAITANY, 0, 0, "vcube_waitany", "NULL"),
	ROW(NEGATIVE_WAITANY, 0, 0, "vcube_waitany", "-1"), ROW(NULL_INDEX, 0, 0, "vcube_waitany", "NULL"),
	ROW(NULL_DONE, 0, 0, "vcube_test", "NULL"), ROW(NULL_IS_DONE, 0, 0, "vcube_is_done", "NULL"),
	ROW(TWICE_WAITED, 0, 0, "waited for before"), ROW(TWICE_TESTED, 0, 0, "waited for before"),
	ROW(NEGATIVE_LIMIT, 0, 0, "negative"), ROW(NEGATIVE_TIME, 0, 0, "negative"),
	ROW(ROOT_RANGE, 0, 0, "root 3"), ROW(NEGATIVE_ROOT, 0, 0, "root -1"),
	ROW(NULL_OPERATOR, 0, 0, "the operator is NULL"), ROW(WRONG_TYPE, 0, 0, "there is no type 40"),
	ROW(NULL_IN, 0, 0, "in is NULL"), ROW(NULL_OUT, 0, 0, "out is NULL"),
	ROW(HUGE_COUNT, 0, 0, "more than memory holds"), ROW(OPERATOR_TYPE, 0, 0, "band"),
	ROW(UNKNOWN_ALGORITHM, 0, 0, "quick"), ROW(UNFIT_ALGORITHM, 0, 0, "hypercube"),
	ROW(NULL_COUNTS, 0, 0, "in_counts is NULL"), ROW(NULL_OFFSETS, 0, 0, "out_offsets is NULL"),
	ROW(OVERLAPPING_BLOCKS, 0, 0, "overlap"), ROW(GROUP_RANK, 0, 0, "rank 3 is out of range"),
	ROW(NULL_THERE, 0, 0, "vcube_tiprobe", "NULL"), ROW(NULL_STEP, 0, 0, "vcube_step", "NULL"),
	ROW(NULL_PART, 0, 0, "vcube_split", "NULL"), ROW(NEGATIVE_COLOR, 0, 0, "colour"),
	ROW(NULL_NUMBERS, 0, 0, "vcube_group_of", "NULL"), ROW(NO_MEMBER, 0, 0, "no node 8"),
	ROW(NOT_A_MEMBER, 0, 0, "is not among"), ROW(NO_CONTEXT, 0, 0, "not a context"),
	ROW(NULL_BODY, 0, 0, "vcube_async", "NULL"), ROW(NULL_COPY, 0, 0, "vcube_copy", "NULL"),
	ROW(FREED_SEND, 'f', 0, "freed"), ROW(FREED_RECV, 'f', 0, "freed"), ROW(FREED_BCAST, 'f', 0, "freed"),
	ROW(FREED_SIZE, 'f', 0, "freed"), ROW(FREED_TWICE, 'f', 0, "freed"), ROW(FREED_ALIGN, 'f', 0, "freed"),
	ROW(FREED_SPLIT, 'f', 0, "freed"), ROW(FOREIGN_SEND, 'o', WRONG_STRICT, "node 0's"),
	ROW(FOREIGN_BCAST, 'o', 0, "node 0's"), ROW(FOREIGN_RECV, 'o', 0, "node 0's"),
	ROW(FOREIGN_ALIGN, 'o', 0, "node 0's"), ROW(FOREIGN_SPLIT, 'o', 0, "node 0's"),
	ROW(FOREIGN_WAIT, 'o', 0, "another node's"), ROW(FOREIGN_TEST, 'o', 0, "another node's"),
	ROW(FOREIGN_CANCEL, 'o', 0, "another node's"), ROW(FOREIGN_WAITANY, 'o', 0, "another node's"),
	ROW(NULL_CALL, 0, 0, "the call is NULL"), ROW(NULL_PROBED, 0, 0, "vcube_improbe", "NULL"),
	ROW(NULL_MESSAGE, 0, 0, "vcube_mprobe", "NULL"),
	ROW(TWICE_RECEIVED, 0, 0, "vcube_mrecv", "received before"), ROW(WILD_MESSAGE, 0, 0, "vcube_mrecv", "not one that a probe gave"),
	ROW(NULL_COMPLETED, 0, 0, "vcube_complete", "NULL"), ROW(SEND_COMPLETED, 0, 0, "vcube_complete", "vcube_tisend is not the program's own"),
	ROW(TWICE_COMPLETED, 0, 0, "vcube_complete", "completed before"),
	ROW(WILD_REQUEST, 0, 0, "vcube_wait", "request"), ROW(WILD_GROUP, 0, 0, "vcube_bcast", "not a group"),
	ENDS(FAR_GROUP_SENT, "vcube_send"), ENDS(FAR_GROUP_RECEIVED, "vcube_trecv"),
	ENDS(FAR_GROUP_CALLED, "vcube_bcast"), ENDS(FAR_REQUEST, "vcube_wait"),
	ENDS(FAR_OF_SEVERAL, "vcube_waitall"), ENDS(FAR_STATUS, "vcube_trecv"),
	ENDS(FAR_NODE, "vcube_exchange"), ENDS(FAR_COUNTS, "vcube_gatherv"),
	ENDS(FAR_NAME, "vcube_barrier"), ROW(OTHERS_NODE, 'o', WRONG_STRICT, "node 1 passes the handle of node 0"),
	ROW(NEGATIVE_COUNT, 0, 0, "a count of -1"), ROW(NEGATIVE_BYTES, 0, 0, "it is -4"),
	ROW(TWICE_MEMBER, 0, 0, "node 1 twice"), ROW(NO_THREADS, 0, 0, "vcube_share", "0 threads"),
	ROW(LEAVE_UNSHARED, 0, 0, "vcube_leave: threads do not share"),
	ROW(ENTER_UNSHARED, 0, 0, "vcube_enter: threads do not share"),
	ROW(COUNT_UNSHARED, 0, 0, "vcube_threads: threads do not share"),
	ROW(COUNT_BELOW, 0, 0, "vcube_threads: 5 threads go, but 1 are outside"),
	ROW(OTHERS_BARRIER, 'o', WRONG_STRICT, "node 1 passes the handle of node 0"),
	ROW(OTHERS_ALIGN, 'o', WRONG_STRICT, "node 1 passes the handle of node 0"),
	ROW(OTHERS_THREAD, 0, WRONG_STRICT, "a thread that does not run node 1", "vcube_share()"),
	ROW(RUN_RUNNING, 0, 0, "vcube_run at ", "node 1 passes the machine that runs it"),
	ROW(CLOSE_RUNNING, 0, 0, "vcube_close at ", "node 1 passes the machine that runs it"),
	{"THREAD_CLOSES", use, 3, "", 0, 0,
	 WRONG_WORDS("vcube_close at ", "a thread that runs none of the nodes"), THREAD_CLOSES, 0},
	{"after_run", after_run, 2, "", 0, 0, WRONG_WORDS("node 1", "the run is over"), 0, 0},
	ROW(SEND_HUGE, 0, 0, "18446744073709551615 bytes"),
};

WRONG_CLASS(handles, "handles and arguments", rows);
