/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Windows: K/2 steps with span d, for successive exchanges, too; also the last pairs of
 * Algorithm 5.
 *
 * If d does not divide the number of pairs, the last d + c go together. Half of
 * these may use the first d of d + c steps, the others the last d, so that each is
 * done at most d steps after its beginning, in every node. To leave no link idle, the
 * two addresses of a pair must sometimes cross different dimensions in the same
 * step; which can do so depends on z. So each z, together with its complement, has
 * its own order within the same windows.
 *
 * The search finds such an order step by step: every dimension must be crossed in
 * each step, so it matches dimensions to addresses, the most urgent first. At a dead
 * end it tries another order of equally urgent addresses.
 */
#include <stdlib.h>
#include <string.h>
#include "random.h"
#include "schedule.h"

enum { DIMENSIONS = VCUBE_SCHEDULE_DIMENSIONS_MAX, MEMBERS = 4 * DIMENSIONS };
/* Draws of pairs, and orders of equals for each z: about ten times what any d needs. */
enum { DRAWS = 50, ATTEMPTS = 300 };

/* Pair j has members 2 j and 2 j + 1. */
struct search {
	int d, c;
	unsigned attempt;
	unsigned left[MEMBERS];         /* dimensions that an address must still cross */
	int taker[DIMENSIONS];          /* the member that crosses it in this step; -1: none */
};

static int
opens(const struct search *w, int member)
{
	const int pair = member / 2, n = w->d + w->c;

	return 2 * pair + 1 < n ? 0 : 2 * pair + 1 > n ? w->c : w->c / 2;
}

/* Returns how many steps from step t on a member can skip; negative: it is late. */
static int
slack(const struct search *w, int member, int t)
{
	return opens(w, member) + w->d - t - __builtin_popcount(w->left[member]);
}

/* Finds a dimension for a member, moving others if necessary. */
static bool
seat(struct search *w, int member, unsigned *tried)
{
	for (int k = 0; k < w->d; k++) {
		if (!(w->left[member] & ~*tried & 1u << k))
			continue;
		*tried |= 1u << k;
		if (w->taker[k] < 0 || seat(w, w->taker[k], tried)) {
			w->taker[k] = member;
			return true;
		}
	}
	return false;
}

/* Returns the rank of a member among those with the same slack. */
static unsigned
rank(const struct search *w, int member)
{
	return ((unsigned)member + 1) * (2 * w->attempt + 1) * 0x9e3779b1u >> 16;
}

/* Lists the members that may move in step t, the most urgent first. */
static int
line_up(const struct search *w, int t, int *line)
{
	int count = 0;

	for (int m = 0; m < 2 * (w->d + w->c); m++) {
		int at = count;

		if (w->left[m] == 0 || opens(w, m) > t)
			continue;
		while (at > 0 && (slack(w, m, t) < slack(w, line[at - 1], t) ||
				  (slack(w, m, t) == slack(w, line[at - 1], t) &&
				   rank(w, m) < rank(w, line[at - 1])))) {
			line[at] = line[at - 1];
			at--;
		}
		line[at] = m;
		count++;
	}
	return count;
}

/* Matches step t and writes a frame of pairs; false: not all dimensions can be crossed. */
static bool
match(struct search *w, int t, uint8_t *frame)
{
	int line[MEMBERS], seated = 0;
	const int count = line_up(w, t, line);

	for (int k = 0; k < w->d; k++)
		w->taker[k] = -1;
	for (int i = 0; i < count && seated < w->d; i++) {
		unsigned tried = 0;

		if (slack(w, line[i], t) < 0)
			return false;
		seated += seat(w, line[i], &tried);
	}
	for (int k = 0; k < w->d && seated == w->d; k++) {
		w->left[w->taker[k]] &= ~(1u << k);
		frame[k] = (uint8_t)(w->taker[k] / 2);
	}
	return seated == w->d;
}

/* Tries to match all steps for one z. `crosses`: what each member must cross. */
static bool
try_order(struct search *w, const unsigned *crosses, uint8_t *frames)
{
	for (int m = 0; m < 2 * (w->d + w->c); m++)
		w->left[m] = crosses[m];
	for (int t = 0; t < w->d + w->c; t++)
		if (!match(w, t, frames + t * w->d))
			return false;
	return true;
}

