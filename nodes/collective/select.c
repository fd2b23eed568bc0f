/* SPDX-License-Identifier: BSD-2-Clause */
#include "select.h"
#include <stdlib.h>
#include "error.h"
#include "far.h"
#include "group.h"
#include "on_host.h"
#include "counts.h"
#include "play.h"
#include "predict.h"
#include "description.h"
#include "shared.h"

/* --- costs by formula, which may exceed VCUBE_TIME_MAX ------------------------------- */

/* Returns the parameters, each shifted right by `bits`. */
static struct vcube_cost
coarse(const struct vcube_cost *k, int bits)
{
	return (struct vcube_cost) {
#define X(name, value, unit, text) .name = k->name >> bits,
		VCUBE_COSTS(X)
#undef X
	};
}

/* Reduces terms until every cost fits 64 bits; costs keep about their order. Returns true
 * if the terms fit as they were. Costs are proportional to the parameters, and no formula has
 * more than p^2 blocks of any. Shortens blocks where almost nothing would be left of the
 * parameters. */
static bool
fit_terms(struct vcube_terms *t)
{
	const double most = (double)VCUBE_TIME_MAX / t->p / t->p, length = t->m > 1 ? (double)t->m : 1;
	vcube_time largest = 1;
	int bits = 0, halves = 0;

#define X(name, value, unit, text) if (largest < t->k.name) largest = t->k.name;
	VCUBE_COSTS(X)
#undef X
	while (bits < 40 && (double)(largest >> bits) * length > most)
		bits++;
	if (bits > 0)
		t->k = coarse(&t->k, bits);
	for (; t->m > 0 && (double)(largest >> bits) * (double)t->m > most; halves++)
		t->m >>= 1;
	return bits + halves == 0;
}

/* Returns -1 beyond VCUBE_TIME_MAX. Starts with small parameters and multiplies them by
 * 2^10 each time, so that it detects an overflow before the sum wraps. */
static vcube_time
cost_of_block(const struct vcube_algorithm *a, struct vcube_terms terms)
{
	const struct vcube_cost k = terms.k;
	vcube_time time = -1;

	for (int bits = 40; bits >= 0; bits -= 10) {
		terms.k = coarse(&k, bits);
		time = a->cost(&terms);
		if (time < 0 || time > VCUBE_TIME_MAX >> bits)
			return -1;
	}
	return time;
}

/* The same with the length of blocks, since the cost of a byte times that wraps as well. */
static vcube_time
cost_of_blocks(const struct vcube_algorithm *a, struct vcube_terms terms)
{
	const size_t m = terms.m;
	vcube_time time = -1;

	for (int bits = 50; bits >= 0; bits -= 10) {
		terms.m = m >> bits;
		time = cost_of_block(a, terms);
		if (time == -1 || (bits > 0 && time > VCUBE_TIME_MAX >> 11))
			return -1;
	}
	return time;
}

/* Divides the parameters by their greatest common divisor, and returns it: of what people write,
 * that is large. */
static vcube_time
take_factor(struct vcube_cost *k)
{
	vcube_time factor = 0;

#define X(name, value, unit, text) \
	for (vcube_time rest = k->name > 0 ? k->name : 0, old; rest != 0; rest = old % rest) { \
		old = factor; \
		factor = rest; \
	}
	VCUBE_COSTS(X)
#undef X
#define X(name, value, unit, text) k->name = k->name > 0 ? k->name / factor : k->name;
	VCUBE_COSTS(X)
#undef X
	return factor;
}

/* One member alone copies its block, if there are two, without the algorithm. */
static vcube_time
cost_alone(const struct vcube_algorithm *a, const struct vcube_terms *t)
{
	const struct vcube_shape *const s = vcube_collective_shape(a->collective);
	vcube_time copy;

	if (s->out == VCUBE_BLOCKS_NONE || s->traits & VCUBE_ONE_BUFFER)
		return 0;
	return __builtin_mul_overflow(t->k.copy, t->m, &copy) || copy > VCUBE_TIME_MAX ? -1 : copy;
}

