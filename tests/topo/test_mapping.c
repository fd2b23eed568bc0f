/* SPDX-License-Identifier: BSD-2-Clause */
/* Gray codes and mappings: inverse, dilation 1, and refusals. */
#include <stdlib.h>
#include <string.h>
#include "topologies.h"

static int *
positions_of(const char *text, const vcube_topology *topology)
{
	struct vcube_error error;
	int *const position = calloc((size_t)vcube_topology_nodes(topology), sizeof *position);

	if (vcube_mapping_parse(text, topology, position, &error) != 0)
		fail_msg("%s", error.text);
	return position;
}

static void
test_gray_inverse(void **state)
{
	(void)state;
	for (unsigned x = 0; x < 1 << 15; x++) {
		assert_int_equal(vcube_gray_inverse(vcube_gray(x)), x);
		assert_int_equal(__builtin_popcount(vcube_gray(x) ^ vcube_gray(x + 1)), 1);
	}
	for (unsigned x = 1; x; x <<= 1) {
		assert_int_equal(vcube_gray_inverse(vcube_gray(x)), x);
		assert_int_equal(vcube_gray(vcube_gray_inverse(~x)), ~x);
		assert_int_equal(__builtin_popcount(vcube_gray(x - 1)), x > 1);
	}
}

static void
test_binary_is_identity(void **state)
{
	static const char *const texts[] = { "hypercube:0", "ring:7", "fattree:3x2", "mesh:3x5" };

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		vcube_topology *t = topology_of(texts[i]);
		int *position = positions_of("binary", t);

		for (int r = 0; r < vcube_topology_nodes(t); r++)
			assert_int_equal(position[r], r);
		free(position);
		vcube_topology_free(t);
	}
}

/* Wires of `guest` become links of `host`; every node moves. */
static void
assert_dilation_one(const char *guest_text, const char *mapping, const char *host_text)
{
	vcube_topology *guest = topology_of(guest_text), *host = topology_of(host_text);
	const int nodes = vcube_topology_nodes(host);
	int *position = positions_of(mapping, host);
	char *taken = calloc((size_t)nodes, 1);

	assert_int_equal(vcube_topology_nodes(guest), nodes);
	for (int r = 0; r < nodes; r++) {
		assert_in_range(position[r], 0, nodes - 1);
		assert_int_equal(taken[position[r]]++, 0);
		for (int port = 0; port < vcube_topology_ports(guest); port++) {
			const int to = vcube_topology_neighbor(guest, r, port);

			if (to >= 0)
				assert_int_equal(vcube_topology_distance(host, position[r],
									 position[to]), 1);
		}
	}
	free(taken);
	free(position);
	vcube_topology_free(guest);
	vcube_topology_free(host);
}

static void
test_gray_has_dilation_one(void **state)
{
	char ring[20], host[20];

	(void)state;
	for (int d = 0; d <= 14; d++) {
		snprintf(ring, sizeof ring, "ring:%d", 1 << d);
		snprintf(host, sizeof host, "hypercube:%d", d);
		assert_dilation_one(ring, "gray", host);
	}
	assert_dilation_one("ring:16", "gray:16", "hypercube:4");
	assert_dilation_one("torus:4x8", "gray:4x8", "hypercube:5");
	assert_dilation_one("torus:8x4", "gray:8x4", "hypercube:5");
	assert_dilation_one("torus:2x4x8", "gray:2x4x8", "hypercube:6");
	assert_dilation_one("mesh:1x16", "gray:1x16", "hypercube:4");
	assert_dilation_one("torus:128x128", "gray:128x128", "hypercube:14");
}

static void
test_gray_positions(void **state)
{
	static const int whole[8] = { 0, 1, 3, 2, 6, 7, 5, 4 };
	static const int grid[8] = { 0, 1, 3, 2, 4, 5, 7, 6 };
	vcube_topology *t = topology_of("hypercube:3");
	int *position = positions_of("gray", t);

	(void)state;
	assert_memory_equal(position, whole, sizeof whole);
	free(position);
	position = positions_of("gray:2x4", t);
	assert_memory_equal(position, grid, sizeof grid);
	free(position);
	vcube_topology_free(t);
}

