/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every family of topologies, from its examples: links, classes of links, and refusals of
 * what it does not define. Dragonfly, star and de Bruijn: wires and routes compared with
 * definitions and searches of the test's own. (test_graph.c tests graph.)
 */
#include <stdlib.h>
#include <string.h>
#include "topo.h"
#include "topologies.h"

/* --- all of them ------------------------------------------------------------------ */

/* Each link in use has one class, and classes have their names. */
static void
test_classes_divide_links(void **state)
{
	const char *text;

	(void)state;
	for (int i = 0; (text = example_at(i)) != NULL; i++) {
		vcube_topology *t = topology_of(text);
		const long slots = (long)t->vertices * t->ports;
		const int classes = vcube_topology_classes(t);
		char name[VCUBE_CLASS_ROOM];
		long found = 0;

		for (long link = 0; link < slots && slots < 1 << 16; link++) {
			const int class = vcube_topology_class(t, link);

			assert_in_range(class + 1, 0, classes);
			found += class >= 0;
		}
		if (classes > 0 && slots < 1 << 16)
			assert_int_equal(found, t->links);
		for (int c = 0; c < classes; c++)
			assert_true(vc_class_known(vcube_topology_class_name(t, c, name)));
		assert_null(vcube_topology_class_name(t, classes, name));
		assert_null(vcube_topology_class_name(t, -1, name));
		assert_int_equal(vcube_topology_class(t, -1), -1);
		assert_int_equal(vcube_topology_class(t, slots), -1);
		vcube_topology_free(t);
	}
}

/* Every class of some family: a topology has it, or refuses it by name. */
static void
test_foreign_classes_are_refused(void **state)
{
	static const char *const classes[] = {
		"dim0", "axis0", "level0", "local", "global", "host", "left", "right",
	};
	const char *text;
	int refused = 0;

	(void)state;
	for (int kind = 0; kind < VCUBE_KINDS; kind++)
		for (size_t c = 0; c < COUNT(classes); c++) {
			char name[VCUBE_CLASS_ROOM], line[100];
			struct vcube_error error = { 0 };
			vcube_machine *machine;
			bool has = false;

			example_at(0);
			text = vcube_kind_example(kind, 0);
			vcube_topology *t = topology_of(text);

			for (int i = 0; i < t->classes; i++)
				has |= strcmp(vcube_topology_class_name(t, i, name), classes[c]) == 0;
			snprintf(line, sizeof line, "%s heap=64KiB links=%s:per_byte=4ns", text, classes[c]);
			machine = vcube_open(line, &error);
			if (has && machine == NULL)
				fail_msg("%s", error.text);
			if (!has) {
				assert_null(machine);
				error_has(&error, VCUBE_EUNKNOWN, classes[c]);
				error_has(&error, VCUBE_EUNKNOWN, text);
				refused++;
			}
			if (machine != NULL)
				vcube_close(machine);
			vcube_topology_free(t);
		}
	assert_true(refused > VCUBE_KINDS);
}

/* A kind's text with p nodes has p nodes, as its algorithms expect. */
static void
test_of_nodes(void **state)
{
	char text[VC_NATIVE_MAX];
	int found = 0;

	(void)state;
	for (int kind = 0; kind < VCUBE_KINDS; kind++)
		for (int p = 1; p <= 130; p++) {
			if (!vc_kind_of_nodes(kind, p, text))
				continue;
			vcube_topology *t = topology_of(text);

			assert_int_equal(t->kind, kind);
			assert_int_equal(t->nodes, p);
			vcube_topology_free(t);
			found++;
		}
	assert_true(found > 400);
}