vcube_time
vcube_algorithm_cost(const struct vcube_algorithm *a, const struct vcube_terms *t)
{
	struct vcube_terms rough = *t, reduced = *t;
	vcube_time time, factor;

	if (t->p == 1)
		return cost_alone(a, t);
	if (fit_terms(&rough)) {
		time = a->cost(t);      /* a program's own may return anything */
		return time < 0 || time > VCUBE_TIME_MAX ? -1 : time;
	}
	factor = take_factor(&reduced.k);
	rough = reduced;
	if (!fit_terms(&rough))
		return cost_of_blocks(a, *t);
	time = a->cost(&reduced);
	return __builtin_mul_overflow(time, factor, &time) || time < 0 || time > VCUBE_TIME_MAX
		? -1 : time;
}

/* --- selection ---------------------------------------------------------------------- */

/* Lengths for which an algorithm is to be good where members know only their own counts. */
static const size_t lengths[] = {8, 512, 4096, 65536};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

/* A choice to make */
struct choice {
	const struct vcube_desc *desc;
	const struct vc_wiring *wiring; /* NULL: all algorithms are native */
	const struct vcube_op *op;
	int collective;
	struct vc_host host;
	struct vcube_terms terms;
	struct vcube_terms rough;       /* terms that fit formulas, by plan() */
	bool fits;                      /* whether they are the terms themselves */
	double least[LENGTHS];          /* time of the best for each length, by measure_lengths() */
};

/* Returns what an algorithm that fits the call costs, by one measure. */
typedef vcube_time cost_function(const struct choice *c, const struct vcube_algorithm *a);

/* Prepares costs of calls whose members alone know their counts. */
static struct choice
plan(struct choice c)
{
	if (vcube_collective_shape(c.collective)->traits & VCUBE_COUNTS)
		c.terms.m = VCUBE_BYTES_UNKNOWN;
	c.rough = c.terms;
	c.fits = fit_terms(&c.rough);
	return c;
}

/* Beyond VCUBE_TIME_MAX returns a greater cost, ordered by the rough cost. */
static vcube_time
formula_cost(const struct choice *c, const struct vcube_algorithm *a)
{
	const vcube_time cost = c->fits ? a->cost(&c->terms) : vcube_algorithm_cost(a, &c->terms);

	return cost >= 0 ? cost : VC_TIME_FAR + a->cost(&c->rough);
}

static vcube_time
host_cost(const struct choice *c, const struct vcube_algorithm *a)
{
	return vc_host_cost(c->desc, a, &c->terms, &c->host);
}

/* Returns the best algorithm that fits, the first of equals; NULL if there is none. With wires,
 * native algorithms come first. */
static const struct vcube_algorithm *
cheapest(const struct vcube_terms *terms, const struct choice *c, cost_function *cost_of)
{
	const struct vcube_algorithm *a, *best = NULL;
	vcube_time least = 0;
	bool best_is_native = false;

	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		vcube_time cost;
		bool is_native;

		if (a->collective != c->collective || vcube_algorithm_fits(a, terms, c->op, NULL) != 0)
			continue;
		is_native = c->wiring == NULL || vc_native_kinds(c->wiring, a->native) != 0;
		cost = cost_of(c, a);
		if (best == NULL || is_native > best_is_native ||
		    (is_native == best_is_native && cost < least)) {
			best = a;
			least = cost;
			best_is_native = is_native;
		}
	}
	return best;
}

/* --- calls whose lengths no member knows ------------------------------------------------ */

/* Returns the time by formula with blocks of one length. Messages that a node sends at once take
 * the time of one if each has a port and a link of its own. */
static double
time_at(const struct choice *c, const struct vcube_algorithm *a, size_t length)
{
	const bool linked = c->wiring != NULL && vc_native_kinds(c->wiring, 1u << VCUBE_FULL) != 0;
	struct vcube_terms terms = c->rough;
	vcube_time time;

	terms.m = length;
	time = vcube_algorithm_cost(a, &terms);
	if (time < 0)
		return (double)VCUBE_TIME_MAX;
	if (linked && a->waits == VCUBE_WAITS_ONCE && terms.ports == VCUBE_PORTS_ALL)
		return (double)time / (terms.p > 1 ? terms.p - 1 : 1);
	return (double)time;
}

