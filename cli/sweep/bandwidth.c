/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Algorithm bandwidth is the size of the larger buffer over the time. Bus bandwidth is that
 * times the share of the buffer that a node's link must carry at least, so it compares with
 * the link's own bandwidth for any number of nodes.
 */
#include <math.h>
#include "sweep/bandwidth.h"

static double
seconds_of(const struct record *r)
{
	if (record_predicted(r))
		return r->predicted_ps == NONE ? 0 : (double)r->predicted_ps * 1e-12;
	if (r->time_ps != NONE)
		return (double)r->time_ps * 1e-12;
	return r->wall_ns == NONE ? 0 : (double)r->wall_ns * 1e-9;
}

/* Return the factor from algorithm bandwidth to bus bandwidth; 0: none is defined. */
static double
bus_factor(const struct run_case *c, int blocks)
{
	const double p = c->nodes;

	switch (c->collective) {
	case VCUBE_SCAN:
		return 0;
	case VCUBE_ALLREDUCE:
		return 2 * (p - 1) / p;
	default:
		return blocks == 1 && p > 1 ? 1 : (p - 1) / p;
	}
}

void
record_bandwidth(struct run_case *c)
{
	const struct vcube_shape *shape = vcube_collective_shape(c->collective);
	const int in = vcube_blocks_of(shape->in, c->nodes), out = vcube_blocks_of(shape->out, c->nodes);
	const int blocks = in > out ? in : out;
	const double seconds = seconds_of(&c->record), factor = bus_factor(c, blocks);
	double rate;

	if (c->program || c->traffic.traffic || blocks == 0 || seconds <= 0)
		return;
	rate = (double)c->bytes * blocks / seconds;
	c->record.algbw = llround(rate);
	if (factor > 0 || c->nodes == 1)
		c->record.busbw = llround(rate * factor);
}
