/* SPDX-License-Identifier: BSD-2-Clause */
#include "nodes/choose.h"
#include <string.h>
#include "lib/error.h"
#include "nodes/group.h"

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

/* All nodes, each on the position of its number, on a topology that is of this
 * kind itself: then there is nothing to look up. */
static bool
is_machine(const vcube_machine *m, const vcube_group *group, enum vcube_kind kind)
{
	const vcube_topology *t = m->topology;

	if (group != NULL || vcube_topology_kind(t) != kind || strcmp(m->desc.mapping, "binary") != 0)
		return false;
	if (kind != VCUBE_TORUS && kind != VCUBE_MESH)
		return true;
	return vcube_topology_axis(t, 0) == vcube_topology_axis(t, 1) &&
	       vcube_topology_axis(t, 2) == 0;
}

/* Do the wires of the machine join the members like a topology of this kind? */
static bool
is_wired(vcube_node *self, const struct vcube_call *c, enum vcube_kind kind)
{
	const vcube_machine *m = self->machine;
	bool exists = true;

	if (is_machine(m, c->group, kind))
		return true;
	for (int r = 0; r < c->size && exists; r++) {
		const int from = m->position[vc_group_member(self, c->group, r)];

		for (int wire = 0, n; (n = neighbor(kind, c->size, r, wire, &exists)) >= 0; wire++) {
			const int to = m->position[vc_group_member(self, c->group, n)];

			if (to != from && vcube_topology_port(m->topology, from, to) < 0)
				return false;
		}
	}
	return exists;
}

static bool
is_at_home(vcube_node *self, const struct vcube_call *c, const struct vcube_algorithm *a)
{
	for (int kind = 0; kind < VCUBE_KINDS; kind++)
		if (a->home & 1u << kind && is_wired(self, c, kind))
			return true;
	return false;
}

struct vcube_terms
vc_terms(vcube_node *self, const struct vcube_call *c)
{
	struct vcube_terms t = vcube_terms_of(&self->machine->desc, c->size, c->bytes);

	t.unit = vcube_type_size(c->type);
	if (c->set != NULL)
		t.set = c->set;
	return t;
}

const struct vcube_algorithm *
vc_choose(vcube_node *self, const struct vcube_call *c, struct vcube_error *error)
{
	const vcube_machine *m = self->machine;
	const struct vcube_terms terms = vc_terms(self, c);
	const struct vcube_algorithm *a, *best = NULL;
	vcube_time least = 0;
	bool best_at_home = false;

	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		vcube_time cost;
		bool at_home;

		if (a->collective != c->collective ||
		    vcube_algorithm_fits(a, &terms, c->op, NULL) != 0)
			continue;
		at_home = !m->none || is_at_home(self, c, a);
		cost = a->cost(&terms);
		if (best == NULL || at_home > best_at_home ||
		    (at_home == best_at_home && cost < least)) {
			best = a;
			least = cost;
			best_at_home = at_home;
		}
	}
	if (best == NULL)
		vc_error(error, VCUBE_EPRECOND, "no algorithm of %s fits this call",
			 vcube_collective_name(c->collective));
	return best;
}
