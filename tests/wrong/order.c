/* SPDX-License-Identifier: BSD-2-Clause */
/* With digest=yes: what a program sends depends on the order in which messages come. */
#include "wrong.h"

/* Node 0 takes a message of each node; returns the sender of the i-th, the same in every order
 * if the program is right. */
static int
take(vcube_node *self, int i)
{
	int x = -1;

	vcube_trecv(self, NULL, wrong_is_run() ? VCUBE_ANY : i + 2, 1, &x, sizeof x, NULL);
	return x;
}

enum { CONTENTS, LENGTH, TAG };

/* Node 0 sends node 1 what depends on whom it took; nobody else sends anything else. */
static int
sends_what_came(vcube_node *self, const struct wrong_row *row)
{
	const int me = vcube_rank(self), size = vcube_size(self);
	int x[16] = {me};

	if (me > 1)
		return vcube_tsend(self, NULL, 0, 1, x, sizeof *x);
	for (int i = 0; i < size - 2 && me == 0; i++) {
		const int came = take(self, i);

		x[0] = row->a == CONTENTS ? came : 0;
		MARK(0), vcube_tsend(self, NULL, 1, row->a == TAG ? came : 7, x,
				     row->a == LENGTH ? (size_t)came : 4);
	}
	if (me == 0)
		vcube_tsend(self, NULL, 1, 99, x, 0);
	for (struct vcube_status s = {.tag = 0}; me == 1 && s.tag != 99 && !vcube_failed(self);)
		vcube_trecv(self, NULL, 0, VCUBE_ANY_TAG, x, sizeof x, &s);
	return vcube_failed(self);
}

#define ROW(fn, nodes, a, b, ...) \
	{#fn " " #a, fn, nodes, "digest=yes", WRONG_TWIN_REMARKS | WRONG_TWIN_FIXED, 0, WRONG_WORDS(__VA_ARGS__), a, b}
static const struct wrong_row rows[] = {
	ROW(sends_what_came, 10, CONTENTS, 0, "depend on the order", "from node 0 to node 1", "other contents"),
	ROW(sends_what_came, 10, LENGTH, 0, "depend on the order", "from node 0 to node 1", "with fuzz=2 it has"),
	ROW(sends_what_came, 10, TAG, 0, "depend on the order", "from node 0 to node 1", "tag"),
};

WRONG_CLASS(order, "order", rows);
