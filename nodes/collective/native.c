/* SPDX-License-Identifier: BSD-2-Clause */
#include "native.h"
#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "description.h"
#include "group.h"
#include "topo.h"

static int
position_of(const struct vc_wiring *w, int member)
{
	return w->position[w->group ? vc_group_member(w->self, w->group, member) : member];
}

/* Is it the whole machine in binary mapping, on a topology of this kind? Then there is
 * nothing to look up. A topology with switches is embedded in no other. */
static bool
is_machine(const struct vc_wiring *w, int kind, const char *guest)
{
	const vcube_topology *t = w->topology;

	if (w->group != NULL || (int)vcube_topology_kind(t) != kind || strcmp(w->mapping, "binary") != 0)
		return false;
	return vcube_topology_vertices(t) > vcube_topology_nodes(t) ||
	       strcmp(vcube_topology_text(t), guest) == 0;
}

/* Does the machine have each wire of the guest, between the positions of its members? */
static bool
is_embedded(const struct vc_wiring *w, const vcube_topology *guest)
{
	if (vcube_topology_vertices(guest) > w->size)
		return false;
	for (int r = 0; r < w->size; r++)
		for (int port = 0; port < vcube_topology_ports(guest); port++) {
			const int to = vcube_topology_neighbor(guest, r, port);

			if (to > r && vcube_topology_port(w->topology, position_of(w, r),
							  position_of(w, to)) < 0)
				return false;
		}
	return true;
}

/* Do the wires of the machine join the members like a topology of this kind? */
static bool
is_wired(const struct vc_wiring *w, int kind)
{
	char text[VC_NATIVE_MAX];
	const bool exists = vc_kind_of_nodes(kind, w->size, text);
	vcube_topology *guest;
	bool embedded;

	if (is_machine(w, kind, exists ? text : ""))
		return true;
	guest = exists ? vcube_topology_parse(text, NULL) : NULL;
	embedded = guest != NULL && is_embedded(w, guest);
	vcube_topology_free(guest);
	return embedded;
}

/* Also native: kinds whose algorithms wait for no link on the routes of a wired kind. */
static bool
is_native(const struct vc_wiring *w, int kind)
{
	if (is_wired(w, kind))
		return true;
	for (int host = 0; w->routed && host < VCUBE_KINDS; host++)
		if (vc_family_of(host)->also_native & 1u << kind && is_wired(w, host))
			return true;
	return false;
}

/* A group keeps what its members find, in one word: which kinds are native to it, and further
 * up, for which kinds that is known. All find the same. */
enum { KNOWN = 16 };
_Static_assert((int)VCUBE_KINDS <= KNOWN, "two sets of kinds are 32 bits");

unsigned
vc_native_kinds(const struct vc_wiring *w, unsigned among)
{
	const uint32_t kept = w->native ? atomic_load_explicit(w->native, memory_order_relaxed) : 0;
	const unsigned unknown = among & ~(kept >> KNOWN);
	uint32_t found = 0;

	for (int kind = 0; kind < VCUBE_KINDS; kind++)
		if (unknown & 1u << kind)
			found |= UINT32_C(1) << (KNOWN + kind) | (uint32_t)is_native(w, kind) << kind;
	if (found != 0 && w->native)
		atomic_fetch_or_explicit(w->native, found, memory_order_relaxed);
	return among & ((1u << KNOWN) - 1) & (kept | found);
}

unsigned
vc_wired_kinds(const struct vc_wiring *wiring, unsigned among)
{
	struct vc_wiring w = *wiring;

	w.routed = false;
	w.native = NULL;
	return vc_native_kinds(&w, among);
}

static bool
is_routed(const struct vcube_desc *d)
{
	return d->routing != VCUBE_ROUTING_NONE && d->switching == VCUBE_SWITCHING_CUT_THROUGH &&
	       d->ports == VCUBE_PORTS_ONE && d->duplex == VCUBE_DUPLEX_FULL;
}

struct vc_wiring
vc_wiring_of(vcube_node *self, vcube_group *group, int size)
{
	const vcube_machine *m = self->machine;
	struct vc_group_shared *shared = group ? group->shared : m->world;

	return (struct vc_wiring){
		.topology = m->topology, .position = m->position, .mapping = m->desc.mapping,
		.routed = is_routed(&m->desc), .self = self, .group = group, .size = size,
		.native = &shared->native,
	};
}

int
vc_wiring_described(const struct vcube_desc *desc, struct vc_wiring *w, vcube_topology **topology,
		    int **position, struct vcube_error *error)
{
	*position = NULL;
	*topology = vcube_topology_parse(desc->topology, error);
	if (*topology == NULL)
		return VCUBE_EINVAL;
	*w = (struct vc_wiring){.topology = *topology, .mapping = desc->mapping,
			     .routed = is_routed(desc), .size = vcube_topology_nodes(*topology)};
	w->position = *position = malloc((size_t)w->size * sizeof **position);
	if (*position == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for %d nodes", w->size);
	return vcube_mapping_parse(desc->mapping, *topology, *position, error);
}

unsigned
vcube_native_kinds(const struct vcube_desc *desc, struct vcube_error *error)
{
	vcube_topology *topology;
	struct vc_wiring w;
	unsigned found = 0;
	int *position;

	if (vc_wiring_described(desc, &w, &topology, &position, error) == 0)
		found = vc_native_kinds(&w, ~0u);
	vcube_topology_free(topology);
	free(position);
	return found;
}
