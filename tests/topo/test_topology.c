/* SPDX-License-Identifier: BSD-2-Clause */
/* Topologies: texts and refusals, closed forms, bisection, axes and neighbours. */
#include <string.h>
#include "topologies.h"
#include "topo.h"

static void
test_text_is_inverse(void **state)
{
	const char *text;

	(void)state;
	for (int i = 0; (text = example_at(i)) != NULL; i++) {
		vcube_topology *t = topology_of(text);
		const char *colon = strchr(text, ':');
		const char *name = vcube_kind_name((int)vcube_topology_kind(t));

		assert_string_equal(vcube_topology_text(t), text);
		assert_int_equal(strlen(name), colon - text);
		assert_memory_equal(name, text, strlen(name));
		vcube_topology_free(t);
	}
	vcube_topology_free(NULL);
}

static void
test_every_kind_is_listed(void **state)
{
	bool seen[VCUBE_KINDS] = { false };
	const char *text;

	(void)state;
	for (int i = 0; (text = example_at(i)) != NULL; i++) {
		vcube_topology *t = topology_of(text);

		seen[vcube_topology_kind(t)] = true;
		vcube_topology_free(t);
	}
	for (int kind = 0; kind < VCUBE_KINDS; kind++) {
		assert_true(seen[kind]);
		assert_non_null(vcube_kind_name(kind));
		assert_non_null(vcube_kind_form(kind));
		assert_non_null(vcube_kind_text(kind));
	}
	assert_null(vcube_kind_name(-1));
	assert_null(vcube_kind_form(VCUBE_KINDS));
	assert_null(vcube_kind_text(VCUBE_KINDS));
}

