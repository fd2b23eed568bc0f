/* SPDX-License-Identifier: BSD-2-Clause */
/* Known properties of algorithms: messages of a node, and bytes of the busiest node. */
#include <inttypes.h>
#include "oracle.h"
#include "support.h"

struct traffic {
	int collective;
	const char *how;
	uint64_t messages, bytes;       /* 13 nodes, 104 bytes a block */
};

static int
call_it(vcube_node *self, void *arg)
{
	const struct traffic *const t = arg;
	struct trial trial = {.collective = t->collective, .how = t->how, .count = 104,
			      .element = element_for(t->collective, true)};

	trial.count = 104 / trial.element->size;
	return try_collective(self, NULL, &trial);
}

static void
test_traffic(void **state)
{
	static const struct traffic known[] = {
		/* 4 steps; 6 + 6 + 5 + 5 of the numbers up to 12 have each bit */
		{VCUBE_ALLTOALL, "bruck", 4, (6 + 6 + 5 + 5) * 104},
		{VCUBE_ALLTOALL, "pairwise", 12, 12 * 104},
		{VCUBE_ALLTOALL, "spread", 12, 12 * 104},
		{VCUBE_ALLGATHER, "bruck", 4, 12 * 104},
		{VCUBE_REDUCE_SCATTER, "halving", 4, 12 * 104},
		{VCUBE_REDUCE_SCATTER, "pairwise", 12, 12 * 104},
		/* 26 elements on 13 nodes */
		{VCUBE_ALLREDUCE, "ring", 24, 24 * 8},
		/* corners that others rely on: 3 exchanges and the result */
		{VCUBE_ALLREDUCE, "doubling", 4, 4 * 104},
		{VCUBE_ALLREDUCE, "rabenseifner", 7, 2 * 23 * 4 + 104},
		{VCUBE_BCAST, "chain:segment=8", 13, 104},
		{VCUBE_BARRIER, "dissemination", 4, 0},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(known); i++) {
		vcube_machine *const machine = open_machine("full:13");
		struct vcube_stats stats;
		uint64_t messages = 0, bytes = 0;

		run_well(machine, call_it, (void *)&known[i]);
		for (int r = 0; r < 13; r++) {
			vcube_run_stats(machine, r, &stats);
			messages = stats.messages > messages ? stats.messages : messages;
			bytes = stats.bytes > bytes ? stats.bytes : bytes;
		}
		vcube_close(machine);
		if (messages != known[i].messages || bytes != known[i].bytes)
			fail_msg("%s: %" PRIu64 " messages, %" PRIu64 " bytes", known[i].how, messages,
				 bytes);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_traffic),
	};

	return RUN_TESTS(tests);
}
