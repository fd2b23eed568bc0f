/* SPDX-License-Identifier: BSD-2-Clause */
/* Groups that programs make from lists of nodes: collectives and messages in them, many in turn,
 * refused ones. */
#include <string.h>
#include "support.h"

/* The nodes of odd and of even rank, in reverse; the lowest of each sends the others the
 * context. */
static vcube_group *
make_half(vcube_node *self)
{
	const int p = vcube_size(self), odd = vcube_rank(self) % 2;
	int numbers[16], count = 0;
	uint32_t context = 0;

	for (int r = p - 1; r >= 0; r--)
		if (r % 2 == odd)
			numbers[count++] = r;
	if (vcube_rank(self) == odd)
		context = vcube_context(self);
	for (int i = 0; i < count - 1; i++)
		if (vcube_rank(self) == odd)
			vcube_tsend(self, NULL, numbers[i], 1, &context, sizeof context);
	if (vcube_rank(self) != odd)
		vcube_trecv(self, NULL, odd, 1, &context, sizeof context, NULL);
	return vcube_failed(self) ? NULL : vcube_group_of(self, numbers, count, context);
}

static int
halves(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), odd = me % 2;

	(void)arg;
	for (int i = 0; i < 5; i++) {
		vcube_group *const half = make_half(self), *part;
		int mine = me, sum = 0;

		if (vcube_failed(self))
			return vcube_failed(self);
		CHECK(self, vcube_group_node(self, half, vcube_group_rank(self, half)) == me);
		CHECK(self, vcube_group_size(self, half) == (vcube_size(self) + 1 - odd) / 2);
		vcube_allreduce(self, half, &mine, &sum, 1, VCUBE_INT32, VCUBE_SUM, NULL);
		vcube_split(self, half, 0, me, &part);
		vcube_align(self, part);
		vcube_group_free(self, part);
		vcube_align(self, half);
		mine = 0;
		for (int r = odd; r < vcube_size(self); r += 2)
			mine += r;
		CHECK(self, vcube_failed(self) || sum == mine);
		if (i % 2 == 0)         /* the run frees the others */
			vcube_group_free(self, half);
	}
	return vcube_failed(self);
}

static void
test_halves(void **state)
{
	(void)state;
	try_everywhere("full:7", halves, NULL);
	try_everywhere("full:2", halves, NULL);
}

static int
wrong(vcube_node *self, void *arg)
{
	const char *which = arg;
	const int both[] = {0, 1}, reversed[] = {1, 0}, beyond[] = {0, 1, 2};
	uint32_t context = 0;

	if (vcube_rank(self) == 0)
		context = vcube_context(self);
	vcube_bcast(self, NULL, 0, &context, 1, VCUBE_INT32, NULL);
	if (strcmp(which, "context") == 0)
		vcube_group_of(self, both, 2, 7);
	else if (strcmp(which, "node") == 0)
		vcube_group_of(self, beyond, 3, context);
	else if (strcmp(which, "member") == 0)
		vcube_group_of(self, &both[1 - vcube_rank(self)], 1, context);
	else
		vcube_group_of(self, vcube_rank(self) ? both : reversed, 2, context);
	return vcube_failed(self);
}

static void
test_refused(void **state)
{
	(void)state;
	run_refused("full:2", wrong, "context", VCUBE_EINVAL, "7 is not a context");
	run_refused("full:2", wrong, "node", VCUBE_EINVAL, "there is no node 2: nodes are 0 to 1");
	run_refused("full:2", wrong, "member", VCUBE_EINVAL, "is not among the 1 members");
	run_refused("full:2", wrong, "order", VCUBE_EINVAL, "with other members");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_halves),
		TEST(test_refused),
	};

	return RUN_TESTS(tests);
}
