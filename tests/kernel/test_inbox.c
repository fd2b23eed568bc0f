/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The inbox of newly opened channels, while another thread is in the middle of an
 * insertion.
 */
#include <urcu/uatomic.h>
#include "node.h"
#include "support.h"

/* Which channels from nodes 1, 2 .. does node 0 know? A bit for each. */
static unsigned
known(vcube_machine *m)
{
	unsigned set = 0;

	for (int from = 1; from < m->nodes; from++)
		if (vc_channel_look_for(&m->node[0], from) != NULL)
			set |= 1u << from;
	return set;
}

static void
enter(vcube_machine *m, int from)
{
	assert_non_null(vc_channel_open(&m->node[from], 0));
}

/* The first of the two writes of an enqueuer; returns what the second must change. */
static struct cds_wfcq_node *
half_way(vcube_machine *m, struct vc_channel *c, int from)
{
	c->from = from;
	cds_wfcq_node_init(&c->inbox);
	return uatomic_xchg(&m->node[0].inbox_tail.p, &c->inbox);
}

static void
test_before_one_that_is_half_way(void **state)
{
	vcube_machine *m = open_machine("full:8");
	struct vc_channel slow;
	struct cds_wfcq_node *before;

	(void)state;
	enter(m, 1);
	enter(m, 2);
	before = half_way(m, &slow, 3);
	assert_int_equal(known(m), 1 << 1 | 1 << 2);
	assert_int_equal(known(m), 1 << 1 | 1 << 2);
	before->next = &slow.inbox;
	assert_int_equal(known(m), 1 << 1 | 1 << 2 | 1 << 3);
	vcube_close(m);
}

static void
test_behind_some_that_are_half_way(void **state)
{
	vcube_machine *m = open_machine("full:8");
	struct vc_channel slow[2];
	struct cds_wfcq_node *before[2];

	(void)state;
	before[0] = half_way(m, &slow[0], 1);
	assert_int_equal(known(m), 0);
	enter(m, 2);
	before[1] = half_way(m, &slow[1], 3);
	enter(m, 4);
	assert_int_equal(known(m), 0);
	before[1]->next = &slow[1].inbox;
	assert_int_equal(known(m), 0);
	before[0]->next = &slow[0].inbox;
	assert_int_equal(known(m), 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4);
	enter(m, 5);
	assert_int_equal(known(m), 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5);
	vcube_close(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_before_one_that_is_half_way),
		TEST(test_behind_some_that_are_half_way),
	};

	return RUN_TESTS(tests);
}