/* A family without pictures, or without a small example for large ones. */
static void
test_no_picture(void **state)
{
	vcube_topology *small = topology_of("ring:6"), *large = topology_of("ring:300");
	struct vc_family family = vc_ring;
	struct vcube_error error;
	struct vcube_load load = {0};
	double x[6], y[6];

	(void)state;
	assert_int_equal(vcube_topology_pictured(large, &error), 0);
	family.small = NULL;
	small->family = large->family = &family;
	assert_int_equal(vcube_topology_pictured(small, &error), 0);
	assert_int_equal(vcube_topology_pictured(large, &error), VCUBE_EINVAL);
	error_has(&error, VCUBE_EINVAL, "ring:300 has 300 nodes and 300 wires: it is too large to draw");
	assert_int_equal(vcube_topology_svg(large, stdout), VCUBE_EINVAL);
	family.place = NULL;
	assert_int_equal(vcube_topology_pictured(small, &error), VCUBE_EINVAL);
	error_has(&error, VCUBE_EINVAL, "ring:6: there are no pictures of a ring");
	assert_int_equal(vcube_topology_svg(small, stdout), VCUBE_EINVAL);
	assert_int_equal(vcube_topology_svg_load(small, &load, stdout), VCUBE_EINVAL);
	assert_int_equal(vcube_topology_place(small, x, y), VCUBE_EINVAL);
	small->family = large->family = &vc_ring;
	vcube_topology_free(small);
	vcube_topology_free(large);
}

/* --- what the definitions say ------------------------------------------------------- */

enum { VERTICES = 300 };

struct wires {
	int vertices;
	bool wired[VERTICES][VERTICES];
	int far[VERTICES];              /* the source of the last search */
};

static struct wires *
no_wires(int vertices)
{
	struct wires *const w = calloc(1, sizeof *w);

	assert_non_null(w);
	assert_in_range(vertices, 1, VERTICES);
	w->vertices = vertices;
	return w;
}

static void
wire(struct wires *w, int a, int b)
{
	w->wired[a][b] = w->wired[b][a] = a != b;
}

static void
search(struct wires *w, int from)
{
	bool more = true;

	for (int v = 0; v < w->vertices; v++)
		w->far[v] = v == from ? 0 : -1;
	for (int far = 0; more; far++) {
		more = false;
		for (int v = 0; v < w->vertices; v++)
			for (int to = 0; w->far[v] == far && to < w->vertices; to++)
				if (w->wired[v][to] && w->far[to] < 0) {
					w->far[to] = far + 1;
					more = true;
				}
	}
}

/* The same wires, each on one port of either end. */
static void
assert_wires(const vcube_topology *t, const struct wires *w)
{
	assert_int_equal(vcube_topology_vertices(t), w->vertices);
	for (int v = 0; v < w->vertices; v++) {
		int ports[VERTICES] = {0};

		for (int port = 0; port < vcube_topology_ports(t); port++) {
			const int to = vcube_topology_neighbor(t, v, port);

			if (to >= 0)
				ports[to]++;
		}
		for (int to = 0; to < w->vertices; to++)
			if (ports[to] != w->wired[v][to])
				fail_msg("%s: %d ports lead from %d to %d", t->text, ports[to], v, to);
	}
}

/* Routes are shortest paths, and the longest of them has the diameter. */
static void
assert_shortest(const vcube_topology *t, struct wires *w)
{
	int most = 0;

	for (int from = 0; from < t->nodes; from++) {
		search(w, from);
		for (int to = 0; to < t->nodes; to++) {
			long links[40];
			const int count = vcube_topology_route(t, from, to, links, 40);
			int at = from, begin, end;

			assert_int_equal(count, w->far[to]);
			assert_int_equal(vcube_topology_distance(t, from, to), w->far[to]);
			for (int i = 0; i < count; i++, at = end) {
				vcube_topology_link_ends(t, links[i], &begin, &end);
				assert_int_equal(begin, at);
				assert_true(w->wired[begin][end]);
			}
			assert_int_equal(at, to);
			most = count > most ? count : most;
		}
	}
	assert_int_equal(most, vcube_topology_diameter(t));
	assert_int_equal(most, vcube_topology_longest(t));
}

/* --- star --------------------------------------------------------------------------- */

/* The next order in the dictionary; false after the last. */
static bool
next_order(char *order, int n)
{
	int i = n - 2, j = n - 1;

	while (i >= 0 && order[i] > order[i + 1])
		i--;
	if (i < 0)
		return false;
	while (order[j] < order[i])
		j--;
	for (char swap = order[i]; swap != 0; swap = 0) {
		order[i] = order[j];
		order[j] = swap;
	}
	for (int a = i + 1, b = n - 1; a < b; a++, b--) {
		const char swap = order[a];

		order[a] = order[b];
		order[b] = swap;
	}
	return true;
}

