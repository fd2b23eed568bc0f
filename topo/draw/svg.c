/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a drawing as SVG. It has its own background, light or dark as the reader prefers,
 * so that it is legible everywhere.
 *
 * Coordinates are whole pixels, as printf of a fraction depends on the locale.
 */
#include "topo.h"

#include <math.h>
#include <string.h>

enum { COLORS = 8, RADIUS = 11, FOOT = 78, WIDTH_LEAST = 400, WIDTH_LOADED = 560 };

/* Colours of classes of links: on white, and on black. */
static const struct {
	const char *light, *dark;
} palette[COLORS] = {
	{ "#1f6feb", "#6cb0ff" }, { "#d1480b", "#ff9a5c" },
	{ "#138a4b", "#4fd08a" }, { "#a02fb5", "#d98bea" },
	{ "#9a7400", "#e0bd45" }, { "#00838a", "#46cdd4" },
	{ "#c0266b", "#ff82b4" }, { "#6b5d4d", "#bfae9a" },
};

static const char *const paint[2] = {
	".paper{fill:#ffffff}.node{fill:#eef3fb;stroke:#3b4a63}"
	".wire{stroke:#5d708c}.load{stroke:#3b4a63}.busiest{stroke:#c02a0a}"
	".switch{fill:#fdf3df;stroke:#8a6414}.label{fill:#1b2431}.small{fill:#5a6677}",
	".paper{fill:#12161d}.node{fill:#232c3b;stroke:#a9b8d0}"
	".wire{stroke:#8ea3c2}.load{stroke:#a9b8d0}.busiest{stroke:#ff8a5c}"
	".switch{fill:#3a3019;stroke:#dcb766}.label{fill:#f0f4fa}.small{fill:#a3b0c2}",
};

static void
write_style(FILE *out)
{
	fputs("<style>text{font-family:sans-serif;text-anchor:middle}"
	      ".wire{fill:none;stroke-linecap:round}"
	      ".load{stroke-linecap:butt}.idle{stroke-dasharray:2 4}", out);
	fputs(paint[0], out);
	for (int c = 0; c < COLORS; c++)
		fprintf(out, ".c%d{stroke:%s}", c, palette[c].light);
	fputs("\n@media (prefers-color-scheme:dark){", out);
	fputs(paint[1], out);
	for (int c = 0; c < COLORS; c++)
		fprintf(out, ".c%d{stroke:%s}", c, palette[c].dark);
	fputs("}</style>\n", out);
}

static void
write_facts(const vcube_topology *t, FILE *out)
{
	fprintf(out, "%d node%s", t->nodes, t->nodes == 1 ? "" : "s");
	if (t->vertices > t->nodes)
		fprintf(out, ", %d switch%s", t->vertices - t->nodes,
			t->vertices - t->nodes == 1 ? "" : "es");
	fprintf(out, ", %ld wire%s, diameter %d, bisection ", t->links / 2, t->links == 2 ? "" : "s",
		t->diameter);
	if (t->bisection < 0)
		fputs("unknown", out);
	else
		fprintf(out, "%ld", t->bisection);
}

/* Computes a Bezier curve that leaves both ends outwards and passes its middle at distance
 * `bend`. */
void
vc_svg_arc(struct vc_point a, struct vc_point b, double bend, struct vc_point control[2])
{
	const double length = hypot(b.x - a.x, b.y - a.y);
	const double out_by = fmin(12 + length * 0.07, 60);
	const double x = (b.x - a.x) / length, y = (b.y - a.y) / length;
	const double lift = bend * 4 / 3;

	control[0] = (struct vc_point){ a.x - x * out_by + y * lift, a.y - y * out_by - x * lift };
	control[1] = (struct vc_point){ b.x + x * out_by + y * lift, b.y + y * out_by - x * lift };
}

static void
write_arc(struct vc_point a, struct vc_point b, double bend, FILE *out)
{
	struct vc_point c[2];

	vc_svg_arc(a, b, bend, c);
	fprintf(out, "C%ld %ld %ld %ld %ld %ld", lround(c[0].x), lround(c[0].y), lround(c[1].x),
		lround(c[1].y), lround(b.x), lround(b.y));
}

static void
write_wires(const struct vc_drawing *d, int color, FILE *out)
{
	fputs("<path class=\"wire", out);
	if (d->color_means)
		fprintf(out, " c%d", color % COLORS);
	fprintf(out, "\" stroke-width=\"%s\" d=\"",
		d->wires > 500 ? "0.7" : d->wires > 200 ? "1.1" : "1.6");
	for (int i = 0; i < d->wires; i++) {
		const struct vc_wire *w = &d->wire[i];
		const struct vc_point a = d->place[w->from], b = d->place[w->to];

		if (w->color != color)
			continue;
		fprintf(out, "\nM%ld %ld", lround(a.x), lround(a.y));
		if (w->bend != 0)
			write_arc(a, b, w->bend, out);
		else
			fprintf(out, "L%ld %ld", lround(b.x), lround(b.y));
	}
	fputs("\"/>\n", out);
}

static void
write_vertex(struct vc_point at, int number, bool is_switch, FILE *out)
{
	const long x = lround(at.x), y = lround(at.y);

	if (is_switch)
		fprintf(out, "<rect class=\"switch\" x=\"%ld\" y=\"%ld\" width=\"%d\" "
			"height=\"%d\" rx=\"3\"/>", x - RADIUS, y - RADIUS + 2,
			2 * RADIUS, 2 * RADIUS - 4);
	else
		fprintf(out, "<circle class=\"node\" cx=\"%ld\" cy=\"%ld\" r=\"%d\"/>",
			x, y, RADIUS);
	fprintf(out, "<text class=\"label\" x=\"%ld\" y=\"%ld\" font-size=\"%d\">%s%d</text>\n",
		x, y + 4, number < 100 ? 11 : number < 1000 ? 10 : 8, is_switch ? "s" : "", number);
}

