/* SPDX-License-Identifier: BSD-2-Clause */
/* Topologies read from a file: what is read, routes, and refusals with their line. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "folder.h"
#include "topologies.h"

/* A graph of these lines; its text is valid until the next call. */
static const char *
graph_of(const char *lines)
{
	static char text[200];

	snprintf(text, sizeof text, "graph:%s", write_text("graph.txt", lines));
	return text;
}

static void
assert_via(const vcube_topology *t, int from, int to, int length, const int *via)
{
	long links[8];
	int begin, end;

	assert_int_equal(vcube_topology_route(t, from, to, links, 8), length);
	assert_int_equal(vcube_topology_distance(t, from, to), length);
	for (int i = 0; i < length; i++, from = end) {
		vcube_topology_link_ends(t, links[i], &begin, &end);
		assert_int_equal(begin, from);
		assert_int_equal(end, via[i]);
	}
}

#define ASSERT_VIA(t, from, to, ...) \
	assert_via(t, from, to, COUNT(((int[]){ __VA_ARGS__ })), (int[]){ __VA_ARGS__ })

static void
test_routes(void **state)
{
	/* a square with a tail, with further wires at the end */
	vcube_topology *t = topology_of(graph_of("# wires\n0 1\n\t3 1 # one\r\n\n 2\t0\n2 3\n3 4\n4 5"));
	struct vcube_error error;

	(void)state;
	assert_int_equal(vcube_topology_nodes(t), 6);
	assert_int_equal(vcube_topology_vertices(t), 6);
	assert_int_equal(vcube_topology_links(t), 12);
	assert_int_equal(vcube_topology_degree(t), 3);
	assert_int_equal(vcube_topology_ports(t), 3);
	assert_int_equal(vcube_topology_diameter(t), 4);
	assert_int_equal(vcube_topology_bisection(t), -1);
	assert_int_equal(vcube_topology_axis(t, 0), 0);
	assert_int_equal(vcube_topology_neighbor(t, 3, 0), 1);
	assert_int_equal(vcube_topology_neighbor(t, 3, 2), 4);
	assert_int_equal(vcube_topology_neighbor(t, 5, 1), -1);
	assert_int_equal(vcube_topology_port(t, 3, 4), 2);
	assert_int_equal(vcube_topology_port(t, 3, 5), -1);
	/* of two paths, the one through the lower number, from either end */
	ASSERT_VIA(t, 0, 3, 1, 3);
	ASSERT_VIA(t, 3, 0, 1, 0);
	ASSERT_VIA(t, 1, 2, 0, 2);
	ASSERT_VIA(t, 5, 0, 4, 3, 1, 0);
	if (vcube_topology_check(t, &error) != 0)
		fail_msg("%s", error.text);
	vcube_topology_free(t);
}

/* The same wires as a topology that has formulas: the same distances. */
static void
test_as_others(void **state)
{
	static const char *const others[] = {
		"hypercube:6", "torus:5x7", "mesh:3x4x5", "ring:257", "star:5", "debruijn:3x4", "full:40",
		"linear:300",
	};
	struct vcube_error error;

	(void)state;
	for (size_t i = 0; i < COUNT(others); i++) {
		vcube_topology *other = topology_of(others[i]), *t;
		char *lines = NULL;
		size_t size;
		FILE *out = open_memstream(&lines, &size);

		for (int v = 0; v < vcube_topology_nodes(other); v++)
			for (int port = 0; port < vcube_topology_ports(other); port++)
				if (vcube_topology_neighbor(other, v, port) > v)
					fprintf(out, "%d %d\n", v, vcube_topology_neighbor(other, v, port));
		fclose(out);
		t = topology_of(graph_of(lines));
		assert_int_equal(vcube_topology_links(t), vcube_topology_links(other));
		assert_int_equal(vcube_topology_diameter(t), vcube_topology_diameter(other));
		assert_int_equal(vcube_topology_degree(t), vcube_topology_degree(other));
		for (int a = 0; a < vcube_topology_nodes(t); a++)
			for (int b = 0; b < vcube_topology_nodes(t); b++)
				assert_int_equal(vcube_topology_distance(t, a, b),
						 vcube_topology_distance(other, a, b));
		if (vcube_topology_check(t, &error) != 0)
			fail_msg("%s", error.text);
		free(lines);
		vcube_topology_free(t);
		vcube_topology_free(other);
	}
}

