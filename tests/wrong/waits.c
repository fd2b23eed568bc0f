/* SPDX-License-Identifier: BSD-2-Clause */
/* Nodes wait for what never comes. */
#include "wrong.h"

static int
recv_first(vcube_node *self, const struct wrong_row *row)
{
	const int me = vcube_rank(self), size = vcube_size(self);
	int x;

	(void)row;
	if (me > 0 || !wrong_is_run())
		vcube_send(self, NULL, (me + 1) % size, &me, sizeof me);
	if (wrong_is_run() && me == 0)
		vcube_recv(self, NULL, 1, &x, sizeof x, NULL);
	return MARK(0), vcube_recv(self, NULL, (me + size - 1) % size, &x, sizeof x, NULL);
}

static int
all_receive(vcube_node *self, const struct wrong_row *row)
{
	const int me = vcube_rank(self), size = vcube_size(self);
	int x;

	(void)row;
	if (!wrong_is_run())
		vcube_send(self, NULL, (me + 1) % size, &me, sizeof me);
	MARK(0), vcube_recv(self, NULL, (me + size - 1) % size, &x, sizeof x, NULL);
	return vcube_failed(self);
}

/* Waits for a tag, while messages with others stand. */
static int
other_tag(vcube_node *self, const struct wrong_row *row)
{
	int x = 1;

	if (vcube_rank(self) == 0) {
		for (int i = 0; i < row->a; i++) {
			MARK(0), vcube_tsend(self, NULL, 1, 7 + i, &x, sizeof x);
		}
		if (!wrong_is_run())
			vcube_tsend(self, NULL, 1, 5, &x, sizeof x);
		return vcube_failed(self);
	}
	if (row->b)
		MARK(1), vcube_wait(self, vcube_tirecv(self, NULL, VCUBE_ANY, 5, &x, sizeof x), NULL);
	else
		MARK(1), vcube_trecv(self, NULL, 0, 5, &x, sizeof x, NULL);
	for (int i = 0; i < row->a; i++)
		vcube_trecv(self, NULL, 0, 7 + i, &x, sizeof x, NULL);
	return vcube_failed(self);
}

static int
tag_for_plain(vcube_node *self, const struct wrong_row *row)
{
	int x = 1;

	(void)row;
	if (vcube_rank(self) == 0) {
		return wrong_is_run() ? vcube_tsend(self, NULL, 1, 0, &x, sizeof x)
				      : vcube_send(self, NULL, 1, &x, sizeof x);
	}
	MARK(1), vcube_recv(self, NULL, 0, &x, sizeof x, NULL);
	return vcube_failed(self);
}

static int
other_group(vcube_node *self, const struct wrong_row *row)
{
	vcube_group *part = NULL;
	int x = 1;

	(void)row;
	vcube_split(self, NULL, 0, 0, &part);
	if (vcube_rank(self) == 0) {
		MARK(0), vcube_tsend(self, wrong_is_run() ? NULL : part, 1, 3, &x, sizeof x);
		return vcube_failed(self);
	}
	MARK(1), vcube_trecv(self, part, 0, 3, &x, sizeof x, NULL);
	return vcube_failed(self);
}

/* A pending request takes the message that a later receive waits for. */
static int
request_takes_it(vcube_node *self, const struct wrong_row *row)
{
	int x = 1, y = 0;
	vcube_request *r = NULL;

	if (vcube_rank(self) == 0) {
		vcube_tsend(self, NULL, 1, 3, &x, sizeof x);
		return wrong_is_run() ? 0 : vcube_tsend(self, NULL, 1, 3, &x, sizeof x);
	}
	MARK(0), r = vcube_tirecv(self, NULL, 0, row->a ? VCUBE_ANY_TAG : 3, &x, sizeof x);
	MARK(1), vcube_trecv(self, NULL, 0, 3, &y, sizeof y, NULL);
	return vcube_wait(self, r, NULL);
}

static int
plain_request_takes_it(vcube_node *self, const struct wrong_row *row)
{
	int x = 1, y = 0;
	vcube_request *r = NULL;

	(void)row;
	if (vcube_rank(self) == 0) {
		vcube_send(self, NULL, 1, &x, sizeof x);
		return wrong_is_run() ? 0 : vcube_send(self, NULL, 1, &x, sizeof x);
	}
	MARK(0), r = vcube_irecv(self, NULL, 0, &x, sizeof x);
	MARK(1), vcube_recv(self, NULL, 0, &y, sizeof y, NULL);
	return vcube_wait(self, r, NULL);
}