static const struct {
	const char *text;
	int code;
	const char *says[3];
} refusals[] = {
	{ "", VCUBE_EINVAL, { "topology ''", "hypercube", "full" } },
	{ NULL, VCUBE_EINVAL, { "topology ''", "hypercube", "full" } },
	{ "cube:3", VCUBE_EUNKNOWN, { "'cube:3'", "no such topology 'cube'", "linear, mesh, torus" } },
	{ "cube", VCUBE_EUNKNOWN, { "'cube'", "hypercube, ring", "fattree, full" } },
	{ "Ring:3", VCUBE_EUNKNOWN, { "'Ring:3'", "ring", "there are" } },
	{ " ring:3", VCUBE_EUNKNOWN, { "' ring:3'", "ring", "there are" } },
	{ "hyper:3", VCUBE_EUNKNOWN, { "'hyper:3'", "hypercube", "there are" } },
	{ ":3", VCUBE_EUNKNOWN, { "':3'", "no such topology ''", "there are" } },
	{ "ring", VCUBE_EINVAL, { "'ring'", "argument is missing", "ring:N" } },
	{ "ring:", VCUBE_EINVAL, { "'ring:'", "number is missing", "ring:N" } },
	{ "ring:0", VCUBE_EINVAL, { "'ring:0'", "no nodes", "from 1 to 1048576" } },
	{ "ring:-3", VCUBE_EINVAL, { "'ring:-3'", "'-3' is not a plain", "1 to 1048576" } },
	{ "ring:+3", VCUBE_EINVAL, { "'+3'", "plain number", "ring:N" } },
	{ "ring: 3", VCUBE_EINVAL, { "' 3'", "plain number", "ring:N" } },
	{ "ring:03", VCUBE_EINVAL, { "'03'", "plain number", "ring:N" } },
	{ "ring:4junk", VCUBE_EINVAL, { "'4junk'", "plain number", "ring:N" } },
	{ "ring:1048577", VCUBE_EINVAL, { "'1048577'", "up to 1048576", "ring:N" } },
	{ "ring:99999999999999999999", VCUBE_EINVAL, { "not a plain", "1048576", "ring:N" } },
	{ "ring:4x4", VCUBE_EINVAL, { "'ring:4x4'", "too many", "ring:N" } },
	{ "ring:3\n", VCUBE_EINVAL, { "'ring:3?'", "plain number", "ring:N" } },
	{ "hypercube:21", VCUBE_EINVAL, { "'hypercube:21'", "more than 1048576", "0 to 20" } },
	{ "mesh:4x", VCUBE_EINVAL, { "'mesh:4x'", "number is missing", "AxB[xC...]" } },
	{ "mesh:x4", VCUBE_EINVAL, { "'mesh:x4'", "number is missing", "AxB[xC...]" } },
	{ "mesh:4xx4", VCUBE_EINVAL, { "'mesh:4xx4'", "number is missing", "AxB[xC...]" } },
	{ "mesh:4X4", VCUBE_EINVAL, { "'4X4'", "plain number", "AxB[xC...]" } },
	{ "mesh:4", VCUBE_EINVAL, { "'mesh:4'", "too few", "linear is for one" } },
	{ "torus:4", VCUBE_EINVAL, { "'torus:4'", "too few", "ring is for one" } },
	{ "mesh:4x0", VCUBE_EINVAL, { "'mesh:4x0'", "no nodes", "AxB[xC...]" } },
	{ "mesh:1025x1024", VCUBE_EINVAL, { "'mesh:1025x1024'", "more than 1048576", "AxB" } },
	{ "torus:1048576x1048576x1048576", VCUBE_EINVAL, { "more than 1048576", "torus:", "AxB" } },
	{ "torus:1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1", VCUBE_EINVAL,
	  { "too many", "20 axes", "AxB" } },
	{ "fattree:4", VCUBE_EINVAL, { "'fattree:4'", "too few", "KxN" } },
	{ "fattree:4x3x2", VCUBE_EINVAL, { "'fattree:4x3x2'", "too many", "KxN" } },
	{ "fattree:0x2", VCUBE_EINVAL, { "'fattree:0x2'", "no nodes", "KxN" } },
	{ "fattree:2x21", VCUBE_EINVAL, { "'fattree:2x21'", "more than 20 levels", "KxN" } },
	{ "fattree:1x1048576", VCUBE_EINVAL, { "fattree", "more than 20 levels", "KxN" } },
	{ "fattree:1025x2", VCUBE_EINVAL, { "'fattree:1025x2'", "more than 1048576", "KxN" } },
	{ "full:0", VCUBE_EINVAL, { "'full:0'", "no nodes", "full:N" } },
	{ "dragonfly:2x4", VCUBE_EINVAL, { "too few", "PxAxH[xG][:valiant]", "1048576" } },
	{ "dragonfly:2x4x2x5x1", VCUBE_EINVAL, { "too many", "PxAxH", "P and A from 1" } },
	{ "dragonfly:0x4x2", VCUBE_EINVAL, { "no nodes", "PxAxH", "P and A from 1" } },
	{ "dragonfly:2x4x2x0", VCUBE_EINVAL, { "no nodes", "PxAxH", "G from 1 to A H (A H + 1 if left out)" } },
	{ "dragonfly:2x4x2x10", VCUBE_EINVAL, { "more than A H + 1 groups", "PxAxH", "G from 1" } },
	{ "dragonfly:2x4x2x9", VCUBE_EINVAL, { "leave out the fourth number", "PxAxH", "G from 1" } },
	{ "dragonfly:16x128x64", VCUBE_EINVAL, { "more than 1048576", "PxAxH", "from 1" } },
	{ "dragonfly:1x1048576x1048576", VCUBE_EINVAL, { "more than 1048576", "PxAxH", "from 1" } },
	{ "dragonfly:2x4x2:fast", VCUBE_EINVAL, { "no routing 'fast'", ":valiant", "PxAxH" } },
	{ "dragonfly:2x4x2:", VCUBE_EINVAL, { "no routing ''", ":valiant", "PxAxH" } },
	{ "dragonfly:2x4:valiant", VCUBE_EINVAL, { "too few", ":valiant", "PxAxH" } },
	{ "star:0", VCUBE_EINVAL, { "no nodes", "star:N", "1 to 9" } },
	{ "star:10", VCUBE_EINVAL, { "more than 1048576", "star:N", "1 to 9" } },
	{ "star:3x3", VCUBE_EINVAL, { "too many", "star:N", "1 to 9" } },
	{ "debruijn:2", VCUBE_EINVAL, { "too few", "debruijn:BxD", "D from 1" } },
	{ "debruijn:0x2", VCUBE_EINVAL, { "no nodes", "debruijn:BxD", "D from 1" } },
	{ "debruijn:2x21", VCUBE_EINVAL, { "more than 20 digits", "debruijn:BxD", "D from 1" } },
	{ "debruijn:1025x2", VCUBE_EINVAL, { "more than 1048576", "debruijn:BxD", "D from 1" } },
	{ "graph", VCUBE_EINVAL, { "argument is missing", "graph:FILE", "a text file" } },
};