static bool
color_is_used(const struct vc_drawing *d, int color)
{
	for (int i = 0; i < d->wires; i++)
		if (d->wire[i].color == color)
			return true;
	return false;
}

/* Returns the width of a sample: a stroke and the name of its class. */
static int
sample_width(const vcube_topology *t, int color)
{
	return t->family->numbered_class ? 46 : 40 + 7 * (int)strlen(t->family->class_names[color]);
}

static void
write_sample(const vcube_topology *t, int color, long x, long y, FILE *out)
{
	const char *const anchor = t->family->numbered_class ? "" : " style=\"text-anchor:start\"";

	fprintf(out, "<path class=\"wire c%d\" stroke-width=\"2.5\" d=\"M%ld %ldh18\"/>"
		"<text class=\"small\" x=\"%ld\" y=\"%ld\" font-size=\"12\"%s>",
		color % COLORS, x, y - 4, x + (t->family->numbered_class ? 26 : 24), y, anchor);
	if (t->family->numbered_class)
		fprintf(out, "%d</text>\n", color);
	else
		fprintf(out, "%s</text>\n", t->family->class_names[color]);
}

/* Writes which colour is which class, if there are several. */
static void
write_legend(const struct vc_drawing *d, const vcube_topology *t, long middle, long y, FILE *out)
{
	const int word = 74;
	int used = 0, width = word;
	long x;

	for (int c = 0; c < d->colors && d->color_means; c++)
		if (color_is_used(d, c)) {
			used++;
			width += sample_width(t, c);
		}
	if (used < 2)
		return;
	x = middle - width / 2;
	fprintf(out, "<text class=\"small\" x=\"%ld\" y=\"%ld\" font-size=\"12\">%s</text>\n",
		x + word / 2, y, d->color_means);
	x += word;
	for (int c = 0; c < d->colors; c++)
		if (color_is_used(d, c)) {
			write_sample(t, c, x, y, out);
			x += sample_width(t, c);
		}
}

/* Writes the topology and its sizes or, if it is too large, why another one is shown. */
static void
write_foot(const vcube_topology *asked, const vcube_topology *shown,
	   const struct vcube_load *load, const struct vc_drawing *d, long middle, long y, FILE *out)
{
	fprintf(out, "<text class=\"label\" x=\"%ld\" y=\"%ld\" font-size=\"15\" "
		"font-weight=\"bold\">%s</text>\n", middle, y, asked->text);
	fprintf(out, "<text class=\"small\" x=\"%ld\" y=\"%ld\" font-size=\"12\">",
		middle, y + 20);
	write_facts(asked, out);
	fputs("</text>\n", out);
	if (load)
		vc_load_foot(load, middle, y + 42, out);
	else if (asked == shown)
		write_legend(d, shown, middle, y + 42, out);
	else
		fprintf(out, "<text class=\"small\" x=\"%ld\" y=\"%ld\" font-size=\"12\">"
			"too large to draw in full; this is the smaller %s</text>\n",
			middle, y + 42, shown->text);
}

static void
write_drawing(const vcube_topology *asked, const vcube_topology *shown,
	      const struct vcube_load *load, struct vc_drawing *d, FILE *out)
{
	const double least = load ? WIDTH_LOADED : WIDTH_LEAST;
	const long width = lround(fmax(d->width, least)), height = lround(d->height);
	const long all = height + FOOT + (load ? VC_LOAD_FOOT : 0);

	for (int v = 0; v < d->vertices; v++)
		d->place[v].x += (fmax(d->width, least) - d->width) / 2;
	fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%ld\" height=\"%ld\" "
		"viewBox=\"0 0 %ld %ld\" role=\"img\">\n<title>%s</title>\n<desc>",
		width, all, width, all, asked->text);
	write_facts(asked, out);
	fputs("</desc>\n", out);
	write_style(out);
	fputs("<rect class=\"paper\" width=\"100%\" height=\"100%\" rx=\"8\"/>\n", out);
	if (load)
		vc_load_links(d, shown, load, out);
	for (int c = d->colors - 1; c >= 0 && !load; c--)
		write_wires(d, c, out);
	for (int v = 0; v < d->vertices; v++)
		write_vertex(d->place[v], v < shown->nodes ? v : v - shown->nodes,
			     v >= shown->nodes, out);
	write_foot(asked, shown, load, d, width / 2, height + 6, out);
	fputs("</svg>\n", out);
}

static int
draw(const vcube_topology *asked, const vcube_topology *shown, const struct vcube_load *load,
     FILE *out)
{
	struct vc_drawing d;

	if (vc_drawing_open(&d, shown) != 0)
		return VCUBE_EHOST;
	write_drawing(asked, shown, load, &d, out);
	vc_drawing_close(&d);
	return fflush(out) == 0 && !ferror(out) ? 0 : VCUBE_EHOST;
}

int
vcube_topology_svg(const vcube_topology *t, FILE *out)
{
	vcube_topology *small;
	int code;

	if (vcube_topology_pictured(t, NULL) != 0)
		return VCUBE_EINVAL;
	if (vc_drawing_fits(t))
		return draw(t, t, NULL, out);
	small = vcube_topology_parse(t->family->small(t), NULL);
	if (!small)
		return VCUBE_EHOST;
	code = draw(t, small, NULL, out);
	vcube_topology_free(small);
	return code;
}

int
vcube_topology_svg_load(const vcube_topology *t, const struct vcube_load *load, FILE *out)
{
	return t->family->place && vc_drawing_fits(t) ? draw(t, t, load, out) : VCUBE_EINVAL;
}