static struct choice
measure_lengths(struct choice c)
{
	const struct vcube_algorithm *a;

	c.rough = c.terms;
	c.rough.m = lengths[LENGTHS - 1];
	fit_terms(&c.rough);
	for (int k = 0; k < LENGTHS; k++)
		c.least[k] = (double)VCUBE_TIME_MAX;
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		if (a->collective != c.collective || vcube_algorithm_fits(a, &c.terms, c.op, NULL) != 0)
			continue;
		for (int k = 0; k < LENGTHS; k++) {
			const double time = time_at(&c, a, lengths[k]);

			c.least[k] = time < c.least[k] ? time : c.least[k];
		}
	}
	return c;
}

/* Returns a thousand times the worst ratio of its time to the least. */
static vcube_time
worst_ratio(const struct choice *c, const struct vcube_algorithm *a)
{
	double worst = 1;

	for (int k = 0; k < LENGTHS; k++) {
		const double ratio = c->least[k] > 0 ? time_at(c, a, lengths[k]) / c->least[k] : 1;

		worst = ratio > worst ? ratio : worst;
	}
	return worst < 1e9 ? (vcube_time)(1000 * worst) : (vcube_time)1e12;
}

static bool
has_unknown_lengths(const struct choice *c)
{
	return vcube_collective_shape(c->collective)->traits & VCUBE_COUNTS;
}

static const struct vcube_algorithm *
best_by_formula(const struct choice *c)
{
	const bool unknown = has_unknown_lengths(c);
	const struct choice planned = unknown ? measure_lengths(*c) : plan(*c);

	return cheapest(&c->terms, &planned, unknown ? worst_ratio : formula_cost);
}

static const struct vcube_algorithm *
best_on_host(const struct choice *c)
{
	struct choice planned = plan(*c);

	planned.wiring = NULL;
	return cheapest(&c->terms, &planned, host_cost);
}

/* --- selection by the algorithms' steps ---------------------------------------------- */

struct candidate {
	const struct vcube_algorithm *algorithm;
	int place;              /* in the registry */
	vcube_time cost;        /* by formula */
	enum vcube_certainty certainty;
};

/* By formula, then as in the registry */
static int
by_cost(const void *a, const void *b)
{
	const struct candidate *const x = a, *const y = b;

	return x->cost != y->cost ? (x->cost > y->cost ? 1 : -1) : x->place - y->place;
}

static struct vcube_predicted_call
call_of(const struct choice *c, const struct vcube_algorithm *a)
{
	return (struct vcube_predicted_call){.algorithm = a, .terms = &c->terms, .op = c->op};
}

/* Fills in those that fit, the cheapest by formula first. Returns how many. */
static int
list_candidates(const struct choice *c, struct candidate *list)
{
	const struct vcube_algorithm *a;
	int count = 0;

	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		const struct vcube_predicted_call call = call_of(c, a);

		if (a->collective == c->collective && vcube_algorithm_fits(a, &c->terms, c->op, NULL) == 0)
			list[count++] = (struct candidate){
				a, i, vcube_algorithm_cost(a, &c->terms),
				vc_formula_certainty(c->desc, c->wiring, &call),
			};
	}
	qsort(list, (size_t)count, sizeof *list, by_cost);
	return count;
}

/* May it be better than the best so far, and does only a play tell? */
static bool
is_open(const struct candidate *x, const struct candidate *best)
{
	return x->certainty != VCUBE_EXACT &&
	       (best->algorithm == NULL || x->cost <= best->cost || x->certainty != VCUBE_AT_LEAST);
}

/* Returns the algorithm with the least time, NULL if none can run; or, with `without`, NULL if
 * formulas alone do not tell. */
