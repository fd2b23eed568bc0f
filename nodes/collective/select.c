/* SPDX-License-Identifier: BSD-2-Clause */
#include "select.h"
#include <stdlib.h>
#include "error.h"
#include "far.h"
#include "group.h"
#include "on_host.h"
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
	struct vcube_terms rough = *t;

	if (t->p == 1)
		return cost_alone(a, t);
	return fit_terms(&rough) ? a->cost(t) : cost_of_blocks(a, *t);
}

/* --- selection ---------------------------------------------------------------------- */

/* Returns the cost; beyond VCUBE_TIME_MAX a greater one, ordered by the rough cost. */
static vcube_time
cost_of(const struct vcube_algorithm *a, const struct vcube_terms *t,
	const struct vcube_terms *rough)
{
	const vcube_time cost = vcube_algorithm_cost(a, t);

	return cost >= 0 ? cost : VC_TIME_FAR + a->cost(rough);
}

static const struct vcube_algorithm *
no_algorithm(int collective, struct vcube_error *error)
{
	vc_error(error, VCUBE_EPRECOND, "no algorithm of %s fits this call",
		 vcube_collective_name(collective));
	return NULL;
}

/* Returns the best algorithm that fits. With wires, native algorithms come first. */
static const struct vcube_algorithm *
select_algorithm(int collective, const struct vcube_terms *terms, const struct vcube_op *op,
		 const struct vc_wiring *w, struct vcube_error *error)
{
	const struct vcube_algorithm *a, *best = NULL;
	struct vcube_terms known = *terms, rough;
	vcube_time least = 0;
	bool best_is_native = false, fits;

	if (vcube_collective_shape(collective)->traits & VCUBE_COUNTS)
		known.m = VCUBE_BYTES_UNKNOWN;
	rough = known;
	fits = fit_terms(&rough);
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		vcube_time cost;
		bool is_native;

		if (a->collective != collective || vcube_algorithm_fits(a, terms, op, NULL) != 0)
			continue;
		is_native = w == NULL || vc_native_kinds(w, a->native) != 0;
		cost = fits ? a->cost(&known) : cost_of(a, &known, &rough);
		if (best == NULL || is_native > best_is_native ||
		    (is_native == best_is_native && cost < least)) {
			best = a;
			least = cost;
			best_is_native = is_native;
		}
	}
	return best != NULL ? best : no_algorithm(collective, error);
}

/* Returns the algorithm that takes the host least time. */
static const struct vcube_algorithm *
select_on_host(const struct vcube_desc *desc, int collective, const struct vcube_terms *terms,
	       const struct vcube_op *op, int processors, struct vcube_error *error)
{
	const struct vcube_algorithm *a, *best = NULL;
	struct vcube_terms known = *terms;
	double least = 0;

	if (vcube_collective_shape(collective)->traits & VCUBE_COUNTS)
		known.m = VCUBE_BYTES_UNKNOWN;
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		double cost;

		if (a->collective != collective || vcube_algorithm_fits(a, terms, op, NULL) != 0)
			continue;
		cost = vc_host_cost(desc, a, &known, processors);
		if (best == NULL || cost < least) {
			best = a;
			least = cost;
		}
	}
	return best != NULL ? best : no_algorithm(collective, error);
}

/* --- selection by the algorithms' steps ---------------------------------------------- */

/* A choice to make, for all nodes of a machine */
struct choice {
	const struct vcube_desc *desc;
	const struct vc_wiring *wiring;
	const struct vcube_op *op;
	int collective;
	struct vcube_terms terms;
};

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
		list[i].cost = vc_play(&player, c->desc, &call, 0, NULL);
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

	return d->clock == VCUBE_CLOCK_VIRTUAL && d->capacity == SIZE_MAX &&
	       t->p > 1 && t->p <= VCUBE_PLAYED_NODES &&
	       !(vcube_collective_shape(collective)->traits & VCUBE_COUNTS) && fit_terms(&rough);
}

/* Rounds blocks to three binary digits, so that a program with blocks of many lengths makes few
 * choices. */
static struct vcube_terms
rounded(struct vcube_terms t)
{
	size_t count = t.m / t.unit, digits = count;
	int bits = 0;

	for (; digits > 7; bits++)
		digits >>= 1;
	t.m = (digits << bits) * t.unit;
	return t;
}

/* Chooses by formulas if these tell; else by `make` for rounded blocks, or for the blocks
 * themselves if that algorithm does not fit them. */
