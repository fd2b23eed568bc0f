/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The permutations that all-to-all personalized communication performs at no further cost.
 */
#include <string.h>
#include "aapc.h"

static const struct {
	const char *name, *text;
} names[] = {
#define X(constant, name, text) [constant] = {name, text},
	VCUBE_PERMUTATIONS(X)
#undef X
};

static bool
is_permutation(int permutation)
{
	return permutation >= 0 && permutation < VCUBE_PERMUTATIONS_COUNT;
}

const char *
vcube_permutation_name(int permutation)
{
	return is_permutation(permutation) ? names[permutation].name : NULL;
}

const char *
vcube_permutation_text(int permutation)
{
	return is_permutation(permutation) ? names[permutation].text : NULL;
}

static unsigned
reversed(unsigned x, int d)
{
	unsigned y = 0;

	for (int k = 0; k < d; k++)
		y |= (x >> k & 1) << (d - 1 - k);
	return y;
}

unsigned
vcube_permutation_node(int permutation, unsigned i, int d)
{
	switch (permutation) {
	case VCUBE_BIT_REVERSAL:
		return reversed(i, d);
	case VCUBE_VECTOR_REVERSAL:
		return i ^ ((1u << d) - 1);
	case VCUBE_TO_GRAY:
	case VCUBE_IN_GRAY:
		return vcube_gray(i);
	default:
		return i;
	}
}

unsigned
vcube_permutation_block(int permutation, unsigned j, int d)
{
	switch (permutation) {
	case VCUBE_FROM_GRAY:
	case VCUBE_IN_GRAY:
		return vcube_gray_inverse(j);
	case VCUBE_TO_GRAY:
		return j;
	default:
		return vcube_permutation_node(permutation, j, d);
	}
}

/* A permutation as an algorithm: the settings name the permutation and the schedule. */

enum { BLOCK, WIDTH, SCHEDULE, PERMUTATION };

/* The settings of a call, and, behind them, the permutation. */
struct permuting {
	struct vcube_setting set[VCUBE_OPTIONS_MAX];    /* first: the call points to it */
	struct vc_permuting by;
};

static struct vcube_schedule_plan
plan_of(const struct vcube_setting *set)
{
	return vcube_aapc_plan((enum vcube_schedules)set[SCHEDULE].value, set);
}

static void
run_permutation(vcube_node *self, const struct vcube_call *c)
{
	const struct permuting *const what = (const struct permuting *)c->set;
	const struct vcube_schedule_plan plan = plan_of(c->set);

	vc_aapc(self, c, &plan, &what->by, NULL, NULL, NULL);
}

static vcube_time
cost_permutation(const struct vcube_terms *t)
{
	const struct vcube_schedule_plan plan = plan_of(t->set);

	return vcube_aapc_cost(t, &plan);
}

static const struct vcube_option settings[] = {
	[BLOCK] = {"block", "no|yes", "in blocks"},
	[WIDTH] = {"width", "N", "elements a step"},
	[SCHEDULE] = {"schedule", "N", "by which schedule"},
	[PERMUTATION] = {"permutation", "N", "which one"},
	{0}
};

static const struct vcube_algorithm permutation_algorithm = {
	.collective = VCUBE_ALLTOALL, .name = "permutation", .options = settings,
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.cost = cost_permutation, .run = run_permutation,
};

/* Selects aapc4, in blocks if that is cheaper. */
static int
select_plan(vcube_node *self, vcube_group *group, size_t bytes, struct vcube_schedule_plan *plan)
{
	const struct vcube_terms t = vcube_terms_of(vcube_machine_desc(vcube_machine_of(self)),
						    vcube_group_size(self, group), bytes);
	const struct vcube_schedule_plan plain = {.algorithm = VCUBE_AAPC4},
		blocks = {.algorithm = VCUBE_AAPC4, .block = true};

	*plan = vcube_aapc_cost(&t, &blocks) < vcube_aapc_cost(&t, &plain) ? blocks : plain;
	return vcube_failed(self);
}

int
vc_aapc_plan(vcube_node *self, vcube_group *group, const char *caller, const char *how,
	     size_t bytes, struct vcube_schedule_plan *plan)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	const struct vcube_algorithm *a;
	struct vcube_error error;
	int schedule;

	if (how == NULL)
		return select_plan(self, group, bytes, plan);
	a = vcube_algorithm_parse(VCUBE_ALLTOALL, how, set, &error);
	if (a == NULL)
		return (vcube_fail_with)(self, error.code, "%s", error.text);
	schedule = vcube_schedule_parse(a->name, NULL);
	if (schedule < 0)
		return (vcube_fail_with)(self, VCUBE_EINVAL, "%s: %s.%s has no schedule; aapc1 to aapc4 "
					 "have one", caller, vcube_collective_name(a->collective), a->name);
	*plan = vcube_aapc_plan((enum vcube_schedules)schedule, set);
	return 0;
}