static const struct vcube_algorithm *
choose_best(const struct choice *c, bool without)
{
	struct candidate *list, best = {.algorithm = NULL};
	struct vc_player player = {.machine = NULL};
	int count = 0, all = 0;

	while (vcube_algorithm_at(all) != NULL)
		all++;
	list = malloc((size_t)all * sizeof *list);
	if (list != NULL)
		count = list_candidates(c, list);
	for (int i = 0; i < count; i++)
		if (list[i].certainty == VCUBE_EXACT &&
		    (best.algorithm == NULL || by_cost(&list[i], &best) < 0))
			best = list[i];
	for (int i = 0; i < count; i++) {
		const struct vcube_predicted_call call = call_of(c, list[i].algorithm);

		if (!is_open(&list[i], &best))
			continue;
		if (without) {
			best.algorithm = NULL;
			break;
		}
		list[i].cost = vc_play(&player, c->desc, &call, INT64_MAX, NULL);
		if (list[i].cost >= 0 && (best.algorithm == NULL || by_cost(&list[i], &best) < 0))
			best = list[i];
	}
	vc_play_end(&player);
	free(list);
	return best.algorithm;
}

/* Returns whether a call of all nodes is chosen by playing it. */
static bool
is_played(const struct vcube_desc *d, int collective, const struct vcube_terms *t)
{
	struct vcube_terms rough = *t;

	return d->clock == VCUBE_CLOCK_VIRTUAL && t->p > 1 && t->p <= VCUBE_PLAYED_NODES &&
	       !(vcube_collective_shape(collective)->traits & VCUBE_COUNTS) && fit_terms(&rough);
}

static const struct vcube_algorithm *
best_by_steps(const struct choice *c)
{
	return choose_best(c, false);
}

/* --- choices that are kept ------------------------------------------------------------ */

typedef const struct vcube_algorithm *chooser(const struct choice *c);

/* Rounds blocks to three binary digits of elements, so that a program with blocks of many
 * lengths makes few choices. */
static size_t
rounded(size_t bytes, size_t unit)
{
	size_t digits = bytes / unit;
	int bits = 0;

	for (; digits > 7; bits++)
		digits >>= 1;
	return (digits << bits) * unit;
}

/* Chooses for rounded blocks, or for the blocks themselves if that algorithm does not fit them. */
static const struct vcube_algorithm *
choose_rounded(struct choice c, chooser *choose)
{
	const struct vcube_terms exact = c.terms;
	const struct vcube_algorithm *a;

	c.terms.m = rounded(exact.m, exact.unit);
	a = choose(&c);
	if (a != NULL && vcube_algorithm_fits(a, &exact, c.op, NULL) == 0)
		return a;
	c.terms = exact;
	return choose(&c);
}

/* Processes may have different numbers of processors and kinds of threads, but all members of a
 * call have to choose the same algorithm: so each process counts as one processor, and nodes as
 * threads. */
static struct vc_host
host_of(const vcube_machine *m)
{
	if (m->process_count > 1)
		return vc_host_threads(VCUBE_THREADS_YES, m->process_count);
	return vc_host_threads(m->in_one_thread ? VCUBE_THREADS_ONE :
			       m->carrier_count > 0 ? VCUBE_THREADS_CORES : VCUBE_THREADS_YES,
			       m->processors);
}

static struct choice
choice_of(const vcube_node *self, const struct vcube_call *call, const struct vc_wiring *w)
{
	return (struct choice){
		.desc = &self->machine->desc, .wiring = w, .op = call->op,
		.collective = call->collective, .host = host_of(self->machine),
		.terms = vcube_terms_for(self, call),
	};
}

/* A choice that a machine keeps. */
struct kept_choice {
	int collective, size;
	size_t bytes, unit;
	bool commutative;
	/* how to make it; valid while it is made */
	vcube_node *self;
	const struct vcube_call *call;
	chooser *choose;
};

static bool
is_same_choice(const void *key, const void *other)
{
	const struct kept_choice *const a = key, *const b = other;

	return a->collective == b->collective && a->size == b->size && a->bytes == b->bytes &&
	       a->unit == b->unit && a->commutative == b->commutative;
}

/* The table is the algorithm; a machine without one keeps a mark. */
static const struct vcube_algorithm nothing_fits;

