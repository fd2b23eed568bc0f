/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include <string.h>
#include "calls.h"

/* Send a message there and back between ranks 0 and 1; one message is half of the time. */
static void
ping_pong(vcube_node *self, const struct calls *c)
{
	char text[8] = "";

	(void)c;
	if (vcube_rank(self) == 0) {
		vcube_send(self, NULL, 1, text, sizeof text);
		vcube_recv(self, NULL, 1, text, sizeof text, NULL);
	} else {
		vcube_recv(self, NULL, 0, text, sizeof text, NULL);
		vcube_send(self, NULL, 0, text, sizeof text);
	}
}

static void
call_once(vcube_node *self, const struct calls *c, const struct vcube_call *call)
{
	if (c->selects)
		vcube_call_how(self, call, NULL);
	else
		vcube_call(self, c->algorithm, call);
}

static void
collective(vcube_node *self, const struct calls *c)
{
	call_once(self, c, &c->call);
}

/* Do some ranks receive nothing from some others? */
static int
is_one_way(int collective)
{
	return collective == VCUBE_SCAN ||
	       vcube_collective_shape(collective)->traits & VCUBE_ROOTED;
}

static void
a_round(vcube_node *self, const struct calls *c)
{
	struct vcube_call call = c->call;

	for (int i = 0; i < vcube_size(self); i++) {
		call.root = call.collective == VCUBE_SCAN ? 0 : i;
		call_once(self, c, &call);
	}
	vcube_barrier(self, NULL, NULL);
}

static int
loop(vcube_node *self, void (*once)(vcube_node *, const struct calls *), struct calls *c)
{
	static double sample[MEASURE_SAMPLES_MAX];      /* used only by rank 0 */
	const int first = vcube_rank(self) == 0;
	struct measure_plan plan = { 0, 0 };

	for (int i = 0; i < MEASURE_WARM_UP; i++) {
		const double start = measure_now();

		once(self, c);
		if (first)
			sample[i] = measure_now() - start;
	}
	if (first)
		plan = measure_plan(sample, c->seconds);
	vcube_bcast(self, NULL, 0, &plan, sizeof plan, VCUBE_BYTES(1), NULL);

	for (int i = 0; i < plan.samples && !vcube_failed(self); i++) {
		const double start = first ? measure_now() : 0;

		for (int j = 0; j < plan.calls; j++)
			once(self, c);
		if (first)
			sample[i] = (measure_now() - start) / plan.calls;
	}
	if (first)
		c->ns = measure_median(sample, plan.samples);
	return vcube_failed(self);
}

/* Return equal lengths for the collective that takes lengths of blocks. */
static size_t *
take_counts(vcube_node *self, struct vcube_call *call)
{
	const size_t p = (size_t)vcube_size(self);
	size_t *counts = vcube_scratch(self, 2 * p * sizeof *counts);

	for (size_t i = 0; counts != NULL && i < p; i++) {
		counts[i] = call->count;
		counts[p + i] = call->count * i;
	}
	call->in_counts = call->out_counts = counts;
	call->in_offsets = call->out_offsets = counts + p;
	return counts;
}

static int
program(vcube_node *self, void *arg)
{
	struct calls *shared = arg, mine = *shared;
	const size_t room = (size_t)vcube_size(self) * mine.call.count * 8 + 8;
	char *in = vcube_alloc(self, room), *out = vcube_alloc(self, room);
	size_t *counts = take_counts(self, &mine.call);
	int code;

	if (in == NULL || out == NULL || counts == NULL)
		return vcube_fail(self, "%s", vcube_heap_error(self));
	memset(in, 0, room);
	memset(out, 0, room);
	mine.call.in = in;
	mine.call.out = out;
	code = loop(self, mine.algorithm == NULL ? ping_pong
			  : is_one_way(mine.call.collective) ? a_round : collective, &mine);
	if (vcube_rank(self) == 0)
		shared->ns = mine.ns;
	vcube_free(self, in);
	vcube_free(self, out);
	vcube_free(self, counts);
	return code;
}

int
calls_time(struct calls *c, int nodes, long bytes, double seconds)
{
	const int cube = (nodes & (nodes - 1)) == 0;
	char text[400];
	struct vcube_error error;
	vcube_machine *machine;
	int code;

	snprintf(text, sizeof text, "%s:%d heap=%zu %s", cube ? "hypercube" : "full",
		 cube ? vcube_log2((unsigned)nodes) : nodes,
		 ((size_t)nodes * (size_t)bytes + 4096) * 5 + (1 << 20),
		 c->keys != NULL ? c->keys : "");
	machine = vcube_open(text, &error);
	if (machine == NULL) {
		fprintf(stderr, "%s\n", error.text);
		return 1;
	}
	c->seconds = seconds;
	c->call.count = ((size_t)bytes + 7) / 8;
	code = vcube_run(machine, program, c);
	if (code == 0)
		c->ns /= c->algorithm == NULL ? 2 : is_one_way(c->call.collective) ? nodes : 1;
	else
		fprintf(stderr, "%d nodes: %s\n", nodes, vcube_run_error(machine)->text);
	vcube_close(machine);
	return code != 0;
}

int
calls_measure(const char *name, struct calls *c, int nodes, long bytes, double seconds)
{
	const int code = calls_time(c, nodes, bytes, seconds);

	if (code == 0)
		measure_print(name, nodes, bytes, c->ns);
	else
		fprintf(stderr, "collectives: %s is not measured\n", name);
	return code;
}
