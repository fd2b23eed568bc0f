/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Irregular all-to-all in two nearly regular exchanges among all nodes: every block is
 * first divided equally among the nodes, which then send the pieces to their destination.
 * So no node is a hot spot, at the price of twice the messages and twice the traffic.
 *
 * The elements for each destination at each node (row = destination, column = node),
 * p = 4, where node 0 has 8 for node 2 and node 3 has 4:
 *
 *   start        scattered    collected
 *   . . . .      . . . .      .  .  .  .
 *   . . . .      . . . .      .  .  .  .
 *   8 . . 4      3 3 3 3      .  . 12  .
 *   . . . .      . . . .      .  .  .  .
 */
#include <vcube/authoring.h>

enum { MODE, DEAL };

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const struct vcube_stages stages = {
		.array = {.nodes = c->size, .columns = c->size, .rows = 1},
		.count = 2,
		.stage = {{.in_rows = true, .scatters = true}, {.in_rows = true, .scatters = false}},
	};

	const int by_element = c->set[DEAL].value ? VCUBE_STAGES_BY_ELEMENT : 0;

	vcube_stages_run(self, c, &stages, (enum vcube_stages_modes)(c->set[MODE].value | by_element));
}

/* A message has a piece of p blocks, each of m / p bytes and less than one element more, and a
 * header of p destinations, then of one; or each element has a label, which is not delivered. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const bool dealt = t->set[DEAL].value;
	const vcube_time p = t->p, headers = dealt ? 0 : 8 * p + 8;
	const vcube_time piece = vcube_stages_bytes(t, t->m, dealt) +
				 p * vcube_stages_bytes(t, t->unit, dealt);
	const vcube_time delivered = (vcube_time)t->m + p * (vcube_time)t->unit;

	return vcube_stages_time(t, 2 * (p - 1), (p - 1) * (2 * piece + headers),
				 2 * p * piece + p * delivered);
}

const struct vcube_algorithm vc_algorithm_alltoallv_two_stage = {
	.collective = VCUBE_ALLTOALLV,
	.name = "two-stage",
	.text = "a piece of every block to every node, and from there to its destination",
	.paper = "Liu, Wang and Prasanna, algorithm A2 (Bader, Helman and JaJa)",
	.options = (const struct vcube_option[]){[MODE] = VCUBE_STAGES_MODE,
		[DEAL] = VCUBE_STAGES_DEAL, {0}},
	.steps = "at most 2 (p - 1)",
	.volume = "at most (2 (m + p u) + 8 (p + 1))(p - 1)",
	.formula = "at most 2 (ts + tw m)(p - 1), and 16 bytes and 2 elements a message and member",
	.cost = cost,
	.run = run,
};
