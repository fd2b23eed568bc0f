/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Pipelines over edge-disjoint spanning trees.
 *
 * A step takes all nodes the same time: from the first packets to the last, nearly every
 * node has a full packet to send or to receive in every step, and the root sends without a
 * pause, so all nodes run in lockstep. The trees are numbered so that the last packet (with
 * all ports, the first of the last row) goes over tree d - 1: then node 2^(d-1) is the only
 * one besides the root that is idle in the last step.
 */
#include <vcube/cube.h>

/* x packets start in each step, so n elements in r rows of packets take about
 * (r + d)(startup + per_element * n / (x r)). This is least for r^2 = per_element
 * n d / (x startup); try the integers next to it. */
static size_t
best_packet(int d, int x, size_t n, int64_t startup, int64_t per_element)
{
	const double slope = (double)per_element * (double)n * (double)d;
	const size_t share = (n + (size_t)x - 1) / (size_t)x;
	size_t low = 1, high = share, best = n;
	double least = 0;

	while (low < high) {
		const size_t r = low + (high - low) / 2;

		if ((double)r * (double)r * (double)x * (double)startup >= slope)
			high = r;
		else
			low = r + 1;
	}
	for (size_t r = low > 1 ? low - 1 : 1; r <= low + 1 && r <= share; r++) {
		const size_t packet = (share + r - 1) / r;
		const double time = (double)(r + (size_t)d) *
				    ((double)startup + (double)per_element * (double)packet);

		if (least == 0 || time < least) {
			least = time;
			best = packet;
		}
	}
	return best;
}

static long
rows(const struct vcube_pipe *p)
{
	return p->all ? (p->packets + p->d - 1) / p->d : p->packets;
}

struct vcube_pipe
vcube_pipe(int d, int all, size_t n, size_t packet, int64_t startup, int64_t per_element)
{
	struct vcube_pipe p = {.d = d, .all = all, .n = n, .packet = packet, .packets = 1};

	if (d == 0)
		return p;
	/* over a single link nobody forwards, and each packet only adds its start-up */
	if (packet == 0)
		p.packet = d == 1 ? n : best_packet(d, all ? d : 1, n, startup, per_element);
	if (p.packet > n)
		p.packet = n;
	if (n > 0)
		p.packets = (long)((n - 1) / p.packet) + 1;
	p.tree = all ? d - 1 : (int)((d - p.packets % d) % d);
	p.steps = rows(&p) + (d > 1 ? d : 0);
	return p;
}

long
vcube_pipe_packet(const struct vcube_pipe *p, unsigned c, int k, long t)
{
	const int d = p->d;
	int hop, tree;
	long s;

	if (!p->all && k != (int)((p->tree + t) % d))
		return -1;
	tree = vcube_tree_link(d, c, k, &hop);
	if (tree < 0 || t < hop)
		return -1;
	s = p->all ? (t - hop) * d + (tree - p->tree + d) % d : t - hop;
	return s < p->packets ? s : -1;
}

size_t
vcube_pipe_elements(const struct vcube_pipe *p, long s, size_t *first)
{
	*first = (size_t)s * p->packet;
	return s < p->packets - 1 ? p->packet : p->n - *first;
}

int64_t
vcube_pipe_time(const struct vcube_pipe *p, int64_t startup, int64_t per_element, int64_t *early)
{
	const long in_last = p->all && p->d > 0 ? p->packets - (rows(p) - 1) * p->d : 1;
	size_t first;
	const int64_t shorter = startup + per_element *
				(int64_t)vcube_pipe_elements(p, p->packets - 1, &first);
	const int64_t full = p->packets > 1 ? startup + per_element * (int64_t)p->packet : shorter;
	const int64_t last = in_last > 1 ? full : shorter;

	if (p->d == 0)
		return *early = 0;
	*early = p->d == 1 || in_last > 2 ? 0 : in_last == 2 ? full - shorter : shorter;
	return (p->steps - 1) * full + last;
}
