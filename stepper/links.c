/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the links that messages of a step crossed. A machine that accounts for links knows
 * each message's route after the run. For any other, the recording asks for routes at the
 * step: there they change only when links do.
 */
#include <string.h>
#include "recording.h"

enum { HOPS_MAX = VC_STEP_NODES_MAX };

const struct vc_path *
vc_recording_path(struct vc_recording *r, int from, int to)
{
	const struct vc_path **const last = &r->path[from * r->nodes + to];
	long link[HOPS_MAX], *kept;
	int links = vcube_message_way(r->machine, from, to, 0, link, HOPS_MAX);
	struct vc_path *path;

	links = links < 0 ? 0 : links < HOPS_MAX ? links : HOPS_MAX;
	if (*last && (*last)->links == links &&
	    memcmp((*last)->link, link, (size_t)links * sizeof *link) == 0)
		return *last;
	path = vc_arena_take(&r->arena, 1, sizeof *path);
	kept = vc_arena_take(&r->arena, (size_t)links, sizeof *kept);
	if (path == NULL || kept == NULL)
		return NULL;
	memcpy(kept, link, (size_t)links * sizeof *kept);
	*path = (struct vc_path){.links = links, .link = kept};
	return *last = path;
}

static void
load_links(struct vc_load *load, const struct vc_transfer *t, const long *link, int links)
{
	for (int i = 0; i < links; i++) {
		struct vc_load *const l = &load[link[i]];

		l->shared |= l->messages > 0 && (l->from != t->from || l->to != t->to);
		l->messages += t->messages;
		l->bytes += t->bytes;
		l->from = t->from;
		l->to = t->to;
	}
}

static void
load_message(void *arg, int from, int to, size_t bytes, const long *link, int links)
{
	const struct vc_transfer t = {.from = from, .to = to, .messages = 1, .bytes = bytes};

	load_links(arg, &t, link, links);
}

/* Fill in the part of a view that the machine needs. */
static struct vcube_view
view_of(const struct vc_moment *m, int rank)
{
	return (struct vcube_view){.done = m->node[rank].done};
}

const struct vc_load *
vc_recording_links(const struct vc_recording *r, int i)
{
	const struct vc_moment *const m = r->moment[i];

	memset(r->load, 0, (size_t)r->links * sizeof *r->load);
	for (int rank = 0; r->accounts && i > 0 && rank < r->nodes; rank++) {
		const struct vcube_view before = view_of(r->moment[i - 1], rank);
		const struct vcube_view view = view_of(m, rank);

		vcube_view_ways(r->machine, rank, &before, &view, load_message, r->load);
	}
	for (int k = 0; !r->accounts && k < m->transfers; k++)
		if (m->transfer[k].path != NULL)
			load_links(r->load, &m->transfer[k], m->transfer[k].path->link,
				   m->transfer[k].path->links);
	return r->load;
}
