/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory that a call still uses is used for something else. */
#include "wrong.h"

enum { SHORT = 16, LONG = 5000 };

/* Node 0 sends `bytes` and changes them before it waits: row->a bytes, by call row->b. */
static int
changed_while_sent(vcube_node *self, const struct wrong_row *row)
{
	const size_t bytes = (size_t)row->a;
	char *data = vcube_scratch(self, bytes);
	vcube_request *r;
	int done = 0;

	memset(data, 1, bytes);
	if (vcube_rank(self) == 1) {
		vcube_recv(self, NULL, 0, data, bytes, NULL);
	} else {
		MARK(0), r = vcube_isend(self, NULL, 1, data, bytes);
		if (wrong_is_run())
			data[bytes / 2] = 2;
		if (row->b == 1)
			vcube_waitall(self, &r, 1);
		else if (row->b == 2)
			vcube_waitany(self, &r, 1, &done, NULL);
		else if (row->b == 3)
			while (!done && vcube_test(self, r, &done, NULL) == 0)
				;
		else
			vcube_wait(self, r, NULL);
		data[bytes / 2] = 2;
	}
	vcube_free(self, data);
	return vcube_failed(self);
}

static int
changed_while_tagged(vcube_node *self, const struct wrong_row *row)
{
	int *data = vcube_scratch(self, LONG), done = 0;
	vcube_request *r;

	memset(data, 1, LONG);
	if (vcube_rank(self) == 1) {
		vcube_trecv(self, NULL, 0, 5, data, LONG, NULL);
	} else {
		if (row->a) {
			MARK(0), r = vcube_tirecv(self, NULL, 0, 6, data, LONG);
			vcube_tsend(self, NULL, 0, 6, &done, sizeof done);
			if (wrong_is_run())
				data[0] = 3;
			vcube_wait(self, r, NULL);
			vcube_tsend(self, NULL, 1, 5, data, LONG);
		} else {
			MARK(0), r = vcube_tisend(self, NULL, 1, 5, data, LONG);
			if (wrong_is_run())
				data[LONG / 4 - 1] = 3;
			vcube_wait(self, r, NULL);
		}
	}
	vcube_free(self, data);
	return vcube_failed(self);
}

/* Node 0 writes to the buffer of a receive: a) before the message comes, b) once it is there. */
static int
changed_while_received(vcube_node *self, const struct wrong_row *row)
{
	char *data = vcube_scratch(self, LONG);
	vcube_request *r;

	memset(data, 1, LONG);
	if (vcube_rank(self) == 1) {
		if (row->a)
			vcube_recv(self, NULL, 0, data, 1, NULL);
		vcube_send(self, NULL, 0, data, SHORT);
		vcube_send(self, NULL, 0, data, 1);
	} else {
		char go = 1;

		MARK(0), r = vcube_irecv(self, NULL, 1, data, LONG);
		if (wrong_is_run() && row->a)
			data[row->b] = 7;
		if (row->a)
			vcube_send(self, NULL, 1, &go, 1);
		vcube_recv(self, NULL, 1, &go, 1, NULL);
		if (wrong_is_run() && !row->a)
			data[row->b] = 7;
		vcube_wait(self, r, NULL);
		data[row->b] = 7;
	}
	vcube_free(self, data);
	return vcube_failed(self);
}

/* Two receives to one place, or to overlapping ones. */
static int
two_receives(vcube_node *self, const struct wrong_row *row)
{
	char *data = vcube_scratch(self, 2 * LONG);
	char *const second = data + (wrong_is_run() ? row->a : LONG);
	vcube_request *r[2];

	memset(data, 1, 2 * LONG);
	if (vcube_rank(self) == 1) {
		vcube_send(self, NULL, 0, data, LONG);
		vcube_send(self, NULL, 0, data, LONG);
	} else {
		MARK(0), r[0] = vcube_irecv(self, NULL, 1, data, LONG);
		MARK(1), r[1] = vcube_irecv(self, NULL, 1, second, LONG);
		vcube_waitall(self, r, 2);
	}
	vcube_free(self, data);
	return vcube_failed(self);
}

