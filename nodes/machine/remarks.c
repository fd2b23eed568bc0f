/* SPDX-License-Identifier: BSD-2-Clause */
/* Remarks: receives whose message depended on the order, and blocks that nobody has freed. */
#include <stdio.h>
#include <stdlib.h>
#include "node.h"
#include "races.h"
#include "remarks.h"

enum { LINES_MOST = 64, SITES_MOST = 16 };

static const char *
plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}

/* --- message races */

static void
write_race(FILE *out, int rank, const struct vc_seen_race *r)
{
	fprintf(out, "node %d received from any node at %s", rank, vc_place(r->here));
	if (r->count > 1)
		fprintf(out, " (%llu times)", (unsigned long long)r->count);
	fprintf(out, ": it took the message of node %d sent at %s, but that of node %d sent at %s was "
		"there, too\n", r->took, vc_place(r->took_here), r->other, vc_place(r->other_here));
}

static void
write_races(FILE *out, const vcube_machine *m)
{
	uint64_t count = 0;
	int lines = 0;

	for (int r = 0; r < m->threads; r++)
		count += m->node[r].races != NULL ? m->node[r].races->count : 0;
	if (count == 0)
		return;
	fprintf(out, "the result may depend on the order: %llu receive%s\n", (unsigned long long)count,
		plural(count));
	for (int r = 0; r < m->threads; r++)
		for (int i = 0; m->node[r].races != NULL && i < m->node[r].races->used; i++)
			if (lines++ < LINES_MOST)
				write_race(out, r, &m->node[r].races->race[i]);
}

/* --- leaks */

/* Blocks of one node by the line that allocated them. */
struct left {
	struct { const char *here; uint64_t blocks, bytes; } site[SITES_MOST];
	int used;
	uint64_t others;                /* blocks of lines that found no room */
};

static void
add_block(void *arg, const char *here, size_t bytes)
{
	struct left *const left = arg;
	int i = 0;

	while (i < left->used && left->site[i].here != here)
		i++;
	if (i == SITES_MOST) {
		left->others++;
		return;
	}
	left->used += i == left->used;
	left->site[i].here = here;
	left->site[i].blocks++;
	left->site[i].bytes += bytes;
}

static void
write_leaks(FILE *out, const vcube_machine *m)
{
	int lines = 0;

	for (int r = 0; r < m->threads; r++) {
		struct left left = {.used = 0};

		if (m->node[r].strict)
			vc_heap_each(&m->node[r].heap, add_block, &left);
		for (int i = 0; i < left.used && lines < LINES_MOST; i++, lines++)
			fprintf(out, "node %d has not freed %llu block%s (%llu byte%s) allocated at %s\n",
				r, (unsigned long long)left.site[i].blocks, plural(left.site[i].blocks),
				(unsigned long long)left.site[i].bytes, plural(left.site[i].bytes),
				vc_place(left.site[i].here));
		if (left.others > 0)
			fprintf(out, "node %d has not freed %llu other block%s\n", r,
				(unsigned long long)left.others, plural(left.others));
	}
	if (lines == LINES_MOST)
		fputs("and perhaps other blocks\n", out);
}

static void
finish_remarks(vcube_machine *m)
{
	char *text = NULL, *both = NULL;
	size_t size = 0;
	FILE *out;

	if (!m->desc.strict || (out = open_memstream(&text, &size)) == NULL)
		return;
	write_races(out, m);
	/* a run that failed ends where it may */
	if (m->error.code == 0)
		write_leaks(out, m);
	if (fclose(out) == 0 && size > 0 &&
	    asprintf(&both, "%s%s", m->report != NULL ? m->report : "", text) >= 0) {
		free(m->report);
		m->report = both;
	}
	free(text);
}

const struct vc_part vc_part_remarks = {
	.finish = finish_remarks,
};
