/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls that override links while a machine exists, and the route of a message. */
#include <stddef.h>
#include <stdlib.h>
#include "error.h"
#include "units.h"
#include "node.h"
#include "override.h"

static int
override(vcube_machine *m, const char *call, const char *changes, bool timed, struct vcube_error *error)
{
	const int code = vc_changes_check(call, changes, timed, error);

	return code != 0 ? code : vc_links_override(m, call, changes, timed, false, error);
}

int
vcube_change_links(vcube_machine *m, const char *changes, struct vcube_error *error)
{
	return override(m, "vcube_change_links", changes, false, error);
}

int
vcube_schedule_links(vcube_machine *m, const char *changes, struct vcube_error *error)
{
	return override(m, "vcube_schedule_links", changes, true, error);
}

/* Finds the route between vertices for a message at this time; stores at most `room` of its
 * links. */
static int
find_route(const vcube_machine *m, int from, int to, vcube_time start, long *link, int room)
{
	struct vc_links *const l = m->links;
	const int hops = vcube_topology_route(l->topology, from, to, link, room);
	struct vc_link_state *state;
	long down, *whole;
	int found = VCUBE_EHOST;

	if (m->none && hops > 0 && vcube_topology_port(l->topology, from, to) < 0)
		return VCUBE_EROUTE;
	if (hops <= 0 || !vc_links_differ(l))
		return hops;
	state = malloc((size_t)hops * sizeof *state);
	whole = malloc((size_t)hops * sizeof *whole);
	if (state != NULL && whole != NULL) {
		vcube_topology_route(l->topology, from, to, whole, hops);
		down = vc_links_at(l, whole, hops, start, state);
		found = down < 0 ? hops : m->none ? -1 : vc_links_detour(l, from, to, start, link, room);
	}
	free(state);
	free(whole);
	return found == -1 ? VCUBE_EFAULT : found == VC_NO_MEMORY ? VCUBE_EHOST : found;
}

int
vcube_message_way(vcube_machine *m, int from, int to, vcube_time start, long *link, int room)
{
	int hops;

	if (from < 0 || from >= m->nodes || to < 0 || to >= m->nodes)
		return VCUBE_EINVAL;
	hops = find_route(m, m->position[from], m->position[to], start, link, room);
	for (int i = 0; i < hops && i < room; i++)
		link[i] = vc_links_resource(m->links, link[i]);
	return hops;
}

/* Returns 0, or fails if a time is not after the node's own. At that time others may or
 * may not have sent yet, and what they see must not depend on it. */
static int
check_times(vcube_node *self, const char *changes)
{
	const vcube_time now = self->clock->now(self);
	struct vcube_error error;
	struct vc_change c;
	char at[VC_UNITS_ROOM], is[VC_UNITS_ROOM];

	if (vc_changes_check("vcube_plan_links", changes, true, &error) != 0)
		return vc_fail(self, error.code, "%s", error.text);
	while (*changes != '\0' && self->code == 0) {
		vc_change_parse("vcube_plan_links", &changes, true, &c, &error);
		if (c.time <= now)
			vc_fail(self, VCUBE_EINVAL, "vcube_plan_links: a change at %s is not after %s, the "
				"current time of node %d", vc_say_time(c.time, at), vc_say_time(now, is),
				self->rank);
	}
	return self->code;
}

int
(vcube_plan_links)(vcube_node *self, const char *changes)
{
	struct vcube_error error;

	if (vc_stopped(self, NULL) != 0 || self->code != 0)
		return self->code;
	if (self->machine->network == NULL)
		return vc_fail(self, VCUBE_EINVAL, "vcube_plan_links: %s",
			       self->machine->desc.clock == VCUBE_CLOCK_FREE
			       ? "clock=free has no times; use clock=virtual or clock=wall"
			       : "with routing=none other nodes may already have passed that time; "
				 "add account=yes");
	if (changes == NULL)
		return vc_fail(self, VCUBE_EINVAL, "vcube_plan_links: the list of changes is NULL");
	if (check_times(self, changes) != 0)
		return self->code;
	if (vc_links_override(self->machine, "vcube_plan_links", changes, true, true, &error) != 0)
		return vc_fail(self, error.code, "%s", error.text);
	return 0;
}