/* What is there is from another node than the one that it waits for. */
static int
other_node(vcube_node *self, const struct wrong_row *row)
{
	const int me = vcube_rank(self);
	int x = 1;

	if (me == (wrong_is_run() ? 2 : 1))
		return row->a ? vcube_tsend(self, NULL, 0, 6, &x, sizeof x)
			      : vcube_send(self, NULL, 0, &x, sizeof x);
	if (me == 0 && row->a)
		MARK(0), vcube_trecv(self, NULL, 1, 6, &x, sizeof x, NULL);
	else if (me == 0)
		MARK(0), vcube_recv(self, NULL, 1, &x, sizeof x, NULL);
	return vcube_failed(self);
}

/* Waits beside a request that is still pending. */
static int
pending_request(vcube_node *self, const struct wrong_row *row)
{
	const int other = 1 - vcube_rank(self);
	int x = 1, y = 0;
	vcube_request *r;

	(void)row;
	MARK(0), r = vcube_tirecv(self, NULL, other, 4, &y, sizeof y);
	if (wrong_is_run()) {
		MARK(1), vcube_wait(self, r, NULL);
	}
	vcube_tsend(self, NULL, other, 4, &x, sizeof x);
	return wrong_is_run() ? vcube_failed(self) : vcube_wait(self, r, NULL);
}

static int
synchronous(vcube_node *self, const struct wrong_row *row)
{
	const int me = vcube_rank(self), other = 1 - me;
	int x = 1;

	(void)row;
	if (me == 0 || wrong_is_run()) {
		MARK(0), vcube_tssend(self, NULL, other, 7, &x, sizeof x);
		vcube_trecv(self, NULL, other, 7, &x, sizeof x, NULL);
	} else {
		vcube_trecv(self, NULL, other, 7, &x, sizeof x, NULL);
		vcube_tssend(self, NULL, other, 7, &x, sizeof x);
	}
	return vcube_failed(self);
}

static int
relies_on_room(vcube_node *self, const struct wrong_row *row)
{
	const int me = vcube_rank(self), other = 1 - me;
	int x = 1;

	(void)row;
	if (me == 0 || wrong_is_run()) {
		MARK(0), vcube_send(self, NULL, other, &x, sizeof x);
		vcube_recv(self, NULL, other, &x, sizeof x, NULL);
	} else {
		vcube_recv(self, NULL, other, &x, sizeof x, NULL);
		vcube_send(self, NULL, other, &x, sizeof x);
	}
	return vcube_failed(self);
}

static int
any_of_none(vcube_node *self, const struct wrong_row *row)
{
	int x = 1;

	(void)row;
	if (vcube_rank(self) > 0)
		return vcube_send(self, NULL, 0, &x, sizeof x);
	for (int i = 0; i < (wrong_is_run() ? 3 : 2); i++) {
		MARK(0), vcube_recv(self, NULL, VCUBE_ANY, &x, sizeof x, NULL);
	}
	return vcube_failed(self);
}

static int
probes(vcube_node *self, const struct wrong_row *row)
{
	int x = 1;

	if (vcube_rank(self) == 1)
		return wrong_is_run() ? 0 : vcube_tsend(self, NULL, 0, 4, &x, sizeof x);
	if (row->a)
		MARK(0), vcube_tprobe(self, NULL, 1, 4, NULL);
	else
		MARK(0), vcube_trecv(self, NULL, 1, 4, &x, sizeof x, NULL);
	return row->a ? vcube_trecv(self, NULL, 1, 4, &x, sizeof x, NULL) : vcube_failed(self);
}

static int
waitany_of_none(vcube_node *self, const struct wrong_row *row)
{
	vcube_request *r[2];
	int x = 1, y[2], first;

	(void)row;
	if (vcube_rank(self) > 0)
		return wrong_is_run() ? 0 : vcube_send(self, NULL, 0, &x, sizeof x);
	MARK(0), r[0] = vcube_irecv(self, NULL, 1, &y[0], sizeof x);
	MARK(1), r[1] = vcube_irecv(self, NULL, 2, &y[1], sizeof x);
	MARK(2), vcube_waitany(self, r, 2, &first, NULL);
	return vcube_failed(self) ? vcube_failed(self) : vcube_wait(self, r[1 - first], NULL);
}

static int
recv_before_barrier(vcube_node *self, const struct wrong_row *row)
{
	int x = 1;

	(void)row;
	if (vcube_rank(self) == 0) {
		if (wrong_is_run()) {
			MARK(0), vcube_trecv(self, NULL, 1, 1, &x, sizeof x, NULL);
		}
		vcube_barrier(self, NULL, NULL);
		return wrong_is_run() ? vcube_failed(self) : vcube_trecv(self, NULL, 1, 1, &x, sizeof x, NULL);
	}
	MARK(1), vcube_barrier(self, NULL, NULL);
	return vcube_tsend(self, NULL, 0, 1, &x, sizeof x);
}