static int
two_receives_of_others(vcube_node *self, const struct wrong_row *row)
{
	int data[2] = {0, 0}, me = vcube_rank(self);
	vcube_request *r[2];

	(void)row;
	if (me > 0)
		return vcube_send(self, NULL, 0, &me, sizeof me);
	MARK(0), r[0] = vcube_irecv(self, NULL, 1, &data[0], sizeof me);
	MARK(1), r[1] = vcube_irecv(self, NULL, 2, &data[wrong_is_run() ? 0 : 1], sizeof me);
	return vcube_waitall(self, r, 2);
}

/* Sends what a pending receive may change; receives where a pending send reads, b = 1: what has
 * come. */
static int
crossed(vcube_node *self, const struct wrong_row *row)
{
	char *data = vcube_scratch(self, 2 * LONG), *const other = wrong_is_run() ? data : data + LONG;
	vcube_request *r;

	memset(data, 1, 2 * LONG);
	if (vcube_rank(self) == 1) {
		vcube_sendrecv(self, NULL, 0, data, LONG, 0, data + LONG, LONG, NULL);
	} else if (row->a == 0) {
		MARK(0), r = vcube_irecv(self, NULL, 1, data, LONG);
		MARK(1), vcube_send(self, NULL, 1, other, LONG);
		vcube_wait(self, r, NULL);
	} else if (row->a == 1) {
		MARK(0), r = vcube_isend(self, NULL, 1, data, LONG);
		if (row->b)
			vcube_probe(self, NULL, 1, NULL);
		MARK(1), vcube_recv(self, NULL, 1, other, LONG, NULL);
		vcube_wait(self, r, NULL);
	} else if (row->a == 2) {
		vcube_request *s;

		MARK(0), r = vcube_irecv(self, NULL, 1, data, LONG);
		MARK(1), s = vcube_isend(self, NULL, 1, other, LONG);
		vcube_wait(self, s, NULL);
		vcube_wait(self, r, NULL);
	} else {
		vcube_request *s;

		MARK(0), s = vcube_isend(self, NULL, 1, data, LONG);
		MARK(1), r = vcube_irecv(self, NULL, 1, other, LONG);
		vcube_wait(self, r, NULL);
		vcube_wait(self, s, NULL);
	}
	vcube_free(self, data);
	return vcube_failed(self);
}

/* The buffer is freed, resized or left before the wait. */
static int
freed_before_wait(vcube_node *self, const struct wrong_row *row)
{
	char *data = vcube_scratch(self, LONG);
	vcube_request *r;

	memset(data, 1, LONG);
	if (vcube_rank(self) == 1) {
		if (row->a)
			vcube_send(self, NULL, 0, data, LONG);
		else
			vcube_recv(self, NULL, 0, data, LONG, NULL);
		vcube_free(self, data);
		return vcube_failed(self);
	}
	if (row->a) {
		MARK(0), r = vcube_irecv(self, NULL, 1, data, LONG);
	} else {
		MARK(0), r = vcube_isend(self, NULL, 1, data, LONG);
	}
	if (!wrong_is_run())
		vcube_wait(self, r, NULL);
	if (row->b)
		MARK(1), data = vcube_resize(self, data, 2 * LONG);
	else
		MARK(1), vcube_free(self, data);
	if (wrong_is_run())
		vcube_wait(self, r, NULL);
	if (row->b)
		vcube_free(self, data);
	return vcube_failed(self);
}

static __attribute__((noinline)) vcube_request *
send_of_local(vcube_node *self)
{
	volatile char local[256];

	memset((char *)local, vcube_rank(self) + 1, sizeof local);
	return MARK(0), vcube_isend(self, NULL, 1, (char *)local, sizeof local);
}

static __attribute__((noinline)) int
use_stack(void)
{
	volatile char other[2048];

	memset((char *)other, 9, sizeof other);
	return other[77];
}

static __attribute__((noinline)) vcube_request *
receive_to_local(vcube_node *self)
{
	volatile char local[256];

	memset((char *)local, 0, sizeof local);
	return MARK(0), vcube_irecv(self, NULL, 1, (char *)local, sizeof local);
}

