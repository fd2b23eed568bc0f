/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Kumar et al., equations 4.2 to 4.4: the time of all-to-all broadcast and reduction on a ring, a
 * square torus and a hypercube, with one port; n broadcasts at once. How links delay messages: the
 * textbook's figure 4.12, its formulas for a message over several hops, its lower bound for one
 * port against d cycles on all ports, and the exclusive-or schedule of the direct exchange, on its
 * native cube and on a mesh.
 */
#include <math.h>
#include <string.h>
#include "base/text.h"
#include "base/units.h"
#include "papers/reproduce.h"

enum { HEAP = 16 << 20 };       /* bytes of a node, more than the programs here need */

struct row {
	const char *topology, *algorithm;
	int p;
	double startups;        /* their number; each row moves p - 1 blocks */
};

static const struct row rows[] = {
	{ "ring:2", "ring", 2, 1 }, { "ring:5", "ring", 5, 4 }, { "ring:16", "ring", 16, 15 },
	{ "ring:64", "ring", 64, 63 },
	{ "torus:3x3", "mesh", 9, 2 * 2 }, { "torus:5x5", "mesh", 25, 2 * 4 },
	{ "torus:12x12", "mesh", 144, 2 * 11 },
	{ "hypercube:1", "hypercube", 2, 1 }, { "hypercube:4", "hypercube", 16, 4 },
	{ "hypercube:8", "hypercube", 256, 8 },
};

/* Return the time in microseconds: the start-ups, and 1 ns per byte. */
static double
equation(const struct row *row, size_t count)
{
	return row->startups + (row->p - 1) * 0.001 * 8 * (double)count;
}

static void
compare_row(struct comparison *c, const struct row *row, int collective, size_t count)
{
	const char *machine = text("%s profile=textbook clock=virtual routing=none", row->topology);
	const vcube_time time = virtual_run(machine, collective, count, row->algorithm).time;
	const char *words = text("%zu word%s", count, count == 1 ? "" : "s");

	compare_curve(c, text("%.*s, %s", (int)strcspn(row->topology, ":"), row->topology, words));
	compare(c, row->p, equation(row, count), (double)time / 1e6, "%s, %s", row->topology, words);
}

void
reproduce_kumar(struct comparison *c)
{
	static const int collectives[] = { VCUBE_ALLGATHER, VCUBE_REDUCE_SCATTER };
	static const char *const titles[] = { "all-to-all broadcast", "all-to-all reduction" };

	for (int i = 0; i < 2; i++) {
		compare_panel(c, titles[i], "nodes", "us");
		compare_group(c, titles[i], "us", EXACT);
		for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
			for (size_t count = 1; count <= 100 && compare_reaches(c, rows[r].p); count *= 100)
				compare_row(c, &rows[r], collectives[i], count);
	}
}

/* The end of section 4.2: n broadcasts from different nodes, one after the other on a hypercube,
 * or all of them pipelined on the ring, as an all-to-all broadcast in which only n nodes have
 * something to send. */

enum { BROADCAST_WORDS = 64 };

static int
broadcast_in_turn(vcube_node *self, void *arg)
{
	const int n = *(const int *)arg, me = vcube_rank(self);
	double *words = vcube_scratch(self, BROADCAST_WORDS * sizeof *words);

	if (vcube_failed(self))
		return vcube_failed(self);
	for (int source = 0; source < n; source++) {
		for (int i = 0; i < BROADCAST_WORDS; i++)
			words[i] = me == source ? me : -1;
		vcube_bcast(self, NULL, source, words, BROADCAST_WORDS, VCUBE_DOUBLE, "binomial");
		if (!vcube_failed(self) && words[BROADCAST_WORDS - 1] != source)
			vcube_fail(self, "the broadcast of node %d is wrong", source);
	}
	return vcube_failed(self);
}

static int
broadcast_at_once(vcube_node *self, void *arg)
{
	const int n = *(const int *)arg, me = vcube_rank(self), p = vcube_size(self);
	size_t *counts = vcube_scratch(self, (size_t)p * sizeof *counts);
	double *in = vcube_scratch(self, BROADCAST_WORDS * sizeof *in);
	double *out = vcube_scratch(self, (size_t)n * BROADCAST_WORDS * sizeof *out);

	if (vcube_failed(self))
		return vcube_failed(self);
	for (int i = 0; i < p; i++)
		counts[i] = i < n ? BROADCAST_WORDS : 0;
	for (int i = 0; i < BROADCAST_WORDS; i++)
		in[i] = me;
	vcube_allgatherv(self, NULL, in, out, counts, VCUBE_DOUBLE, "ring");
	for (int source = 0; source < n && !vcube_failed(self); source++)
		if (out[(source + 1) * BROADCAST_WORDS - 1] != source)
			vcube_fail(self, "the broadcast of node %d is wrong", source);
	return vcube_failed(self);
}

/* Compare n broadcasts on 2^d nodes, for n up to as many. */
static void
compare_broadcasts(struct comparison *c, bool pipelined)
{
	static const int dims[] = { 3, 4, 6 };
	const double message = 1 + 0.001 * 8 * BROADCAST_WORDS;
	vcube_program *const program = pipelined ? broadcast_at_once : broadcast_in_turn;

	compare_group(c, pipelined ? "pipelined on the ring: (ts + tw m)(p - 1)"
				   : "in turn on the hypercube: n (ts + tw m) log p", "us", EXACT);
	for (size_t i = 0; i < sizeof dims / sizeof *dims; i++)
		for (int n = 1, p = 1 << dims[i]; n <= p && compare_reaches(c, p); n *= 2) {
			const char *machine = pipelined ? text("ring:%d", p) : text("hypercube:%d", dims[i]);

			machine = text("%s profile=textbook clock=virtual routing=none", machine);
			compare_curve(c, text("%d nodes, %s", p, pipelined ? "pipelined" : "in turn"));
			compare(c, n, message * (pipelined ? p - 1 : n * dims[i]),
				(double)virtual_program(machine, HEAP, program, &n, "broadcasts").time / 1e6,
				"%d of %d nodes", n, p);
		}
}