static void
test_refusals_say_why(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(refusals); i++) {
		struct vcube_error error = { .code = VCUBE_OK };

		assert_null(vcube_topology_parse(refusals[i].text, &error));
		assert_int_equal(error.code, refusals[i].code);
		assert_null(strchr(error.text, '\n'));
		for (int k = 0; k < 3; k++)
			if (!strstr(error.text, refusals[i].says[k]))
				fail_msg("no \"%s\" in: %s", refusals[i].says[k], error.text);
		assert_null(vcube_topology_parse(refusals[i].text, NULL));
	}
}

static const struct {
	const char *text;
	int nodes, vertices, ports, degree, diameter;
	long links, bisection;
} closed_forms[] = {
	{ "hypercube:0", 1, 1, 0, 0, 0, 0, 0 },
	{ "hypercube:6", 64, 64, 6, 6, 6, 384, 32 },
	{ "hypercube:14", 16384, 16384, 14, 14, 14, 229376, 8192 },
	{ "hypercube:20", 1048576, 1048576, 20, 20, 20, 20971520, 524288 },
	{ "ring:1", 1, 1, 2, 0, 0, 0, 0 },
	{ "ring:2", 2, 2, 2, 1, 1, 2, 1 },
	{ "ring:3", 3, 3, 2, 2, 1, 6, 2 },
	{ "ring:16", 16, 16, 2, 2, 8, 32, 2 },
	{ "linear:1", 1, 1, 2, 0, 0, 0, 0 },
	{ "linear:2", 2, 2, 2, 1, 1, 2, 1 },
	{ "linear:16", 16, 16, 2, 2, 15, 30, 1 },
	{ "mesh:1x1", 1, 1, 4, 0, 0, 0, 0 },
	{ "mesh:1x6", 6, 6, 4, 2, 5, 10, 1 },
	{ "mesh:2x2", 4, 4, 4, 2, 2, 8, 2 },
	{ "mesh:8x8", 64, 64, 4, 4, 14, 224, 8 },
	{ "mesh:4x8", 32, 32, 4, 4, 10, 104, 4 },
	{ "mesh:3x3", 9, 9, 4, 4, 4, 24, 4 },
	{ "torus:2x2", 4, 4, 4, 2, 2, 8, 2 },
	{ "torus:8x8", 64, 64, 4, 4, 8, 256, 16 },
	{ "torus:8x8x4", 256, 256, 6, 6, 10, 1536, 64 },
	{ "torus:3x3", 9, 9, 4, 4, 2, 36, 8 },
	{ "torus:2x4", 8, 8, 4, 3, 3, 24, 4 },
	{ "fattree:1x1", 1, 2, 1, 1, 0, 2, 0 },
	{ "fattree:2x1", 2, 3, 2, 1, 2, 4, 1 },
	{ "fattree:4x3", 64, 112, 8, 1, 6, 384, 32 },
	{ "full:1", 1, 1, 0, 0, 0, 0, 0 },
	{ "full:2", 2, 2, 1, 1, 1, 2, 1 },
	{ "full:7", 7, 7, 6, 6, 1, 42, 12 },
	{ "full:16384", 16384, 16384, 16383, 16383, 1, 268419072, 67108864 },
	{ "dragonfly:1x1x0", 1, 2, 1, 1, 0, 2, -1 },
	{ "dragonfly:2x4x2", 72, 108, 7, 1, 5, 324, -1 },
	{ "dragonfly:4x8x4", 1056, 1320, 15, 1, 5, 5016, -1 },
	{ "dragonfly:2x3x0", 6, 9, 4, 1, 3, 18, -1 },
	{ "star:1", 1, 1, 0, 0, 0, 0, 0 },
	{ "star:3", 6, 6, 2, 2, 3, 12, 2 },
	{ "star:4", 24, 24, 3, 3, 4, 72, -1 },
	{ "star:7", 5040, 5040, 6, 6, 9, 30240, -1 },
	{ "debruijn:1x3", 1, 1, 2, 0, 0, 0, 0 },
	{ "debruijn:5x1", 5, 5, 10, 4, 1, 20, 6 },
	{ "debruijn:2x4", 16, 16, 4, 4, 4, 58, -1 },
	{ "debruijn:2x14", 16384, 16384, 4, 4, 14, 65530, -1 },
};