static int
too_long(vcube_node *self, const struct wrong_row *row)
{
	char data[100] = {0};
	const size_t room = wrong_is_run() ? 99 : 100;

	if (vcube_rank(self) == 0)
		return row->a ? vcube_tsend(self, NULL, 1, 2, data, 100) : vcube_send(self, NULL, 1, data, 100);
	if (row->a == 1)
		MARK(0), vcube_trecv(self, NULL, 0, 2, data, room, NULL);
	else if (row->a == 2)
		MARK(0), vcube_wait(self, vcube_tirecv(self, NULL, 0, 2, data, room), NULL);
	else
		MARK(0), vcube_recv(self, NULL, 0, data, room, NULL);
	return vcube_failed(self);
}

static int
promise_unkept(vcube_node *self, const struct wrong_row *row)
{
	vcube_request *r;

	(void)row;
	MARK(1), r = vcube_promise(self);
	if (!wrong_is_run())
		vcube_complete(self, r);
	MARK(0), vcube_wait(self, r, NULL);
	return vcube_failed(self);
}

#define ROW(fn, nodes, machine, a, b, ...) {#fn " " #a " " #b, fn, nodes, machine, WRONG_LINE_STRICT, 0, WRONG_WORDS(__VA_ARGS__), a, b}
#define TWIN_FIXED(fn, nodes, machine, a, b, ...) \
	{#fn " " #a " " #b, fn, nodes, machine, WRONG_TWIN_FIXED, 0, WRONG_WORDS(__VA_ARGS__), a, b}
static const struct wrong_row rows[] = {
	ROW(recv_first, 2, "", 0, 0, "node 0 waits", "node 1"),
	ROW(all_receive, 3, "", 0, 0, "cycle: 0 -> 2 -> 1 -> 0", "node 1 waits to receive from node 0"),
	ROW(all_receive, 5, "", 0, 0, "cycle: 0 -> 4 -> 3 -> 2 -> 1 -> 0"),
	ROW(all_receive, 1, "", 0, 0, "cycle: 0 -> 0"),
	ROW(other_tag, 2, "", 1, 0, "node 1 waits", "tag 5", "tag 7", "node 0"),
	ROW(other_tag, 2, "", 2, 0, "node 1 waits", "tag 5", "tag 7", "tag 8"),
	ROW(other_tag, 2, "", 3, 0, "node 1 waits", "tag 5", "tag 7", "tag 9"),
	ROW(other_tag, 2, "", 1, 1, "node 1 waits", "tag 5", "tag 7"),
	ROW(tag_for_plain, 2, "", 0, 0, "node 1 waits", "tag 0"),
	ROW(other_group, 2, "", 0, 0, "node 1 waits", "group 1", "tag 3"),
	ROW(other_node, 3, "", 0, 0, "node 0 waits", "what is there: 4 bytes from node 2"),
	ROW(other_node, 3, "", 1, 0, "node 0 waits", "what is there: 4 bytes from node 2, tag 6"),
	ROW(request_takes_it, 2, "", 0, 0, "node 1 waits", "vcube_tirecv"),
	ROW(request_takes_it, 2, "", 1, 0, "node 1 waits", "vcube_tirecv"),
	ROW(plain_request_takes_it, 2, "", 0, 0, "node 1 waits", "vcube_irecv"),
	ROW(pending_request, 2, "", 0, 0, "cycle: 0 -> 1 -> 0", "tag 4"),
	ROW(synchronous, 2, "", 0, 0, "cycle: 0 -> 1 -> 0", "tag 7"),
	TWIN_FIXED(relies_on_room, 2, "capacity=0", 0, 0, "cycle: 0 -> 1 -> 0", "for room"),
	{"any_of_none", any_of_none, 3, "", WRONG_LINE_STRICT | WRONG_TWIN_REMARKS, 0,
	 WRONG_WORDS("node 0 waits to receive from any node"), 0, 0},
	ROW(probes, 2, "", 0, 0, "node 0 waits", "tag 4"),
	ROW(probes, 2, "", 1, 0, "node 0 waits", "tag 4"),
	ROW(waitany_of_none, 3, "", 0, 0, "for the first of several requests"),
	ROW(recv_before_barrier, 2, "", 0, 0, "cycle: 0 -> 1 -> 0", "tag 1", "barrier"),
	ROW(too_long, 2, "", 0, 0, "100 bytes from node 0", "node 1"),
	ROW(too_long, 2, "", 1, 0, "100 bytes from node 0", "node 1"),
	ROW(too_long, 2, "", 2, 0, "100 bytes from node 0", "node 1"),
	ROW(promise_unkept, 1, "", 0, 0, "node 0 waits", "vcube_promise at "),
};

WRONG_CLASS(waits, "waits without end", rows);
