/* SPDX-License-Identifier: BSD-2-Clause */
/* Routes on every topology, hop by hop. */
#include <stdlib.h>
#include <string.h>
#include "topologies.h"
#include "topo.h"

/* The vertices of a route, after the first. */
static void
assert_route(const char *text, int from, int to, int length, const int *via)
{
	vcube_topology *t = topology_of(text);
	long links[16];
	int start, end;

	assert_int_equal(vcube_topology_route(t, from, to, NULL, 0), length);
	assert_int_equal(vcube_topology_route(t, from, to, links, 16), length);
	assert_int_equal(vcube_topology_distance(t, from, to), length);
	for (int i = 0; i < length; i++) {
		vcube_topology_link_ends(t, links[i], &start, &end);
		if (start != from || end != via[i])
			fail_msg("%s: link %d from %d to %d", text, i, start, end);
		from = end;
	}
	vcube_topology_free(t);
}

#define ASSERT_ROUTE(text, from, to, ...) \
	assert_route(text, from, to, sizeof (int[]){ __VA_ARGS__ } / sizeof (int), \
		     (int[]){ __VA_ARGS__ })

static void
test_routes(void **state)
{
	(void)state;
	assert_route("ring:5", 3, 3, 0, NULL);
	/* e-cube, from the lowest dimension */
	ASSERT_ROUTE("hypercube:4", 0, 13, 1, 5, 13);
	ASSERT_ROUTE("hypercube:4", 13, 0, 12, 8, 0);
	/* in the shorter direction, upwards on a tie */
	ASSERT_ROUTE("ring:6", 4, 1, 5, 0, 1);
	ASSERT_ROUTE("ring:6", 1, 4, 2, 3, 4);
	ASSERT_ROUTE("ring:6", 1, 5, 0, 5);
	ASSERT_ROUTE("ring:2", 1, 0, 0);
	ASSERT_ROUTE("linear:6", 4, 1, 3, 2, 1);
	/* the last axis first */
	ASSERT_ROUTE("mesh:3x4", 0, 11, 1, 2, 3, 7, 11);
	ASSERT_ROUTE("mesh:3x4", 11, 0, 10, 9, 8, 4, 0);
	ASSERT_ROUTE("torus:3x4", 0, 11, 3, 11);
	ASSERT_ROUTE("torus:4x4", 0, 10, 1, 2, 6, 10);
	/* up by destination digits, then down: leaves 0-7, switches 8-, 12-, 16- */
	ASSERT_ROUTE("fattree:2x3", 0, 1, 8, 1);
	ASSERT_ROUTE("fattree:2x3", 0, 2, 8, 12, 9, 2);
	ASSERT_ROUTE("fattree:2x3", 0, 3, 8, 13, 9, 3);
	ASSERT_ROUTE("fattree:2x3", 0, 7, 8, 13, 19, 15, 11, 7);
	ASSERT_ROUTE("full:5", 4, 1, 1);
}

/* The purpose of D-mod-K: a shift of all leaves uses no link twice. */
static void
test_fattree_shifts_meet_no_link_twice(void **state)
{
	vcube_topology *t = topology_of("fattree:3x3");
	const size_t slots = (size_t)(t->vertices * t->ports);
	bool *used = malloc(slots);
	long links[6];

	(void)state;
	for (int shift = 1; shift < t->nodes; shift++) {
		memset(used, false, slots);
		for (int from = 0; from < t->nodes; from++) {
			const int to = (from + shift) % t->nodes;
			const int count = vcube_topology_route(t, from, to, links, 6);

			for (int i = 0; i < count; i++) {
				assert_false(used[links[i]]);
				used[links[i]] = true;
			}
		}
	}
	free(used);
	vcube_topology_free(t);
}

static void
test_route_writes_no_more_than_room(void **state)
{
	vcube_topology *t = topology_of("ring:16");
	long links[3] = { -7, -7, -7 };

	(void)state;
	assert_int_equal(vcube_topology_route(t, 0, 8, links, 2), 8);
	assert_int_equal(links[1], 2);
	assert_int_equal(links[2], -7);
	vcube_topology_free(t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_routes),
		TEST(test_fattree_shifts_meet_no_link_twice),
		TEST(test_route_writes_no_more_than_room),
	};

	return RUN_TESTS(tests);
}