static void
test_lines_refused(void **state)
{
	static const struct {
		const char *lines, *says;
	} cases[] = {
		{ "", "contains no wire" }, { "# nothing\n\n", "contains no wire" },
		{ "0 1\n1\n", "graph.txt:2: '1' is not two node numbers from 0 to 16383" },
		{ "0 1\n1 2 3\n", ":2: '1 2 3' is not two" }, { "a b\n", ":1: 'a b' is not two" },
		{ "0 -1\n", ":1: '0 -1' is not two" }, { "0 1.5\n", ":1: '0 1.5' is not two" },
		{ "0 1\n\n0 16384\n", ":3: '0 16384' is not two" },
		{ "0 99999999999999999999\n", ":1: '0 999" }, { "0,1\n", ":1: '0,1' is not two" },
		{ "0 1\n1 2\n# ..\n2 2\n", ":4: node 2 is wired to itself" },
		{ "0 1\n1 2\n1 0\n", ":3: the wire between 0 and 1 is already in line 1" },
		{ "0 1\n1 2\n1 2\n", ":3: the wire between 1 and 2 is already in line 2" },
		{ "0 1\n2 3\n", "is not connected: there is no path from node 0 to node 2" },
		{ "0 1\n1 3\n", "is not connected: there is no path from node 0 to node 2" },
		{ "1 2\n", "is not connected: there is no path from node 0 to node 1" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct vcube_error error = { 0 };

		assert_null(vcube_topology_parse(graph_of(cases[i].lines), &error));
		error_has(&error, VCUBE_EINVAL, cases[i].says);
		error_has(&error, VCUBE_EINVAL, "it should read graph:FILE with a text file");
		assert_null(strchr(error.text, '\n'));
	}
}

static void
refused(const char *path, const char *says)
{
	struct vcube_error error = { 0 };
	char text[300];

	snprintf(text, sizeof text, "graph:%s", path);
	assert_null(vcube_topology_parse(text, &error));
	error_has(&error, VCUBE_EINVAL, says);
}

/* Files that are endless, do not exist, or would block. */
static void
test_files_refused(void **state)
{
	char zeros[] = "0 1\n\0001 2\n";
	const char *path;

	(void)state;
	refused("", "the name of a file is missing");
	refused(in_folder("none"), "cannot open ");
	refused(in_folder("none"), "No such file");
	refused("/dev/zero", "/dev/zero is not a file but a folder, a device or a pipe");
	refused("/dev/stdin", "/dev/stdin");
	refused(folder, "is not a file but a folder");
	refused("a b", "the path contains a blank");
	refused("a,b", "the path contains a blank or another special character");
	refused("a\"b", "special character");
	refused("<a>", "special character");
	refused("\xff", "the path is not UTF-8");
	refused("\xc0\x80", "the path is not UTF-8");
	refused("\xed\xa0\x80", "the path is not UTF-8");
	refused("a\xe2\x82", "the path is not UTF-8");
	refused("\xf4\x90\x80\x80", "the path is not UTF-8");
	refused("\xe2\x82\xac\xf0\x9f\x98\x80", "cannot open");
	path = in_folder("pipe");
	assert_int_equal(mkfifo(path, 0600), 0);
	refused(path, "is not a file but a folder, a device or a pipe");
	refused(write_file("zeros", zeros, sizeof zeros - 1), "is not a text file");
	path = write_text("large", "0 1\n");
	assert_int_equal(truncate(path, (16L << 20) + 1), 0);
	refused(path, "has more than 16 MiB");
}

/* A ring of all nodes with more wires than can be searched from each. */
static void
test_too_many_visits(void **state)
{
	const int nodes = 16384;
	char *lines = NULL;
	size_t size;
	FILE *out = open_memstream(&lines, &size);
	struct vcube_error error;

	(void)state;
	for (int v = 0; v < nodes; v++)
		fprintf(out, "%d %d\n%d %d\n", v, (v + 1) % nodes, v, (v + 2) % nodes);
	fclose(out);
	assert_null(vcube_topology_parse(graph_of(lines), &error));
	error_has(&error, VCUBE_EINVAL, "is too large: 16384 nodes, times these and 65536 links");
	free(lines);
}

/* More wires than a picture may have, and no small example. */
static void
test_no_picture(void **state)
{
	char *lines = NULL;
	size_t size;
	FILE *out = open_memstream(&lines, &size);
	struct vcube_error error;
	vcube_topology *t;

	(void)state;
	for (int v = 0; v < 299; v++)
		fprintf(out, "%d %d\n", v, v + 1);
	fclose(out);
	t = topology_of(graph_of(lines));
	assert_int_equal(vcube_topology_pictured(t, &error), VCUBE_EINVAL);
	error_has(&error, VCUBE_EINVAL, "has 300 nodes and 299 wires: it is too large to draw");
	assert_int_equal(vcube_topology_svg(t, stdout), VCUBE_EINVAL);
	vcube_topology_free(t);
	free(lines);
}

/* A machine keeps what it has read: the file may be removed. */
static int
to_all(vcube_node *self, void *arg)
{
	const int size = vcube_size(self);
	int in = vcube_rank(self), out[8];

	(void)arg;
	CHECK(self, size == 4);
	CHECK(self, vcube_allgather(self, NULL, &in, out, 1, VCUBE_INT32, NULL) == 0);
	CHECK(self, out[2] == 2 && out[3] == 3);
	return 0;
}

static void
test_file_may_go(void **state)
{
	vcube_machine *machine = open_machine("%s clock=virtual", graph_of("0 1\n1 2\n2 3\n3 0\n"));

	(void)state;
	assert_int_equal(unlink(in_folder("graph.txt")), 0);
	run_well(machine, to_all, NULL);
	vcube_close(machine);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_routes),
		TEST(test_as_others),
		TEST(test_lines_refused),
		TEST(test_files_refused),
		TEST(test_too_many_visits),
		TEST(test_no_picture),
		TEST(test_file_may_go),
	};

	return RUN_IN_FOLDER(tests);
}