/* The buffer lay in a function that has returned: of a send, whose bytes stay (a 0) or are changed
 * (a 1), or of a receive (a 2), which would overwrite what others hold there. */
static int
local_that_is_gone(vcube_node *self, const struct wrong_row *row)
{
	char data[256];
	vcube_request *r;

	memset(data, 3, sizeof data);
	if (vcube_rank(self) == 1)
		return row->a == 2 ? vcube_send(self, NULL, 0, data, sizeof data)
				   : vcube_recv(self, NULL, 0, data, sizeof data, NULL);
	if (row->a == 2)
		r = wrong_is_run() ? receive_to_local(self) : vcube_irecv(self, NULL, 1, data, sizeof data);
	else
		r = wrong_is_run() ? send_of_local(self) : vcube_isend(self, NULL, 1, data, sizeof data);
	if (row->a == 1)
		use_stack();
	return vcube_wait(self, r, NULL);
}

/* One call that sends and receives in the same memory. */
static int
both_ways(vcube_node *self, const struct wrong_row *row)
{
	const int other = 1 - vcube_rank(self);
	char *data = vcube_scratch(self, 2 * LONG), *const into = data + (wrong_is_run() ? row->b : LONG);

	memset(data, 1, 2 * LONG);
	if (row->a == 0) {
		MARK(0), vcube_sendrecv(self, NULL, other, data, LONG, other, into, LONG, NULL);
	} else if (row->a == 1) {
		MARK(0), vcube_exchange(self, NULL, other, data, LONG, into, LONG, NULL);
	} else {
		const struct vcube_pair pair = {other, data, LONG, into, LONG};

		MARK(0), vcube_exchange_all(self, NULL, &pair, 1);
	}
	vcube_free(self, data);
	return vcube_failed(self);
}

/* Pairs of an exchange share memory: two receive there (a 0), or one sends what another
 * receives (a 1). */
static int
pairs_share(vcube_node *self, const struct wrong_row *row)
{
	const int me = vcube_rank(self);
	int out[2] = {me, me}, in[3] = {-1, -1, -1};
	struct vcube_pair pairs[2] = {
		{(me + 1) % 3, &out[0], sizeof me, &in[0], sizeof me},
		{(me + 2) % 3, &out[1], sizeof me, &in[1], sizeof me},
	};

	if (wrong_is_run() && row->a == 0)
		pairs[1].into = &in[0];
	if (wrong_is_run() && row->a == 1)
		pairs[1].data = &in[0];
	MARK(0), vcube_exchange_all(self, NULL, pairs, 2);
	return vcube_failed(self);
}

/* A request is done, which vcube_is_done() tells before it is waited for: from then on its buffer
 * is the program's. The wrong one is a poll too early. */
static int
used_when_done(vcube_node *self, const struct wrong_row *row)
{
	int x = 0, y = 0, done = 0;
	vcube_request *r;

	(void)row;
	if (vcube_rank(self) == 1) {
		vcube_trecv(self, NULL, 0, 1, &y, sizeof y, NULL);
		vcube_send(self, NULL, 0, &y, sizeof y);
		return vcube_trecv(self, NULL, 0, 2, &y, sizeof y, NULL);
	}
	MARK(0), r = vcube_irecv(self, NULL, 1, &x, sizeof x);
	if (wrong_is_run())
		MARK(1), vcube_tsend(self, NULL, 1, 2, &x, sizeof x);
	vcube_tsend(self, NULL, 1, 1, &y, sizeof y);
	while (!done && vcube_failed(self) == 0)
		vcube_is_done(self, r, &done, NULL);
	if (!wrong_is_run()) {
		x++;
		vcube_tsend(self, NULL, 1, 2, &x, sizeof x);
	}
	return vcube_wait(self, r, NULL);
}

