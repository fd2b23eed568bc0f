/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes the contents of memory for the page: the beginning of each cell. A cell is a block
 * of the call that works in that memory, or an element of memory that the program watches.
 */
#include <string.h>
#include "view/view.h"

/* Bytes that identify a block; a set of nodes has two numbers */
enum { CELL = 8, SET = 16 };
/* The most elements written of the program's own memory */
enum { ELEMENTS = 64 };

void
view_note_call(struct view_blocks *b, const struct vcube_event *e)
{
	if (e->kind == VCUBE_EVENT_CALL)
		b->begun = e->amount;
	else if (e->kind == VCUBE_EVENT_GROUP && e->detail < VIEW_DEPTHS)
		b->bytes[e->rank][e->detail] = b->begun;
}

static uint64_t
least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

void
view_write_contents(FILE *out, const vcube_trace *trace, const struct view_blocks *b,
		    const struct vcube_event *e)
{
	const unsigned char *bytes = vcube_trace_contents(trace, e);
	const uint64_t size = e->detail == 255 ? CELL : vcube_type_size(e->detail);
	const uint64_t element = size ? size : CELL;
	const bool called = e->peer > 0 && e->peer < VIEW_DEPTHS;
	const uint64_t block = called ? b->bytes[e->rank][e->peer] : 0;
	const uint64_t cell = block ? block : element, most = b->sets ? SET : CELL;
	const uint64_t kept = least(cell, element > most ? element : most);
	const uint64_t end = e->peer == 0 ? least(e->number, ELEMENTS * element) : e->number;

	fputs(",\"", out);
	for (uint64_t at = 0; at < end; at += cell)
		for (uint64_t i = at; i < least(at + kept, end); i++)
			fprintf(out, "%02x", bytes[i]);
	fprintf(out, "\",%d,%d", (int)kept, (int)end);
}
