/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is proved about schedules: Johnsson and Ho, sections 3 to 6 and Theorem 2,
 * with Lemma 5 corrected, and without Corollary 2 for Algorithm 4, whose relative
 * addresses change from one exchange to the next.
 */
#include "schedule.h"

/* The terms of the formulas. `k2` is K/2. */
struct terms {
	int k2, d, b, s;
};

static int
over(int a, int b)
{
	return (a + b - 1) / b;
}

/* Returns d + K/2 mod d; d if K/2 is at most d. */
static int
tail(const struct terms *t)
{
	return t->k2 > t->d ? t->d + t->k2 % t->d : t->d;
}

/* Proves one exchange that sends an element at a time. */
static void
prove_single(int algorithm, const struct terms *t, struct vcube_schedule_proof *p)
{
	const int k2 = t->k2 > t->d || algorithm == VCUBE_AAPC4 ? t->k2 : t->d;

	*p = (struct vcube_schedule_proof){k2, t->d, "K/2", "d"};
	switch (algorithm) {
	case VCUBE_AAPC1:
		p->steps = t->d * over(t->k2, t->d);
		p->steps_text = "d ceil(K/2d)";
		break;
	case VCUBE_AAPC2:
		p->span = k2;
		p->span_text = "K/2";
		break;
	case VCUBE_AAPC3:
		p->span = tail(t);
		p->span_text = "d + K/2 mod d";
		break;
	}
}

/* Proves blocks: the rows of their table are the span, except for windows, which are one
 * group. */
static void
prove_blocks(int algorithm, const struct terms *t, struct vcube_schedule_proof *p)
{
	if (algorithm == VCUBE_WINDOWS) {
		p->span = tail(t);
		p->span_text = "d + K/2 mod d";
	}
	p->steps = p->span;
	p->steps_text = p->span_text;
}

static void
prove_width(int algorithm, const struct terms *t, struct vcube_schedule_proof *p)
{
	const int frames = p->steps;

	prove_blocks(algorithm, t, p);
	if (t->b <= frames / p->steps) {
		p->steps = over(frames, t->b);
		p->steps_text = algorithm == VCUBE_AAPC1 ? "ceil(d ceil(K/2d)/b)" : "ceil(K/2b)";
	}
	p->span = p->steps;
	p->span_text = p->steps_text;
}

/* Theorem 2. */
static void
prove_sets(const struct terms *t, struct vcube_schedule_proof *p)
{
	if (t->s <= 3 || t->k2 <= 4 * t->d) {
		p->steps = t->k2 + (t->s - 1) * t->d;
		p->steps_text = "K/2 + (s-1)d";
	} else if (t->k2 <= (t->s + 1) * t->d) {
		p->steps = (t->s + 3) * t->d;
		p->steps_text = "(s+3)d";
	} else {
		p->steps = t->k2 + 2 * t->d;
		p->steps_text = "K/2 + 2d";
	}
}

static void
prove_many(const struct vcube_schedule *s, const struct terms *t, struct vcube_schedule_proof *p)
{
	static const char *const texts[] = {
		[VCUBE_AAPC1] = "d ceil(K/2d) + (s-1)d", [VCUBE_AAPC2] = "s K/2",
		[VCUBE_AAPC3] = "K/2 + (s-1)(d + K/2 mod d)", [VCUBE_AAPC4] = "s K/2",
		[VCUBE_WINDOWS] = "K/2 + (s-1)d",
	};
	const int algorithm = (int)s->plan.algorithm;
	const int delay = algorithm == VCUBE_AAPC4 ? p->steps : p->span;

	p->steps += (t->s - 1) * s->plan.delay;
	p->steps_text = s->plan.delay == delay ? texts[algorithm] : "of one exchange + (s-1) delay";
}

static int
common(int a, int b)
{
	return b == 0 ? a : common(b, a % b);
}

/* Each exchange begins at most d + d' - gcd(d, d') steps behind the one before. */
static void
prove_orders(const struct vcube_schedule *s, const struct terms *t, struct vcube_schedule_proof *p)
{
	int start = 0, most = 0;

	for (int axis = 0; axis < t->s; axis++) {
		const int d = s->along[axis], before = axis > 0 ? s->along[axis - 1] : d;
		const int steps = d * over(t->k2, d);

		start += axis > 0 ? before + d - common(before, d) : 0;
		most = start + steps > most ? start + steps : most;
	}
	p->steps = most;
	p->steps_text = "d ceil(K/2d) + all d + d' - gcd(d, d')";
}

void
vcube_schedule_proof(const vcube_schedule *s, struct vcube_schedule_proof *p)
{
	const int algorithm = (int)s->plan.algorithm;
	const struct terms t = {
		/* necklaces stay whole: as many steps as with all of their addresses */
		.k2 = algorithm == VCUBE_AAPC4 ? over(s->plan.addresses, 2 * s->half) * s->half : s->pairs,
		.d = s->plan.dimensions, .b = s->plan.width, .s = s->plan.successive,
	};

	prove_single(algorithm == VCUBE_AAPC5 ? VCUBE_AAPC1 : algorithm, &t, p);
	if (s->plan.block)
		prove_blocks(algorithm, &t, p);
	else if (t.b > 1)
		prove_width(algorithm, &t, p);
	else if (algorithm == VCUBE_AAPC5)
		prove_sets(&t, p);
	else if (s->along[0] > 0)
		prove_orders(s, &t, p);
	else if (t.s > 1)
		prove_many(s, &t, p);
}
