/* SPDX-License-Identifier: BSD-2-Clause */
/* Pictures of topologies and of their links' load, and the place of each vertex. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "topologies.h"
#include "topo.h"

static char *
picture(const char *text)
{
	vcube_topology *t = topology_of(text);
	char *svg = NULL;
	size_t size;
	FILE *out = open_memstream(&svg, &size);

	assert_int_equal(vcube_topology_svg(t, out), 0);
	fclose(out);
	vcube_topology_free(t);
	return svg;
}

/* Counts the occurrences of the words in a text. */
static int
count(const char *text, const char *what)
{
	int found = 0;

	for (text = strstr(text, what); text; text = strstr(text + 1, what))
		found++;
	return found;
}

/* Every tag that opens is closed, in order; attributes hold no '>'. */
static void
assert_balanced(const char *svg)
{
	char open[8][16];
	int depth = 0;

	for (const char *at = strchr(svg, '<'); at; at = strchr(at + 1, '<')) {
		const char *end = strchr(at, '>');
		const size_t length = strcspn(at + 1 + (at[1] == '/'), " >/");

		assert_non_null(end);
		assert_true(length < sizeof open[0]);
		if (at[1] == '?' || end[-1] == '/')
			continue;
		if (at[1] == '/') {
			assert_true(depth > 0);
			assert_int_equal(strlen(open[--depth]), length);
			assert_memory_equal(open[depth], at + 2, length);
		} else {
			assert_true(depth < 8);
			snprintf(open[depth++], sizeof open[0], "%.*s", (int)length, at + 1);
		}
	}
	assert_int_equal(depth, 0);
}

static void
test_pictures(void **state)
{
	const char *text;

	(void)state;
	for (int i = 0; (text = example_at(i)) != NULL; i++) {
		vcube_topology *t = topology_of(text);
		char *svg = picture(text), *again = picture(text);

		assert_balanced(svg);
		assert_string_equal(svg, again);
		assert_non_null(strstr(svg, text));
		assert_null(strstr(svg, "nan"));
		assert_non_null(strstr(svg, "prefers-color-scheme"));
		if (vc_drawing_fits(t)) {
			assert_int_equal(count(svg, "<circle"), t->nodes);
			assert_int_equal(count(svg, "class=\"switch\""), t->vertices - t->nodes);
			assert_int_equal(count(svg, "\nM"), t->links / 2);
		} else {
			assert_non_null(strstr(svg, "too large to draw in full"));
			assert_true(count(svg, "<circle") <= 64);
		}
		free(again);
		free(svg);
		vcube_topology_free(t);
	}
}

/* Wires have the colour of their dimension. */
static void
test_colors(void **state)
{
	char *svg = picture("hypercube:2");

	(void)state;
	assert_int_equal(count(svg, "class=\"wire c0\" stroke-width=\"1.6\" d=\"\n"
			       "M171 44L229 44\nM171 102L229 102\"/>"), 1);
	assert_int_equal(count(svg, "class=\"wire c1\" stroke-width=\"1.6\" d=\"\n"
			       "M171 44L171 102\nM229 44L229 102\"/>"), 1);
	free(svg);
}

/* Draws every link once, with the thickness of its share; refused if the topology is too
 * large. */
