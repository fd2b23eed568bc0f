/* SPDX-License-Identifier: BSD-2-Clause */
/* Requests that are wrong: forgotten, waited for twice, and none at all. */
#include <stdio.h>
#include <string.h>
#include "support.h"

enum { LONG = 5000 };

/* Forgotten: 0 an isend, 1 a lent one, 2 an irecv, 3 an irecv that was done on
 * the way to a later receive. */
static int
forget(vcube_node *self, void *arg)
{
	const int what = *(const int *)arg;
	const int me = vcube_rank(self);
	char *data = take_block(self, LONG), first = 0;

	if (data == NULL)
		return vcube_failed(self);
	memset(data, what, LONG);
	if (me == 0 && what < 2)
		vcube_isend(self, NULL, 1, data, what ? LONG : 8); /* forgotten */
	if (me == 1 && what < 2)
		return vcube_recv(self, NULL, 0, data, LONG, NULL);
	if (me == 0 && what >= 2)
		vcube_irecv(self, NULL, 1, &first, 1); /* also forgotten */
	if (me == 0 && what == 3)
		return vcube_recv(self, NULL, 1, data, 1, NULL);
	for (int i = 0; me == 1 && what == 3 && i < 2; i++)
		vcube_send(self, NULL, 0, data, 1);
	return vcube_failed(self);
}

/* The line of this file that has these words. */
static int
line_of(const char *words)
{
	char line[300];
	FILE *file = fopen(__FILE__, "r");

	for (int n = 1; file != NULL && fgets(line, sizeof line, file) != NULL; n++)
		if (strstr(line, words) != NULL) {
			fclose(file);
			return n;
		}
	if (file != NULL)
		fclose(file);
	return 0;
}

static void
test_forgotten_requests(void **state)
{
	const char *machines[] = {"full:2", "full:2 clock=virtual", "full:2 fuzz=12"};
	char place[600];

	(void)state;
	for (int k = 0; k < 3; k++)
		for (int what = 0; what < 4; what++) {
			vcube_machine *machine = open_machine("%s", machines[k]);

			run_for(machine, forget, &what, VCUBE_EREQUEST);
			assert_int_equal(vcube_run_failure(machine, 0)->code, VCUBE_EREQUEST);
			assert_int_equal(vcube_run_failure(machine, 1)->code, 0);
			/* the file may not be there to look into, out of its tree */
			snprintf(place, sizeof place, "%s:%d", __FILE__,
				 line_of(what < 2 ? "/* forgotten */" : "/* also forgotten */"));
			report_has(machine, strstr(place, ":0") ? __FILE__ ":" : place);
			report_has(machine, what < 2 ? "vcube_isend of " : "vcube_irecv from node 1");
			vcube_close(machine);
		}
}

/* A request that was waited for is none any more. */
static int
twice(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), *how = arg;
	vcube_request *r = vcube_isend(self, NULL, me, &me, sizeof me);
	int got, done;

	vcube_recv(self, NULL, me, &got, sizeof got, NULL);
	vcube_wait(self, r, NULL);
	return *how ? vcube_wait(self, r, NULL) : vcube_test(self, r, &done, NULL);
}

static int
of_nobody(vcube_node *self, void *arg)
{
	vcube_request *none[2] = {NULL, NULL};
	struct vcube_status status;
	int done = 0;

	(void)arg;
	CHECK(self, vcube_wait(self, NULL, &status) == 0 && vcube_waitall(self, none, 2) == 0);
	CHECK(self, vcube_test(self, NULL, &done, &status) == 0 && done);
	CHECK(self, vcube_irecv(self, NULL, VCUBE_ANY, &done, sizeof done) == NULL);
	CHECK(self, vcube_wait(self, NULL, NULL) == VCUBE_EINVAL);
	return 0;
}

static void
test_no_requests(void **state)
{
	vcube_machine *machine = open_machine("linear:1");
	int test = 0, wait = 1;

	(void)state;
	run_for(machine, twice, &test, VCUBE_EREQUEST);
	report_has(machine, "waited for before");
	run_for(machine, twice, &wait, VCUBE_EREQUEST);
	report_has(machine, "waited for before");
	run_for(machine, of_nobody, NULL, VCUBE_EINVAL);
	report_has(machine, "VCUBE_ANY");
	vcube_close(machine);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_forgotten_requests),
		TEST(test_no_requests),
	};

	return RUN_TESTS(tests);
}
