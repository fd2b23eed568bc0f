/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "memory_snapshots.h"

static int
record(vcube_machine *m, uint64_t step, const char *name, void *arg)
{
	struct snapshots *const f = arg;
	struct vcube_watched w;

	(void)step;
	(void)name;
	if (f->calls == SNAPSHOT_CALLS)
		return 1;
	for (int r = 0; r < vcube_machine_nodes(m); r++)
		if ((find_watched(m, r, f->name, &w) || find_watched(m, r, "out", &w)) &&
		    w.count <= SNAPSHOT_ROOM)
			memcpy(f->seen[f->calls][r], w.pointer, w.count * sizeof(uint32_t));
		else
			f->missing++;
	f->calls++;
	return 0;
}

static uint32_t
gathered(int rank, size_t e)
{
	return (uint32_t)rank << 8 | (uint32_t)e;
}

static uint32_t
term(int rank, size_t block, size_t e)
{
	return (uint32_t)block << 16 | (uint32_t)e << 8 | 1u << rank;
}

static int
act(vcube_node *self, void *arg)
{
	const struct snapshots *const f = arg;
	const size_t p = (size_t)vcube_size(self), n = f->n;
	const int me = vcube_rank(self);
	uint32_t *const in = take_block(self, 4 * n * p), *const out = take_block(self, 4 * n * p);

	if (in == NULL || out == NULL)
		return vcube_failed(self);
	memset(out, 0, 4 * n * p);
	for (size_t b = 0; b < p; b++)
		for (size_t e = 0; e < n; e++)
			in[b * n + e] = f->collective == VCUBE_ALLGATHER ? gathered(me, e) : term(me, b, e);
	vcube_watch(self, "out", out, VCUBE_UINT32, n * (f->collective == VCUBE_ALLGATHER ? p : 1));
	if (f->collective == VCUBE_ALLGATHER)
		vcube_allgather(self, NULL, in, out, n, VCUBE_UINT32, f->how);
	else if (f->collective == VCUBE_REDUCE_SCATTER)
		vcube_reduce_scatter(self, NULL, in, out, n, VCUBE_UINT32, VCUBE_BOR, f->how);
	else
		vcube_allreduce(self, NULL, in, out, n, VCUBE_UINT32, VCUBE_BOR, f->how);
	vcube_step(self, "end");
	return 0;
}

void
take_snapshots(struct snapshots *f, const char *machine, int calls)
{
	vcube_machine *const m = open_machine("%s clock=virtual routing=none", machine);

	vcube_on_step(m, record, f);
	run_well(m, act, f);
	assert_int_equal(f->calls, calls);
	assert_int_equal(f->missing, 0);
	vcube_close(m);
}

void
cell_is(const struct tsv *t, int column, const char *seen)
{
	if (strcmp(t->field[column], seen) != 0)
		fail_msg("step %s, row %s, column %d: the figure has %s, the run %s", t->field[0],
			 t->field[1], column, t->field[column], seen);
}
