/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Draws the load of links. A wire is two links, one in each direction: the half next to a
 * vertex is the link that leaves that vertex. The greater its load, the thicker a link, in
 * few steps, so that they can be distinguished in print, too.
 */
#include "topo.h"

#include <math.h>

enum { LEVELS = 5 };            /* and 0, unused */

static const char *const thickness[LEVELS + 1] = { "1", "1.6", "3.2", "5.2", "7.6", "10" };

static int
level(double share)
{
	const int step = (int)ceil(share * LEVELS);

	return step < 0 ? 0 : step > LEVELS ? LEVELS : step;
}

static struct vc_point
between(struct vc_point a, struct vc_point b)
{
	return (struct vc_point){ (a.x + b.x) / 2, (a.y + b.y) / 2 };
}

/* Draws half of the line from `a` to `b`; splits an arc with de Casteljau's algorithm. */
static void
write_half(struct vc_point a, struct vc_point b, double bend, FILE *out)
{
	struct vc_point c[2], p, q, r, s;

	fprintf(out, "M%ld %ld", lround(a.x), lround(a.y));
	if (bend == 0) {
		s = between(a, b);
		fprintf(out, "L%ld %ld", lround(s.x), lround(s.y));
		return;
	}
	vc_svg_arc(a, b, bend, c);
	p = between(a, c[0]);
	q = between(c[0], c[1]);
	r = between(p, q);
	s = between(r, between(q, between(c[1], b)));
	fprintf(out, "C%ld %ld %ld %ld %ld %ld", lround(p.x), lround(p.y), lround(r.x),
		lround(r.y), lround(s.x), lround(s.y));
}

/* Draws the link of a wire that leaves `from`. `bend` is to the left of its direction. */
static void
write_link(const struct vc_drawing *d, const vcube_topology *t, const struct vcube_load *load,
	   const struct vc_wire *w, bool back, FILE *out)
{
	const int from = back ? w->to : w->from, to = back ? w->from : w->to;
	const long link = (long)from * t->ports + vcube_topology_port(t, from, to);
	const int step = level(load->share[link]);

	fprintf(out, "<path class=\"wire load%s%s\" stroke-width=\"%s\" d=\"",
		step == 0 ? " idle" : "", link == load->busiest ? " busiest" : "", thickness[step]);
	write_half(d->place[from], d->place[to], back ? -w->bend : w->bend, out);
	fputs("\"/>\n", out);
}

void
vc_load_links(const struct vc_drawing *d, const vcube_topology *t, const struct vcube_load *load,
	      FILE *out)
{
	for (int i = 0; i < d->wires; i++)
		for (int back = 0; back < 2; back++)
			write_link(d, t, load, &d->wire[i], back, out);
}

static void
write_text(const char *text, long x, long y, const char *anchor, FILE *out)
{
	fprintf(out, "<text class=\"small\" x=\"%ld\" y=\"%ld\" font-size=\"12\"%s>", x, y, anchor);
	for (; *text; text++) {
		switch (*text) {
		case '<': fputs("&lt;", out); break;
		case '>': fputs("&gt;", out); break;
		case '&': fputs("&amp;", out); break;
		default:  fputc(*text, out);
		}
	}
	fputs("</text>\n", out);
}

void
vc_load_foot(const struct vcube_load *load, long middle, long y, FILE *out)
{
	static const char *const words[LEVELS] = { "unused", "to 1/5", "2/5", "3/5", "4/5" };
	const int step = 58;
	char all[80];
	long x = middle - step * (LEVELS + 1) / 2;

	write_text(load->title, middle, y, "", out);
	write_text(load->words, middle, y + 18, "", out);
	for (int i = 0; i <= LEVELS; i++, x += step) {
		fprintf(out, "<path class=\"wire load%s\" stroke-width=\"%s\" d=\"M%ld %ldh30\"/>",
			i == 0 ? " idle" : "", thickness[i], x + 14, y + 38);
		if (i < LEVELS)
			write_text(words[i], x + 29, y + 58, "", out);
	}
	snprintf(all, sizeof all, "all of %s", load->full);
	write_text(all, x + 14 - step, y + 58, " style=\"text-anchor:start\"", out);
	write_text("the half of a wire next to a node is the link that leaves it", middle, y + 78, "",
		   out);
}
