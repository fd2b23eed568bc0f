/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Complete exchange on p = 2^d nodes in phases, one for each part of d, from the highest
 * bits of a rank: in the phase of a part e, the 2^e nodes whose ranks differ only in its e
 * bits send each other superblocks of p / 2^e blocks, all blocks for the receiver's side.
 * One phase is the direct exchange; d phases of one bit are the standard exchange.
 *
 * The bits that make up the place of a block, d = 5, parts 2 and 3; t are bits of its
 * destination, s of its source:
 *
 *   start                       t4 t3 t2 t1 t0
 *   exchange of superblocks     s4 s3 t2 t1 t0
 *   turned by 2                 t2 t1 t0 s4 s3
 *   exchange of superblocks     s2 s1 s0 s4 s3
 *   turned by 3                 s4 s3 s2 s1 s0
 *
 * Invariant: the bits of a part are on top when its phase begins, so a superblock is one
 * message. In any order, k > 1 parts turn a place by d bits in all, and blocks end in the
 * order of their sources.
 *
 * Bokhari counts k - 1 turns of all blocks; without the last one, blocks are in the order
 * of the phases.
 */
#include <assert.h>
#include <string.h>
#include <vcube/authoring.h>

enum { PARTS, BARRIER };
enum { BITS_MAX = 20 };
static_assert(1 << BITS_MAX == VCUBE_NODES_MAX, "the most bits of a rank");

static const struct vcube_option options[] = {
	{"parts", "N+N..", "the bits of each phase, summing to log p; unset, those whose predicted "
	 "time is the least"},
	{"barrier", "no|yes", "all wait for each other before each phase"},
	{0}
};

static const char *
unmet(const struct vcube_terms *t)
{
#define SUM(d) "parts of 1 or more that sum to " #d
	static const char *const sums[] = {
		SUM(0), SUM(1), SUM(2), SUM(3), SUM(4), SUM(5), SUM(6), SUM(7), SUM(8), SUM(9),
		SUM(10), SUM(11), SUM(12), SUM(13), SUM(14), SUM(15), SUM(16), SUM(17), SUM(18), SUM(19),
		SUM(20),
	};
#undef SUM
	static_assert(sizeof sums / sizeof *sums == BITS_MAX + 1, "every sum");
	const struct vcube_setting *const parts = &t->set[PARTS];
	const int d = vcube_log2((unsigned)t->p);
	int rest = d;

	for (int i = 0; i < parts->count; i++) {
		if (parts->number[i] < 1 || parts->number[i] > rest)
			return sums[d];
		rest -= parts->number[i];
	}
	return parts->count > 0 && rest > 0 ? sums[d] : NULL;
}

/* Times of partitions that nobody would choose may be beyond 64 bits. */
static const vcube_time endless = VCUBE_TIME_MAX + 1;

/* The copy of the node's own superblock overlaps the first message. */
static vcube_time
phase_time(const struct vcube_terms *t, int part)
{
	const vcube_time super = (vcube_time)t->m * t->p >> part, messages = (1 << part) - 1;
	const vcube_time hop = vcube_startup_time(t), byte = t->k.per_byte;
	const vcube_time barrier = t->set[BARRIER].value
		? vcube_barrier_time(t, vcube_log2((unsigned)t->p)) : 0;
	vcube_time message, copy;

	if ((double)messages * ((double)hop + (double)byte * (double)super) + (double)barrier +
	    (double)t->k.copy * (double)super > (double)VCUBE_TIME_MAX)
		return endless;
	message = hop + byte * super;
	copy = t->k.copy * super;
	return barrier + messages * message + (copy > message ? copy - message : 0);
}

static vcube_time
time_of(const struct vcube_terms *t, const struct vcube_setting *parts)
{
	const double all = (double)t->m * t->p;
	vcube_time sum = 0;

	if (parts->count > 1) {
		if (parts->count * (double)t->k.reorder * all > (double)VCUBE_TIME_MAX)
			return endless;
		sum = parts->count * t->k.reorder * (vcube_time)t->m * t->p;
	}
	for (int i = 0; i < parts->count && sum < endless; i++)
		sum += phase_time(t, parts->number[i]);
	return sum < endless ? sum : endless;
}

/* The least time of k phases that move n bits, without turns, and the last of their parts */
struct phases {
	vcube_time time;
	int part;
};

/* The best k phases of n bits are some part and the best k - 1 phases of the other bits. */
static void
fill_in(const struct vcube_terms *t, int d, int most, struct phases best[][BITS_MAX + 1])
{
	for (int n = 1; n <= d; n++)
		best[1][n] = (struct phases){phase_time(t, n), n};
	for (int k = 2; k <= most; k++)
		for (int n = k; n <= d; n++) {
			best[k][n].time = INT64_MAX;
			for (int part = 1; part <= n - k + 1; part++) {
				const vcube_time time = best[1][part].time + best[k - 1][n - part].time;

				if (time < best[k][n].time)
					best[k][n] = (struct phases){time < endless ? time : endless, part};
			}
		}
}

