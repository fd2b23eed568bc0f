/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reordering of ranks. Of a few layouts the one with the fewest hops is taken: ranks as they
 * are; the mapping that the caller names; and a greedy one, in which each node in the order of a
 * breadth-first search takes the free member that is nearest to its neighbors. Then pairs of
 * nodes change places as long as that makes it better. Work is limited, so large
 * topologies keep what was found until then.
 */
#include <stdlib.h>
#include <string.h>
#include "coll.h"
#include "reorder.h"

/* Distances that are worked out: some 0.1 s */
enum { MOST_WORK = 1 << 23 };

struct layout {
	const vcube_topology *topology;
	const struct edges *edges;
	int nodes;
	int *position;          /* of each member, on the machine */
	int *member;            /* that is this node */
	int *best, *order;      /* members; nodes in the order of the search */
	int *first, *other, *weight;    /* edges of each node, in either direction */
	long work;
};

/* --- sums of hops */

static int64_t
hops(struct layout *l, int a, int b)
{
	l->work++;
	return vcube_topology_distance(l->topology, l->position[a], l->position[b]);
}

/* Of all edges, in their direction */
static int64_t
total(struct layout *l, const int *member)
{
	const struct edges *e = l->edges;
	int64_t sum = 0;

	for (int i = 0; i < l->nodes; i++)
		for (int k = e->first[i]; k < e->first[i + 1]; k++)
			if (e->ends[k] >= 0)
				sum += hops(l, member[i], member[e->ends[k]]) *
				       (e->weights == NULL ? 1 : e->weights[k]);
	return sum;
}

/* Of the edges of a node, if it were this member, to nodes that have one */
static int64_t
local(struct layout *l, int node, int member)
{
	int64_t sum = 0;

	for (int k = l->first[node]; k < l->first[node + 1]; k++)
		if (l->member[l->other[k]] >= 0)
			sum += hops(l, member, l->member[l->other[k]]) * l->weight[k];
	return sum;
}

/* --- layouts */

static void
keep_best(struct layout *l, int64_t *least)
{
	const int64_t sum = total(l, l->member);

	if (sum < *least) {
		*least = sum;
		memcpy(l->best, l->member, (size_t)l->nodes * sizeof *l->best);
	}
}

/* The members at the positions that a mapping gives; false if it does not fit. */
static bool
lay_mapping(struct layout *l, const char *mapping)
{
	struct vcube_error error;
	int *const position = l->order;

	if (mapping == NULL || vcube_topology_nodes(l->topology) != l->nodes ||
	    vcube_mapping_parse(mapping, l->topology, position, &error) != 0)
		return false;
	/* a full house: each position has a member */
	for (int m = 0; m < l->nodes; m++)
		l->member[l->position[m]] = m;
	for (int i = 0; i < l->nodes; i++)
		position[i] = l->member[position[i]];
	l->order = l->member;
	l->member = position;
	return true;
}

/* Lists nodes so that each has a neighbor before it, unless it begins a component. */
static void
search(struct layout *l)
{
	int found = 0, next = 0;
	bool *const seen = calloc((size_t)l->nodes, sizeof *seen);

	for (int start = 0; seen != NULL && start < l->nodes; start++) {
		if (!seen[start]) {
			seen[start] = true;
			l->order[found++] = start;
		}
		for (; next < found; next++)
			for (int k = l->first[l->order[next]]; k < l->first[l->order[next] + 1]; k++)
				if (!seen[l->other[k]]) {
					seen[l->other[k]] = true;
					l->order[found++] = l->other[k];
				}
	}
	for (int i = 0; seen == NULL && i < l->nodes; i++)
		l->order[i] = i;
	free(seen);
}

/* Returns the place of the free member that is nearest to the node's neighbors. */
static int
nearest(struct layout *l, int node, const int *members, int count)
{
	int64_t least = INT64_MAX;
	int found = 0;

	for (int i = 0; i < count && least > 0; i++) {
		const int64_t sum = local(l, node, members[i]);

		if (sum < least) {
			least = sum;
			found = i;
		}
	}
	return found;
}

/* Returns false if that would be too much work, or memory is short. */
static bool
lay_greedily(struct layout *l)
{
	const int64_t pairs = (int64_t)l->nodes * l->first[l->nodes] / 2;
	int *members = pairs < MOST_WORK ? malloc((size_t)l->nodes * sizeof *members) : NULL;

	if (members == NULL)
		return false;
	for (int i = 0; i < l->nodes; i++) {
		members[i] = i;
		l->member[i] = -1;
	}
	search(l);
	for (int i = 0; i < l->nodes; i++) {
		const int left = l->nodes - i, at = nearest(l, l->order[i], members, left);

		l->member[l->order[i]] = members[at];
		memmove(members + at, members + at + 1, (size_t)(left - 1 - at) * sizeof *members);
	}
	free(members);
	return true;
}

/* Lets two nodes change places if that is better. */
static bool
exchange(struct layout *l, int a, int b)
{
	const int at_a = l->member[a], at_b = l->member[b];
	const int64_t before = local(l, a, at_a) + local(l, b, at_b);

	l->member[a] = at_b;
	l->member[b] = at_a;
	if (local(l, a, at_b) + local(l, b, at_a) < before)
		return true;
	l->member[a] = at_a;
	l->member[b] = at_b;
	return false;
}

