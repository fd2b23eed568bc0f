/* SPDX-License-Identifier: BSD-2-Clause */
/* Lays out a drawing of a topology with the slots of its family. */
#include "topo.h"
#include "error.h"

#include <math.h>
#include <stdlib.h>

/* Beyond these a picture is not legible. (hypercube:7 has 448 wires, full:32 496.) */
enum { NODES_DRAWN = 256, WIRES_DRAWN = 1000 };

bool
vc_drawing_fits(const vcube_topology *t)
{
	return t->nodes <= NODES_DRAWN && t->links / 2 <= WIRES_DRAWN;
}

int
vcube_topology_pictured(const vcube_topology *t, struct vcube_error *error)
{
	if (!t->family->place)
		return vc_error(error, VCUBE_EINVAL, "%.100s: there are no pictures of a %s", t->text,
				t->family->name);
	if (!vc_drawing_fits(t) && !t->family->small)
		return vc_error(error, VCUBE_EINVAL, "%.100s has %d nodes and %ld wires: it is too large "
				"to draw, with more than %d nodes or %d wires", t->text, t->nodes,
				t->links / 2, NODES_DRAWN, WIRES_DRAWN);
	return 0;
}

double
vcube_topology_bend(const vcube_topology *t, int vertex, int port)
{
	return t->family->bend && vcube_topology_neighbor(t, vertex, port) >= 0
		? t->family->bend(t, vertex, port) : 0;
}

/* Collects each wire once, from its lower vertex. */
static void
collect_wires(struct vc_drawing *d, const vcube_topology *t)
{
	for (int v = 0; v < t->vertices; v++)
		for (int port = 0; port < t->ports; port++) {
			const int to = vcube_topology_neighbor(t, v, port);

			if (to > v)
				d->wire[d->wires++] = (struct vc_wire){
					.from = v, .to = to,
					.color = d->color_means ? t->family->class_of(t, v, port) : 0,
					.bend = vcube_topology_bend(t, v, port),
				};
		}
}

/* Moves the picture to the origin, with a margin for arcs and vertices. */
static void
frame(struct vc_drawing *d)
{
	struct vc_point low = d->place[0], high = low;
	double margin = 44;

	for (int i = 0; i < d->wires; i++)
		margin = fmax(margin, d->wire[i].bend + 18);
	for (int v = 0; v < d->vertices; v++) {
		low.x = fmin(low.x, d->place[v].x);
		low.y = fmin(low.y, d->place[v].y);
		high.x = fmax(high.x, d->place[v].x);
		high.y = fmax(high.y, d->place[v].y);
	}
	for (int v = 0; v < d->vertices; v++) {
		d->place[v].x += margin - low.x;
		d->place[v].y += margin - low.y;
	}
	d->width = high.x - low.x + 2 * margin;
	d->height = high.y - low.y + 2 * margin;
}

int
vc_drawing_open(struct vc_drawing *d, const vcube_topology *t)
{
	*d = (struct vc_drawing){
		.vertices = t->vertices,
		.colors = t->family->color_means ? t->classes : 1,
		.color_means = t->family->color_means,
		.place = calloc((size_t)t->vertices, sizeof *d->place),
		.wire = calloc((size_t)t->links / 2 + 1, sizeof *d->wire),
	};
	if (!d->place || !d->wire) {
		vc_drawing_close(d);
		return VCUBE_EHOST;
	}
	t->family->place(t, d->place);
	collect_wires(d, t);
	frame(d);
	return 0;
}

void
vc_drawing_close(struct vc_drawing *d)
{
	free(d->place);
	free(d->wire);
}

int
vcube_topology_place(const vcube_topology *t, double *x, double *y)
{
	struct vc_point *place;

	if (!t->family->place)
		return VCUBE_EINVAL;
	place = calloc((size_t)t->vertices, sizeof *place);
	if (place == NULL)
		return VCUBE_EHOST;
	t->family->place(t, place);
	for (int v = 0; v < t->vertices; v++) {
		x[v] = place[v].x;
		y[v] = place[v].y;
	}
	free(place);
	return 0;
}
