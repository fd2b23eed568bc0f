/* SPDX-License-Identifier: BSD-2-Clause */
/* The history of a run, for views; see the header. */
#include <stdlib.h>
#include <string.h>
#include "history.h"
#include "node.h"

/* Makes room for `more` elements of this size behind the used ones. */
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
	void *routes = h->route, *links = h->link;
	const bool there = make_room(&routes, h->routes, 1, &h->route_room, sizeof *h->route) &&
			   make_room(&links, h->links, (size_t)hops, &h->link_room, sizeof *h->link);

	h->route = routes;
	h->link = links;
	if (!there) {
		n->failed = true;
		return;
	}
	memcpy(h->link + h->links, n->route, (size_t)hops * sizeof *h->link);
	h->links += (size_t)hops;
	h->route[h->routes++] = (struct vc_history_route){
		.done = done, .bytes = bytes, .end = h->links, .to = to,
	};
}

static void
forget(vcube_machine *m)
{
	for (int r = 0; m->history != NULL && r < m->nodes; r++) {
		free(m->history[r].route);
		free(m->history[r].link);
		m->history[r] = (struct vc_history){.routes = 0};
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

/* Returns the first route that was added after `done`. */
static size_t
first_after(const struct vc_history *h, uint64_t done)
{
	size_t low = 0, high = h->routes;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (h->route[middle].done <= done)
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
	     i < h->routes && h->route[i].done <= view->done; i++) {
		const size_t begin = i > 0 ? h->route[i - 1].end : 0;

		visit(arg, rank, h->route[i].to, h->route[i].bytes, h->link + begin,
		      (int)(h->route[i].end - begin));
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
