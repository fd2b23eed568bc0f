/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Dragonfly (Kim, Dally, Scott and Abts, Technology-driven, highly-scalable dragonfly
 * topology, ISCA 2008): G groups of A routers with P hosts each, which are the nodes. The
 * routers of a group are all wired to each other; each has H global ports, and every two
 * groups are joined by one global wire. So there are A H + 1 groups at most.
 *
 * The global ports of a group have consecutive numbers, r H + k for port k of router r. They
 * are in the relative arrangement (Hastings et al., Comparing global link arrangements for
 * Dragonfly networks, CLUSTER 2015): global port k of group i leads to group i + k + 1 mod
 * G, whose global port G - 2 - k leads back. Ports from G - 1 on are not used.
 *
 * Ports: 0 of a host leads up. Of router r, 0 .. P-1 lead to its hosts, the next A - 1 to
 * routers r + 1, r + 2 .. mod A of its group, and the last H are global.
 *
 * Routes are minimal, with at most one global link, between the two groups: up, a local link
 * to the router of that link, the global link, a local link, down. (Two global links are
 * sometimes a shorter path.) With Valiant's routing (A scheme for fast parallel
 * communication, 1982) a message to another group passes through a third one, with minimal
 * routes to and from it, so that traffic between two groups does not share one wire. The
 * third group is a hash of the two hosts: always the same for a pair.
 */
#include "topo.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* t->axis */
enum { HOSTS, ROUTERS, GLOBALS, GROUPS, AXES };
/* t->mode */
enum { MINIMAL, VALIANT };
/* Classes of links. */
enum { HOST, LOCAL, GLOBAL, CLASSES };

/* A router. Routers have consecutive numbers, group by group. */
struct at {
	int group, router;
};

static int
router_vertex(const vcube_topology *t, struct at at)
{
	return t->nodes + at.group * t->axis[ROUTERS] + at.router;
}

static struct at
router_at(const vcube_topology *t, int vertex)
{
	const int number = vertex - t->nodes, a = t->axis[ROUTERS];

	return (struct at){ number / a, number % a };
}

static struct at
router_of_host(const vcube_topology *t, int host)
{
	return router_at(t, t->nodes + host / t->axis[HOSTS]);
}

/* Returns the number of the global port of group `from` that leads to group `to`, a
 * different one. */
static int
global_to(const vcube_topology *t, int from, int to)
{
	const int g = t->axis[GROUPS];

	return (to - from + g) % g - 1;
}

/* Returns the router in group `from` that is wired to group `to`. */
static struct at
gate(const vcube_topology *t, int from, int to)
{
	return (struct at){ from, global_to(t, from, to) / t->axis[GLOBALS] };
}

static int
local_port(const vcube_topology *t, int from, int to)
{
	const int a = t->axis[ROUTERS];

	return t->axis[HOSTS] + (to - from + a) % a - 1;
}

static int
global_port(const vcube_topology *t, int from, int to)
{
	return t->axis[HOSTS] + t->axis[ROUTERS] - 1 +
	       global_to(t, from, to) % t->axis[GLOBALS];
}

/* Returns where a port of a router leads, if not to a host. */
static int
beyond(const vcube_topology *t, struct at at, int port)
{
	const int a = t->axis[ROUTERS], h = t->axis[GLOBALS], g = t->axis[GROUPS];
	const int k = at.router * h + port - (a - 1);

	if (port < a - 1)
		return router_vertex(t, (struct at){ at.group, (at.router + port + 1) % a });
	if (k >= g - 1)
		return -1;
	return router_vertex(t, gate(t, (at.group + k + 1) % g, at.group));
}

static int
neighbor(const vcube_topology *t, int vertex, int port)
{
	const int p = t->axis[HOSTS];

	if (vertex < t->nodes)
		return port == 0 ? t->nodes + vertex / p : -1;
	if (port < p)
		return (vertex - t->nodes) * p + port;
	return beyond(t, router_at(t, vertex), port - p);
}

