/* SPDX-License-Identifier: BSD-2-Clause */
#include "native.h"
#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "description.h"
#include "group.h"

/* The side of a square of p, 0 if p is none. */
static int
side(int p)
{
	int q = 0;

	while (q * q < p)
		q++;
	return q * q == p ? q : 0;
}

/*
 * Member `rank` of p, wired like a topology of this kind: its neighbour on wire
 * number `wire`, -1 past the last. Every wire is named at one end at least.
 * *exists is false where p members cannot be wired so.
 */
static int
neighbor(enum vcube_kind kind, int p, int rank, int wire, bool *exists)
{
	const int q = kind == VCUBE_TORUS || kind == VCUBE_MESH ? side(p) : 1;

	switch (kind) {
	case VCUBE_HYPERCUBE:
		*exists = (p & (p - 1)) == 0;
		return *exists && 1 << wire < p ? rank ^ (1 << wire) : -1;
	case VCUBE_RING:
		return wire < 1 ? (rank + 1) % p : -1;
	case VCUBE_LINEAR:
		return wire < 1 && rank + 1 < p ? rank + 1 : -1;
	case VCUBE_TORUS:
		*exists = q > 0;
		return q == 0 || wire > 1 ? -1
			: wire == 0 ? rank - rank % q + (rank + 1) % q : (rank + q) % p;
	case VCUBE_MESH:
		*exists = q > 0;
		return q == 0 || wire > 1 ? -1
			: wire == 0 ? rank + (rank % q + 1 < q) : rank + q < p ? rank + q : rank;
	case VCUBE_FULL:
		return wire < p - 1 ? (rank + 1 + wire) % p : -1;
	default:
		*exists = false;
		return -1;
	}
}

static int
position_of(const struct vc_wiring *w, int member)
{
	return w->position[w->group ? vc_group_member(w->self, w->group, member) : member];
}

/* All nodes, each on the position of its number, on a topology that is of this
 * kind itself: then there is nothing to look up. */
static bool
is_machine(const struct vc_wiring *w, enum vcube_kind kind)
{
	const vcube_topology *t = w->topology;

	if (w->group != NULL || vcube_topology_kind(t) != kind || strcmp(w->mapping, "binary") != 0)
		return false;
	if (kind != VCUBE_TORUS && kind != VCUBE_MESH)
		return true;
	return vcube_topology_axis(t, 0) == vcube_topology_axis(t, 1) &&
	       vcube_topology_axis(t, 2) == 0;
}

/* Do the wires of the machine join the members like a topology of this kind? */
static bool
is_wired(const struct vc_wiring *w, enum vcube_kind kind)
{
	bool exists = true;

	if (is_machine(w, kind))
		return true;
	for (int r = 0; r < w->size && exists; r++) {
		const int from = position_of(w, r);

		for (int wire = 0, n; (n = neighbor(kind, w->size, r, wire, &exists)) >= 0; wire++) {
			const int to = position_of(w, n);

			if (to != from && vcube_topology_port(w->topology, from, to) < 0)
				return false;
		}
	}
	return exists;
}

/* Routed on a hypercube, exclusive ors and shifts share no link: what is at home where
 * everybody is a neighbour never waits there. tests/test_prediction.c has them all. */
static bool
is_at_home(const struct vc_wiring *w, enum vcube_kind kind)
{
	return is_wired(w, kind) ||
	       (kind == VCUBE_FULL && w->routed && is_wired(w, VCUBE_HYPERCUBE));
}

unsigned
vc_homes(const struct vc_wiring *w, unsigned among)
{
	unsigned found = 0;

	for (int kind = 0; kind < VCUBE_KINDS; kind++)
		if (among & 1u << kind && is_at_home(w, kind))
			found |= 1u << kind;
	return found;
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

	return (struct vc_wiring){
		.topology = m->topology, .position = m->position, .mapping = m->desc.mapping,
		.routed = is_routed(&m->desc), .self = self, .group = group, .size = size,
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
vcube_homes_of(const struct vcube_desc *desc, struct vcube_error *error)
{
	vcube_topology *topology;
	struct vc_wiring w;
	unsigned found = 0;
	int *position;

	if (vc_wiring_described(desc, &w, &topology, &position, error) == 0)
		found = vc_homes(&w, ~0u);
	vcube_topology_free(topology);
	free(position);
	return found;
}
