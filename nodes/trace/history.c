/* SPDX-License-Identifier: BSD-2-Clause */
/* What is kept for views of a run; see the header. */
#include <stdlib.h>
#include <string.h>
#include "history.h"
#include "node.h"

/* Room for `more` elements of a list of this size behind those that are used. */
static bool
make_room(void **list, size_t used, size_t more, size_t *room, size_t size)
{
	size_t wanted = *room ? *room : 64;
	void *longer;

	while (wanted < used + more)
		wanted *= 2;
	if (wanted == *room)
		return true;
	longer = realloc(*list, wanted * size);
	if (longer == NULL)
		return false;
	*list = longer;
	*room = wanted;
	return true;
}

void
vc_history_add(struct vc_history *h, struct vc_network *n, uint64_t done, int to, size_t bytes,
	       int hops)
{
	void *ways = h->way, *links = h->link;
	const bool there = make_room(&ways, h->ways, 1, &h->way_room, sizeof *h->way) &&
			   make_room(&links, h->links, (size_t)hops, &h->link_room, sizeof *h->link);

	h->way = ways;
	h->link = links;
	if (!there) {
		n->failed = true;
		return;
	}
	memcpy(h->link + h->links, n->route, (size_t)hops * sizeof *h->link);
	h->links += (size_t)hops;
	h->way[h->ways++] = (struct vc_way){
		.done = done, .bytes = bytes, .end = h->links, .to = to,
	};
}

static void
forget(vcube_machine *m)
{
	for (int r = 0; m->history != NULL && r < m->nodes; r++) {
		free(m->history[r].way);
		free(m->history[r].link);
		m->history[r] = (struct vc_history){.ways = 0};
	}
}

int
vcube_keep_history(vcube_machine *m, int kept)
{
	if (kept && m->history == NULL)
		m->history = calloc((size_t)m->nodes, sizeof *m->history);
	if (kept)
		return m->history != NULL ? 0 : VCUBE_EHOST;
	forget(m);
	free(m->history);
	m->history = NULL;
	return 0;
}

int
vcube_view_settle(const vcube_machine *m, int rank, struct vcube_view *view)
{
	vcube_time then;

	if (rank < 0 || rank >= m->nodes)
		return VCUBE_EINVAL;
	if (!view->settled && m->clock->clock_after != NULL &&
	    m->clock->clock_after(m, rank, view->done, &then)) {
		view->now = then + view->since;
		view->settled = 1;
	}
	return 0;
}

/* The first of the ways that was not done yet. */
static size_t
first_after(const struct vc_history *h, uint64_t done)
{
	size_t low = 0, high = h->ways;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (h->way[middle].done <= done)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

int
vcube_view_ways(const vcube_machine *m, int rank, const struct vcube_view *before,
		const struct vcube_view *view, vcube_way_visitor *visit, void *arg)
{
	const struct vc_history *h;

	if (rank < 0 || rank >= m->nodes || m->history == NULL || m->network == NULL)
		return VCUBE_EINVAL;
	h = &m->history[rank];
	for (size_t i = first_after(h, before ? before->done : 0);
	     i < h->ways && h->way[i].done <= view->done; i++) {
		const size_t begin = i > 0 ? h->way[i - 1].end : 0;

		visit(arg, rank, h->way[i].to, h->way[i].bytes, h->link + begin,
		      (int)(h->way[i].end - begin));
	}
	return 0;
}

static int
begin_history(vcube_machine *m, struct vcube_error *error)
{
	(void)error;
	forget(m);
	return 0;
}

static void
close_history(vcube_machine *m)
{
	vcube_keep_history(m, 0);
}

const struct vc_part vc_part_history = {
	.begin = begin_history,
	.close = close_history,
};