static int
port(const vcube_topology *t, int from, int to)
{
	const int p = t->axis[HOSTS];
	int port;

	if (from < t->nodes)
		return to == t->nodes + from / p ? 0 : -1;
	if (to < t->nodes)
		return from == t->nodes + to / p ? to % p : -1;
	const struct at a = router_at(t, from), b = router_at(t, to);

	port = a.group == b.group ? local_port(t, a.router, b.router)
				  : global_port(t, a.group, b.group);
	return neighbor(t, from, port) == to ? port : -1;
}

/* --- routes --------------------------------------------------------------------- */

static void
take(struct vc_route_builder *route, const vcube_topology *t, struct at *at, int port)
{
	const int here = router_vertex(t, *at);

	vc_route_builder_add(route, t, here, port);
	*at = router_at(t, neighbor(t, here, port));
}

static void
within_group(struct vc_route_builder *route, const vcube_topology *t, struct at *at, int router)
{
	if (at->router != router)
		take(route, t, at, local_port(t, at->router, router));
}

static void
to_group(struct vc_route_builder *route, const vcube_topology *t, struct at *at, int group)
{
	within_group(route, t, at, gate(t, at->group, group).router);
	take(route, t, at, global_port(t, at->group, group));
}

/* Returns a third group: splitmix64 of the number of the pair of hosts. */
static int
group_between(const vcube_topology *t, int from, int to, int group, int last)
{
	const int low = group < last ? group : last, high = group < last ? last : group;
	uint64_t pair = ((uint64_t)from * 16384 + (uint64_t)to) * 0x9e3779b97f4a7c15u;
	int drawn = (int)(vc_random(&pair) % (uint64_t)(t->axis[GROUPS] - 2));

	drawn += drawn >= low;
	return drawn + (drawn >= high);
}

static void
route(const vcube_topology *t, int from, int to, struct vc_route_builder *route)
{
	struct at at = router_of_host(t, from);
	const struct at last = router_of_host(t, to);

	vc_route_builder_add(route, t, from, 0);
	if (t->mode == VALIANT && at.group != last.group && t->axis[GROUPS] > 2)
		to_group(route, t, &at, group_between(t, from, to, at.group, last.group));
	if (at.group != last.group)
		to_group(route, t, &at, last.group);
	within_group(route, t, &at, last.router);
	vc_route_builder_add(route, t, router_vertex(t, last), to % t->axis[HOSTS]);
}

/* --- sizes ---------------------------------------------------------------------- */

struct search {
	int *far, *queue;       /* [routers]; far 0: not seen */
	int seen;
};

static void
see(struct search *s, int router, int far)
{
	if (s->far[router] != 0)
		return;
	s->far[router] = far;
	s->queue[s->seen++] = router;
}

/* Returns the distance of the farthest router. */
static int
eccentricity(const vcube_topology *t, struct search *s, int from)
{
	const int routers = t->vertices - t->nodes;

	memset(s->far, 0, (size_t)routers * sizeof *s->far);
	s->seen = 0;
	see(s, from, 1);
	for (int head = 0; s->seen < routers; head++)
		for (int port = t->axis[HOSTS]; port < t->ports; port++) {
			const int to = neighbor(t, t->nodes + s->queue[head], port);

			if (to >= 0)
				see(s, to - t->nodes, s->far[s->queue[head]] + 1);
		}
	return s->far[s->queue[routers - 1]] - 1;
}

/* Returns the diameter of the routers; -1 if memory runs out. All groups are alike, and
 * routers are at most a local, a global and a local link apart. */
