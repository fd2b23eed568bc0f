/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The permutations that all-to-all personalized communication performs at no further cost.
 */
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

static struct vcube_schedule_plan
plan_of(const struct vcube_setting *set)
{
	return vcube_aapc_plan((enum vcube_schedules)set[SCHEDULE].value, set);
}

static void
run_permutation(vcube_node *self, const struct vcube_call *c)
{
	const struct vcube_schedule_plan plan = plan_of(c->set);

	vcube_aapc(self, c, &plan, (enum vcube_permutations)c->set[PERMUTATION].value);
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

int
(vcube_permute)(vcube_node *self, vcube_group *group, const void *in, void *out,
		size_t count, vcube_type type, enum vcube_permutations permutation,
		const char *how)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX] = {[PERMUTATION] = {.value = (int)permutation}};
	struct vcube_schedule_plan plan;

	if (vcube_failed(self) != 0)
		return vcube_failed(self);
	if (!is_permutation((int)permutation))
		return (vcube_fail_with)(self, VCUBE_EINVAL, "vcube_permute: no permutation has number %d "
					 "(0 to %d)", (int)permutation, VCUBE_PERMUTATIONS_COUNT - 1);
	if (vc_aapc_plan(self, group, "vcube_permute", how, count * vcube_type_size(type), &plan) != 0)
		return vcube_failed(self);
	set[BLOCK].value = plan.block;
	set[WIDTH].value = plan.width;
	set[SCHEDULE].value = (int)plan.algorithm;
	return (vcube_call)(self, &permutation_algorithm, &(struct vcube_call){
		.collective = VCUBE_ALLTOALL, .group = group, .in = in, .out = out, .count = count,
		.type = type, .set = set});
}
