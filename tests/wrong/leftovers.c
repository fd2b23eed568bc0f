/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages, requests and data that nobody has taken by the end. */
#include "wrong.h"

/* Node 0 sends by call row->a, to each of the others; the wrong ones do not receive. */
static int
not_received(vcube_node *self, const struct wrong_row *row)
{
	const int me = vcube_rank(self);
	char data[600] = {0};
	const size_t bytes = (size_t)row->b;

	if (me > 0 && wrong_is_run())
		return 0;
	for (int to = 1; me == 0 && to < vcube_size(self); to++) {
		if (row->a == 0)
			MARK(0), vcube_send(self, NULL, to, data, bytes);
		else if (row->a == 1)
			MARK(0), vcube_wait(self, vcube_isend(self, NULL, to, data, bytes), NULL);
		else
			MARK(0), vcube_tsend(self, NULL, to, 4, data, bytes);
	}
	if (me == 0)
		return vcube_failed(self);
	return row->a == 2 ? vcube_trecv(self, NULL, 0, 4, data, bytes, NULL)
			   : vcube_recv(self, NULL, 0, data, bytes, NULL);
}

static int
several_pairs(vcube_node *self, const struct wrong_row *row)
{
	const int me = vcube_rank(self), next = (me + 1) % 3, before = (me + 2) % 3;
	int x = me;

	(void)row;
	for (int i = 0; i <= me; i++) {
		MARK(0), vcube_send(self, NULL, next, &x, sizeof x);
	}
	for (int i = 0; i <= before && !wrong_is_run(); i++)
		vcube_recv(self, NULL, before, &x, sizeof x, NULL);
	return vcube_failed(self);
}

static int
one_of_three(vcube_node *self, const struct wrong_row *row)
{
	int x = 1;

	for (int i = 0; i < 2 && vcube_rank(self) == 1; i++)
		vcube_send(self, NULL, 0, &x, sizeof x);
	if (vcube_rank(self) == 1)
		MARK(0), vcube_send(self, NULL, 0, &x, sizeof x);
	if (vcube_rank(self) == 1)
		return vcube_failed(self);
	for (int i = 0; i < (wrong_is_run() ? 2 : 3); i++)
		vcube_recv(self, NULL, row->a ? VCUBE_ANY : 1, &x, sizeof x, NULL);
	return vcube_failed(self);
}

/* A message with a tag stays; others were taken. */
static int
tag_stays(vcube_node *self, const struct wrong_row *row)
{
	int x = 1;

	(void)row;
	if (vcube_rank(self) == 0) {
		MARK(0), vcube_tsend(self, NULL, 1, 8, &x, sizeof x);
		return vcube_tsend(self, NULL, 1, 9, &x, sizeof x);
	}
	vcube_trecv(self, NULL, 0, 9, &x, sizeof x, NULL);
	return wrong_is_run() ? vcube_failed(self) : vcube_trecv(self, NULL, 0, 8, &x, sizeof x, NULL);
}

static int
probed_only(vcube_node *self, const struct wrong_row *row)
{
	vcube_message *message = NULL;
	int x = 1;

	if (vcube_rank(self) == 0) {
		MARK(0), vcube_tsend(self, NULL, 1, 8, &x, sizeof x);
		return vcube_failed(self);
	}
	if (row->a)
		vcube_mprobe(self, NULL, 0, 8, &message, NULL);
	else
		vcube_tprobe(self, NULL, 0, 8, NULL);
	if (wrong_is_run())
		return vcube_failed(self);
	return row->a ? vcube_mrecv(self, NULL, message, &x, sizeof x, NULL)
		      : vcube_trecv(self, NULL, 0, 8, &x, sizeof x, NULL);
}

static int
to_itself(vcube_node *self, const struct wrong_row *row)
{
	int x = 1;

	(void)row;
	if (vcube_rank(self) != 1)
		return 0;
	MARK(0), vcube_send(self, NULL, 1, &x, sizeof x);
	return wrong_is_run() ? vcube_failed(self) : vcube_recv(self, NULL, 1, &x, sizeof x, NULL);
}

static int
not_waited_for(vcube_node *self, const struct wrong_row *row)
{
	char data[600] = {0};
	const int me = vcube_rank(self);
	vcube_request *r = NULL;

	if (me == 0) {
		if (row->a == 0)
			MARK(0), r = vcube_isend(self, NULL, 1, data, (size_t)row->b);
		else if (row->a == 1)
			MARK(0), r = vcube_irecv(self, NULL, 1, data, sizeof data);
		else if (row->a == 2)
			MARK(0), r = vcube_tisend(self, NULL, 1, 3, data, (size_t)row->b);
		else
			MARK(0), r = vcube_tirecv(self, NULL, 1, 3, data, sizeof data);
		if (row->a == 3)
			vcube_tsend(self, NULL, 1, 3, &me, sizeof me);
		return wrong_is_run() ? vcube_failed(self) : vcube_wait(self, r, NULL);
	}
	if (row->a == 0)
		return vcube_recv(self, NULL, 0, data, sizeof data, NULL);
	if (row->a == 1)
		return vcube_send(self, NULL, 0, data, (size_t)row->b);
	vcube_trecv(self, NULL, 0, 3, data, sizeof data, NULL);
	return row->a == 3 ? vcube_tsend(self, NULL, 0, 3, data, 1) : vcube_failed(self);
}

static int
nothing(vcube_node *self, void *arg)
{
	(void)self, (void)arg;
	return 0;
}

static int
async_not_waited_for(vcube_node *self, const struct wrong_row *row)
{
	vcube_request *r;

	(void)row;
	MARK(0), r = vcube_async(self, NULL, nothing, NULL);
	return wrong_is_run() ? vcube_failed(self) : vcube_wait(self, r, NULL);
}