static void
improve(struct layout *l)
{
	bool better = true;

	while (better) {
		better = false;
		for (int a = 0; a < l->nodes; a++)
			for (int b = a + 1; b < l->nodes; b++) {
				if (l->work > MOST_WORK)
					return;
				better |= exchange(l, a, b);
			}
	}
}

/* --- the whole */

/* Edges of each node in either direction, without those to itself */
static void
join_edges(struct layout *l)
{
	const struct edges *e = l->edges;

	for (int i = 0; i < l->nodes; i++)
		for (int k = e->first[i]; k < e->first[i + 1]; k++)
			if (e->ends[k] >= 0 && e->ends[k] != i) {
				l->first[i + 1]++;
				l->first[e->ends[k] + 1]++;
			}
	for (int i = 0; i < l->nodes; i++)
		l->first[i + 1] += l->first[i];
	memcpy(l->order, l->first, (size_t)l->nodes * sizeof *l->order);
	for (int i = 0; i < l->nodes; i++)
		for (int k = e->first[i]; k < e->first[i + 1]; k++)
			if (e->ends[k] >= 0 && e->ends[k] != i) {
				const int at[2] = {l->order[i]++, l->order[e->ends[k]]++};

				l->other[at[0]] = e->ends[k];
				l->other[at[1]] = i;
				l->weight[at[0]] = l->weight[at[1]] = e->weights == NULL ? 1 : e->weights[k];
			}
}

static void
close_layout(struct layout *l)
{
	free(l->position);
	free(l->member);
	free(l->best);
	free(l->order);
	free(l->first);
	free(l->other);
	free(l->weight);
}

static bool
find_positions(struct layout *l, const struct comm *c, const vcube_machine *machine)
{
	int *all = malloc((size_t)vcube_machine_nodes(machine) * sizeof *all);
	struct vcube_error error;
	const bool good = all != NULL && vcube_mapping_parse(vcube_machine_desc(machine)->mapping,
							     l->topology, all, &error) == 0;

	for (int i = 0; good && i < l->nodes; i++)
		l->position[i] = all[c->group->nodes[i]];
	free(all);
	return good;
}

/* Returns false if memory is short; close_layout() releases what there is. */
static bool
open_layout(struct layout *l, const struct comm *c, const struct edges *edges,
	    const vcube_machine *machine)
{
	const size_t nodes = (size_t)edges->nodes, ends = 2 * (size_t)edges->first[nodes] + 1;

	*l = (struct layout){
		.topology = vcube_machine_topology(machine), .edges = edges, .nodes = edges->nodes,
		.position = malloc(nodes * sizeof(int)), .member = malloc(nodes * sizeof(int)),
		.best = malloc(nodes * sizeof(int)), .order = malloc(nodes * sizeof(int)),
		.first = calloc(nodes + 1, sizeof(int)), .other = malloc(ends * sizeof(int)),
		.weight = malloc(ends * sizeof(int)),
	};
	if (l->position == NULL || l->member == NULL || l->best == NULL || l->order == NULL ||
	    l->first == NULL || l->other == NULL || l->weight == NULL)
		return false;
	join_edges(l);
	return find_positions(l, c, machine);
}

static void
find_best(struct layout *l, const char *mapping)
{
	int64_t least;

	for (int i = 0; i < l->nodes; i++)
		l->best[i] = l->member[i] = i;
	least = total(l, l->best);
	if (lay_mapping(l, mapping))
		keep_best(l, &least);
	if (lay_greedily(l))
		keep_best(l, &least);
	memcpy(l->member, l->best, (size_t)l->nodes * sizeof *l->best);
	improve(l);
	keep_best(l, &least);
}

/* Writes the node that each member becomes. */
static void
find_nodes(const struct process *p, const struct comm *c, const struct edges *edges,
	   const char *mapping, int *node)
{
	struct layout l;

	for (int i = 0; i < edges->nodes; i++)
		node[i] = i;
	if (open_layout(&l, c, edges, vcube_machine_of(p->node))) {
		find_best(&l, mapping);
		for (int i = 0; i < l.nodes; i++)
			node[l.best[i]] = i;
	}
	close_layout(&l);
}

bool
vcm_may_reorder(const struct process *p, int nodes)
{
	return nodes > 2 &&
	       vcube_topology_diameter(vcube_machine_topology(vcube_machine_of(p->node))) > 1;
}

int
vcm_new_rank(struct process *p, const struct comm *c, const struct edges *edges, const char *mapping)
{
	int *node, rank = c->rank;

	if (!vcm_may_reorder(p, edges->nodes) || rank >= edges->nodes)
		return rank;
	node = vcm_memory(p, (size_t)edges->nodes * sizeof *node);
	find_nodes(p, c, edges, mapping, node);
	rank = node[rank];
	free(node);
	return rank;
}

int
vcm_reorder(struct process *p, const struct comm *c, const struct edges *edges, const char *mapping)
{
	const size_t bytes = (size_t)edges->nodes * sizeof(int);
	int *node, rank = c->rank;

	if (!vcm_may_reorder(p, edges->nodes))
		return rank;
	node = vcm_memory(p, bytes);
	if (rank == 0)
		find_nodes(p, c, edges, mapping, node);
	vcm_check(p, (vcube_bcast)(p->node, c->local, 0, node, bytes, VCUBE_BYTES(1), NULL));
	if (rank < edges->nodes)
		rank = node[rank];
	free(node);
	return rank;
}
