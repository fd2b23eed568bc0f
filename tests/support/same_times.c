/* SPDX-License-Identifier: BSD-2-Clause */
#include "same_times.h"
#include <string.h>
#include "support.h"

void
assert_same_nodes(const vcube_machine *one, const vcube_machine *other)
{
	for (int r = 0; r < vcube_machine_nodes(one); r++) {
		struct vcube_stats a, b;

		vcube_run_stats(one, r, &a);
		vcube_run_stats(other, r, &b);
		if (memcmp(&a, &b, sizeof a) == 0)
			continue;
		fail_msg("node %d: %lld ps, and %lld; %llu messages, and %llu", r, (long long)a.time,
			 (long long)b.time, (unsigned long long)a.messages,
			 (unsigned long long)b.messages);
	}
}

static void
assert_same_links(const vcube_machine *one, const vcube_machine *other)
{
	struct vcube_link_stats a, b;
	long l = 0;

	for (; vcube_run_link(one, l, &a) == 0; l++) {
		assert_int_equal(vcube_run_link(other, l, &b), 0);
		assert_memory_equal(&a, &b, sizeof a);
	}
	assert_int_not_equal(vcube_run_link(other, l, &b), 0);
	assert_true(vcube_run_contention(one) == vcube_run_contention(other));
}

void
assert_same_times(const vcube_machine *one, const vcube_machine *other)
{
	struct vcube_parts a = {0}, b = {0};

	assert_same_nodes(one, other);
	assert_same_links(one, other);
	assert_int_equal(vcube_run_critical(one, &a), vcube_run_critical(other, &b));
	assert_memory_equal(&a, &b, sizeof a);
}