static int
diameter(const vcube_topology *t)
{
	const size_t routers = (size_t)(t->vertices - t->nodes);
	struct search s;
	int most;

	if (t->axis[GROUPS] == 1)
		return t->axis[ROUTERS] > 1;
	s = (struct search){ calloc(routers, sizeof *s.far), calloc(routers, sizeof *s.queue), 0 };
	most = s.far && s.queue ? 0 : -1;
	for (int r = 0; r < t->axis[ROUTERS] && most >= 0 && most < 3; r++) {
		const int far = eccentricity(t, &s, r);

		most = far > most ? far : most;
	}
	free(s.far);
	free(s.queue);
	return most;
}

/* Returns a bound of the links of a route: the sum of what each of its parts can have. */
static int
longest(const vcube_topology *t)
{
	const int a = t->axis[ROUTERS], g = t->axis[GROUPS];
	const int local = a > 1, globals = g == 1 ? 0 : t->mode == VALIANT && g > 2 ? 2 : 1;

	if (t->nodes == 1)
		return 0;
	return 2 + globals + local * (globals + 1);
}

static const char *
size(vcube_topology *t)
{
	const int p = t->axis[HOSTS], a = t->axis[ROUTERS], h = t->axis[GLOBALS];
	const int g = t->axis[GROUPS];
	int far;

	if (p == 0 || a == 0 || g == 0)
		return VC_NO_NODES;
	if ((long)a * h + 1 < g)
		return "it has more than A H + 1 groups";
	if (p > VCUBE_NODES_MAX / a || p * a > VCUBE_NODES_MAX / g)
		return VC_TOO_LARGE;
	t->nodes = p * a * g;
	t->vertices = t->nodes + a * g;
	t->ports = p + a - 1 + h;
	t->degree = 1;
	t->links = 2L * t->nodes + (long)g * a * (a - 1) + (long)g * (g - 1);
	t->bisection = -1;
	t->classes = CLASSES;
	t->indirect = true;
	far = diameter(t);
	t->diameter = t->nodes == 1 ? 0 : far + 2;
	t->longest = longest(t);
	return far < 0 ? "no memory for it" : NULL;
}

/* Three numbers denote the largest number of groups. */
static const char *
setup(vcube_topology *t)
{
	const long most = (long)t->axis[ROUTERS] * t->axis[GLOBALS] + 1;

	if (t->axes == 3) {
		if (most > VCUBE_NODES_MAX)
			return VC_TOO_LARGE;
		t->axis[GROUPS] = (int)most;
		t->axes = AXES;
	} else if (t->axis[GROUPS] == most) {
		return "leave out the fourth number if it is A H + 1";
	}
	return size(t);
}

/* Reads the numbers and, after a colon, the routing. */
static const char *
read_text(vcube_topology *t, const char *argument, char why[VC_WHY_MAX])
{
	char numbers[40];
	const size_t length = strcspn(argument, ":");

	if (length >= sizeof numbers)
		return "it has too many numbers";
	memcpy(numbers, argument, length);
	numbers[length] = '\0';
	if (argument[length] && strcmp(argument + length, ":valiant") != 0) {
		snprintf(why, VC_WHY_MAX, "there is no routing '%.20s'; it is minimal, unless :valiant "
			 "follows the numbers", argument + length + 1);
		return why;
	}
	t->mode = argument[length] ? VALIANT : MINIMAL;
	return vc_read_numbers(t, numbers, why);
}

/* --- pictures ------------------------------------------------------------------- */

static int
class_of(const vcube_topology *t, int vertex, int port)
{
	const int p = t->axis[HOSTS];

	return vertex < t->nodes || port < p ? HOST : port < p + t->axis[ROUTERS] - 1 ? LOCAL : GLOBAL;
}

/*
 * Groups in a circle. Each is an arc of routers that bulges outwards, so that no local wire
 * overlaps others, with the hosts outside of their router.
 */
