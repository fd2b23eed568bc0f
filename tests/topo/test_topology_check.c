/* SPDX-License-Identifier: BSD-2-Clause */
/* The check of a topology, on which all other tests rely, finds broken topologies. */
#include <string.h>
#include "error.h"
#include "topologies.h"
#include "topo.h"

static void
test_check_holds_for_all(void **state)
{
	const char *text;
	struct vcube_error error;

	(void)state;
	for (size_t i = first_case(0, 32); (text = example_at((int)i)) != NULL; i += next_case()) {
		vcube_topology *t = topology_of(text);

		if (vcube_topology_check(t, &error) != 0)
			fail_msg("%s", error.text);
		vcube_topology_free(t);
	}
}

static int
one_way_neighbor(const vcube_topology *t, int vertex, int port)
{
	return vertex == 0 && port == 0 ? 3 : vc_ring.neighbor(t, vertex, port);
}

static int
one_way_distance(const vcube_topology *t, int from, int to)
{
	return (to - from + t->nodes) % t->nodes;
}

static void
long_way_round(const vcube_topology *t, int from, int to, struct vc_route_builder *route)
{
	for (; from != to; from = (from + 1) % t->nodes)
		vc_route_builder_add(route, t, from, 0);
}

static void
route_nowhere(const vcube_topology *t, int from, int to, struct vc_route_builder *route)
{
	for (int i = vc_ring.distance(t, from, to); i > 0; i--)
		vc_route_builder_add(route, t, from, 0);
}

static int
never_far(const vcube_topology *t, int from, int to)
{
	(void)t;
	return from != to;
}

static int
second_class(const vcube_topology *t, int vertex, int port)
{
	(void)t;
	(void)vertex;
	return port;
}

static void
assert_found(const vcube_topology *t, const char *says)
{
	struct vcube_error error;

	assert_int_equal(vcube_topology_check(t, &error), VCUBE_EINVAL);
	if (!strstr(error.text, says))
		fail_msg("no \"%s\" in: %s", says, error.text);
}

static void
test_check_finds_what_is_broken(void **state)
{
	vcube_topology *t = topology_of("ring:6");
	const vcube_topology sound = *t;
	struct vc_family family;

#define BREAK(change, says) \
	*t = sound, family = vc_ring, t->family = &family, change, assert_found(t, says)
	(void)state;
	BREAK(t->links = 10, "claims 10");
	BREAK(t->degree = 3, "claims 3");
	BREAK(t->diameter = t->longest = 4, "claims 4");
	BREAK(t->diameter = t->longest = 2, "the maximum is 2");
	BREAK(t->diameter = 2, "its diameter is 2");
	BREAK((t->diameter = 2, t->indirect = true), "but the diameter is 2");
	BREAK((t->longest = 2, t->indirect = true), "its longest route has 2");
	BREAK((t->indirect = true, family.distance = never_far), "but a search finds 2");
	BREAK(family.class_of = second_class, "has class 1, but there are 1");
	BREAK(family.neighbor = one_way_neighbor, "port");
	BREAK(family.distance = one_way_distance, "5 back");
	BREAK(family.route = long_way_round, "the route from");
	BREAK(family.route = route_nowhere, "continues at");
#undef BREAK
	*t = sound;
	vcube_topology_free(t);
}

static void
test_errors(void **state)
{
	struct vcube_error error;
	char longer[sizeof error.text + 200];

	(void)state;
	memset(longer, 'y', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	assert_int_equal(vc_error(&error, VCUBE_EHEAP, "a %d\tb", 7), VCUBE_EHEAP);
	assert_int_equal(error.code, VCUBE_EHEAP);
	assert_string_equal(error.text, "a 7?b");
	assert_int_equal(vc_error(NULL, VCUBE_EROUTE, "%s", "x"), VCUBE_EROUTE);
	vc_error(&error, VCUBE_EINVAL, "%s", longer);
	assert_int_equal(strlen(error.text), sizeof error.text - 1);
	assert_string_equal(error.text + strlen(error.text) - 4, "y...");
#define X(name, value, text) assert_string_equal(vcube_strerror(name), text);
	VCUBE_ERRORS(X)
#undef X
	assert_non_null(vcube_strerror(12345));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_check_holds_for_all),
		TEST(test_check_finds_what_is_broken),
		TEST(test_errors),
	};

	return RUN_TESTS(tests);
}
