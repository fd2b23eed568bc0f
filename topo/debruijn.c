/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * De Bruijn graph (de Bruijn, A combinatorial problem, 1946), with wires instead of arcs:
 * nodes are words of D digits to base B, and a word is wired to those that come of shifting
 * it by one digit, to the left or to the right. An arc of the usual graph is a shift to the
 * left alone; but wires carry messages both ways, and so routes take both (as in Pradhan and
 * Reddy, A fault-tolerant communication architecture for distributed systems, 1982).
 *
 * Port k < B shifts to the left and puts digit k in at the right; port B + k shifts to the
 * right and puts digit k in at the left. A port that leads to the word itself (000) is none,
 * nor is one that leads where a lower port does (01 is 10 by either way).
 *
 * A route: think of the word as a window of D digits on a tape, which a shift moves by one,
 * blanks coming in. Between its leftmost place, -left, and its rightmost, right, the digits
 * that are never out of the window are those from `right` to D - 1 - left: they have to be
 * digits of the destination, where the window stops at `shift`. What else the destination
 * has is put in underway. Of all (left, right, shift) so permitted the route has the one of
 * the fewest steps, the first in the order of shift, left and right if several have. Each
 * walk of a window is one of these at most, so no path is shorter.
 */
#include "topo.h"

struct walk {
	int left, right, shift;
	int steps;
	bool left_first;        /* to -left, then to right; or the other way */
};

static const char *
setup(vcube_topology *t)
{
	const int b = t->axis[0], d = t->axis[1];

	if (b == 0 || d == 0)
		return VC_NO_NODES;
	if (d > VC_AXES_MAX)
		return "it has more than " VC_TEXT(VC_AXES_MAX) " digits";
	t->stride[0] = 1;
	for (int i = 0; i < d; i++) {
		if (t->stride[i] > VCUBE_NODES_MAX / b)
			return VC_TOO_LARGE;
		t->axis[i] = b;
		t->stride[i + 1] = t->stride[i] * b;
	}
	t->axes = d;
	t->nodes = t->vertices = t->stride[d];
	t->ports = 2 * b;
	t->classes = 2;
	t->diameter = t->longest = b > 1 ? d : 0;
	/* without those at themselves, and abab.. to baba.., which is there twice */
	t->links = 2 * ((long)t->nodes * b - b - (long)b * (b - 1) / 2);
	t->degree = b == 1 ? 0 : d == 1 ? b - 1 : d == 2 ? 2 * b - 1 : 2 * b;
	t->bisection = d == 1 ? (long)(b / 2) * (b - b / 2) : b == 1 ? 0 : -1;
	return NULL;
}

/* Where a port would lead. */
static int
shifted(const vcube_topology *t, int vertex, int port)
{
	const int b = t->axis[0], high = t->stride[t->axes - 1];

	return port < b ? vertex % high * b + port : vertex / b + (port - b) * high;
}

static int
neighbor(const vcube_topology *t, int vertex, int port)
{
	const int b = t->axis[0], to = shifted(t, vertex, port);

	if (to == vertex || (port >= b && shifted(t, vertex, to % b) == to))
		return -1;
	return to;
}

static int
port(const vcube_topology *t, int from, int to)
{
	const int b = t->axis[0], high = t->stride[t->axes - 1];

	if (shifted(t, from, to % b) == to)
		return to % b;
	return shifted(t, from, b + to / high) == to ? b + to / high : -1;
}

/* Digit i of a word, from the left. */
static int
digit(const vcube_topology *t, int word, int i)
{
	return word / t->stride[t->axes - 1 - i] % t->axis[0];
}

/* How many digits of `from`, from the first on that stays, are those of `to` too. */
static int
agree(const vcube_topology *t, int from, int to, int right, int shift)
{
	int i = right;

	while (i < t->axes && i - shift < t->axes && digit(t, from, i) == digit(t, to, i - shift))
		i++;
	return i - right;
}

static struct walk
walk_of(int left, int right, int shift)
{
	const int wide = left + right;
	const int by_left = left + wide + right - shift, by_right = right + wide + left + shift;

	return (struct walk){ left, right, shift, by_left <= by_right ? by_left : by_right,
			      by_left <= by_right };
}