static void *
build_choice(const void *key, struct vcube_error *error)
{
	const struct kept_choice *const k = key;
	const struct vc_wiring w = vc_wiring_of(k->self, k->call->group, k->size);
	struct choice c = choice_of(k->self, k->call, &w);
	const struct vcube_algorithm *a;

	(void)error;
	c.terms.m = k->bytes;
	a = k->choose(&c);
	return (void *)(uintptr_t)(a != NULL ? a : &nothing_fits);
}

static const struct vc_shared_kind choices = {
	.key_size = sizeof(struct kept_choice), .is_same = is_same_choice, .build = build_choice,
};

/* Does it fit a call for which it was not chosen? */
static bool
fits_call(const struct vcube_algorithm *a, const vcube_node *self, const struct vcube_call *c)
{
	struct vcube_terms terms;

	if (vc_fits_any_call(a))
		return true;
	terms = vcube_terms_for(self, c);
	return vcube_algorithm_fits(a, &terms, c->op, NULL) == 0;
}

/* Returns the length of a block; of unequal ones, their mean, rounded up. */
static size_t
mean_bytes(const struct vcube_call *c)
{
	if (!vc_counts_are_known(c))
		return c->bytes;
	return (c->bytes * vcube_units(c, 0, c->size) + (size_t)c->size - 1) / (size_t)c->size;
}

/* Returns what choose_rounded() would, which nodes work out once and share. */
static const struct vcube_algorithm *
choose_shared(vcube_node *self, const struct vcube_call *c, chooser *choose)
{
	const size_t unit = vcube_type_size(c->type);
	struct kept_choice key = {
		.collective = c->collective, .size = c->size, .bytes = rounded(mean_bytes(c), unit),
		.unit = unit, .commutative = vc_is_commutative(c),
		.self = self, .call = c, .choose = choose,
	};
	const struct vcube_algorithm *a = vc_share(self, &choices, &key);

	if (a != NULL && (a == &nothing_fits || !fits_call(a, self, c))) {
		key.bytes = mean_bytes(c);
		a = vc_share(self, &choices, &key);
	}
	return a == &nothing_fits ? NULL : a;
}

/* --- interface ----------------------------------------------------------------------- */

struct vcube_terms
vcube_terms_for(const vcube_node *self, const struct vcube_call *c)
{
	struct vcube_terms t = vcube_terms_of(&self->machine->desc, c->size, mean_bytes(c));

	t.unit = vcube_type_size(c->type);
	if (c->set != NULL)
		t.set = c->set;
	if (c->set == vc_unset_on_host) {
		const struct vc_host host = host_of(self->machine);

		t.k = vc_host_costs(c->size, &host);
	}
	return t;
}

/* Returns whether wires limit or delay messages, so that native algorithms come first. */
static bool
wires_count(const struct vcube_desc *desc)
{
	return desc->routing == VCUBE_ROUTING_NONE || desc->clock != VCUBE_CLOCK_FREE;
}

/* Are the members all nodes, in the order of their ranks? */
static bool
is_everybody(const vcube_node *self, vcube_group *group, int size)
{
	if (group == NULL)
		return true;
	if (size != self->machine->nodes)
		return false;
	for (int i = 0; i < size; i++)
		if (vc_group_member(self, group, i) != i)
			return false;
	return true;
}

static const struct vcube_algorithm *
no_algorithm(const struct vcube_desc *desc, int collective, struct vcube_error *error)
{
	vc_error(error, VCUBE_EPRECOND, "no algorithm of %s fits this call%s",
		 vcube_collective_name(collective), desc->routing == VCUBE_ROUTING_NONE
		 ? " and talks only to neighbours among its members; name one, or use routing=any" : "");
	return NULL;
}

/* Returns whether an algorithm can do with messages between neighbours, if there are no others.
 * All nodes may try: a message may not be needed for their root. */
static bool
can_talk(const struct choice *c, const vcube_node *self, const struct vcube_call *call,
	 const struct vcube_algorithm *a)
{
	return c->desc->routing != VCUBE_ROUTING_NONE || vc_native_kinds(c->wiring, a->native) != 0 ||
	       is_everybody(self, call->group, call->size);
}

