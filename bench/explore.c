/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures exploration: orders, runs, runs in a second, and how many times as many
 * interleavings of the nodes' sends and receives there are as runs; and the same orders by one
 * worker and by two, on hosts with two processors.
 */
#include <stdio.h>
#include <vcube.h>
#include "measure.h"

/* Every node sends to node 0, which receives from any. */
static int
gather(vcube_node *self, void *arg)
{
	int word = vcube_rank(self);

	(void)arg;
	if (word > 0)
		return vcube_send(self, NULL, 0, &word, sizeof word);
	for (int i = 1; i < vcube_size(self); i++)
		vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, NULL);
	return vcube_failed(self);
}

/* The same, by testing: a loop that looks for messages. */
static int
look(vcube_node *self, void *arg)
{
	int word = vcube_rank(self), there;

	(void)arg;
	if (word > 0)
		return vcube_tsend(self, NULL, 0, 1, &word, sizeof word);
	for (int got = 0; got < vcube_size(self) - 1 && !vcube_failed(self);) {
		vcube_tiprobe(self, NULL, VCUBE_ANY, 1, &there, NULL);
		if (there && ++got)
			vcube_trecv(self, NULL, VCUBE_ANY, 1, &word, sizeof word, NULL);
	}
	return vcube_failed(self);
}

/* Interleavings of gather(): of the sends of n nodes and as many receives, each of any message
 * that is there, with so many sent and received. */
static double
interleavings(int n, int sent, int received)
{
	double count = 0;

	if (received == n)
		return 1;
	if (sent < n)
		count += (n - sent) * interleavings(n, sent + 1, received);
	if (received < sent)
		count += (sent - received) * interleavings(n, sent, received + 1);
	return count;
}

static int
explore(const char *name, vcube_program *program, int nodes, const char *reading, unsigned workers,
	double all)
{
	const struct vcube_explore_limits limits = {.workers = workers};
	struct vcube_explored result;
	struct vcube_error error;
	vcube_machine *machine;
	char text[60];
	double time;

	snprintf(text, sizeof text, "full:%d explore=%s", nodes, reading);
	machine = vcube_open(text, &error);
	if (machine == NULL) {
		fprintf(stderr, "explore: %s\n", error.text);
		return 1;
	}
	time = measure_now();
	if (vcube_explore(machine, program, NULL, &limits, &result) != 0)
		fprintf(stderr, "explore: %s\n", result.error.text);
	time = measure_now() - time;
	printf("%-8s %5d  %-11s %7u %9llu %9llu %10.0f", name, nodes, reading, workers,
	       (unsigned long long)result.orders, (unsigned long long)result.runs,
	       (double)result.runs / time * 1e9);
	if (all > 0)
		printf(" %14.0f", all / (double)result.runs);
	printf("\n");
	vcube_explored_clear(&result);
	vcube_close(machine);
	return 0;
}

int
main(void)
{
	int status = 0;

	printf("program  nodes  sends       workers    orders      runs     runs/s  interleavings/run\n");
	for (int nodes = 4; nodes <= 8 && status == 0; nodes += 2)
		status = explore("gather", gather, nodes, "buffered", 1, interleavings(nodes - 1, 0, 0));
	for (unsigned workers = 1; workers <= 2 && status == 0; workers++)
		status = explore("gather", gather, 9, "buffered", workers, 0);
	return status || explore("gather", gather, 8, "synchronous", 1, 0) ||
	       explore("look", look, 4, "buffered", 1, 0);
}
