/* SPDX-License-Identifier: BSD-2-Clause */
/* The time of an exchange by digits (vcube/digits.h) of blocks of one length. */
#include <vcube/blocks.h>
#include "ways.h"

/* When a node, and each side of its port, have done what they have to, where all nodes do the same;
 * and when the messages begin that it has sent and not received, and how long they take */
struct progress {
	vcube_time node, out, in;
	vcube_time begin[VC_VALUES_MAX], time[VC_VALUES_MAX];
	int count;
};

static vcube_time
later(vcube_time a, vcube_time b)
{
	return a > b ? a : b;
}

static void
send_message(struct progress *at, const struct vcube_terms *t, int entries, int blocks)
{
	const size_t bytes = t->m * (size_t)blocks + sizeof(uint32_t) * (size_t)entries;

	at->begin[at->count] = later(at->out, at->node);
	at->time[at->count] = vcube_message_time(t, bytes);
	at->out = at->begin[at->count] + at->time[at->count];
	at->count++;
}

/* Receives the messages of others that are like the node's. */
static void
receive_all(struct progress *at)
{
	for (int i = 0; i < at->count; i++)
		at->node = at->in = later(at->node, later(at->in, at->begin[i]) + at->time[i]);
	at->node = later(at->node, at->out);
	at->count = 0;
}

/* How many columns, and rows, a block that is sent so often along them may have to move; and how
 * often one is sent, at most, that does not go straight */
struct tally {
	int across[VC_STEPS_MAX + 1], down[VC_STEPS_MAX + 1];
	int most;
};

static void
tally(struct tally *n, const struct vc_ways *w, size_t m)
{
	*n = (struct tally){.most = w->steps};
	for (int i = 0; i < w->columns; i++)
		n->across[vc_ways_sends(w, true, i)]++;
	for (int i = 0; i < w->rows; i++)
		n->down[vc_ways_sends(w, false, i * w->columns)]++;
	while (n->most > 0 && m > w->longest[n->most])
		n->most--;
}

/* Returns how many of these let a block that is sent `times` otherwise not go straight. */
static int
count_short(const struct tally *n, const int *sends, int times)
{
	int count = 0;

	for (int more = 0; times + more <= n->most; more++)
		count += sends[more];
	return count;
}

/* All places, and blocks that go neither straight nor by a shortcut, by how far they move in a
 * stretch, in its units */
struct values {
	int places[VC_VALUES_MAX], blocks[VC_VALUES_MAX];
	int count;
};

static struct values
count_values(const struct vc_ways *w, const struct tally *n, int first)
{
	const bool across = first < w->across;
	const int all = vc_ways_width(w, first), others = across ? w->rows : w->columns;
	const int end = w->end[first];
	struct values v = {.count = (vc_ways_bound(w, end - 1) - 1) / w->unit[first] + 1};

	for (int i = 0; i < all; i++) {
		const int place = across ? i : i * w->columns;
		const int value = vc_ways_part(w, first, end, place) / w->unit[first];

		v.places[value] += others;
		v.blocks[value] += count_short(n, across ? n->down : n->across, vc_ways_sends(w, across, place));
	}
	return v;
}

/* Takes away the blocks that go by shortcuts from a step on, whose unit is `unit` of its stretch,
 * and adds the length of each to a list. Returns the time to pack them. */
static vcube_time
shorten_values(const struct vcube_terms *t, const struct vc_ways *w, struct values *v, int unit,
	       int *list, int *count)
{
	vcube_time work = 0;

	for (int x = unit * w->radix; x < v->count; x += unit) {
		const int times = vc_ways_shortcut(x / unit, w->radix);
		int blocks = 0;

		for (int low = 0; low < unit && x + low < v->count; low++)
			blocks += v->blocks[x + low];
		if (times == 0 || !vc_ways_is_worth(t, t->m * (size_t)blocks, times))
			continue;
		for (int low = 0; low < unit && x + low < v->count; low++)
			v->blocks[x + low] = 0;
		list[(*count)++] = blocks;
		work += t->k.reorder * (vcube_time)t->m * blocks;
	}
	return work;
}

/* Adds the messages of a step, and waits for them. */
static void
move_values(struct progress *at, const struct vcube_terms *t, const struct vc_ways *w,
	    const struct values *v, int unit)
{
	for (int digit = 1; digit < w->radix && digit * unit < v->count; digit++) {
		int places = 0, blocks = 0;

		for (int x = digit * unit; x < v->count; x += unit * w->radix)
			for (int low = 0; low < unit && x + low < v->count; low++) {
				places += v->places[x + low];
				blocks += v->blocks[x + low];
			}
		at->node += t->k.reorder * (vcube_time)t->m * blocks;
		send_message(at, t, places, blocks);
	}
	receive_all(at);
}

static void
pass_stretch(struct progress *at, const struct vcube_terms *t, const struct vc_ways *w,
	     const struct tally *n, int first)
{
	struct values v = count_values(w, n, first);
	int shortcuts[VC_VALUES_MAX], count = 0, unit = 1;

	for (int k = first; k < w->end[first]; k++, unit *= w->radix) {
		at->node += shorten_values(t, w, &v, unit, shortcuts, &count);
		move_values(at, t, w, &v, unit);
	}
	while (count-- > 0)
		send_message(at, t, shortcuts[count], shortcuts[count]);
	receive_all(at);
}

/* The time for blocks of m bytes. What a node delivers it moves while the first block that goes
 * straight is on its way. */
vcube_time
vcube_digits_time(const struct vcube_terms *t)
{
	const vcube_time m = (vcube_time)t->m, message = vcube_message_time(t, t->m);
	vcube_time work, relayed = -1, straight;        /* without the node's own block */
	struct progress at = {.node = 0};
	struct tally n;
	struct vc_ways w;

	vc_ways_lay_out(&w, t);
	vc_ways_plan(&w, t, t->m <= w.longest[2] ? t->m * (size_t)(t->p - 1) : 0);
	tally(&n, &w, t->m);
	for (int k = 0; k < w.steps; k = w.end[k])
		pass_stretch(&at, t, &w, &n, k);
	for (int times = 0; times <= n.most; times++)
		relayed += (vcube_time)n.across[times] * count_short(&n, n.down, times);
	straight = t->p - 1 - relayed;
	work = t->k.copy * m + t->k.reorder * m * relayed;
	if (straight > 0)
		work = later(work - message, 0);
	return at.node + straight * message + work;
}
