/* SPDX-License-Identifier: BSD-2-Clause */
/* What strict machines remark on after a run that went well: message races, blocks left. */
#include "wrong.h"

enum { BY_RECV, BY_TAG, BY_REQUEST, BY_PROBE, BY_LOOK };

/* Receives a number from a node, or from any. */
static int
take(vcube_node *self, int how, int from)
{
	struct vcube_status s;
	int x = -1, there = 0;

	if (how == BY_RECV)
		MARK(0), vcube_recv(self, NULL, from, &x, sizeof x, NULL);
	else if (how == BY_TAG)
		MARK(0), vcube_trecv(self, NULL, from, VCUBE_ANY_TAG, &x, sizeof x, NULL);
	else if (how == BY_REQUEST)
		MARK(0), vcube_wait(self, vcube_tirecv(self, NULL, from, 3, &x, sizeof x), NULL);
	else if (how == BY_PROBE)
		MARK(0), vcube_tprobe(self, NULL, from, 3, &s);
	while (how == BY_LOOK && !there && vcube_failed(self) == 0)
		MARK(0), vcube_tiprobe(self, NULL, from, 3, &there, &s);
	if (how >= BY_PROBE && vcube_failed(self) == 0)
		vcube_trecv(self, NULL, s.from, 3, &x, sizeof x, NULL);
	return x;
}

/* All send to node 0, which receives when all have sent. */
static int
taken_first(vcube_node *self, const struct wrong_row *row)
{
	const int me = vcube_rank(self), size = vcube_size(self);

	if (me > 0 && row->a == BY_RECV)
		MARK(1), vcube_send(self, NULL, 0, &me, sizeof me);
	else if (me > 0)
		MARK(1), vcube_tsend(self, NULL, 0, 3, &me, sizeof me);
	vcube_barrier(self, NULL, NULL);
	for (int i = 1; i < size && me == 0; i++)
		take(self, row->a, wrong_is_run() ? VCUBE_ANY : i);
	return vcube_failed(self);
}

/* The same within groups: what another group's members send is no rival. */
static int
taken_in_group(vcube_node *self, const struct wrong_row *row)
{
	const int me = vcube_rank(self);
	vcube_group *half;

	(void)row;
	vcube_split(self, NULL, me % 2, 0, &half);
	if (me > 1)
		MARK(1), vcube_tsend(self, half, 0, 1, &me, sizeof me);
	vcube_barrier(self, NULL, NULL);
	for (int i = 1; me < 2 && i < vcube_group_size(self, half); i++) {
		int x;

		MARK(0), vcube_trecv(self, half, wrong_is_run() ? VCUBE_ANY : i, 1, &x, sizeof x, NULL);
	}
	return vcube_failed(self);
}

/* Node 1 leaves row->a blocks, the last one resized. */
static int
not_freed(vcube_node *self, const struct wrong_row *row)
{
	char *block[4] = {NULL};

	for (int i = 0; i < row->a && vcube_rank(self) == 1; i++)
		MARK(1), block[i] = vcube_alloc(self, 100);
	if (row->b > 0 && vcube_rank(self) == 1)
		MARK(0), block[row->a - 1] = vcube_resize(self, block[row->a - 1], (size_t)row->b);
	for (int i = 0; i < row->a && !wrong_is_run(); i++)
		vcube_free(self, block[i]);
	return vcube_failed(self);
}

#define ROW(fn, nodes, a, b, ...) {#fn " " #a " " #b, fn, nodes, "", 0, 0, WRONG_WORDS(__VA_ARGS__), a, b}
static const struct wrong_row rows[] = {
	ROW(taken_first, 3, BY_RECV, 0, "depend on the order: 1 receive\n", "node 0 received from any node"),
	ROW(taken_first, 5, BY_RECV, 0, "depend on the order: 3 receives\n", "(3 times)", "the message of node"),
	ROW(taken_first, 4, BY_TAG, 0, "depend on the order: 2 receives\n", "node 0 received from any node"),
	ROW(taken_first, 4, BY_REQUEST, 0, "depend on the order: 2 receives\n", "node 0 received from any node"),
	ROW(taken_first, 4, BY_PROBE, 0, "depend on the order: 2 receives\n", "node 0 received from any node"),
	ROW(taken_first, 4, BY_LOOK, 0, "depend on the order: 2 receives\n", "node 0 received from any node"),
	ROW(taken_in_group, 6, 0, 0, "depend on the order: 2 receives\n", "node 0 received", "node 1 received"),
	ROW(not_freed, 2, 1, 0, "node 1 has not freed 1 block (100 bytes)"),
	ROW(not_freed, 2, 3, 0, "node 1 has not freed 3 blocks (300 bytes)"),
	ROW(not_freed, 2, 2, 50000, "node 1 has not freed 1 block (100 bytes)", "1 block (50000 bytes)"),
};

WRONG_CLASS(remarks, "remarks", rows);
