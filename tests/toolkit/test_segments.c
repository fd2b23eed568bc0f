/* SPDX-License-Identifier: BSD-2-Clause */
/* The chosen length of segments is the best. */
#include <inttypes.h>
#include "support.h"

/* The least time with segments of any length. */
static vcube_time
least_time(const struct vcube_algorithm *a, struct vcube_terms *t)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX] = {0};
	vcube_time least = INT64_MAX;

	t->set = set;
	for (set[0].count = set[0].value = 1; set[0].value <= (int)t->m; set[0].value++) {
		const vcube_time time = a->cost(t);

		least = time < least ? time : least;
	}
	return least;
}

static void
check_segments(const struct vcube_algorithm *a, struct vcube_terms *t)
{
	const struct vcube_setting unset[VCUBE_OPTIONS_MAX] = {0};
	const vcube_time least = least_time(a, t);
	vcube_time chosen;

	t->set = unset;
	chosen = a->cost(t);
	if (chosen < least || chosen > least + least / 50)
		fail_msg("%s on %d nodes, %zu bytes, ts %" PRId64 " ps: %" PRId64 " ps, not %" PRId64,
			 vcube_collective_name(a->collective), t->p, t->m, t->k.startup, chosen, least);
}

/* The chosen segments are the best, whether the message or the addition takes longer. */
static void
test_segments(void **state)
{
	static const struct {
		int collective;
		vcube_time combine_startup, combine;
	} chains[] = {
		{VCUBE_BCAST, 0, 0}, {VCUBE_SCAN, 0, 0}, {VCUBE_SCAN, 0, 300},
		{VCUBE_SCAN, 5000, 3000}, {VCUBE_SCAN, 20000, 700},
	};
	const size_t sizes[] = {1, 10, 100, 1000};
	struct vcube_desc desc;

	(void)state;
	vcube_desc_init(&desc);
	for (size_t c = 0; c < COUNT(chains); c++)
		for (int p = 2; p <= 64; p *= 2)
			for (vcube_time startup = 0; startup < 100000; startup = startup * 7 + 100)
				for (size_t i = 0; i < COUNT(sizes); i++) {
					struct vcube_terms t;

					desc.cost.startup = startup;
					desc.cost.exchange_startup = desc.cost.exchange_all_startup = startup;
					desc.cost.combine_startup = chains[c].combine_startup;
					desc.cost.combine = chains[c].combine;
					t = vcube_terms_of(&desc, p, sizes[i]);
					check_segments(vcube_algorithm_find(chains[c].collective, "chain",
									    NULL), &t);
				}
	vcube_desc_clear(&desc);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_segments),
	};

	return RUN_TESTS(tests);
}
