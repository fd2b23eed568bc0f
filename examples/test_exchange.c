/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libvcube in a unit test (cmocka): a complete exchange on 1 to 17 nodes.
 *
 *   test_exchange             the right program
 *   test_exchange deadlock    a program that hangs, and the test's report
 *   test_exchange wrong       a program that delivers the wrong block
 *
 * Under the virtual clock every run is the same, and the machine detects a deadlock at once:
 * no test waits for a time limit.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <vcube.h>
#include <vcube_cmocka.h>

static enum { RIGHT, DEADLOCK, WRONG } mistake;

/* Returns what node `from` has for node `to`. */
static int
letter(int from, int to)
{
	return 1000 * from + to;
}

/* Sends one letter from each node to each; in step s, to the node s ranks above. */
static void
exchange(vcube_node *self, const int *out, int *in)
{
	const int p = vcube_size(self), me = vcube_rank(self);

	in[me] = out[me];
	for (int s = 1; s < p; s++) {
		const int to = (me + s) % p, from = (me + p - s) % p;

		if (mistake == DEADLOCK) {      /* all receive first, so none sends */
			vcube_recv(self, NULL, from, &in[from], sizeof *in, NULL);
			vcube_send(self, NULL, to, &out[to], sizeof *out);
		} else {
			vcube_sendrecv(self, NULL, to, &out[mistake == WRONG ? s : to], sizeof *out,
				       from, &in[from], sizeof *in, NULL);
		}
	}
}

/* The program of every node: the exchange, and a check of the result. */
static int
program(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	int *out = vcube_scratch(self, sizeof *out * (size_t)p);
	int *in = vcube_scratch(self, sizeof *in * (size_t)p);

	(void)arg;
	for (int i = 0; i < p; i++)
		out[i] = letter(me, i);
	exchange(self, out, in);
	for (int i = 0; i < p && !vcube_failed(self); i++)
		if (in[i] != letter(i, me))
			return vcube_fail(self, "node %d got %d from node %d instead of %d",
					  me, in[i], i, letter(i, me));
	vcube_free(self, in);
	vcube_free(self, out);
	return 0;
}

static void
test_on_1_to_17_nodes(void **state)
{
	(void)state;
	for (int nodes = 1; nodes <= 17; nodes++) {
		char text[64];

		snprintf(text, sizeof text, "full:%d clock=virtual", nodes);
		assert_vcube_run(text, program, NULL);
		assert_vcube_messages(nodes * (nodes - 1));
	}
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_on_1_to_17_nodes),
	};

	if (argc > 1)
		mistake = strcmp(argv[1], "deadlock") == 0 ? DEADLOCK
			: strcmp(argv[1], "wrong") == 0 ? WRONG : RIGHT;
	if (argc > 2 || (argc > 1 && mistake == RIGHT)) {
		fprintf(stderr, "usage: test_exchange [deadlock | wrong]\n");
		return 2;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
