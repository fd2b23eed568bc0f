/* SPDX-License-Identifier: BSD-2-Clause */
#include "nodes/call/choose.h"
#include <stdlib.h>
#include <string.h>
#include "lib/error.h"
#include "nodes/machine/desc.h"
#include "nodes/call/group.h"

/* The bytes of a block for which an algorithm of alltoallv is chosen: members
 * have counts of their own, and must choose the same. */
enum { BLOCK_OF_UNKNOWN_LENGTH = 1024 };

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

/* Members, and where they sit: those of a group, or else all nodes. */
struct wiring {
	const vcube_topology *topology;
	const int *position;            /* of each rank of the machine */
	const char *mapping;
	bool routed;                    /* messages cross many links at a time, one by one */
	vcube_node *self;               /* whose group it is */
	vcube_group *group;             /* NULL: all nodes */
	int size;
};

static int
position_of(const struct wiring *w, int member)
{
	return w->position[w->group ? vc_group_member(w->self, w->group, member) : member];
}

/* All nodes, each on the position of its number, on a topology that is of this
 * kind itself: then there is nothing to look up. */
static bool
is_machine(const struct wiring *w, enum vcube_kind kind)
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
is_wired(const struct wiring *w, enum vcube_kind kind)
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
is_at_home(const struct wiring *w, enum vcube_kind kind)
{
	return is_wired(w, kind) ||
	       (kind == VCUBE_FULL && w->routed && is_wired(w, VCUBE_HYPERCUBE));
}

static unsigned
homes(const struct wiring *w, unsigned among)
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

/* Parameters, each cut to what is left of it behind so many bits. */
static struct vcube_cost
coarse(const struct vcube_cost *k, int bits)
{
	return (struct vcube_cost) {
#define X(name, value, unit, text) .name = k->name >> bits,
		VCUBE_COSTS(X)
#undef X
	};
}

/* Makes terms for which every cost fits its 64 bits, about so many bits less than it is:
 * a cost is in proportion to its parameters, and no formula has more than p^2 times a
 * block of any. Where next to nothing would be left of them, blocks are shorter. */
static int
make_fit(struct vcube_terms *t)
{
	const double blocks = (double)t->p * t->p, length = t->m > 1 ? (double)t->m : 1;
	vcube_time largest = 1;
	int bits = 0, halves = 0;

#define X(name, value, unit, text) if (largest < t->k.name) largest = t->k.name;
	VCUBE_COSTS(X)
#undef X
	while (bits < 40 && (double)(largest >> bits) * length * blocks > VC_TIME_MOST)
		bits++;
	if (bits > 0)
		t->k = coarse(&t->k, bits);
	for (; t->m > 0 && (double)(largest >> bits) * (double)t->m * blocks > VC_TIME_MOST; halves++)
		t->m >>= 1;
	return bits + halves;
}

/* The rough cost is less than it is: one below it has wrapped. What is further than clocks
 * go comes behind all else. */
static vcube_time
cost_of(const struct vcube_algorithm *a, const struct vcube_terms *t,
	const struct vcube_terms *rough, int bits)
{
	const vcube_time least = bits > 0 ? a->cost(rough) : 0;
	vcube_time cost;

	if (bits > 0 && (bits > 60 || least > VC_TIME_MOST >> bits))
		return VC_TIME_FAR + least;
	cost = a->cost(t);
	return cost > least << bits ? cost : least << bits;
}

/* The best of what fits. With wires, those at home on them come first. */
static const struct vcube_algorithm *
choose(int collective, const struct vcube_terms *terms, const struct vcube_op *op,
       const struct wiring *w, struct vcube_error *error)
{
	const struct vcube_algorithm *a, *best = NULL;
	struct vcube_terms known = *terms, rough;
	vcube_time least = 0;
	bool best_at_home = false;
	int bits;

	if (collective == VCUBE_ALLTOALLV)
		known.m = BLOCK_OF_UNKNOWN_LENGTH;
	rough = known;
	bits = make_fit(&rough);
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		vcube_time cost;
		bool at_home;

		if (a->collective != collective || vcube_algorithm_fits(a, terms, op, NULL) != 0)
			continue;
		at_home = w == NULL || homes(w, a->home) != 0;
		cost = cost_of(a, &known, &rough, bits);
		if (best == NULL || at_home > best_at_home ||
		    (at_home == best_at_home && cost < least)) {
			best = a;
			least = cost;
			best_at_home = at_home;
		}
	}
	if (best == NULL)
		vc_error(error, VCUBE_EPRECOND, "no algorithm of %s fits this call",
			 vcube_collective_name(collective));
	return best;
}

struct vcube_terms
vcube_terms_for(const vcube_node *self, const struct vcube_call *c)
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
	const struct vcube_terms terms = vcube_terms_for(self, c);
	const struct wiring w = {
		.topology = m->topology, .position = m->position, .mapping = m->desc.mapping,
		.routed = is_routed(&m->desc), .self = self, .group = c->group, .size = c->size,
	};

	return choose(c->collective, &terms, c->op, m->none || m->timed ? &w : NULL, error);
}

/* The wiring of a machine so described. *topology and *position are to be freed,
 * also after an error. */
static int
wire(const struct vcube_desc *desc, struct wiring *w, vcube_topology **topology, int **position,
     struct vcube_error *error)
{
	*position = NULL;
	*topology = vcube_topology_parse(desc->topology, error);
	if (*topology == NULL)
		return VCUBE_EINVAL;
	*w = (struct wiring){.topology = *topology, .mapping = desc->mapping,
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
	struct wiring w;
	unsigned found = 0;
	int *position;

	if (wire(desc, &w, &topology, &position, error) == 0)
		found = homes(&w, ~0u);
	vcube_topology_free(topology);
	free(position);
	return found;
}

const struct vcube_algorithm *
vcube_algorithm_choose(const struct vcube_desc *desc, int collective,
		       const struct vcube_terms *terms, const struct vcube_op *op,
		       struct vcube_error *error)
{
	const struct vcube_algorithm *best = NULL;
	vcube_topology *topology;
	struct wiring w;
	int *position;

	if (vcube_collective_name(collective) == NULL) {
		vc_error(error, VCUBE_EINVAL, "no collective has number %d (0 to %d)", collective,
			 VCUBE_COLLECTIVES_COUNT - 1);
		return NULL;
	}
	if (desc->routing != VCUBE_ROUTING_NONE && desc->clock == VCUBE_CLOCK_FREE)
		return choose(collective, terms, op, NULL, error);
	if (wire(desc, &w, &topology, &position, error) == 0)
		best = choose(collective, terms, op, &w, error);
	vcube_topology_free(topology);
	free(position);
	return best;
}