static void
test_closed_forms(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(closed_forms); i++) {
		vcube_topology *t = topology_of(closed_forms[i].text);

		assert_int_equal(vcube_topology_nodes(t), closed_forms[i].nodes);
		assert_int_equal(vcube_topology_vertices(t), closed_forms[i].vertices);
		assert_int_equal(vcube_topology_ports(t), closed_forms[i].ports);
		assert_int_equal(vcube_topology_degree(t), closed_forms[i].degree);
		assert_int_equal(vcube_topology_diameter(t), closed_forms[i].diameter);
		assert_int_equal(vcube_topology_links(t), closed_forms[i].links);
		assert_int_equal(vcube_topology_bisection(t), closed_forms[i].bisection);
		vcube_topology_free(t);
	}
}

/* Counts the wires between the nodes in `half` and the others. */
static long
wires_cut(const vcube_topology *t, unsigned half)
{
	long cut = 0;

	for (int v = 0; v < t->nodes; v++)
		for (int port = 0; port < t->ports; port++) {
			const int to = vcube_topology_neighbor(t, v, port);

			cut += to >= 0 && (half >> v & 1) && !(half >> to & 1);
		}
	return cut;
}

static void
test_bisection_is_least_of_all_cuts(void **state)
{
	static const char *const small[] = {
		"hypercube:3", "ring:9", "ring:12", "linear:7", "mesh:3x3", "mesh:2x5",
		"mesh:3x4", "mesh:2x2x3", "mesh:3x1x5", "torus:3x3", "torus:2x3", "torus:2x5",
		"torus:2x7", "torus:3x4", "torus:3x5", "torus:2x2x3", "full:9",
		"star:3", "debruijn:7x1", "debruijn:1x4",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(small); i++) {
		vcube_topology *t = topology_of(small[i]);
		long least = t->links;

		for (unsigned half = 0; half < 1u << t->nodes; half++)
			if (__builtin_popcount(half) == t->nodes / 2 && wires_cut(t, half) < least)
				least = wires_cut(t, half);
		if (least != vcube_topology_bisection(t))
			fail_msg("%s: %ld, not %ld", small[i], least, t->bisection);
		vcube_topology_free(t);
	}
}

