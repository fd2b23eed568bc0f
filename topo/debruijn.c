/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * De Bruijn graph (de Bruijn, A combinatorial problem, 1946), with wires instead of arcs:
 * nodes are words of D digits to base B, and each word is wired to those that result from
 * shifting it by one digit, to the left or to the right. An arc of the usual graph is only a
 * shift to the left; but wires carry messages in both directions, and routes use both (as in
 * Pradhan and Reddy, A fault-tolerant communication architecture for distributed systems,
 * 1982).
 *
 * Port k < B shifts to the left and inserts digit k at the right; port B + k shifts to the
 * right and inserts digit k at the left. A port does not exist if it would lead to the word
 * itself (000), or where a lower port leads (01 becomes 10 in both directions).
 *
 * A route: think of the word as a window of D digits on a tape; a shift moves the window by
 * one, and blanks enter it. If the window moves at most `left` to the left and `right` to the
 * right, the digits from `right` to D - 1 - left never leave it: they must be digits of the
 * destination, where the window stops at `shift`. The other digits of the destination are
 * inserted on the route. Of all permitted (left, right, shift) the route takes one with the
 * fewest steps, and of these the first in the order of shift, left and right. Every path of a
 * window has such a triple and at least its number of steps, so no path is shorter.
 */
#include "topo.h"

struct walk {
	int left, right, shift;
	int steps;
	bool left_first;        /* first to -left, then to right; or the reverse */
};

static const char *
setup(vcube_topology *t)
{
	const int b = t->axis[0], d = t->axis[1];
	const char *const wrong =
		vc_words_setup(t, "it has more than " VC_TEXT(VC_AXES_MAX) " digits");

	if (wrong)
		return wrong;
	t->vertices = t->nodes;
	t->ports = 2 * b;
	t->classes = 2;
	t->diameter = t->longest = b > 1 ? d : 0;
	/* without loops, and with abab.. - baba.. counted once */
	t->links = 2 * ((long)t->nodes * b - b - (long)b * (b - 1) / 2);
	t->degree = b == 1 ? 0 : d == 1 ? b - 1 : d == 2 ? 2 * b - 1 : 2 * b;
	t->bisection = d == 1 ? (long)(b / 2) * (b - b / 2) : b == 1 ? 0 : -1;
	return NULL;
}

/* Returns where a port would lead if it existed. */
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

/* Returns digit i of a word, from the left. */
static int
digit(const vcube_topology *t, int word, int i)
{
	return word / t->stride[t->axes - 1 - i] % t->axis[0];
}

/* Counts the digits of `from`, from the first that stays in the window, that equal those of
 * `to`. */
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

/* Returns the shortest walk from one word to another. */
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

/* Returns the digit of the destination at a place of the tape; 0 if there is none. */
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

static int
class_of(const vcube_topology *t, int vertex, int port)
{
	(void)vertex;
	return port >= t->axis[0];
}

const struct vc_family vc_debruijn = {
	.name           = "debruijn",
	.form           = "BxD",
	.text           = "B^D nodes, words of D digits to base B, wired by shifts",
	.manual = {
		.permitted = "B from 1, D from 1 to " VC_TEXT(VC_AXES_MAX) ", and B^D at most "
			     VC_TEXT(VCUBE_NODES_MAX),
		.axes      = "{B,B,..}, one for each digit",
		.wires     = "port k, below B, leads to the word shifted to the left with k inserted at "
			     "the right, port B + k to the word shifted to the right with k inserted at "
			     "the left; no port leads to x itself, or where a lower one "
			     "does",
		.routes    = "shifts in both directions, as wires carry messages in both; of several "
			     "shortest paths the one that ends furthest to the left on a tape",
		.classes   = "left and right: links that shift so; left if either direction does",
		.bisection = "known for D = 1, where all are wired to each other; no closed form is "
			     "known for more",
		.source    = "de Bruijn, A combinatorial problem, 1946; with two-way wires: Pradhan and "
			     "Reddy, A fault-tolerant communication architecture for distributed "
			     "systems, IEEE Transactions on Computers 31, 1982",
	},
	.examples       = (const char *const[]){
		"debruijn:2x4", "debruijn:1x1", "debruijn:1x3", "debruijn:2x1", "debruijn:2x2",
		"debruijn:2x3", "debruijn:3x3", "debruijn:5x1", "debruijn:5x2", "debruijn:2x8",
		"debruijn:2x14", "debruijn:128x2", "debruijn:16384x1", NULL
	},
	.least          = 2,
	.most           = 2,
	.setup          = setup,
	.neighbor       = neighbor,
	.port           = port,
	.distance       = distance,
	.route          = route,
	.class_names    = (const char *const[]){ "left", "right", NULL },
	.class_of       = class_of,
	.place          = vc_place_circle,
	.color_means    = "shift",
	.small          = vc_first_example,
	.of_nodes       = vc_of_binary_words,
};