/* The shortest, from a word to another. */
static struct walk
shortest(const vcube_topology *t, int from, int to)
{
	const int d = t->axes;
	struct walk best = { .steps = 2 * d };

	for (int shift = -d; shift <= d; shift++)
		for (int right = shift > 0 ? shift : 0; right <= d; right++) {
			const int kept = agree(t, from, to, right, shift);
			int left = d - right - kept;
			struct walk w;

			if (left < -shift)
				left = -shift;
			if (left < 0)
				left = 0;
			w = walk_of(left, right, shift);
			if (w.steps < best.steps)
				best = w;
		}
	return best;
}

struct window {
	const vcube_topology *t;
	struct vc_route_builder *route;
	int word, to, shift, at;
};

/* The digit of the destination that comes to lie at a place of the tape; 0 for none. */
static int
digit_at(const struct window *w, int place)
{
	const int i = place - w->shift;

	return i >= 0 && i < w->t->axes ? digit(w->t, w->to, i) : 0;
}

static void
move(struct window *w, int to)
{
	const vcube_topology *t = w->t;
	const int b = t->axis[0], d = t->axes;

	while (w->at != to) {
		const int by = to > w->at ? 1 : -1;
		const int put = digit_at(w, by > 0 ? w->at + d : w->at - 1);
		const int next = shifted(t, w->word, by > 0 ? put : b + put);

		vc_route_builder_add(w->route, t, w->word, port(t, w->word, next));
		w->word = next;
		w->at += by;
	}
}

static void
route(const vcube_topology *t, int from, int to, struct vc_route_builder *route)
{
	const struct walk walk = shortest(t, from, to);
	struct window w = { .t = t, .route = route, .word = from, .to = to, .shift = walk.shift };

	move(&w, walk.left_first ? -walk.left : walk.right);
	move(&w, walk.left_first ? walk.right : -walk.left);
	move(&w, walk.shift);
}

static int
distance(const vcube_topology *t, int from, int to)
{
	return shortest(t, from, to).steps;
}

static const char *const names[] = { "left", "right", NULL };

static int
class_of(const vcube_topology *t, int vertex, int port)
{
	(void)vertex;
	return port >= t->axis[0];
}

/* The binary one: as many digits as a cube has dimensions. */
static bool
of_nodes(int p, char *argument, size_t room)
{
	const int d = __builtin_ctz((unsigned)p);

	snprintf(argument, room, "2x%d", d);
	return p > 1 && (p & (p - 1)) == 0;
}

static const char *const examples[] = {
	"debruijn:2x4", "debruijn:1x1", "debruijn:1x3", "debruijn:2x1", "debruijn:2x2",
	"debruijn:2x3", "debruijn:3x3", "debruijn:5x1", "debruijn:5x2", "debruijn:2x8",
	"debruijn:2x14", "debruijn:128x2", "debruijn:16384x1", NULL
};

const struct vc_family vc_debruijn = {
	.name           = "debruijn",
	.form           = "BxD",
	.text           = "B^D nodes, words of D digits to base B, wired by shifts",
	.manual = {
		.permitted = "B from 1, D from 1 to " VC_TEXT(VC_AXES_MAX) ", and B^D at most "
			     VC_TEXT(VCUBE_NODES_MAX),
		.axes      = "{B,B,..}, one for each digit",
		.wires     = "port k, below B, leads to the word shifted to the left with k put in at "
			     "the right, port B + k to the word shifted to the right with k put in at "
			     "the left; a port is missing that leads to x itself, or where a lower one "
			     "does",
		.routes    = "shifts either way, as wires carry messages both ways; of several shortest "
			     "paths the one that ends furthest to the left on a tape",
		.classes   = "left and right: those that shift so, and left if either does",
		.bisection = "known for D = 1, where all are wired to each other; no closed form is, "
			     "for more",
		.source    = "de Bruijn, A combinatorial problem, 1946; with two-way wires: Pradhan and "
			     "Reddy, A fault-tolerant communication architecture for distributed "
			     "systems, IEEE Transactions on Computers 31, 1982",
	},
	.examples       = examples,
	.least          = 2,
	.most           = 2,
	.setup          = setup,
	.neighbor       = neighbor,
	.port           = port,
	.distance       = distance,
	.route          = route,
	.class_names    = names,
	.class_of       = class_of,
	.place          = vc_place_circle,
	.color_means    = "shift",
	.small          = vc_first_example,
	.of_nodes       = of_nodes,
};
