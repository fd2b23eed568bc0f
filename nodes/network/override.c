/* SPDX-License-Identifier: BSD-2-Clause */
/* Looks up overridden links; see the header. */
#include "override.h"
#include <stdio.h>
#include <stdlib.h>
#include <urcu/urcu-bp.h>
#include "error.h"
#include "units.h"
#include "node.h"

static struct vc_link_table *
begin_reading(struct vc_links *l)
{
	urcu_bp_read_lock();
	/* acquire: LINKS-TABLE, publish() */
	return atomic_load_explicit(&l->table, memory_order_acquire);
}

static void
end_reading(struct vc_links *l)
{
	VC_HAPPENS_BEFORE(l);   /* the table that publish() frees */
	urcu_bp_read_unlock();
}

/* Returns the state in the last entry up to (link, time) if it belongs to the link, else the
 * description's. */
static struct vc_link_state
look_up(const struct vc_links *l, const struct vc_link_table *t, long link, vcube_time time)
{
	size_t low = 0, high = t != NULL ? t->count : 0;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct vc_link_entry *e = &t->entry[middle];

		if (e->link < link || (e->link == link && e->from <= time))
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && t->entry[low - 1].link == link ? t->entry[low - 1].state : vc_links_as_described(l);
}

long
vc_links_at(struct vc_links *l, const long *route, int hops, vcube_time time,
	    struct vc_link_state *state)
{
	const struct vc_link_table *t = begin_reading(l);
	long down = -1;

	for (int i = 0; i < hops; i++) {
		state[i] = look_up(l, t, vc_links_resource(l, route[i]), time);
		if (state[i].down && down < 0)
			down = route[i];
	}
	end_reading(l);
	return down;
}

/* Finds, breadth first, the link by which each vertex is first reached. */
static bool
flood(struct vc_links *l, int from, int to, vcube_time time, long *by, int *queue)
{
	const vcube_topology *topology = l->topology;
	const int ports = vcube_topology_ports(topology);
	const struct vc_link_table *t = begin_reading(l);
	int first = 0, last = 0;

	for (queue[last++] = from; first < last && by[to] < 0; first++)
		for (int port = 0; port < ports; port++) {
			const long link = (long)queue[first] * ports + port;
			const int next = vcube_topology_neighbor(topology, queue[first], port);

			if (next < 0 || next == from || by[next] >= 0 ||
			    look_up(l, t, vc_links_resource(l, link), time).down)
				continue;
			by[next] = link;
			queue[last++] = next;
		}
	end_reading(l);
	return by[to] >= 0;
}

int
vc_links_detour(struct vc_links *l, int from, int to, vcube_time time, long *route, int room)
{
	const int vertices = vcube_topology_vertices(l->topology);
	const int ports = vcube_topology_ports(l->topology);
	long *by = malloc((size_t)vertices * sizeof *by);
	int *queue = malloc((size_t)vertices * sizeof *queue);
	int hops = by != NULL && queue != NULL ? -1 : VC_NO_MEMORY;

	for (int v = 0; by != NULL && v < vertices; v++)
		by[v] = -1;
	if (hops == -1 && flood(l, from, to, time, by, queue)) {
		hops = 0;
		for (int v = to; v != from; v = (int)(by[v] / ports))
			hops++;
		for (int v = to, i = hops - 1; v != from; v = (int)(by[v] / ports), i--)
			if (i < room)
				route[i] = by[v];
	}
	free(by);
	free(queue);
	return hops;
}

long
vc_links_resource(const struct vc_links *l, long link)
{
	int from, to;
	long back;

	if (l->desc->duplex != VCUBE_DUPLEX_HALF)
		return link;
	vcube_topology_link_ends(l->topology, link, &from, &to);
	back = (long)to * vcube_topology_ports(l->topology) +
	       vcube_topology_port(l->topology, to, from);
	return back < link ? back : link;
}

/* Checks the route between vertices for a message without a time. Returns the first link that
 * is down if there is no detour, else -1. */
static long
blocking_link(struct vc_links *l, int from, int to)
{
	const int hops = vcube_topology_distance(l->topology, from, to);
	long *route = malloc((size_t)hops * sizeof *route), down;
	struct vc_link_state *state = malloc((size_t)hops * sizeof *state);

	if (route == NULL || state == NULL) {
		down = -1;      /* a route that cannot be checked is not refused */
	} else {
		vcube_topology_route(l->topology, from, to, route, hops);
		down = vc_links_at(l, route, hops, 0, state);
	}
	free(route);
	free(state);
	return down >= 0 && vc_links_detour(l, from, to, 0, NULL, 0) == -1 ? down : -1;
}

/* Returns when a message sent now starts. */
static vcube_time
start_of(const vcube_node *self, vcube_time overhead)
{
	const vcube_time now = self->now + overhead;

	return self->one_port && self->send_free > now ? self->send_free : now;
}

int
vc_links_cross(vcube_node *self, const struct vc_channel *c, vcube_time overhead,
	       struct vc_link_state *state)
{
	vcube_machine *m = self->machine;
	struct vc_links *l = m->links;
	const int from = m->position[self->rank], to = m->position[c->to];
	struct vcube_error error;
	long link, down;

	*state = vc_links_as_described(l);
	if (c->hops == 0 || m->network != NULL)
		return 0;
	if (m->none) {
		link = (long)from * vcube_topology_ports(l->topology) +
		       vcube_topology_port(l->topology, from, to);
		down = vc_links_at(l, &link, 1, start_of(self, overhead), state);
	} else {
		down = blocking_link(l, from, to);
	}
	if (down < 0)
		return 0;
	vc_links_no_route(m, self->rank, c->to, start_of(self, overhead), down, &error);
	return vc_fail(self, error.code, "%s", error.text);
}

int
vc_links_no_route(const vcube_machine *m, int from, int to, vcube_time time, long link,
		  struct vcube_error *error)
{
	char name[VC_LINK_ROOM], when[VC_UNITS_ROOM + 4] = "", at[VC_UNITS_ROOM];

	if (m->desc.clock != VCUBE_CLOCK_FREE)
		snprintf(when, sizeof when, " at %s", vc_say_time(time, at));
	return vc_error(error, VCUBE_EFAULT, "no route from node %d to node %d%s: link %s is down and %s",
			from, to, when, vc_link_name(m->topology, link, name),
			m->none ? "routing=none allows no detour" : "there is no detour");
}
