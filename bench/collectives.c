/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How long the host takes for a message and for a collective call, under the
 * free clock: a line "name nodes bytes nanoseconds" each.
 *
 *   collectives [-s SECONDS] [NAME[.ALGORITHM][:NODES[:BYTES]]]...
 *   collectives -l
 *
 * Without nodes or bytes, each of a few; without an algorithm, each of them;
 * without anything, everything. -l lists the cases that bench/peers/run
 * measures.
 */
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <vcube.h>
#include "measure.h"

struct work {
	const struct vcube_algorithm *algorithm;        /* NULL: ping-pong */
	struct vcube_call call;
	double seconds;
	double ns;                                      /* the result, from rank 0 */
};

static double seconds = 0.3;

/* There and back between ranks 0 and 1; a message is one half of it. */
static void
ping_pong(vcube_node *self, const struct work *w)
{
	char text[8] = "";

	(void)w;
	if (vcube_rank(self) == 0) {
		vcube_send(self, NULL, 1, text, sizeof text);
		vcube_recv(self, NULL, 1, text, sizeof text, NULL);
	} else {
		vcube_recv(self, NULL, 0, text, sizeof text, NULL);
		vcube_send(self, NULL, 0, text, sizeof text);
	}
}

static void
collective(vcube_node *self, const struct work *w)
{
	vcube_call(self, w->algorithm, &w->call);
}

/* Does not everybody hear of everybody? */
static int
is_one_way(int collective)
{
	return collective == VCUBE_BCAST || collective == VCUBE_REDUCE || collective == VCUBE_SCAN ||
	       collective == VCUBE_GATHER || collective == VCUBE_SCATTER;
}

static void
a_round(vcube_node *self, const struct work *w)
{
	struct vcube_call call = w->call;

	for (int i = 0; i < vcube_size(self); i++) {
		call.root = call.collective == VCUBE_SCAN ? 0 : i;
		vcube_call(self, w->algorithm, &call);
	}
	vcube_barrier(self, NULL, NULL);
}

static int
loop(vcube_node *self, void (*once)(vcube_node *, const struct work *), struct work *w)
{
	static double sample[MEASURE_SAMPLES_MAX];      /* rank 0 alone */
	const int first = vcube_rank(self) == 0;
	struct measure_plan plan = { 0, 0 };

	for (int i = 0; i < MEASURE_WARM_UP; i++) {
		const double start = measure_now();

		once(self, w);
		if (first)
			sample[i] = measure_now() - start;
	}
	if (first)
		plan = measure_plan(sample, w->seconds);
	vcube_bcast(self, NULL, 0, &plan, sizeof plan, VCUBE_BYTES(1), NULL);

	for (int i = 0; i < plan.samples && !vcube_failed(self); i++) {
		const double start = first ? measure_now() : 0;

		for (int j = 0; j < plan.calls; j++)
			once(self, w);
		if (first)
			sample[i] = (measure_now() - start) / plan.calls;
	}
	if (first)
		w->ns = measure_median(sample, plan.samples);
	return vcube_failed(self);
}

/* Blocks of one length, for the collective whose blocks have lengths. */
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
	struct work *shared = arg, mine = *shared;
	const size_t room = (size_t)vcube_size(self) * mine.call.count * 8 + 8;
	char *in = vcube_alloc(self, room), *out = vcube_alloc(self, room);
	size_t *counts = take_counts(self, &mine.call);
	int code;

	if (in == NULL || out == NULL)
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

/* Runs it on as many nodes, and prints the line; nonzero if that failed. */
static int
measure(const char *name, struct work *w, int nodes, long bytes)
{
	const int cube = (nodes & (nodes - 1)) == 0;
	char text[100];
	struct vcube_error error;
	vcube_machine *machine;
	int code;

	snprintf(text, sizeof text, "%s:%d heap=%zu", cube ? "hypercube" : "full",
		 cube ? vcube_log2((unsigned)nodes) : nodes,
		 ((size_t)nodes * (size_t)bytes + 4096) * 5 + (1 << 20));
	machine = vcube_open(text, &error);
	if (machine == NULL) {
		fprintf(stderr, "collectives: %s\n", error.text);
		return 1;
	}
	w->seconds = seconds;
	w->call.count = ((size_t)bytes + 7) / 8;
	code = vcube_run(machine, program, w);
	if (code == 0)
		measure_print(name, nodes, bytes, w->ns / (w->algorithm == NULL ? 2
				: is_one_way(w->call.collective) ? nodes : 1));
	else
		fprintf(stderr, "collectives: %s on %d nodes: %s\n", name, nodes,
			vcube_run_error(machine)->text);
	vcube_close(machine);
	return code != 0;
}

