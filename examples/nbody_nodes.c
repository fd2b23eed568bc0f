/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The program of each node for the direct N-body problem (Mathur and Johnsson, section 2),
 * by leapfrog steps.
 *
 * Node r has bodies r B to r B + B - 1, B = ceil(n / p), the last nodes fewer or none.
 * In each step it needs the places and masses of all bodies: by an all-to-all broadcast, or
 * (--ring) block by block, as nodes pass them round a ring, with the next one in flight
 * while the node works on the current one. The owner of the block on each node, p = 4:
 *
 *   node      0 1 2 3
 *   round 0   0 1 2 3
 *   round 1   3 0 1 2
 *   round 2   2 3 0 1
 *   round 3   1 2 3 0
 *
 * Nature conserves energy and momentum; their change is the error of the steps (which for
 * energy does not grow, and for momentum is only rounding).
 */
#include <string.h>
#include "nbody.h"

struct node {
	vcube_node *self;
	const struct job *job;
	struct log *log;
	int p, me;
	size_t block;                   /* bodies per block; the last ones may be missing */
	struct bodies mine;
	struct place *all;              /* of all nodes, or of two blocks in turn */
};

/* Returns the number of bodies in a node's block. */
static size_t
filled(const struct node *n, int node)
{
	const size_t count = n->job->count, before = (size_t)node * n->block;

	return before >= count ? 0 : count - before < n->block ? count - before : n->block;
}

static double
work(struct node *n, const struct place *others, size_t first, size_t count)
{
	phase(n->self, n->log, "attract");
	flops(n->self, n->log, PAIR_OPERATIONS * n->mine.count * count);
	return bodies_attract(&n->mine, others, first, count);
}

static double
forces_by_broadcast(struct node *n)
{
	const struct job *const job = n->job;

	phase(n->self, n->log, "all-to-all broadcast");
	if (vcube_allgather(n->self, NULL, n->mine.place, n->all, n->block,
			    VCUBE_BYTES(sizeof *n->all), job->how))
		return 0;
	return work(n, n->all, 0, job->count);
}

static double
forces_by_ring(struct node *n)
{
	const size_t bytes = n->block * sizeof *n->all;
	const int right = (n->me + 1) % n->p, left = (n->me + n->p - 1) % n->p;
	const struct place *have = n->mine.place;
	double energy = 0;

	for (int round = 0, of = n->me; round < n->p && !vcube_failed(n->self); round++) {
		struct place *const next = n->all + (size_t)(round % 2) * n->block;
		vcube_request *way[2] = { NULL, NULL };

		if (round < n->p - 1) {
			way[0] = vcube_irecv(n->self, NULL, left, next, bytes);
			way[1] = vcube_isend(n->self, NULL, right, have, bytes);
		}
		energy += work(n, have, (size_t)of * n->block, filled(n, of));
		phase(n->self, n->log, "wait for the next block");
		vcube_waitall(n->self, way, 2);
		have = next;
		of = (of + n->p - 1) % n->p;
	}
	return energy;
}

static double
forces(struct node *n)
{
	bodies_rest(&n->mine);
	return n->job->ring ? forces_by_ring(n) : forces_by_broadcast(n);
}

/* Adds up the sums over all nodes; node 0 keeps them. */
static void
note(struct node *n, double potential, struct sums *sums)
{
	const struct sums mine = bodies_sums(&n->mine, potential);
	struct sums all;

	phase(n->self, n->log, "add up energy and momentum");
	vcube_reduce(n->self, NULL, 0, &mine, &all, sizeof mine / sizeof(double), VCUBE_DOUBLE,
		     VCUBE_SUM, NULL);
	if (n->me == 0 && !vcube_failed(n->self))
		*sums = all;
}

static void
leap(struct node *n, double *energy)
{
	const double dt = n->job->dt;

	phase(n->self, n->log, "move");
	bodies_kick(&n->mine, dt / 2);
	bodies_drift(&n->mine, dt);
	flops(n->self, n->log, LEAP_OPERATIONS * n->mine.count);
	*energy = forces(n);
	bodies_kick(&n->mine, dt / 2);
}

static void
simulate(struct node *n, struct job *job)
{
	double energy;

	bodies_load(&n->mine, job->body);
	energy = forces(n);
	note(n, energy, &job->first);
	for (int i = 0; i < job->steps && !vcube_failed(n->self); i++)
		leap(n, &energy);
	note(n, energy, &job->last);
	phase(n->self, n->log, NULL);
	if (!vcube_failed(n->self))
		bodies_store(&n->mine, job->result);
}

int
nbody_program(vcube_node *self, void *arg)
{
	struct job *const job = arg;
	const int p = vcube_size(self), me = vcube_rank(self);
	const size_t block = (job->count + (size_t)p - 1) / (size_t)p;
	struct node n = { .self = self, .job = job, .log = &job->log[me], .p = p, .me = me, .block = block };

	n.mine.law = job->law;
	n.mine.first = (size_t)me * block;
	n.mine.count = filled(&n, me);
	n.mine.place = vcube_scratch(self, block * sizeof *n.mine.place);
	n.mine.motion = vcube_scratch(self, block * sizeof *n.mine.motion);
	n.all = vcube_scratch(self, block * (size_t)(job->ring ? 2 : p) * sizeof *n.all);
	if (vcube_failed(self))
		return vcube_failed(self);
	memset(n.mine.place, 0, block * sizeof *n.mine.place);
	vcube_watch(self, "mass and place", n.mine.place, VCUBE_DOUBLE, block * 4);
	simulate(&n, job);
	vcube_free(self, n.all);
	vcube_free(self, n.mine.motion);
	vcube_free(self, n.mine.place);
	return vcube_failed(self);
}