static const struct vcube_algorithm *
choose_by(struct choice c, const struct vcube_algorithm *(*make)(const struct choice *c, void *arg),
	  void *arg)
{
	const struct vcube_terms exact = c.terms;
	const struct vcube_algorithm *a = choose_best(&c, true);

	if (a != NULL)
		return a;
	c.terms = rounded(exact);
	a = make(&c, arg);
	if (a != NULL && vcube_algorithm_fits(a, &exact, c.op, NULL) == 0)
		return a;
	c.terms = exact;
	return make(&c, arg);
}

/* A choice that a machine keeps. */
struct kept_choice {
	int collective;
	size_t bytes, unit;
	bool commutative;
	const struct choice *choice;    /* how to make it; valid while it is made */
};

static bool
is_same_choice(const void *key, const void *other)
{
	const struct kept_choice *const a = key, *const b = other;

	return a->collective == b->collective && a->bytes == b->bytes && a->unit == b->unit &&
	       a->commutative == b->commutative;
}

/* The table is the algorithm; a machine without one keeps a mark. */
static const struct vcube_algorithm nothing_fits;

static void *
build_choice(const void *key, struct vcube_error *error)
{
	const struct kept_choice *const k = key;
	const struct vcube_algorithm *const a = choose_best(k->choice, false);

	(void)error;
	return (void *)(uintptr_t)(a != NULL ? a : &nothing_fits);
}

static const struct vc_shared_kind choices = {
	.key_size = sizeof(struct kept_choice), .is_same = is_same_choice, .build = build_choice,
};

static const struct vcube_algorithm *
make_shared(const struct choice *c, void *self)
{
	const struct kept_choice key = {
		.collective = c->collective, .bytes = c->terms.m, .unit = c->terms.unit,
		.commutative = c->op == NULL || c->op->commutative, .choice = c,
	};
	const void *const a = vc_share(self, &choices, &key);

	return a == &nothing_fits ? NULL : a;
}

static const struct vcube_algorithm *
make_alone(const struct choice *c, void *arg)
{
	(void)arg;
	return choose_best(c, false);
}

/* --- interface ----------------------------------------------------------------------- */

struct vcube_terms
vcube_terms_for(const vcube_node *self, const struct vcube_call *c)
{
	struct vcube_terms t = vcube_terms_of(&self->machine->desc, c->size, c->bytes);

	t.unit = vcube_type_size(c->type);
	if (c->set != NULL)
		t.set = c->set;
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

const struct vcube_algorithm *
vc_select(vcube_node *self, const struct vcube_call *c, struct vcube_error *error)
{
	const struct vcube_desc *const desc = &self->machine->desc;
	const struct vcube_terms terms = vcube_terms_for(self, c);
	const struct vc_wiring w = vc_wiring_of(self, c->group, c->size);
	const struct choice choice = {
		.desc = desc, .wiring = &w, .op = c->op, .collective = c->collective, .terms = terms,
	};
	const struct vcube_algorithm *a = NULL;

	if (vc_host_counts(desc))
		return select_on_host(desc, c->collective, &terms, c->op, self->machine->processors,
				      error);
	if (is_played(desc, c->collective, &terms) && is_everybody(self, c->group, c->size))
		a = choose_by(choice, make_shared, self);
	return a != NULL ? a : select_algorithm(c->collective, &terms, c->op,
						wires_count(desc) ? &w : NULL, error);
}

const struct vcube_algorithm *
vcube_algorithm_choose(const struct vcube_desc *desc, int collective,
		       const struct vcube_terms *terms, const struct vcube_op *op,
		       struct vcube_error *error)
{
	struct choice choice = {.desc = desc, .op = op, .collective = collective, .terms = *terms};
	const struct vcube_algorithm *best = NULL;
	vcube_topology *topology;
	struct vc_wiring w;
	int *position;

	if (vcube_collective_name(collective) == NULL) {
		vc_error(error, VCUBE_EINVAL, "no collective has number %d (0 to %d)", collective,
			 VCUBE_COLLECTIVES_COUNT - 1);
		return NULL;
	}
	if (vc_host_counts(desc))
		return select_on_host(desc, collective, terms, op, vc_host_processors(), error);
	if (!wires_count(desc))
		return select_algorithm(collective, terms, op, NULL, error);
	choice.wiring = &w;
	if (vc_wiring_described(desc, &w, &topology, &position, error) == 0) {
		if (w.size == terms->p && is_played(desc, collective, terms))
			best = choose_by(choice, make_alone, NULL);
		if (best == NULL)
			best = select_algorithm(collective, terms, op, &w, error);
	}
	vcube_topology_free(topology);
	free(position);
	return best;
}