static void
test_picture_of_load(void **state)
{
	static const char *const kinds[] = {
		"hypercube:4", "ring:5", "linear:5", "mesh:3x4", "torus:4x4", "fattree:2x3", "full:5",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(kinds); i++) {
		vcube_topology *t = topology_of(kinds[i]);
		double *share = calloc((size_t)(t->vertices * t->ports), sizeof *share);
		struct vcube_load load = {
			.share = share, .title = "a < b & c", .words = "busiest 0>1", .full = "12 us",
		};
		char *svg = NULL;
		size_t size;
		FILE *out = open_memstream(&svg, &size);

		load.busiest = (long)vcube_topology_neighbor(t, 0, 0) * t->ports +
			       vcube_topology_port(t, vcube_topology_neighbor(t, 0, 0), 0);
		share[load.busiest] = 1;
		share[0] = 0.21;
		assert_int_equal(vcube_topology_svg_load(t, &load, out), 0);
		fclose(out);
		/* the legend has one of each thickness */
		assert_int_equal(count(svg, "class=\"wire load"), t->links + 6);
		assert_int_equal(count(svg, "class=\"wire load idle\""), t->links - 2 + 1);
		assert_int_equal(count(svg, "class=\"wire load busiest\" stroke-width=\"10\""), 1);
		assert_int_equal(count(svg, "stroke-width=\"3.2\""), 2);
		assert_int_equal(count(svg, "a &lt; b &amp; c"), 1);
		assert_int_equal(count(svg, "busiest 0&gt;1"), 1);
		assert_int_equal(count(svg, ">all of 12 us</text>"), 1);
		free(svg);
		free(share);
		vcube_topology_free(t);
	}
}

/* Links end in the middle of their wires. */
static void
test_halves(void **state)
{
	vcube_topology *t = topology_of("linear:3");
	const double share[6] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
	struct vcube_load load = {.share = share, .title = "t", .words = "w", .full = "f"};
	char *svg = NULL;
	size_t size;
	FILE *out = open_memstream(&svg, &size);

	(void)state;
	assert_int_equal(vcube_topology_svg_load(t, &load, out), 0);
	fclose(out);
	assert_int_equal(count(svg, "d=\"M226 44L253 44\"") + count(svg, "d=\"M280 44L253 44\""), 2);
	assert_int_equal(count(svg, "d=\"M280 44L307 44\"") + count(svg, "d=\"M334 44L307 44\""), 2);
	free(svg);
	vcube_topology_free(t);
}

static void
test_load_refused(void **state)
{
	vcube_topology *large = topology_of("ring:257"), *small = topology_of("ring:3");
	const struct vcube_load load = {.share = (double[6]){0}, .busiest = -1, .title = "", .words = "",
		.full = ""};
	FILE *full = fopen("/dev/full", "w");

	(void)state;
	assert_int_equal(vcube_topology_svg_load(large, &load, stdout), VCUBE_EINVAL);
	if (full) {
		assert_int_equal(vcube_topology_svg_load(small, &load, full), VCUBE_EHOST);
		fclose(full);
	}
	vcube_topology_free(large);
	vcube_topology_free(small);
}

static void
test_picture_to_a_full_disk(void **state)
{
	FILE *out = fopen("/dev/full", "w");
	vcube_topology *t = topology_of("ring:4");

	(void)state;
	if (out) {
		assert_int_equal(vcube_topology_svg(t, out), VCUBE_EHOST);
		fclose(out);
	}
	vcube_topology_free(t);
}

/* No two vertices have the same place. */
static void
test_places(void **state)
{
	static const char *const drawn[] = {
		"hypercube:6", "ring:16", "linear:40", "mesh:4x5x3", "torus:4x4", "fattree:2x4", "full:9",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(drawn); i++) {
		vcube_topology *const t = vcube_topology_parse(drawn[i], NULL);
		const int n = vcube_topology_vertices(t);
		double x[200], y[200];

		assert_in_range(n, 2, 200);
		assert_int_equal(vcube_topology_place(t, x, y), 0);
		for (int a = 0; a < n; a++)
			for (int b = 0; b < a; b++)
				assert_true(fmax(fabs(x[a] - x[b]), fabs(y[a] - y[b])) > 10);
		vcube_topology_free(t);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_pictures),
		TEST(test_picture_to_a_full_disk),
		TEST(test_colors),
		TEST(test_picture_of_load),
		TEST(test_halves),
		TEST(test_load_refused),
		TEST(test_places),
	};

	return RUN_TESTS(tests);
}