/* Returns the best k parts of d bits, in ascending order. */
static struct vcube_setting
parts_of(int d, int k, struct phases best[][BITS_MAX + 1])
{
	struct vcube_setting parts = {.count = 0};
	int uses[BITS_MAX + 1] = {0};

	for (int rest = d; k > 0; k--) {
		const int part = best[k][rest].part;

		uses[part]++;
		rest -= part;
	}
	for (int part = 1; part <= d; part++)
		while (uses[part]-- > 0)
			parts.number[parts.count++] = part;
	parts.value = parts.number[0];
	return parts;
}

/* Returns the parts that are set, or, of all partitions, the one with the least time; of equal
 * ones, that with the fewest phases. */
static struct vcube_setting
parts_for(const struct vcube_terms *t)
{
	const int d = vcube_log2((unsigned)t->p), most = d < VCUBE_NUMBERS_MAX ? d : VCUBE_NUMBERS_MAX;
	struct phases best[VCUBE_NUMBERS_MAX + 1][BITS_MAX + 1];
	struct vcube_setting parts = t->set[PARTS];
	vcube_time least = 0;

	if (parts.count > 0)
		return parts;
	if (d == 0)
		return (struct vcube_setting){.count = 1};
	fill_in(t, d, most, best);
	for (int k = 1; k <= most; k++) {
		const struct vcube_setting other = parts_of(d, k, best);
		const vcube_time time = time_of(t, &other);

		if (k == 1 || time < least) {
			parts = other;
			least = time;
		}
	}
	return parts;
}

static void
resolve_options(const struct vcube_terms *t, struct vcube_setting *set)
{
	if (t->p > 1)
		set[PARTS] = parts_for(t);
}

static void
barrier(vcube_node *self, const struct vcube_call *c)
{
	vcube_step(self, "barrier");
	for (int bit = 1, i = 0; bit < c->size; bit *= 2, i++)
		vcube_signal(self, c->group, c->rank ^ bit, c->rank ^ bit, i);
}

/* Performs the phase of bits low .. low + part - 1. */
static void
exchange(vcube_node *self, const struct vcube_call *c, int low, int part, const char *from,
	 char *to, vcube_request **sent)
{
	const int me = c->rank, n = 1 << part, mine = me >> low & (n - 1);
	const size_t super = c->bytes * (size_t)c->size >> part;

	vcube_step(self, "exchange superblocks");
	for (int x = 1; x < n; x++)
		sent[x] = vcube_isend(self, c->group, me ^ x << low,
				      from + (size_t)(mine ^ x) * super, super);
	vcube_copy(self, to + (size_t)mine * super, from + (size_t)mine * super, super);
	for (int x = 1; x < n; x++)
		vcube_recv(self, c->group, me ^ x << low, to + (size_t)(mine ^ x) * super, super,
			   NULL);
	vcube_waitall(self, sent + 1, n - 1);
}

/* Turns every place: its top `part` bits become the lowest. */
static void
turn(vcube_node *self, const struct vcube_call *c, int part, const char *from, char *to)
{
	const size_t bytes = c->bytes;
	const int n = 1 << part, rest = c->size / n;

	for (int low = 0; low < rest; low++)
		for (int top = 0; top < n; top++, to += bytes) {
			const char *const block = from + (size_t)(top * rest + low) * bytes;

			if (bytes == 8)         /* much faster, and common */
				memcpy(to, block, 8);
			else
				memcpy(to, block, bytes);
		}
	vcube_charge(self, VCUBE_WORK_REORDER, bytes * (uint64_t)c->size);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	struct vcube_terms t = vcube_terms_of(vcube_machine_desc(vcube_machine_of(self)), c->size,
					      c->bytes);
	vcube_request **const sent = vcube_scratch(self, (size_t)c->size * sizeof *sent);
	struct vcube_setting parts;
	const char *from = c->in;
	char *got = c->out;

	t.set = c->set;
	parts = parts_for(&t);
	if (parts.count > 1) {
		got = vcube_scratch(self, c->bytes * (size_t)c->size);
		vcube_watch(self, "got", got, c->type, c->count * (size_t)c->size);
	}
	for (int i = 0, low = vcube_log2((unsigned)c->size); got && sent && i < parts.count; i++) {
		low -= parts.number[i];
		if (c->set[BARRIER].value)
			barrier(self, c);
		exchange(self, c, low, parts.number[i], from, got, sent);
		if (parts.count > 1)
			turn(self, c, parts.number[i], got, c->out);
		from = c->out;
	}
	if (parts.count > 1)
		vcube_free(self, got);
	vcube_free(self, sent);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	const struct vcube_setting parts = parts_for(t);

	return time_of(t, &parts);
}

const struct vcube_algorithm vc_algorithm_alltoall_multiphase = {
	.collective = VCUBE_ALLTOALL,
	.name = "multiphase",
	.text = "direct exchanges in subcubes, one after the other",
	.paper = "Bokhari, section 2.3",
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.unmet = unmet,
	.options = options,
	.resolve_options = resolve_options,
	.native = 1u << VCUBE_FULL,
	.steps = "sum over parts e of 2^e - 1",
	.volume = "sum over parts e of m p (1 - 1/2^e)",
	.formula = "sum over parts e of (2^e - 1)(ts + tw m p/2^e)",
	.cost = cost,
	.run = run,
};
