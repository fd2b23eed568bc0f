/* SPDX-License-Identifier: BSD-2-Clause */
/* Arranges the memory of all nodes as tables. */
#include <string.h>
#include "table.h"

static const struct vc_memory *
find(const struct vc_stand *stand, const char *name, int depth)
{
	for (int i = 0; i < stand->memories; i++)
		if (stand->memory[i].name == name && stand->memory[i].depth == depth)
			return &stand->memory[i];
	return NULL;
}

/* Does a lower rank watch memory of this name? Its table is then counted already. */
static bool
is_earlier(const struct vc_moment *m, int rank, const struct vc_memory *memory)
{
	for (int before = 0; before < rank; before++)
		if (find(&m->node[before], memory->name, memory->depth) != NULL)
			return true;
	return false;
}

static void
measure(const struct vc_recording *r, const struct vc_moment *m, struct vc_table *t)
{
	t->width = r->nodes > 100 ? 3 : r->nodes > 10 ? 2 : 1;
	for (int rank = 0; rank < r->nodes; rank++) {
		const struct vc_memory *const memory = find(&m->node[rank], t->name, t->depth);

		for (size_t i = 0; memory != NULL && i < memory->kept; i++)
			if (t->width < (int)strlen(memory->cell[i]))
				t->width = (int)strlen(memory->cell[i]);
		if (memory != NULL && t->rows < memory->kept)
			t->rows = memory->kept;
		if (memory != NULL && t->count < memory->count)
			t->count = memory->count;
	}
}

bool
vc_table_at(const struct vc_recording *r, const struct vc_moment *m, int i, struct vc_table *table)
{
	for (int rank = 0; rank < r->nodes; rank++)
		for (int k = 0; k < m->node[rank].memories; k++) {
			const struct vc_memory *const memory = &m->node[rank].memory[k];

			if (is_earlier(m, rank, memory) || i-- > 0)
				continue;
			*table = (struct vc_table){.name = memory->name, .depth = memory->depth};
			measure(r, m, table);
			return true;
		}
	return false;
}

int
vc_table_widest(const struct vc_recording *r, const struct vc_table *table)
{
	int width = 0;

	for (int i = 0; i < r->moments; i++) {
		struct vc_table t = {.name = table->name, .depth = table->depth};

		measure(r, r->moment[i], &t);
		width = t.width > width ? t.width : width;
	}
	return width;
}

const char *
vc_table_cell(const struct vc_moment *m, const struct vc_table *table, int rank, size_t row)
{
	const struct vc_memory *const memory = find(&m->node[rank], table->name, table->depth);

	return memory != NULL && row < memory->kept ? memory->cell[row] : "";
}

bool
vc_table_same(const struct vc_recording *r, const struct vc_moment *before,
	      const struct vc_moment *m, const struct vc_table *table)
{
	for (int rank = 0; rank < r->nodes; rank++)
		for (size_t row = 0; row < table->rows; row++)
			if (vc_table_cell(before, table, rank, row) != vc_table_cell(m, table, rank, row))
				return false;
	return true;
}
