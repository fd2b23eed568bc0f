/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Your own program in the stepper: it marks steps and names memory, and ends with a step, so
 * that the stepper shows the end, too.
 *
 * Prefix sums on a line of nodes by doubling: before step i, `sum` covers the node itself
 * and the 2^i - 1 nodes before it.
 *
 *   stepped            on the full screen; ? shows help
 *   stepped --print    as plain lines
 *   stepped ... hang   node 3 forgets to send: which nodes wait for which?
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <vcube/observing.h>

static int
prefix_sums(vcube_node *self, void *arg)
{
	const bool hang = *(const bool *)arg;
	const int me = vcube_rank(self), p = vcube_size(self);
	int sum = me + 1, got = 0;

	vcube_watch(self, "sum", &sum, VCUBE_INT32, 1);
	vcube_watch(self, "got", &got, VCUBE_INT32, 1);
	for (int n = 1; n < p; n *= 2) {
		vcube_step(self, "double");
		if (me + n < p && !(hang && me == 3 && n == 2))
			vcube_send(self, NULL, me + n, &sum, sizeof sum);
		if (me - n >= 0) {
			vcube_recv(self, NULL, me - n, &got, sizeof got, NULL);
			sum += got;
		}
	}
	vcube_step(self, "end");
	return 0;
}

int
main(int argc, char **argv)
{
	struct vcube_stepper_options options = { .title = "prefix sums by doubling" };
	struct vcube_error error;
	bool hang = false;
	vcube_machine *machine = vcube_open("full:8 clock=virtual routing=none", &error);
	int status;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--print") == 0)
			options.print = stdout;
		else
			hang = true;
	}
	if (!machine) {
		fprintf(stderr, "stepped: %s\n", error.text);
		return 1;
	}
	status = vcube_stepper_run(machine, prefix_sums, &hang, &options, &error);
	if (error.code)
		fprintf(stderr, "stepped: %s\n", error.text);
	vcube_close(machine);
	return status != 0;
}