static void
test_axes(void **state)
{
	static const struct {
		const char *text;
		int axis[4];
	} cases[] = {
		{ "hypercube:3", { 2, 2, 2, 0 } }, { "hypercube:0", { 0 } },
		{ "ring:5", { 5, 0 } }, { "linear:5", { 5, 0 } }, { "full:5", { 5, 0 } },
		{ "mesh:4x2x3", { 4, 2, 3, 0 } }, { "torus:1x7", { 1, 7, 0 } },
		{ "fattree:4x3", { 4, 4, 4, 0 } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		vcube_topology *t = topology_of(cases[i].text);

		for (int a = 0; a < 4; a++)
			assert_int_equal(vcube_topology_axis(t, a), cases[i].axis[a]);
		assert_int_equal(vcube_topology_axis(t, -1), 0);
		assert_int_equal(vcube_topology_axis(t, 99), 0);
		vcube_topology_free(t);
	}
}

static void
test_neighbors(void **state)
{
	static const struct {
		const char *text;
		int vertex, port, to;
	} cases[] = {
		{ "hypercube:4", 5, 3, 13 }, { "ring:5", 4, 0, 0 }, { "ring:5", 0, 1, 4 },
		{ "ring:1", 0, 0, -1 }, { "ring:1", 0, 1, -1 }, { "ring:2", 0, 0, 1 },
		{ "ring:2", 1, 0, 0 }, { "ring:2", 0, 1, -1 }, { "ring:2", 1, 1, -1 },
		{ "linear:5", 4, 0, -1 }, { "linear:5", 0, 1, -1 }, { "linear:5", 2, 1, 1 },
		{ "mesh:3x4", 5, 0, 9 }, { "mesh:3x4", 5, 1, 1 }, { "mesh:3x4", 5, 2, 6 },
		{ "mesh:3x4", 5, 3, 4 }, { "mesh:3x4", 3, 2, -1 }, { "torus:3x4", 3, 2, 0 },
		{ "torus:3x4", 1, 1, 9 }, { "torus:2x3", 4, 0, 1 }, { "torus:2x3", 4, 1, -1 },
		{ "torus:1x3", 0, 0, -1 }, { "full:4", 2, 1, 0 }, { "full:4", 3, 0, 0 },
		/* leaves 0-3, low switches 4 5, high switches 6 7 */
		{ "fattree:2x2", 3, 0, 5 }, { "fattree:2x2", 3, 1, -1 },
		{ "fattree:2x2", 5, 0, 2 }, { "fattree:2x2", 5, 1, 3 },
		{ "fattree:2x2", 5, 2, 6 }, { "fattree:2x2", 5, 3, 7 },
		{ "fattree:2x2", 7, 0, 4 }, { "fattree:2x2", 7, 2, -1 },
		{ "ring:5", -1, 0, -1 }, { "ring:5", 5, 0, -1 }, { "ring:5", 0, 2, -1 },
		{ "ring:5", 0, -1, -1 }, { "hypercube:0", 0, 0, -1 }, { "full:1", 0, 0, -1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		vcube_topology *t = topology_of(cases[i].text);
		const int to = vcube_topology_neighbor(t, cases[i].vertex, cases[i].port);

		if (to != cases[i].to)
			fail_msg("%s: port %d of %d leads to %d", cases[i].text,
				 cases[i].port, cases[i].vertex, to);
		vcube_topology_free(t);
	}
}

static void
test_out_of_range_is_minus_one(void **state)
{
	vcube_topology *t = topology_of("fattree:2x2");
	int from = 7, to = 7;

	(void)state;
	assert_int_equal(vcube_topology_port(t, 0, 0), -1);
	assert_int_equal(vcube_topology_port(t, 0, 1), -1);
	assert_int_equal(vcube_topology_port(t, 0, 99), -1);
	assert_int_equal(vcube_topology_port(t, 4, 5), -1);
	assert_int_equal(vcube_topology_distance(t, 0, 4), -1);
	assert_int_equal(vcube_topology_route(t, -1, 0, NULL, 0), -1);
	vcube_topology_link_ends(t, 1, &from, &to);     /* a leaf has one port */
	assert_int_equal(from, -1);
	assert_int_equal(to, -1);
	vcube_topology_link_ends(t, 1L << 40, &from, &to);
	assert_int_equal(from, -1);
	vcube_topology_free(t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_text_is_inverse),
		TEST(test_every_kind_is_listed),
		TEST(test_refusals_say_why),
		TEST(test_closed_forms),
		TEST(test_bisection_is_least_of_all_cuts),
		TEST(test_axes),
		TEST(test_neighbors),
		TEST(test_out_of_range_is_minus_one),
	};

	return RUN_TESTS(tests);
}
