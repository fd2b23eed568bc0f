/* SPDX-License-Identifier: BSD-2-Clause */
/* Reports name the line of the program in which a node failed. */
#include <string.h>
#include "support.h"

struct slip {
	const char *name;
	int code;
	void (*make)(vcube_node *self, const char **here);
};

/* Notes its line, and makes the mistake on it. */
#define SLIP(name, ...) \
static void \
name(vcube_node *self, const char **here) \
{ \
	*here = VCUBE_HERE; __VA_ARGS__; \
}

SLIP(too_much, vcube_scratch(self, (size_t)1 << 40))
SLIP(no_block, vcube_free(self, here))
SLIP(no_block_to_resize, vcube_resize(self, here, 8))
SLIP(backwards, vcube_compute(self, -1))
SLIP(for_ever, vcube_charge(self, VCUBE_WORK_FLOP, UINT64_MAX))
SLIP(gives_up, vcube_fail(self, "no more"))
SLIP(nobody, vcube_send(self, NULL, 7, here, 1))
SLIP(no_sum, vcube_allreduce(self, NULL, here, here, 1, VCUBE_INT64, NULL, NULL))

static const struct slip slips[] = {
	{"too_much", VCUBE_EHEAP, too_much},
	{"no_block", VCUBE_EINVAL, no_block},
	{"no_block_to_resize", VCUBE_EINVAL, no_block_to_resize},
	{"backwards", VCUBE_EINVAL, backwards},
	{"for_ever", VCUBE_ELIMIT, for_ever},
	{"gives_up", VCUBE_EPROGRAM, gives_up},
	{"nobody", VCUBE_EINVAL, nobody},
	{"no_sum", VCUBE_EINVAL, no_sum},
};

static const char *slipped_at;  /* by node 1 */

static int
slip(vcube_node *self, void *arg)
{
	const struct slip *const s = arg;
	int word = 0;

	if (vcube_rank(self) == 1)
		s->make(self, &slipped_at);
	vcube_copy(self, &word, &(int){1}, sizeof word);        /* the first failure counts */
	return vcube_recv(self, NULL, 1, &word, sizeof word, NULL);
}

static void
test_failures_name_their_line(void **state)
{
	vcube_machine *const m = open_machine("full:2 clock=virtual flop=1ns");

	(void)state;
	for (int i = 0; i < (int)COUNT(slips); i++) {
		char words[200];

		run_for(m, slip, (void *)&slips[i], slips[i].code);
		snprintf(words, sizeof words, "node 1 has failed at %s: ", slipped_at);
		report_has(m, words);
		assert_non_null(strstr(words, "at tests/machine/test_call_sites.c:"));
	}
	vcube_close(m);
}

static int
differ(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	const size_t n = 1 + (size_t)me;
	const char **const here = arg;          /* each of two nodes has its own */
	int64_t s[2] = {1, 1};

	/* on one line: for a call over several lines, compilers take one or another */
	here[me] = VCUBE_HERE; vcube_allreduce(self, NULL, s, s, n, VCUBE_INT64, VCUBE_SUM, "doubling");
	return 0;
}

/* The line is the algorithm's, followed by that of the call. */
static void
test_calls_name_both_lines(void **state)
{
	vcube_machine *const m = open_machine("full:2 fuzz=1");
	const char *here[2];
	char words[200];

	(void)state;
	run_for(m, differ, here, VCUBE_EMISMATCH);
	report_has(m, "has failed at nodes/algorithms/");
	assert_string_equal(here[0], here[1]);
	snprintf(words, sizeof words, ", in allreduce.doubling called at %s: ", here[0]);
	report_has(m, words);
	vcube_close(m);
}

static int
owe(vcube_node *self, void *arg)
{
	(void)arg;
	vcube_irecv(self, NULL, 0, NULL, 0);
	return 0;
}

/* What is found after the program has returned has no line. */
static void
test_ends_name_none(void **state)
{
	vcube_machine *const m = open_machine("full:1");

	(void)state;
	run_for(m, owe, NULL, VCUBE_EREQUEST);
	report_has(m, "node 0 has failed: vcube_irecv from node 0 at tests/machine/test_call_sites.c:");
	vcube_close(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_failures_name_their_line),
		TEST(test_calls_name_both_lines),
		TEST(test_ends_name_none),
	};

	return RUN_TESTS(tests);
}