static void
place(const vcube_topology *t, struct vc_point *place)
{
	const int p = t->axis[HOSTS], a = t->axis[ROUTERS], g = t->axis[GROUPS];
	const double host = 30, router = fmax(VCUBE_PITCH * 1.3, host * p), wide = router * a;
	const double sector = 2 * M_PI / g, radius = fmax(wide / fmin(sector, 3) * 1.1, 110);

	for (int v = t->nodes; v < t->vertices; v++) {
		const struct at at = router_at(t, v);
		const double off = (at.router - (a - 1) / 2.0) / a;     /* from the middle */
		const double angle = sector * at.group + fmin(sector, 3) * 0.8 * off;
		const double bulge = a > 2 ? wide * (0.25 - off * off) : 0;

		place[v].x = (radius + bulge) * sin(angle);
		place[v].y = -(radius + bulge) * cos(angle);
		for (int i = 0; i < p; i++) {
			const double side = host * (i - (p - 1) / 2.0), out = radius + bulge + VCUBE_PITCH;
			const int h = (v - t->nodes) * p + i;

			place[h].x = out * sin(angle) + side * cos(angle);
			place[h].y = -out * cos(angle) + side * sin(angle);
		}
	}
}

const struct vc_family vc_dragonfly = {
	.name           = "dragonfly",
	.form           = "PxAxH[xG][:valiant]",
	.text           = "groups of A routers, all wired to each other, with P hosts and H wires to "
			  "other groups each",
	.manual = {
		.permitted = "P and A from 1, H from 0, G from 1 to A H (A H + 1 if left "
			     "out), and P A G at most " VC_TEXT(VCUBE_NODES_MAX),
		.axes      = "{P,A,H,G}",
		.wires     = "P A G hosts, which are the nodes, and A G routers, group by "
			     "group; port 0 of a host leads up; of router r of its group, "
			     "ports 0 to P-1 lead to its hosts, the next A-1 to routers r + 1, r + 2 "
			     "and so on mod A, the last H to other groups: port k of these, of group i, "
			     "to group i + r H + k + 1 mod G, if r H + k < G - 1 (the relative "
			     "arrangement)",
		.routes    = "minimal, with at most one global link: up, a local link to the router that "
			     "is wired to the other group, that wire, a local link, down; never over two "
			     "global links, even if that is shorter; with :valiant, to another group "
			     "through a third one, a hash of the two nodes, always the same for a pair",
		.classes   = "host: between hosts and routers; local: within a group; global: between "
			     "groups",
		.bisection = "no closed form is known",
		.source    = "Kim, Dally, Scott and Abts, Technology-driven, highly-scalable dragonfly "
			     "topology, ISCA 2008; the arrangement by Hastings et al., Comparing global "
			     "link arrangements for Dragonfly networks, CLUSTER 2015; Valiant, A scheme "
			     "for fast parallel communication, SIAM Journal on Computing 11, 1982",
	},
	.examples       = (const char *const[]){
		"dragonfly:2x4x1", "dragonfly:2x4x2", "dragonfly:1x1x0", "dragonfly:2x1x0",
		"dragonfly:2x3x0", "dragonfly:1x1x1", "dragonfly:1x2x1", "dragonfly:1x2x2",
		"dragonfly:1x1x4", "dragonfly:1x4x1x2", "dragonfly:2x4x2:valiant",
		"dragonfly:1x2x1:valiant", "dragonfly:2x2x2x3:valiant", "dragonfly:3x3x1x3",
		"dragonfly:2x2x3", "dragonfly:4x8x4", "dragonfly:4x8x4:valiant",
		"dragonfly:1x2x4095", "dragonfly:16384x1x0", "dragonfly:1x16384x0",
		"dragonfly:1x1x16383", NULL
	},
	.read           = read_text,
	.least          = 3,
	.most           = AXES,
	.setup          = setup,
	.neighbor       = neighbor,
	.port           = port,
	.route          = route,
	.class_names    = (const char *const[]){
		[HOST] = "host", [LOCAL] = "local", [GLOBAL] = "global", [CLASSES] = NULL
	},
	.class_of       = class_of,
	.place          = place,
	.color_means    = "wires",
	.small          = vc_first_example,
};