/* The algorithms of a collective that fit, or the one that is asked for. */
static int
measure_collective(int which, const char *algorithm, int nodes, long bytes)
{
	const struct vcube_algorithm *a;
	int status = 0;

	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		const int reduces = which == VCUBE_REDUCE_SCATTER || which == VCUBE_ALLREDUCE ||
				    which == VCUBE_SCAN || which == VCUBE_REDUCE;
		struct work w = { .algorithm = a, .call = {
			.collective = which, .type = VCUBE_INT64,
			.op = reduces ? VCUBE_SUM : NULL } };
		struct vcube_desc desc;
		struct vcube_terms terms;
		char name[100];

		vcube_desc_init(&desc);
		terms = vcube_terms_of(&desc, nodes, (size_t)bytes);
		vcube_desc_clear(&desc);
		terms.unit = vcube_type_size(w.call.type);
		if (a->collective != which || (algorithm && strcmp(a->name, algorithm) != 0) ||
		    vcube_algorithm_fits(a, &terms, w.call.op, NULL) != 0)
			continue;
		snprintf(name, sizeof name, "%s.%s", vcube_collective_name(which), a->name);
		status |= measure(name, &w, nodes, bytes);
	}
	return status;
}

/* NAME[.ALGORITHM][:NODES[:BYTES]] */
static int
measure_case(const char *text)
{
	static const int few_nodes[] = { 2, 8, 16, 64 };
	static const long few_bytes[] = { 8, 1024, 65536 };
	char name[64] = "", *algorithm;
	int nodes = 0, which, status = 0;
	long bytes = -1;
	struct vcube_error error;

	sscanf(text, "%63[^:]:%d:%ld", name, &nodes, &bytes);
	if (strcmp(name, "pingpong") == 0)
		return measure(name, &(struct work){ .algorithm = NULL }, 2, 8);
	algorithm = strchr(name, '.');
	if (algorithm != NULL)
		*algorithm++ = '\0';
	which = vcube_collective_parse(name, &error);
	if (which < 0 || (algorithm && !vcube_algorithm_find(which, algorithm, &error))) {
		fprintf(stderr, "collectives: %s\n", error.text);
		return 2;
	}
	for (size_t i = 0; i < sizeof few_nodes / sizeof *few_nodes; i++) {
		for (size_t j = 0; j < sizeof few_bytes / sizeof *few_bytes; j++) {
			if ((nodes > 0 && i > 0) ||
			    ((bytes >= 0 || which == VCUBE_BARRIER) && j > 0))
				continue;
			status |= measure_collective(which, algorithm,
						     nodes > 0 ? nodes : few_nodes[i],
						     bytes >= 0 ? bytes : few_bytes[j]);
		}
	}
	return status;
}

static int
list(void)
{
#define X(name, nodes, bytes) printf("%s:%d:%d\n", name, nodes, bytes);
	MEASURE_CASES(X)
#undef X
	return 0;
}

int
main(int argc, char **argv)
{
	int option, status = 0;

	while ((option = getopt(argc, argv, "ls:")) != -1) {
		if (option == 'l')
			return list();
		if (option != 's' || (seconds = atof(optarg)) <= 0) {
			fprintf(stderr, "usage: collectives [-s SECONDS] [NAME[.ALGORITHM][:NODES[:BYTES]]]...\n");
			return 2;
		}
	}
	for (int i = optind; i < argc; i++)
		status |= measure_case(argv[i]);
	if (optind < argc)
		return status;
	status = measure_case("pingpong");
	for (int i = 0; i < VCUBE_COLLECTIVES_COUNT; i++)
		status |= measure_case(vcube_collective_name(i));
	return status;
}
