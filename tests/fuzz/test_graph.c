/* SPDX-License-Identifier: BSD-2-Clause */
/* Any file is refused as a graph, with a sentence, or is one whose routes lead where they
 * should. */
#include <stdlib.h>
#include <vcube/authoring.h>
#include "fuzz.h"

static void
try_route(const vcube_topology *t, int from, int to)
{
	const int hops = vcube_topology_route(t, from, to, NULL, 0);
	long *const link = malloc(((size_t)hops + 1) * sizeof *link);
	int at = from, start, end;

	MUST(link != NULL && hops == vcube_topology_distance(t, from, to));
	MUST(vcube_topology_route(t, from, to, link, hops) == hops);
	for (int i = 0; i < hops; i++) {
		vcube_topology_link_ends(t, link[i], &start, &end);
		MUST(start == at && end >= 0);
		at = end;
	}
	MUST(at == to);
	free(link);
}

static void
try_place(const vcube_topology *t)
{
	const size_t vertices = (size_t)vcube_topology_vertices(t);
	double *const x = malloc(vertices * sizeof *x), *const y = malloc(vertices * sizeof *y);

	MUST(x != NULL && y != NULL);
	MUST(vcube_topology_place(t, x, y) <= 0);
	free(x);
	free(y);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct vcube_error error = { 0 };
	char text[80];
	vcube_topology *t;
	int nodes;

	snprintf(text, sizeof text, "graph:%s", input_file(data, size));
	t = vcube_topology_parse(text, &error);
	if (t == NULL) {
		MUST(error.code != 0 && *error.text);
		return 0;
	}
	nodes = vcube_topology_nodes(t);
	for (int i = 0; i < 20; i++)
		try_route(t, i * 7 % nodes, (i * i + 1) % nodes);
	try_place(t);
	vcube_topology_free(t);
	return 0;
}