/* A collective call, a copy, or a matched receive uses the buffer of a pending request. */
static int
collective_in_use(vcube_node *self, const struct wrong_row *row)
{
	int x[2] = {0, 0}, y = 0, me = vcube_rank(self);
	int *const place = wrong_is_run() ? &x[0] : &x[1];
	vcube_message *message;
	vcube_request *r;

	MARK(0), r = vcube_tirecv(self, NULL, 1 - me, 3, &x[0], sizeof x[0]);
	if (row->a == 0)
		MARK(1), vcube_bcast(self, NULL, 0, place, 1, VCUBE_INT32, NULL);
	else if (row->a == 1)
		MARK(1), vcube_allreduce(self, NULL, &y, place, 1, VCUBE_INT32, VCUBE_SUM, NULL);
	else if (row->a == 2)
		MARK(1), vcube_allreduce(self, NULL, place, &y, 1, VCUBE_INT32, VCUBE_SUM, NULL);
	else if (row->a == 3)
		MARK(1), vcube_copy(self, place, &y, sizeof y);
	else if (row->a == 4)
		MARK(1), vcube_copy(self, &y, place, sizeof y);
	else if (vcube_tsend(self, NULL, me, 4, &me, sizeof me) == 0 &&
		 vcube_mprobe(self, NULL, me, 4, &message, NULL) == 0)
		MARK(1), vcube_mrecv(self, NULL, message, place, sizeof y, NULL);
	vcube_tsend(self, NULL, 1 - me, 3, &me, sizeof me);
	return vcube_wait(self, r, NULL);
}

/* A call beside the program of node 0 waits for node 1 (`a`), while the program uses its memory
 * (`b`). */
enum { RECV, TAGGED, REDUCE };
enum { STORE, STORE_IN, FREE, COPY };

struct beside {
	const struct wrong_row *row;
	char *in, *out;
};

static int
run_beside(vcube_node *self, void *arg)
{
	const struct beside *const b = arg;

	if (b->row->a == RECV)
		MARK(0), vcube_recv(self, NULL, 1, b->out, LONG, NULL);
	else if (b->row->a == TAGGED)
		MARK(0), vcube_trecv(self, NULL, 1, 4, b->out, LONG, NULL);
	else
		MARK(0), vcube_allreduce(self, NULL, b->in, b->out, LONG, VCUBE_INT8, VCUBE_SUM, NULL);
	return vcube_failed(self);
}

static void
misuse(vcube_node *self, const struct beside *b)
{
	char data[LONG] = "";

	if (b->row->b == STORE)
		b->out[LONG / 2] = 5;
	else if (b->row->b == STORE_IN)
		b->in[LONG / 2] = 5;
	else if (b->row->b == FREE)
		MARK(2), vcube_free(self, b->out);
	else
		MARK(2), vcube_copy(self, b->out, data, LONG);
}

static int
used_beside(vcube_node *self, const struct wrong_row *row)
{
	struct beside b = {row, vcube_scratch(self, LONG), vcube_scratch(self, LONG)};
	vcube_request *r;
	char go = 0;

	memset(b.in, 1, LONG);
	memset(b.out, 1, LONG);
	if (vcube_rank(self) == 1)
		vcube_trecv(self, NULL, 0, 9, &go, 1, NULL);
	if (vcube_rank(self) == 0 || row->a == REDUCE) {
		MARK(1), r = vcube_async(self, NULL, run_beside, &b);
		if (vcube_rank(self) == 0 && wrong_is_run())
			misuse(self, &b);
		if (vcube_rank(self) == 0)
			vcube_tsend(self, NULL, 1, 9, &go, 1);
		vcube_wait(self, r, NULL);
	} else if (row->a == RECV) {
		vcube_send(self, NULL, 0, b.in, LONG);
	} else {
		vcube_tsend(self, NULL, 0, 4, b.in, LONG);
	}
	vcube_free(self, b.in);
	vcube_free(self, b.out);
	return vcube_failed(self);
}

/* in and out of a collective overlap. */
static int
collective_of_one(vcube_node *self, const struct wrong_row *row)
{
	int x[8] = {0};

	if (row->a == 0)
		MARK(0), vcube_alltoall(self, NULL, x, wrong_is_run() ? x + 1 : x + 4, 1, VCUBE_INT32, NULL);
	else
		MARK(0), vcube_allgather(self, NULL, wrong_is_run() ? x + 1 : x + 4, x, 1, VCUBE_INT32, NULL);
	return vcube_failed(self);
}