static void
test_star(void **state)
{
	static char orders[120][6];

	(void)state;
	for (int n = 2; n <= 5; n++) {
		char order[6] = "abcde", text[20];
		int count = 0;

		order[n] = '\0';
		do
			strcpy(orders[count++], order);
		while (next_order(order, n));
		snprintf(text, sizeof text, "star:%d", n);
		vcube_topology *t = topology_of(text);
		struct wires *w = no_wires(count);

		assert_int_equal(t->nodes, count);
		for (int v = 0; v < count; v++)
			for (int k = 1; k < n; k++) {
				strcpy(order, orders[v]);
				order[0] = orders[v][k];
				order[k] = orders[v][0];
				for (int to = 0; to < count; to++)
					if (strcmp(order, orders[to]) == 0) {
						wire(w, v, to);
						assert_int_equal(vcube_topology_port(t, v, to), k - 1);
					}
			}
		assert_wires(t, w);
		assert_shortest(t, w);
		assert_int_equal(vcube_topology_diameter(t), 3 * (n - 1) / 2);
		free(w);
		vcube_topology_free(t);
	}
}

/* --- de Bruijn ---------------------------------------------------------------------- */

static void
test_debruijn(void **state)
{
	static const int sizes[][2] = {
		{ 2, 1 }, { 2, 2 }, { 2, 3 }, { 2, 5 }, { 2, 8 }, { 3, 1 }, { 3, 2 }, { 3, 5 }, { 4, 4 },
		{ 5, 3 }, { 6, 2 }, { 16, 2 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(sizes); i++) {
		const int b = sizes[i][0], d = sizes[i][1];
		char text[30];
		int words = 1;

		for (int k = 0; k < d; k++)
			words *= b;
		snprintf(text, sizeof text, "debruijn:%dx%d", b, d);
		vcube_topology *t = topology_of(text);
		struct wires *w = no_wires(words);

		for (int word = 0; word < words; word++)
			for (int digit = 0; digit < b; digit++)
				wire(w, word, (word * b + digit) % words);
		assert_wires(t, w);
		assert_shortest(t, w);
		free(w);
		vcube_topology_free(t);
	}
}

/* --- dragonfly ---------------------------------------------------------------------- */

struct fly {
	int p, a, h, g;
	bool valiant;
};

static int
host_of(const struct fly *f, int router, int i)
{
	return router * f->p + i;
}

/* The router of a group that is wired to another group. */
static int
gate_of(const struct fly *f, int group, int other)
{
	int k = 0;

	while ((group + k + 1) % f->g != other)
		k++;
	return group * f->a + k / f->h;
}

static struct wires *
wires_of_fly(const struct fly *f)
{
	const int routers = f->a * f->g, hosts = routers * f->p;
	struct wires *w = no_wires(hosts + routers);

	for (int r = 0; r < routers; r++) {
		for (int i = 0; i < f->p; i++)
			wire(w, host_of(f, r, i), hosts + r);
		for (int other = 0; other < routers; other++)
			if (r / f->a == other / f->a)
				wire(w, hosts + r, hosts + other);
	}
	for (int i = 0; i < f->g; i++)
		for (int j = 0; j < i; j++)
			wire(w, hosts + gate_of(f, i, j), hosts + gate_of(f, j, i));
	return w;
}

/* Counts the groups that a route enters after the first, and its local links. */
static void
follow(const vcube_topology *t, const struct fly *f, int from, int to, int *globals, int *locals,
       int *between)
{
	long links[16];
	const int count = vcube_topology_route(t, from, to, links, 16);
	int at = from, begin, end;
	char name[VCUBE_CLASS_ROOM];

	assert_in_range(count, from == to ? 0 : 2, vcube_topology_longest(t));
	*globals = *locals = 0;
	*between = -1;
	for (int i = 0; i < count; i++, at = end) {
		vcube_topology_class_name(t, vcube_topology_class(t, links[i]), name);
		vcube_topology_link_ends(t, links[i], &begin, &end);
		assert_int_equal(begin, at);
		assert_string_equal(name, begin < t->nodes || end < t->nodes ? "host"
				    : (begin - t->nodes) / f->a == (end - t->nodes) / f->a ? "local"
				    : "global");
		*locals += *name == 'l';
		if (*name == 'g' && ++*globals == 1)
			*between = (end - t->nodes) / f->a;
	}
	assert_int_equal(at, to);
	assert_int_equal(vcube_topology_distance(t, from, to), count);
}

/* Local links of a route from a router to one of another group. */
static int
locals_between(const struct fly *f, int from, int to)
{
	const int a = from / f->a, b = to / f->a;

	return a == b ? from != to : (from != gate_of(f, a, b)) + (to != gate_of(f, b, a));
}

static void
assert_route(const vcube_topology *t, const struct fly *f, int from, int to, bool *seen)
{
	const int a = from / f->p, b = to / f->p, first = a / f->a, last = b / f->a;
	int globals, locals, between;

	follow(t, f, from, to, &globals, &locals, &between);
	if (!f->valiant || first == last || f->g < 3) {
		assert_int_equal(globals, first != last);
		assert_int_equal(locals, locals_between(f, a, b));
		return;
	}
	assert_int_equal(globals, 2);
	assert_true(between != first && between != last);
	/* it leaves the group in between from the router where it arrived, or after a local
	 * link */
	const int in = gate_of(f, between, first), out = gate_of(f, between, last);

	assert_int_equal(locals, (a != gate_of(f, first, between)) + (in != out) +
				 (b != gate_of(f, last, between)));
	seen[between] = true;
}

static void
test_dragonfly(void **state)
{
	static const struct fly flies[] = {
		{ 1, 1, 0, 1, false }, { 1, 2, 1, 3, false }, { 2, 4, 2, 9, false }, { 2, 4, 1, 5, false },
		{ 3, 3, 1, 3, false }, { 2, 2, 3, 7, false }, { 1, 1, 6, 7, false }, { 2, 5, 0, 1, false },
		{ 2, 4, 2, 9, true }, { 1, 2, 1, 3, true }, { 2, 3, 1, 2, true }, { 2, 2, 3, 5, true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(flies); i++) {
		const struct fly *const f = &flies[i];
		bool seen[VERTICES] = { false };
		int most = 0, used = 0;
		char text[60];
		int length = snprintf(text, sizeof text, "dragonfly:%dx%dx%d", f->p, f->a, f->h);

		if (f->g != f->a * f->h + 1)
			length += snprintf(text + length, sizeof text - (size_t)length, "x%d", f->g);
		if (f->valiant)
			strcpy(text + length, ":valiant");
		vcube_topology *t = topology_of(text);
		struct wires *w = wires_of_fly(f);

		assert_int_equal(t->nodes, f->p * f->a * f->g);
		assert_int_equal(vcube_topology_axis(t, 3), f->g);
		assert_wires(t, w);
		for (int from = 0; from < t->nodes; from++) {
			search(w, from);
			for (int to = 0; to < t->nodes; to++) {
				assert_route(t, f, from, to, seen);
				assert_true(vcube_topology_distance(t, from, to) >= w->far[to]);
				most = w->far[to] > most ? w->far[to] : most;
			}
		}
		assert_int_equal(most, vcube_topology_diameter(t));
		for (int group = 0; group < f->g; group++)
			used += seen[group];
		assert_int_equal(used, f->valiant && f->g > 2 ? f->g : 0);
		free(w);
		vcube_topology_free(t);
	}
}

/* By hand: 2 hosts and 4 routers per group, and one global port per router. */
static void
test_dragonfly_ports(void **state)
{
	vcube_topology *t = topology_of("dragonfly:2x4x1");
	static const int cases[][3] = {
		/* vertex, port, to: hosts 0-39, routers 40-59 */
		{ 0, 0, 40 }, { 0, 1, -1 }, { 1, 0, 40 }, { 2, 0, 41 }, { 39, 0, 59 },
		{ 40, 0, 0 }, { 40, 1, 1 }, { 40, 2, 41 }, { 40, 4, 43 }, { 43, 2, 40 },
		/* global port 0 of group 0 leads to group 1, whose port 3 leads back */
		{ 40, 5, 47 }, { 47, 5, 40 }, { 43, 5, 56 }, { 40, 6, -1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_int_equal(vcube_topology_neighbor(t, cases[i][0], cases[i][1]), cases[i][2]);
	vcube_topology_free(t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_classes_divide_links),
		TEST(test_foreign_classes_are_refused),
		TEST(test_of_nodes),
		TEST(test_no_picture),
		TEST(test_star),
		TEST(test_debruijn),
		TEST(test_dragonfly),
		TEST(test_dragonfly_ports),
	};

	return RUN_TESTS(tests);
}
