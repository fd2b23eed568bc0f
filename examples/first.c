/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A first program: the eight nodes of a cube add up their ranks, each talking only to its
 * three neighbours.
 *
 * In step k every node exchanges its sum so far with the neighbour across dimension k.
 * After the first step it has the sum of its edge, then of its face, then of the cube:
 *
 *   node      0   1   2   3   4   5   6   7
 *   start     0   1   2   3   4   5   6   7
 *   k = 0     1   1   5   5   9   9  13  13
 *   k = 1     6   6   6   6  22  22  22  22
 *   k = 2    28  28  28  28  28  28  28  28
 */
#include <stdio.h>
#include <vcube.h>

/* Runs once on every node, each with its own thread and memory. */
static int
add_ranks(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	int sum = me, theirs = 0;

	(void)arg;
	for (int bit = 1; bit < vcube_size(self); bit *= 2) {
		vcube_exchange(self, NULL, me ^ bit, &sum, sizeof sum, &theirs, sizeof theirs, NULL);
		sum += theirs;
	}
	/* After a failure every call returns at once: check only where it matters. */
	if (!vcube_failed(self) && me == 0)
		printf("node 0: the ranks add up to %d\n", sum);
	return 0;
}

int
main(void)
{
	struct vcube_error error;
	/* The virtual clock shows the time that the machine would take, the same on every
	 * host: here 10 us to start a message, and 1 ns for each byte. */
	vcube_machine *machine = vcube_open("hypercube:3 clock=virtual startup=10us per_byte=1ns",
					    &error);
	int status;

	if (!machine) {
		fprintf(stderr, "first: %s\n", error.text);
		return 1;
	}
	status = vcube_run(machine, add_ranks, NULL);
	if (status)
		fprintf(stderr, "first: %s\n%s", vcube_run_error(machine)->text,
			vcube_run_report(machine));
	else
		printf("the cube took %.3f us: three exchanges of 4 bytes\n",
		       (double)vcube_run_time(machine) / 1e6);
	vcube_close(machine);
	return status != 0;
}