static void
test_permutation(void **state)
{
	static const int want[4] = { 0, 2, 1, 3 };
	vcube_topology *t = topology_of("ring:4"), *one = topology_of("full:1");
	int *position = positions_of("0,2,1,3", t);

	(void)state;
	assert_memory_equal(position, want, sizeof want);
	free(position);
	position = positions_of("0", one);
	assert_int_equal(position[0], 0);
	free(position);
	vcube_topology_free(one);
	vcube_topology_free(t);
}

static const struct {
	const char *topology, *text;
	int code;
	const char *says[2];
} refusals[] = {
	{ "ring:4", NULL, VCUBE_EINVAL, { "empty", "binary, gray" } },
	{ "ring:4", "", VCUBE_EINVAL, { "empty", "binary, gray" } },
	{ "ring:4", "grey", VCUBE_EUNKNOWN, { "binary, gray, gray:AxB[xC..]", "3; did you mean gray?" } },
	{ "ring:4", "grayish", VCUBE_EUNKNOWN, { "'grayish'", "0,2,1,3" } },
	{ "ring:4", "-1,0,1,2", VCUBE_EUNKNOWN, { "'-1,0,1,2'", "0,2,1,3" } },
	{ "ring:4", "gray", VCUBE_EINVAL, { "ring:4", "hypercubes" } },
	{ "mesh:2x2", "gray:2x2", VCUBE_EINVAL, { "mesh:2x2", "hypercubes" } },
	{ "hypercube:2", "gray:", VCUBE_EINVAL, { "missing", "gray:AxB" } },
	{ "hypercube:2", "gray:2y2", VCUBE_EINVAL, { "'2y2'", "gray:AxB" } },
	{ "hypercube:2", "gray:2x4", VCUBE_EINVAL, { "hypercube:2", "product 4" } },
	{ "hypercube:2", "gray:2", VCUBE_EINVAL, { "hypercube:2", "product 4" } },
	{ "hypercube:2", "gray:0x4", VCUBE_EINVAL, { "hypercube:2", "powers of two" } },
	{ "hypercube:2", "gray:3x1", VCUBE_EINVAL, { "hypercube:2", "powers of two" } },
	{ "hypercube:0", "gray:1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1", VCUBE_EINVAL,
	  { "at most 20", "product 1" } },
	{ "ring:4", "0,1,2", VCUBE_EINVAL, { "3 entries", "4 nodes" } },
	{ "ring:4", "0,1,2,3,4", VCUBE_EINVAL, { "5 entries", "4 nodes" } },
	{ "ring:4", "0,1,2,4", VCUBE_EINVAL, { "entry 3, 4, is not a node", "0 to 3" } },
	{ "ring:4", "0,1,1,3", VCUBE_EINVAL, { "entry 2, 1, occurs twice", "0 to 3" } },
	{ "ring:4", "0,1,,3", VCUBE_EINVAL, { "a number is missing", "0,2,1,3" } },
	{ "ring:4", "0,1,2,", VCUBE_EINVAL, { "a number is missing", "0,2,1,3" } },
	{ "ring:4", "0, 1,2,3", VCUBE_EINVAL, { "' 1' is not a plain number", "0,2,1,3" } },
	{ "ring:4", "0,1,2,9999999", VCUBE_EINVAL, { "'9999999'", "1048576" } },
};

static void
test_refusals_say_why(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(refusals); i++) {
		vcube_topology *t = topology_of(refusals[i].topology);
		struct vcube_error error = { .code = VCUBE_OK };
		int position[4];

		assert_int_equal(vcube_mapping_parse(refusals[i].text, t, position, &error),
				 refusals[i].code);
		assert_int_equal(error.code, refusals[i].code);
		for (int k = 0; k < 2; k++)
			if (!strstr(error.text, refusals[i].says[k]))
				fail_msg("no \"%s\" in: %s", refusals[i].says[k], error.text);
		vcube_topology_free(t);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_gray_inverse),
		TEST(test_binary_is_identity),
		TEST(test_gray_has_dilation_one),
		TEST(test_gray_positions),
		TEST(test_permutation),
		TEST(test_refusals_say_why),
	};

	return RUN_TESTS(tests);
}