/* The same as best_by_formula() for a choice with wires, where they may not count. */
static const struct vcube_algorithm *
best_where_wired(const struct choice *c)
{
	struct choice wired = *c;

	if (!wires_count(c->desc))
		wired.wiring = NULL;
	return best_by_formula(&wired);
}

/* Returns the best algorithm for a machine whose calls its description prices. Where no member
 * knows the lengths, many formulas are worked out, some of which take longer with more nodes: nodes
 * share what comes of it, as all have the same wires. */
static const struct vcube_algorithm *
select_described(vcube_node *self, const struct vcube_call *call)
{
	const struct vc_wiring w = vc_wiring_of(self, call->group, call->size);
	struct choice c = choice_of(self, call, &w);
	const struct vcube_algorithm *a = NULL;

	if (is_played(c.desc, c.collective, &c.terms) && is_everybody(self, call->group, call->size)) {
		a = choose_best(&c, true);
		if (a == NULL)
			a = choose_shared(self, call, best_by_steps);
	}
	if (a == NULL)
		a = has_unknown_lengths(&c) && is_everybody(self, call->group, call->size)
			? choose_shared(self, call, best_where_wired) : best_where_wired(&c);
	return a == NULL || can_talk(&c, self, call, a) ? a : NULL;
}

/* Selects by the host's time. The node remembers it for vc_select_again(). */
static const struct vcube_algorithm *
select_on_host(vcube_node *self, const struct vcube_call *c)
{
	const struct vcube_algorithm *const a = choose_shared(self, c, best_on_host);
	const unsigned traits = vcube_collective_shape(c->collective)->traits;

	if (a != NULL && !(traits & (VCUBE_UNEQUAL | VCUBE_COUNTS)))
		*vc_chosen_place(self, c) = (struct vc_chosen){
			.algorithm = a, .bytes = c->bytes, .type = c->type, .size = c->size,
			.commutative = vc_is_commutative(c),
		};
	return a;
}

const struct vcube_algorithm *
vc_select(vcube_node *self, const struct vcube_call *c, struct vcube_error *error)
{
	const struct vcube_algorithm *const a = vc_host_counts(&self->machine->desc)
		? select_on_host(self, c) : select_described(self, c);

	return a != NULL ? a : no_algorithm(&self->machine->desc, c->collective, error);
}

/* The same for a machine that is not open. */
static const struct vcube_algorithm *
choose_described(struct choice c, struct vcube_error *error)
{
	const struct vcube_algorithm *best = NULL;
	vcube_topology *topology;
	struct vc_wiring w;
	int *position;

	if (vc_wiring_described(c.desc, &w, &topology, &position, error) == 0) {
		c.wiring = &w;
		if (w.size == c.terms.p && is_played(c.desc, c.collective, &c.terms)) {
			best = choose_best(&c, true);
			if (best == NULL)
				best = choose_rounded(c, best_by_steps);
		}
		if (best == NULL)
			best = best_by_formula(&c);
		if (best == NULL)
			no_algorithm(c.desc, c.collective, error);
	}
	vcube_topology_free(topology);
	free(position);
	return best;
}

const struct vcube_algorithm *
vcube_algorithm_choose(const struct vcube_desc *desc, int collective,
		       const struct vcube_terms *terms, const struct vcube_op *op,
		       struct vcube_error *error)
{
	const bool on_host = vc_host_counts(desc);
	struct choice c = {.desc = desc, .op = op, .collective = collective, .terms = *terms};
	const struct vcube_algorithm *a;

	if (vcube_collective_name(collective) == NULL) {
		vc_error(error, VCUBE_EINVAL, "no collective has number %d (0 to %d)", collective,
			 VCUBE_COLLECTIVES_COUNT - 1);
		return NULL;
	}
	if (!on_host && wires_count(desc))
		return choose_described(c, error);
	if (on_host)
		c.host = vc_host_described(desc, terms->p);
	a = on_host ? choose_rounded(c, best_on_host) : best_by_formula(&c);
	return a != NULL ? a : no_algorithm(desc, collective, error);
}
