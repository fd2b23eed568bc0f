/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the route of a message: the topology's, or a detour around links that are down. */
#include <stdlib.h>
#include "host.h"
#include "route.h"

/* Makes room for a route of `hops` links and their states. */
static bool
make_room(struct vc_network *n, int hops)
{
	const bool longer = hops > n->longest;
	long *route = longer ? realloc(n->route, (size_t)hops * sizeof *route) : n->route;
	struct vc_link **held = longer ? realloc(n->held, (size_t)hops * sizeof(struct vc_link *))
				       : n->held;
	struct vc_link_state *state = n->state;

	n->route = route != NULL ? route : n->route;
	n->held = held != NULL ? held : n->held;
	if (route == NULL || held == NULL)
		return false;
	if (state == NULL || longer)
		state = realloc(state, ((size_t)(longer ? hops : n->longest) + 1) * sizeof *state);
	if (state == NULL)
		return false;
	n->state = state;
	n->longest = longer ? hops : n->longest;
	return true;
}

/* Finds a detour; `down` is the first link that is down on the message's own route. Returns
 * -1 if there is none. */
static int
detour(struct vc_network *n, int from, int to, long down)
{
	const int a = n->position[from], b = n->position[to];
	int hops = -1;

	if (n->desc->routing != VCUBE_ROUTING_NONE)
		hops = vc_links_detour(n->unlike, a, b, n->now, n->route, n->longest);
	if (hops > n->longest && make_room(n, hops))
		vc_links_detour(n->unlike, a, b, n->now, n->route, n->longest);
	n->failed |= hops == VC_NO_MEMORY || hops > n->longest;
	if (hops == -1) {
		n->stuck_at = down;
		n->stuck_from = from;
		n->stuck_to = to;
	}
	return n->failed ? -1 : hops;
}

/* Finds the links of the route that is up, in n->route, and their states, in n->state. If out
 * of memory, the run fails later, and links are as described. */
static int
look_up_route(struct vc_network *n, int from, int to, int hops)
{
	long down;
	int round;

	n->has_states = make_room(n, hops);
	n->failed |= !n->has_states;
	if (!n->has_states)
		return hops;
	down = vc_links_at(n->unlike, n->route, hops, n->now, n->state);
	if (down < 0)
		return hops;
	round = detour(n, from, to, down);
	if (round >= 0)
		vc_links_at(n->unlike, n->route, round, n->now, n->state);
	return round >= 0 || vc_network_is_stuck(n) ? round : hops;
}

/* Half duplex: both directions share one link. */
static void
halve(struct vc_network *n, int hops)
{
	if (n->desc->duplex == VCUBE_DUPLEX_HALF)
		for (int i = 0; i < hops; i++)
			n->route[i] = vc_links_resource(n->unlike, n->route[i]);
}

int
vc_route_described(struct vc_network *n, int from, int to)
{
	const int hops = vcube_topology_route(n->topology, n->position[from], n->position[to],
					      n->route, n->longest);

	halve(n, hops);
	return hops;
}

int
vc_route_find(struct vc_network *n, int from, int to)
{
	int hops = vcube_topology_route(n->topology, n->position[from], n->position[to],
					n->route, n->longest);

	n->has_states = false;
	if (vc_unlikely(vc_links_differ(n->unlike)))
		hops = look_up_route(n, from, to, hops);
	halve(n, hops);
	return hops;
}