/* The same, but what the call waits for is there when it begins: node 1 has done its part. */
static int
bcast_beside(vcube_node *self, void *arg)
{
	const struct beside *const b = arg;

	if (b->row->a == RECV)
		MARK(0), vcube_recv(self, NULL, 1, b->out, LONG, NULL);
	else
		MARK(0), vcube_bcast(self, NULL, 1, b->out, LONG, VCUBE_INT8, NULL);
	return vcube_failed(self);
}

static int
used_beside_at_once(vcube_node *self, const struct wrong_row *row)
{
	struct beside b = {row, NULL, vcube_scratch(self, LONG)};
	vcube_request *r = NULL;

	memset(b.out, 1, LONG);
	if (vcube_rank(self) == 1 && row->a == RECV)
		vcube_send(self, NULL, 0, b.out, LONG);
	else if (vcube_rank(self) == 1)
		vcube_wait(self, vcube_async(self, NULL, bcast_beside, &b), NULL);
	vcube_align(self, NULL);
	if (vcube_rank(self) == 0) {
		MARK(1), r = vcube_async(self, NULL, bcast_beside, &b);
		if (wrong_is_run())
			misuse(self, &b);
	}
	vcube_wait(self, r, NULL);
	vcube_free(self, b.out);
	return vcube_failed(self);
}

