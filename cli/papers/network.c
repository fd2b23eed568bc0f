/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How links delay messages: the textbook's figure 4.12, its formulas for a message over
 * several hops, its lower bound for one port against d cycles on all ports, and the
 * exclusive-or schedule of the direct exchange, on its native cube and on a mesh.
 */
#include <math.h>
#include "base/text.h"
#include "base/units.h"
#include "papers/reproduce.h"

#define EXACT ((struct bounds) { 0, 1e-10 })
#define SHOWN ((struct bounds) { -1, 0 })
#define ROUTED "clock=virtual routing=any account=yes profile=textbook"

/* Figure 4.12: in the last step of the hypercube's all-to-all broadcast, each node of a ring
 * exchanges p/2 blocks with the opposite node. */

enum { BLOCK = 64 };

static int
last_step(vcube_node *self, void *arg)
{
	const int p = vcube_size(self);
	const size_t bytes = (size_t)p / 2 * BLOCK;
	char *out = vcube_scratch(self, bytes), *in = vcube_scratch(self, bytes);

	(void)arg;
	if (vcube_failed(self))
		return vcube_failed(self);
	for (size_t i = 0; i < bytes; i++)
		out[i] = (char)vcube_rank(self);
	return vcube_exchange(self, NULL, vcube_rank(self) ^ p / 2, out, bytes, in, bytes, NULL);
}

static int
last_step_on(const char *kind, int number, struct virtual_run *run)
{
	struct vcube_desc desc = describe("%s:%d " ROUTED, kind, number);
	const int status = virtual_program(&desc, last_step, NULL, "the last step", run);

	vcube_desc_clear(&desc);
	return status;
}

int
reproduce_cube_on_ring(struct comparison *c)
{
	int status = 0;

	compare_panel(c, "The last step of a cube on a ring: times as long", "nodes", "");
	compare_group(c, "messages over the busiest link; times as long", "", EXACT);
	for (int d = 1; d <= 8 && !status; d++) {
		const int p = 1 << d;
		struct virtual_run ring, cube;

		if (!compare_reaches(c, p))
			continue;
		status = last_step_on("ring", p, &ring);
		if (!status)
			status = last_step_on("hypercube", d, &cube);
		if (status)
			return status;
		compare_curve(c, "messages");
		compare(c, p, fmax(1, p / 2), (double)ring.busiest, "%d nodes: messages", p);
		compare_curve(c, "times as long");
		compare(c, p, fmax(1, p / 2), (double)ring.time / (double)cube.time,
			"%d nodes: times as long", p);
	}
	return status;
}

/* A message over h hops. */

static int
to_the_end(vcube_node *self, void *arg)
{
	const size_t bytes = *(const size_t *)arg;
	const int last = vcube_size(self) - 1;
	char *block = vcube_scratch(self, bytes);

	if (vcube_failed(self))
		return vcube_failed(self);
	for (size_t i = 0; i < bytes; i++)
		block[i] = 0;
	if (vcube_rank(self) == 0)
		vcube_send(self, NULL, last, block, bytes);
	else if (vcube_rank(self) == last)
		vcube_recv(self, NULL, 0, block, bytes, NULL);
	return vcube_failed(self);
}

static int
compare_hops(struct comparison *c, const char *switching, bool stored)
{
	const double startup = 1, byte = 0.001, hop = 0.05;
	size_t sizes[] = { 64, 4096 };
	int status = 0;

	compare_group(c, switching, "us", EXACT);
	for (int s = 0; s < 2; s++)
		for (int h = 1; h <= 32 && !status && compare_reaches(c, h + 1); h *= 2) {
			struct vcube_desc desc = describe("linear:%d " ROUTED " per_hop=50ns switching=%s", h + 1,
							  switching);
			const double moved = byte * (double)sizes[s];
			autofree char *size = size_text(sizes[s]);
			struct virtual_run run;

			status = virtual_program(&desc, to_the_end, &sizes[s], switching, &run);
			vcube_desc_clear(&desc);
			if (!status)
				compare(c, h, startup + (stored ? h * (hop + moved) : h * hop + moved),
					(double)run.time / 1e6, "%d hop%s, %s", h, h == 1 ? "" : "s", size);
		}
	return status;
}

int
reproduce_switching(struct comparison *c)
{
	int status;

	compare_panel(c, "A message over several hops", "hops", "us");
	status = compare_hops(c, "cut-through", false);
	return status ? status : compare_hops(c, "store-and-forward", true);
}

/* One port against all: the time of words on the wires, without start-ups. */

static int
compare_ports(struct comparison *c, const char *ports, const char *how, bool all)
{
	int status = 0;

	compare_group(c, all ? "all ports: (p - 1) ceil(m / d) tw" : "one port: tw m (p - 1)", "us", EXACT);
	for (int d = 1; d <= 10 && !status; d++) {
		struct vcube_desc desc = describe("hypercube:%d clock=virtual routing=none profile=textbook "
						  "startup=0 ports=%s", d, ports);
		const int p = 1 << d, words = 60, longest = all ? (words + d - 1) / d : words;
		vcube_time time = 0;

		if (compare_reaches(c, p)) {
			status = virtual_time(&desc, VCUBE_ALLGATHER, (size_t)words, how, &time);
			if (!status)
				compare(c, p, (p - 1) * 0.008 * longest, (double)time / 1e6, "%d nodes", p);
		}
		vcube_desc_clear(&desc);
	}
	return status;
}

int
reproduce_ports(struct comparison *c)
{
	int status;

	compare_panel(c, "All-to-all broadcast of 60 words a node, without start-ups", "nodes", "us");
	status = compare_ports(c, "one", "hypercube", false);
	return status ? status : compare_ports(c, "all", "dcycles", true);
}

/* The direct exchange. */

static int
exchange_on(int d, bool mesh, struct virtual_run *run)
{
	struct vcube_desc desc = mesh ? describe("mesh:%dx%d " ROUTED, 1 << d / 2, 1 << (d - d / 2))
				      : describe("hypercube:%d " ROUTED, d);
	const int status = virtual_run(&desc, VCUBE_ALLTOALL, 1, "direct", run);

	vcube_desc_clear(&desc);
	return status;
}

static int
compare_waiting(struct comparison *c, bool mesh)
{
	int status = 0;

	compare_group(c, mesh ? "waiting on a mesh, row-column" : "waiting on the hypercube, e-cube", "us",
		      EXACT);
	for (int d = 2; d <= 10 && !status; d++) {
		struct virtual_run run;

		if (!compare_reaches(c, 1 << d))
			continue;
		status = exchange_on(d, mesh, &run);
		if (status)
			return status;
		compare(c, 1 << d, mesh ? NAN : 0, (double)run.contention / 1e6, "%d nodes, all messages",
			1 << d);
		/* on 2x2 every route turns its own corner */
		if (mesh)
			compare_text(c, d > 2 ? "some" : "none", run.contention > 0 ? "some" : "none",
				     "%d nodes, any", 1 << d);
	}
	return status;
}

int
reproduce_exclusive_or(struct comparison *c)
{
	int status;

	compare_panel(c, "Direct exchange: messages wait for links", "nodes", "us");
	status = compare_waiting(c, false);
	return status ? status : compare_waiting(c, true);
}
