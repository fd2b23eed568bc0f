/* SPDX-License-Identifier: BSD-2-Clause */
/* Draws the topology with characters. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "picture.h"

enum { ACROSS = 2, DOWN = 4 };  /* dots per character */

/* The layout, in dots */
struct plan {
	struct vc_picture *picture;
	const vcube_topology *t;
	int vertices;
	double *x, *y;
};

static void
dot(struct vc_picture *p, int x, int y, bool busy)
{
	static const unsigned char bit[DOWN][ACROSS] = {
		{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80},
	};
	struct vc_pixel *pixel;

	if (x < 0 || y < 0 || x >= p->columns * ACROSS || y >= p->rows * DOWN)
		return;
	pixel = &p->pixel[y / DOWN * p->columns + x / ACROSS];
	if (busy)
		pixel->busy |= bit[y % DOWN][x % ACROSS];
	else
		pixel->idle |= bit[y % DOWN][x % ACROSS];
}

/* Draw a wire: every other dot if it is idle, a thick solid line if it is busy. */
static void
line(struct vc_picture *p, double x, double y, double to_x, double to_y, bool busy)
{
	const double length = fmax(fabs(to_x - x), fabs(to_y - y));
	const bool flat = fabs(to_x - x) > fabs(to_y - y);

	for (int i = 0; i <= (int)length; i += busy ? 1 : 2) {
		const double part = length > 0 ? i / length : 0;
		const int at_x = (int)lround(x + part * (to_x - x));
		const int at_y = (int)lround(y + part * (to_y - y));

		dot(p, at_x, at_y, busy);
		if (busy)
			dot(p, at_x + !flat, at_y + flat, true);
	}
}

/* Does a third vertex lie on the straight line, as with wires that close an axis? */
static bool
is_hidden(const struct plan *plan, int from, int to)
{
	const double x = plan->x[to] - plan->x[from], y = plan->y[to] - plan->y[from];
	const double square = x * x + y * y;

	for (int v = 0; v < plan->vertices; v++) {
		const double vx = plan->x[v] - plan->x[from], vy = plan->y[v] - plan->y[from];
		const double along = (vx * x + vy * y) / square;

		if (v != from && v != to && along > 0 && along < 1 &&
		    fabs(vx * y - vy * x) / sqrt(square) < 2)
			return true;
	}
	return false;
}

/* Draw one end of a wire that leaves the picture and re-enters on the other side. */
static void
stub(const struct plan *plan, int vertex, int from, bool busy)
{
	const double x = plan->x[vertex] - plan->x[from], y = plan->y[vertex] - plan->y[from];
	const double length = hypot(x, y), reach = 6;

	line(plan->picture, plan->x[vertex], plan->y[vertex], plan->x[vertex] + x / length * reach,
	     plan->y[vertex] + y / length * reach, busy);
}

static void
wire(const struct plan *plan, int from, int to, bool busy)
{
	if (is_hidden(plan, from, to)) {
		stub(plan, from, to, busy);
		stub(plan, to, from, busy);
	} else {
		line(plan->picture, plan->x[from], plan->y[from], plan->x[to], plan->y[to], busy);
	}
}

static void
draw_wires(const struct plan *plan, const struct vc_load *load)
{
	const int ports = vcube_topology_ports(plan->t);

	for (int v = 0; v < plan->vertices; v++)
		for (int port = 0; port < ports; port++) {
			const int to = vcube_topology_neighbor(plan->t, v, port);
			const int back = to < 0 ? -1 : vcube_topology_port(plan->t, to, v);

			if (to > v && back >= 0)
				wire(plan, v, to, load[v * ports + port].messages > 0 ||
				     load[to * ports + back].messages > 0);
		}
}

/* Scale positions to the characters between the margins. */
static void
scale(double *values, int count, double low, double high)
{
	double least = values[0], most = values[0];

	for (int i = 0; i < count; i++) {
		least = fmin(least, values[i]);
		most = fmax(most, values[i]);
	}
	for (int i = 0; i < count; i++)
		values[i] = most > least ? low + (values[i] - least) / (most - least) * (high - low)
			  : (low + high) / 2;
}

/* Write a label; false if another one is there, or right beside it. */
static bool
put_label(struct vc_picture *p, double x, double y, const char *text, bool sends)
{
	const int length = (int)strlen(text), row = (int)y / DOWN;
	const int column = (int)x / ACROSS - length / 2;

	for (int i = -1; i <= length; i++)
		if (column + i >= 0 && column + i < p->columns &&
		    p->pixel[row * p->columns + column + i].label != '\0')
			return false;
	for (int i = 0; i < length; i++) {
		struct vc_pixel *const pixel = &p->pixel[row * p->columns + column + i];

		pixel->label = text[i];
		pixel->sends = sends;
	}
	return true;
}

static bool
is_sender(const struct vc_moment *m, int rank)
{
	for (int i = 0; i < m->transfers; i++)
		if (m->transfer[i].from == rank && m->transfer[i].messages > 0)
			return true;
	return false;
}

static bool
put_labels(const struct plan *plan, const struct vc_recording *r, const struct vc_moment *m)
{
	bool fits = true;

	for (int rank = 0; rank < r->nodes && fits; rank++) {
		const int v = r->position[rank];
		char text[12];

		snprintf(text, sizeof text, "%d", rank);
		fits = put_label(plan->picture, plan->x[v], plan->y[v], text, is_sender(m, rank));
	}
	for (int v = r->nodes; v < plan->vertices && fits; v++)
		fits = put_label(plan->picture, plan->x[v], plan->y[v], "+", false);
	return fits;
}

static bool
draw(struct plan *plan, const struct vc_recording *r, int page)
{
	struct vc_picture *const p = plan->picture;

	if (vcube_topology_place(plan->t, plan->x, plan->y) != 0)
		return false;
	scale(plan->x, plan->vertices, 3 * ACROSS, (p->columns - 3) * ACROSS - 1);
	scale(plan->y, plan->vertices, 1.5 * DOWN, (p->rows - 1.5) * DOWN);
	draw_wires(plan, vc_recording_links(r, page));
	return put_labels(plan, r, r->moment[page]);
}

bool
vc_picture_draw(struct vc_picture *p, int rows, int columns, const struct vc_recording *r,
		int page)
{
	const int vertices = vcube_topology_vertices(r->topology);
	struct plan plan = {.picture = p, .t = r->topology, .vertices = vertices};
	bool drawn = false;

	*p = (struct vc_picture){.rows = rows, .columns = columns};
	if (rows < 3 || columns < 8)
		return false;
	p->pixel = calloc((size_t)rows * (size_t)columns, sizeof *p->pixel);
	plan.x = calloc((size_t)vertices, sizeof *plan.x);
	plan.y = calloc((size_t)vertices, sizeof *plan.y);
	if (p->pixel != NULL && plan.x != NULL && plan.y != NULL)
		drawn = draw(&plan, r, page);
	free(plan.x);
	free(plan.y);
	if (!drawn)
		vc_picture_free(p);
	return drawn;
}

void
vc_picture_free(struct vc_picture *p)
{
	free(p->pixel);
	p->pixel = NULL;
}