static int
synchronous_not_waited_for(vcube_node *self, const struct wrong_row *row)
{
	vcube_request *r;
	int x = 1;

	(void)row;
	if (vcube_rank(self) == 1)
		return vcube_trecv(self, NULL, 0, 2, &x, sizeof x, NULL);
	MARK(0), r = vcube_tissend(self, NULL, 1, 2, &x, sizeof x);
	return wrong_is_run() ? vcube_failed(self) : vcube_wait(self, r, NULL);
}

static int
promise_not_waited_for(vcube_node *self, const struct wrong_row *row)
{
	vcube_request *r;

	(void)row;
	MARK(0), r = vcube_promise(self);
	vcube_complete(self, r);
	return wrong_is_run() ? vcube_failed(self) : vcube_wait(self, r, NULL);
}

static int
in_group(vcube_node *self, const struct wrong_row *row)
{
	vcube_group *part = NULL;
	int x = 1;

	(void)row;
	vcube_split(self, NULL, vcube_rank(self) % 2, 0, &part);
	if (vcube_group_rank(self, part) == 0) {
		MARK(0), vcube_send(self, part, 1, &x, sizeof x);
		return vcube_failed(self);
	}
	return wrong_is_run() ? 0 : vcube_recv(self, part, 0, &x, sizeof x, NULL);
}

static int
times_out(vcube_node *self, const struct wrong_row *row)
{
	int x = 1;

	(void)row;
	if (vcube_rank(self) == 0) {
		vcube_recv(self, NULL, 1, &x, sizeof x, NULL);
		MARK(0), vcube_send(self, NULL, 1, &x, sizeof x);
		return vcube_failed(self);
	}
	if (wrong_is_run())
		vcube_recv_within(self, NULL, 0, &x, sizeof x, 1000000, NULL);
	vcube_send(self, NULL, 0, &x, sizeof x);
	return wrong_is_run() ? vcube_failed(self) : vcube_recv(self, NULL, 0, &x, sizeof x, NULL);
}

#define ROW(fn, nodes, a, b, ...) \
	{#fn " " #a " " #b, fn, nodes, "", WRONG_LINE_STRICT, 0, WRONG_WORDS(__VA_ARGS__), a, b}
static const struct wrong_row rows[] = {
	ROW(not_received, 2, 0, 4, "a message of 4 bytes from node 0 to node 1 was never received"),
	ROW(not_received, 2, 0, 500, "a message of 500 bytes from node 0 to node 1 was never received"),
	ROW(not_received, 2, 0, 0, "a message of 0 bytes from node 0 to node 1 was never received"),
	ROW(not_received, 2, 1, 500, "a message of 500 bytes from node 0 to node 1 was never received"),
	ROW(not_received, 2, 2, 4, "a message of 4 bytes from node 0 to node 1 was never received", "tag 4"),
	ROW(not_received, 3, 0, 4, "2 messages (8 bytes) were never received", "node 0 to node 1", "node 0 to node 2"),
	ROW(not_received, 3, 2, 4, "2 messages (8 bytes) were never received", "node 0 to node 1", "node 0 to node 2"),
	ROW(not_received, 4, 0, 500, "3 messages (1500 bytes) were never received", "node 0 to node 3"),
	ROW(not_received, 4, 2, 4, "3 messages (12 bytes) were never received", "node 0 to node 3", "tag 4"),
	ROW(several_pairs, 3, 0, 0, "6 messages (24 bytes) were never received", "node 0 to node 1", "node 1 to node 2", "node 2 to node 0"),
	ROW(one_of_three, 2, 0, 0, "a message of 4 bytes from node 1 to node 0 was never received"),
	ROW(one_of_three, 2, 1, 0, "a message of 4 bytes from node 1 to node 0 was never received"),
	ROW(tag_stays, 2, 0, 0, "a message of 4 bytes from node 0 to node 1 was never received", "tag 8"),
	ROW(probed_only, 2, 0, 0, "a message of 4 bytes from node 0 to node 1 was never received"),
	ROW(probed_only, 2, 1, 0, "a message of 4 bytes from node 0 to node 1 was never received"),
	ROW(to_itself, 2, 0, 0, "a message of 4 bytes from node 1 to node 1 was never received"),
	ROW(not_waited_for, 2, 0, 4, "vcube_isend of 4 bytes to node 1", "was never waited for"),
	ROW(not_waited_for, 2, 0, 500, "vcube_isend of 500 bytes to node 1", "was never waited for"),
	ROW(not_waited_for, 2, 1, 4, "vcube_irecv from node 1", "was never waited for"),
	ROW(not_waited_for, 2, 2, 4, "vcube_tisend of 4 bytes to node 1", "was never waited for"),
	ROW(not_waited_for, 2, 3, 4, "vcube_tirecv from node 1", "was never waited for"),
	ROW(not_waited_for, 2, 1, 500, "vcube_irecv from node 1", "was never waited for"),
	ROW(not_waited_for, 2, 2, 500, "vcube_tisend of 500 bytes to node 1", "was never waited for"),
	ROW(async_not_waited_for, 2, 0, 0, "vcube_async", "was never waited for"),
	ROW(synchronous_not_waited_for, 2, 0, 0, "node 0", "vcube_tissend to node 1 at ", "was never waited for"),
	ROW(promise_not_waited_for, 2, 0, 0, "node 0", "vcube_promise at ", "was never waited for"),
	ROW(in_group, 4, 0, 0, "2 messages (8 bytes) were never received", "node 0 to node 2", "node 1 to node 3"),
	ROW(times_out, 2, 0, 0, "a message of 4 bytes from node 0 to node 1 was never received"),
};

WRONG_CLASS(leftovers, "leftovers", rows);
