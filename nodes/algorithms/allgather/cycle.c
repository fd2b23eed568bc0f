/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all broadcast along one Hamiltonian cycle of a cube, the Gray code:
 * p - 1 times, each node sends the block that it received last to its predecessor on the
 * cycle, and receives one from its successor.
 *
 * The rows of a node's memory, with the ranks whose blocks they hold in the end, p = 4.
 * The cycle visits the ranks 0 1 2 3 in Gray code order and 0 1 3 2 in binary order:
 *
 *          Gray code           binary
 *   rank   0  1  2  3          0  1  2  3
 *   row 0  0  1  2  3          0  1  2  3
 *   row 1  1  2  3  0          1  3  0  2
 *   row 2  2  3  0  1          3  2  1  0
 *   row 3  3  0  1  2          2  0  3  1
 *
 * Invariant: after step k, the node at position s of the cycle holds the blocks of
 * positions s, s + 1, .., s + k (mod p) in rows 0 to k.
 */
#include <string.h>
#include <vcube/authoring.h>

enum { ORDER, INDEX };
enum { NONE, LOCAL };

static const struct vcube_option options[] = {
	[ORDER] = VCUBE_ORDER_OPTION,
	[INDEX] = {"index", "none|local", "blocks are received in place; or in rows, the same in "
		   "every node, and permuted in the end"},
	{0}
};

/* Returns the number of the block in row k at position s of the cycle. */
static int
block(const struct vcube_call *c, int s, int k)
{
	return vcube_order_at(c->set[ORDER].value, (s + k) & (c->size - 1));
}

/* Returns the place of that row: in `out`, or in `rows`. */
static char *
row(const struct vcube_call *c, char *rows, int s, int k)
{
	return rows ? rows + c->bytes * (size_t)k : vcube_out(c, block(c, s, k));
}

static size_t
row_bytes(const struct vcube_call *c, int s, int k)
{
	return vcube_out_bytes(c, block(c, s, k));
}

static void
permute(vcube_node *self, const struct vcube_call *c, char *rows, int s)
{
	for (int k = 0; k < c->size && !vcube_failed(self); k++)
		memcpy(row(c, NULL, s, k), row(c, rows, s, k), c->bytes);
	vcube_charge(self, VCUBE_WORK_REORDER_STARTUP, 1);
	vcube_charge(self, VCUBE_WORK_REORDER_BLOCK, (uint64_t)c->size);
	vcube_charge(self, VCUBE_WORK_REORDER, c->bytes * (uint64_t)c->size);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, order = c->set[ORDER].value, s = vcube_order_place(order, c->rank);
	const int before = vcube_order_at(order, (s + p - 1) & (p - 1));
	const int after = vcube_order_at(order, (s + 1) & (p - 1));
	const bool in_rows = c->set[INDEX].value == LOCAL;
	char *const rows = in_rows ? vcube_scratch(self, c->bytes * (size_t)p) : NULL;

	if (in_rows && rows == NULL)
		return;
	if (in_rows)
		vcube_watch(self, "rows", rows, c->type, c->count * (size_t)p);
	vcube_copy(self, row(c, rows, s, 0), c->in, vcube_in_bytes(c, 0));
	for (int k = 1; k < p; k++) {
		vcube_step(self, "shift");
		vcube_sendrecv(self, c->group, before, row(c, rows, s, k - 1), row_bytes(c, s, k - 1),
			       after, row(c, rows, s, k), row_bytes(c, s, k), NULL);
	}
	if (in_rows) {
		vcube_step(self, "reorder");
		permute(self, c, rows, s);
	}
	vcube_free(self, rows);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time p = t->p, m = (vcube_time)t->m;
	const vcube_time sum = (p - 1) * (vcube_startup_time(t) + t->k.per_byte * m)
		+ t->k.copy * m;

	if (p == 1 || t->set[INDEX].value == NONE)
		return sum;
	return sum + t->k.reorder_startup + p * (t->k.reorder_block + t->k.reorder * m);
}

const struct vcube_algorithm vc_algorithm_allgather_cycle = {
	.collective = VCUBE_ALLGATHER,
	.name = "cycle",
	.text = "every block goes once around a Hamiltonian cycle of the cube",
	.paper = "Mathur and Johnsson, section 4.1",
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.options = options,
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL | VCUBE_NATIVE_ORDERED,
	.steps = "p - 1",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m)(p - 1)",
	.unequal = VCUBE_ALLGATHERV,
	.unequal_options = INDEX,
	.cost = cost,
	.run = run,
};