void
reproduce_broadcasts(struct comparison *c)
{
	compare_panel(c, "n broadcasts of 64 words from different nodes", "n", "us");
	compare_broadcasts(c, false);
	compare_broadcasts(c, true);
}

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
	memset(out, vcube_rank(self), bytes);
	return vcube_exchange(self, NULL, vcube_rank(self) ^ p / 2, out, bytes, in, bytes, NULL);
}

static struct virtual_run
last_step_on(const char *kind, int number)
{
	return virtual_program(text("%s:%d " ROUTED, kind, number), HEAP, last_step, NULL,
			       "the last step");
}

void
reproduce_cube_on_ring(struct comparison *c)
{
	compare_panel(c, "The last step of a cube on a ring: times as long", "nodes", "");
	compare_group(c, "messages over the busiest link; times as long", "", EXACT);
	for (int d = 1; d <= 8; d++) {
		const int p = 1 << d;
		struct virtual_run ring, cube;

		if (!compare_reaches(c, p))
			continue;
		ring = last_step_on("ring", p);
		cube = last_step_on("hypercube", d);
		compare_curve(c, "messages");
		compare(c, p, fmax(1, p / 2), (double)ring.busiest, "%d nodes: messages", p);
		compare_curve(c, "times as long");
		compare(c, p, fmax(1, p / 2), (double)ring.time / (double)cube.time,
			"%d nodes: times as long", p);
	}
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
	memset(block, 0, bytes);
	if (vcube_rank(self) == 0)
		vcube_send(self, NULL, last, block, bytes);
	else if (vcube_rank(self) == last)
		vcube_recv(self, NULL, 0, block, bytes, NULL);
	return vcube_failed(self);
}

static void
compare_hops(struct comparison *c, const char *switching, bool stored)
{
	const double startup = 1, byte = 0.001, hop = 0.05;
	size_t sizes[] = { 64, 4096 };

	compare_group(c, switching, "us", EXACT);
	for (int s = 0; s < 2; s++)
		for (int h = 1; h <= 32 && compare_reaches(c, h + 1); h *= 2) {
			const char *machine = text("linear:%d " ROUTED " per_hop=50ns switching=%s", h + 1,
						   switching);
			const double moved = byte * (double)sizes[s];

			compare(c, h, startup + (stored ? h * (hop + moved) : h * hop + moved),
				(double)virtual_program(machine, HEAP, to_the_end, &sizes[s], switching).time / 1e6,
				"%d hop%s, %s", h, h == 1 ? "" : "s", size_text(sizes[s]));
		}
}

void
reproduce_switching(struct comparison *c)
{
	compare_panel(c, "A message over several hops", "hops", "us");
	compare_hops(c, "cut-through", false);
	compare_hops(c, "store-and-forward", true);
}

/* One port against all: the time of words on the wires, without start-ups. */

static void
compare_ports(struct comparison *c, const char *ports, const char *how, bool all)
{
	compare_group(c, all ? "all ports: (p - 1) ceil(m / d) tw" : "one port: tw m (p - 1)", "us", EXACT);
	for (int d = 1; d <= 10; d++) {
		const char *machine = text("hypercube:%d clock=virtual routing=none profile=textbook "
					   "startup=0 ports=%s", d, ports);
		const int p = 1 << d, words = 60, longest = all ? (words + d - 1) / d : words;

		if (compare_reaches(c, p))
			compare(c, p, (p - 1) * 0.008 * longest,
				(double)virtual_run(machine, VCUBE_ALLGATHER, (size_t)words, how).time / 1e6,
				"%d nodes", p);
	}
}

void
reproduce_ports(struct comparison *c)
{
	compare_panel(c, "All-to-all broadcast of 60 words a node, without start-ups", "nodes", "us");
	compare_ports(c, "one", "hypercube", false);
	compare_ports(c, "all", "dcycles", true);
}

/* The direct exchange. */

static void
compare_waiting(struct comparison *c, bool mesh)
{
	compare_group(c, mesh ? "waiting on a mesh, row-column" : "waiting on the hypercube, e-cube", "us",
		      EXACT);
	for (int d = 2; d <= 10; d++) {
		const char *machine = mesh ? text("mesh:%dx%d " ROUTED, 1 << d / 2, 1 << (d - d / 2))
				    : text("hypercube:%d " ROUTED, d);
		vcube_time waited;

		if (!compare_reaches(c, 1 << d))
			continue;
		waited = virtual_run(machine, VCUBE_ALLTOALL, 1, "direct").contention;
		compare(c, 1 << d, mesh ? NAN : 0, (double)waited / 1e6, "%d nodes, all messages",
			1 << d);
		/* on 2x2 every route turns its own corner */
		if (mesh)
			compare_text(c, d > 2 ? "some" : "none", waited > 0 ? "some" : "none",
				     "%d nodes, any", 1 << d);
	}
}

void
reproduce_exclusive_or(struct comparison *c)
{
	compare_panel(c, "Direct exchange: messages wait for links", "nodes", "us");
	compare_waiting(c, false);
	compare_waiting(c, true);
}