/* Finds an order for one z and pairs with these lower addresses. */
static bool
find_order(struct search *w, unsigned mask, const int *low, unsigned z, uint8_t *frames)
{
	unsigned crosses[MEMBERS];

	for (int j = 0; j < w->d + w->c; j++) {
		crosses[2 * j] = ((unsigned)low[j] ^ z) & mask;
		crosses[2 * j + 1] = crosses[2 * j] ^ mask;
	}
	for (w->attempt = 0; w->attempt < ATTEMPTS; w->attempt++)
		if (try_order(w, crosses, frames))
			return true;
	return false;
}

/* Moves n random pairs to the end; the others keep their order. Neighbouring pairs would not
 * work, as their addresses are too similar. */
static void
draw(const int *from, int pairs, int n, uint64_t seed, int *pair)
{
	int left = 0;

	memcpy(pair, from, (size_t)pairs * sizeof *pair);
	for (int u = 0; u < pairs; u++) {
		const int wanted = n - (u - left);

		if (left < pairs - n &&
		    (int)(vc_random(&seed) % (uint64_t)(pairs - u)) >= wanted) {
			const int kept = pair[u];

			memmove(pair + left + 1, pair + left, (size_t)(u - left) * sizeof *pair);
			pair[left++] = kept;
		}
	}
}

/* Finds an order of d + c pairs for each z. */
static bool
find_orders(struct vcube_schedule *s, struct search *w, const int *pair)
{
	const int n = w->d + w->c, frames = n * w->d;
	int low[2 * DIMENSIONS];

	for (int j = 0; j < n; j++)
		low[j] = pair[j] % s->half;
	for (int z = 0; z < s->half; z++)
		if (!find_order(w, 2 * (unsigned)s->half - 1, low, (unsigned)z,
				s->window + (size_t)z * (size_t)frames))
			return false;
	return true;
}

int
vc_find_windows(struct vcube_schedule *s, int n, const int *from, int pairs, int *pair)
{
	struct search w = {.d = s->plan.dimensions, .c = n - s->plan.dimensions};

	s->window = malloc((size_t)s->half * (size_t)(n * w.d));
	if (s->window == NULL)
		return VCUBE_EHOST;
	for (uint64_t seed = 0; seed < DRAWS; seed++) {
		draw(from, pairs, n, seed, pair);
		if (find_orders(s, &w, pair + pairs - n))
			return 0;
	}
	return VCUBE_ELIMIT;
}

void
vc_add_windows(struct vcube_schedule *s, int n)
{
	const int d = s->plan.dimensions;
	struct vc_group *g;

	s->pairs -= n;
	vc_make_pairs(s);
	g = vc_group(s, VC_WINDOWED, s->pairs, n);
	s->pairs += n;

	for (int t = 0; t < n; t++, g->frames++) {
		int *const frame = vc_frame(s);

		for (int k = 0; k < d; k++)
			frame[k] = g->unit + s->window[t * d + k];
	}
	for (int j = 0; j < n; j++)
		s->windowed[j] = g->unit + j;
}

/* Schedules d + c of the pairs in windows, the others in blocks. */
static int
make_both(struct vcube_schedule *s, int n, int *from, int *pair)
{
	int code;

	for (int u = 0; u < s->pairs; u++)
		from[u] = u;
	code = vc_find_windows(s, n, from, s->pairs, pair);
	if (code != 0)
		return code;
	vc_add_windows(s, n);
	for (int i = 0; i < s->frames * s->plan.dimensions; i++)
		s->unit[i] = s->unit[i] < 0 ? -1 : pair[s->unit[i]];
	for (int j = 0; j < n; j++)
		s->windowed[j] = pair[s->windowed[j]];
	return 0;
}

int
vc_make_windows(struct vcube_schedule *s)
{
	const int d = s->plan.dimensions, n = d + s->pairs % d;
	int *pair;
	int code = VCUBE_EHOST;

	if (n == d) {
		vc_make_pairs(s);
		return 0;
	}
	pair = malloc(2 * (size_t)s->pairs * sizeof *pair);
	if (pair != NULL)
		code = make_both(s, n, pair, pair + s->pairs);
	free(pair);
	return code;
}