/* Permutes by `how`; what->set[PERMUTATION] tells calls with other permutations apart. */
static int
permute(vcube_node *self, const char *caller, struct vcube_call *c, const char *how,
	struct permuting *what)
{
	struct vcube_schedule_plan plan;

	if (vc_aapc_plan(self, c->group, caller, how, c->count * vcube_type_size(c->type), &plan) != 0)
		return vcube_failed(self);
	what->set[BLOCK].value = plan.block;
	what->set[WIDTH].value = plan.width;
	what->set[SCHEDULE].value = (int)plan.algorithm;
	c->collective = VCUBE_ALLTOALL;
	c->set = what->set;
	return (vcube_call)(self, &permutation_algorithm, c);
}

int
(vcube_permute)(vcube_node *self, vcube_group *group, const void *in, void *out,
		size_t count, vcube_type type, enum vcube_permutations permutation,
		const char *how)
{
	struct vcube_call c = {.group = group, .in = in, .out = out, .count = count, .type = type};
	struct permuting what = {.by = {.name = permutation}};

	if (vcube_failed(self) != 0)
		return vcube_failed(self);
	if (!is_permutation((int)permutation))
		return (vcube_fail_with)(self, VCUBE_EINVAL, "vcube_permute: no permutation has number %d "
					 "(0 to %d)", (int)permutation, VCUBE_PERMUTATIONS_COUNT - 1);
	what.set[PERMUTATION].value = (int)permutation;
	return permute(self, "vcube_permute", &c, how, &what);
}

/* Refuses numbers that are no permutation of 0 .. p - 1; `seen` has room for p. */
static int
refuse_numbers(vcube_node *self, const char *name, const unsigned *numbers, unsigned p, char *seen)
{
	memset(seen, 0, p);
	for (unsigned i = 0; i < p; i++) {
		if (numbers[i] >= p)
			return (vcube_fail_with)(self, VCUBE_EINVAL, "vcube_permute_by: %s(%u) is %u; there are "
						 "0 to %u", name, i, numbers[i], p - 1);
		if (seen[numbers[i]]++)
			return (vcube_fail_with)(self, VCUBE_EINVAL, "vcube_permute_by: %s is no permutation: it "
						 "has %u twice", name, numbers[i]);
	}
	return 0;
}

static int
refuse_permutations(vcube_node *self, vcube_group *group, const unsigned *f, const unsigned *g)
{
	const unsigned p = (unsigned)vcube_group_size(self, group);
	char *seen;
	int code;

	if (vcube_failed(self) != 0)
		return vcube_failed(self);
	if (f == NULL || g == NULL)
		return (vcube_fail_with)(self, VCUBE_EINVAL, "vcube_permute_by: %s is NULL; f and g have %u "
					 "numbers each", f == NULL ? "f" : "g", p);
	seen = vcube_scratch(self, p);
	if (seen == NULL)
		return vcube_failed(self);
	code = refuse_numbers(self, "f", f, p, seen);
	if (code == 0)
		code = refuse_numbers(self, "g", g, p, seen);
	vcube_free(self, seen);
	return code;
}

/* Returns a mark of f and g, to tell calls apart: never one of a name. */
static int
mark_of(const unsigned *f, const unsigned *g, int p)
{
	unsigned mark = 0;

	for (int i = 0; i < p; i++)
		mark = (mark + f[i] * 0x9e3779b1u + g[i]) * 0x85ebca6bu;
	return (int)(mark >> 1 | VCUBE_PERMUTATIONS_COUNT);
}

int
(vcube_permute_by)(vcube_node *self, vcube_group *group, const void *in, void *out,
		   size_t count, vcube_type type, const unsigned *f, const unsigned *g,
		   const char *how)
{
	struct vcube_call c = {.group = group, .in = in, .out = out, .count = count, .type = type};
	struct permuting what = {.by = {.f = f, .g = g}};

	if (refuse_permutations(self, group, f, g) != 0)
		return vcube_failed(self);
	what.set[PERMUTATION].value = mark_of(f, g, vcube_group_size(self, group));
	return permute(self, "vcube_permute_by", &c, how, &what);
}