#define ROW(fn, nodes, only, a, b, ...) {#fn " " #a " " #b, fn, nodes, "", only, 0, WRONG_WORDS(__VA_ARGS__), a, b}
#define S WRONG_STRICT
static const struct wrong_row rows[] = {
	ROW(changed_while_sent, 2, S, SHORT, 0, "buffer in use", "node 0", "vcube_isend"),
	ROW(changed_while_sent, 2, S, LONG, 0, "buffer in use", "node 0", "vcube_isend"),
	ROW(changed_while_sent, 2, S, LONG, 1, "buffer in use", "node 0", "vcube_isend"),
	ROW(changed_while_sent, 2, S, LONG, 2, "buffer in use", "node 0", "vcube_isend"),
	ROW(changed_while_sent, 2, S, LONG, 3, "buffer in use", "node 0", "vcube_isend"),
	ROW(changed_while_tagged, 2, S, 0, 0, "buffer in use", "node 0", "vcube_tisend"),
	ROW(changed_while_tagged, 2, S, 1, 0, "buffer in use", "node 0", "vcube_tirecv"),
	ROW(changed_while_received, 2, S, 1, 3, "buffer in use", "node 0", "vcube_irecv"),
	ROW(changed_while_received, 2, S, 1, 4999, "buffer in use", "node 0", "vcube_irecv"),
	ROW(changed_while_received, 2, S, 0, 3, "buffer in use", "node 0", "vcube_irecv"),
	ROW(two_receives, 2, S, 0, 0, "buffer in use", "node 0", "vcube_irecv"),
	ROW(two_receives, 2, S, 4999, 0, "buffer in use", "node 0", "vcube_irecv"),
	ROW(two_receives_of_others, 3, S, 0, 0, "buffer in use", "node 0", "vcube_irecv"),
	ROW(crossed, 2, S, 0, 0, "buffer in use", "vcube_send", "vcube_irecv"),
	ROW(crossed, 2, 0, 1, 0, "buffer in use", "vcube_recv", "vcube_isend"),
	ROW(crossed, 2, 0, 1, 1, "buffer in use", "vcube_recv", "vcube_isend"),
	ROW(crossed, 2, S, 2, 0, "buffer in use", "vcube_isend", "vcube_irecv"),
	ROW(crossed, 2, S, 3, 0, "buffer in use", "vcube_irecv", "vcube_isend"),
	ROW(freed_before_wait, 2, 0, 0, 0, "buffer in use", "vcube_free", "vcube_isend"),
	ROW(freed_before_wait, 2, 0, 1, 0, "buffer in use", "vcube_free", "vcube_irecv"),
	ROW(freed_before_wait, 2, 0, 0, 1, "buffer in use", "vcube_resize", "vcube_isend"),
	ROW(freed_before_wait, 2, 0, 1, 1, "buffer in use", "vcube_resize", "vcube_irecv"),
	ROW(local_that_is_gone, 2, S, 0, 0, "buffer in use", "node 0", "vcube_isend", "a function that returned"),
	ROW(local_that_is_gone, 2, S, 1, 0, "buffer in use", "node 0", "vcube_isend"),
	ROW(local_that_is_gone, 2, S, 2, 0, "buffer in use", "node 0", "vcube_irecv"),
	ROW(used_when_done, 2, S, 0, 0, "buffer in use", "vcube_tsend of node 0", "vcube_irecv"),
	ROW(both_ways, 2, S, 0, 0, "buffer in use", "vcube_sendrecv", "node "),
	ROW(both_ways, 2, 0, 0, 4000, "buffer in use", "vcube_sendrecv", "node "),
	ROW(both_ways, 2, S, 1, 0, "buffer in use", "vcube_exchange", "node "),
	ROW(both_ways, 2, 0, 2, 1, "buffer in use", "vcube_exchange_all", "node "),
	ROW(pairs_share, 3, 0, 0, 0, "buffer in use", "vcube_exchange_all", "node "),
	ROW(pairs_share, 3, S, 1, 0, "buffer in use", "vcube_exchange_all", "node "),
	ROW(collective_in_use, 2, 0, 0, 0, "buffer in use", "vcube_bcast", "vcube_tirecv"),
	ROW(collective_in_use, 2, 0, 1, 0, "buffer in use", "vcube_allreduce", "vcube_tirecv"),
	ROW(collective_in_use, 2, 0, 2, 0, "buffer in use", "vcube_allreduce", "vcube_tirecv"),
	ROW(collective_in_use, 2, 0, 3, 0, "buffer in use", "vcube_copy", "vcube_tirecv"),
	ROW(collective_in_use, 2, 0, 4, 0, "buffer in use", "vcube_copy", "reads", "vcube_tirecv"),
	ROW(collective_in_use, 2, 0, 5, 0, "buffer in use", "vcube_mrecv", "vcube_tirecv"),
	ROW(used_beside, 2, S, RECV, STORE, "buffer in use: the 5000 bytes", "node 0", "were changed before it ended"),
	ROW(used_beside, 2, S, TAGGED, STORE, "buffer in use: the 5000 bytes", "node 0", "were changed before it ended"),
	ROW(used_beside, 2, S, REDUCE, STORE, "buffer in use: the 5000 bytes", "node 0", "were changed before it ended"),
	ROW(used_beside, 2, S, REDUCE, STORE_IN, "buffer in use: the 5000 bytes", "node 0", "were changed before it ended"),
	ROW(used_beside, 2, S, RECV, FREE, "buffer in use: vcube_free of node 0", "receives to until it ends"),
	ROW(used_beside, 2, S, TAGGED, COPY, "buffer in use: vcube_copy of node 0", "receives to until it ends"),
	ROW(used_beside, 2, 0, REDUCE, FREE, "buffer in use: vcube_free of node 0", "receives to until it ends"),
	ROW(used_beside, 2, 0, REDUCE, COPY, "buffer in use: vcube_copy of node 0", "receives to until it ends"),
	ROW(used_beside_at_once, 2, S, RECV, STORE, "buffer in use: the 5000 bytes", "node 0", "were changed before it ended"),
	ROW(used_beside_at_once, 2, S, RECV, FREE, "buffer in use: vcube_free of node 0", "receives to until it ends"),
	ROW(used_beside_at_once, 2, S, REDUCE, STORE, "buffer in use: the 5000 bytes", "node 0", "were changed before it ended"),
	ROW(used_beside_at_once, 2, S, REDUCE, COPY, "buffer in use: vcube_copy of node 0", "receives to until it ends"),
	ROW(collective_of_one, 4, 0, 0, 0, "overlap", "node "),
	ROW(collective_of_one, 4, 0, 1, 0, "overlap", "node "),
};

WRONG_CLASS(buffers, "buffers in use", rows);
