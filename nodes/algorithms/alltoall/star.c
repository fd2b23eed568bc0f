/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Complete exchange through rank 0: it receives all blocks and sends each node those for
 * it. On a real machine its port is the bottleneck; on a host with fewer processors than
 * nodes this is the fastest way for short blocks, since a node waits only once.
 *
 *   node      0     1     2     3
 *   to 0      **    1*    2*    3*      the blocks of each node, source and destination
 *   from 0    *0    *1    *2    *3
 *
 * Rank 0 needs room for the blocks of all nodes, so they must be short.
 */
#include <vcube/authoring.h>

enum { ROOM = 512 << 10 };

static const char *
unmet(const struct vcube_terms *t)
{
	const size_t blocks = (size_t)t->p * (size_t)t->p;

	return t->m > ROOM / blocks ? "short blocks, no more than 512 KiB of them in all" : NULL;
}

/* Copies the blocks for `to` from p lines of p blocks. */
static void
pick(vcube_node *self, const struct vcube_call *c, const char *lines, int to, char *line)
{
	const size_t bytes = c->bytes, p = (size_t)c->size;

	vcube_copy_strided(self, line, bytes, lines + (size_t)to * bytes, p * bytes, bytes, p);
}

/* Performs the part of rank 0. */
static void
center(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size;
	const size_t bytes = c->bytes * (size_t)p;
	char *const lines = vcube_scratch(self, bytes * (size_t)(p + 1)), *line;

	if (lines == NULL)
		return;
	line = lines + bytes * (size_t)p;
	vcube_watch(self, "lines", lines, c->type, c->count * (size_t)p * (size_t)p);
	vcube_watch(self, "line", line, c->type, c->count * (size_t)p);
	vcube_star_collect(self, c, c->in, lines, bytes);
	for (int r = 1; r < p; r++) {
		pick(self, c, lines, r, line);
		vcube_send(self, c->group, r, line, bytes);
	}
	pick(self, c, lines, 0, c->out);
	vcube_free(self, lines);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const size_t line = c->bytes * (size_t)c->size;

	vcube_step(self, "collect");
	if (c->rank == 0) {
		center(self, c);
		return;
	}
	vcube_star_give(self, c, c->in, line);
	vcube_recv(self, c->group, 0, c->out, line, NULL);
}

/* Picking a line overlaps sending the line before. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time message = vcube_star_message(t, t->p);
	const vcube_time pick = t->k.reorder * (vcube_time)t->m * t->p;

	if (t->p == 1)
		return vcube_star_copy(t, 1);
	return vcube_star_collect_time(t, t->p)
		+ vcube_star_most(t->p * pick, pick + message
				  + (t->p - 2) * vcube_star_most(pick, message));
}

const struct vcube_algorithm vc_algorithm_alltoall_star = {
	.collective = VCUBE_ALLTOALL,
	.name = "star",
	.text = "through one node: slow on the machine, fast on the host",
	.paper = "",
	.unmet = unmet,
	.native = 1u << VCUBE_FULL,
	.steps = "2 (p - 1)",
	.volume = "m p (p - 1)",
	.formula = "2 (ts + tw m p)(p - 1)",
	.waits = VCUBE_WAITS_FOR_ROOT,
	.cost = cost,
	.run = run,
};
