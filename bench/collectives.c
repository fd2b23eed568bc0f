/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How long the host takes for a message and for a collective call, under the
 * free clock: a line "name nodes bytes nanoseconds" each.
 *
 *   collectives [-s SECONDS] [NAME[.ALGORITHM[:OPTION=VALUE]..][:NODES[:BYTES]]]...
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

static int
complain(const char *text)
{
	fprintf(stderr, "collectives: %s\n", text);
	return 2;
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

/* One, with options such as ":segment=65536" or "", if it takes such a call. */
static int
measure_algorithm(const struct vcube_algorithm *a, const char *options, int nodes, long bytes)
{
	const int which = a->collective;
	const int reduces = which == VCUBE_REDUCE_SCATTER || which == VCUBE_ALLREDUCE ||
			    which == VCUBE_SCAN || which == VCUBE_REDUCE;
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	struct work w = { .algorithm = a, .call = {
		.collective = which, .type = VCUBE_INT64, .op = reduces ? VCUBE_SUM : NULL,
		.set = set } };
	struct vcube_desc desc;
	struct vcube_terms terms;
	struct vcube_error error;
	char how[64], name[100];

	snprintf(how, sizeof how, "%s%s", a->name, options);
	if (vcube_algorithm_parse(which, how, set, &error) == NULL)
		return complain(error.text);
	vcube_desc_init(&desc);
	terms = vcube_terms_of(&desc, nodes, (size_t)bytes);
	vcube_desc_clear(&desc);
	terms.unit = vcube_type_size(w.call.type);
	terms.set = set;
	if (vcube_algorithm_fits(a, &terms, w.call.op, NULL) != 0)
		return 0;
	snprintf(name, sizeof name, "%s.%s", vcube_collective_name(which), how);
	return measure(name, &w, nodes, bytes);
}

/* Is a block cut into segments? How many is a matter of costs, which the host's are not:
 * there whole blocks are mostly the quickest. */
static int
has_segments(const struct vcube_algorithm *a)
{
	return a->options != NULL && strcmp(a->options[0].name, "segment") == 0;
}

/* Each that there is of a collective. */
static int
measure_collective(int which, int nodes, long bytes)
{
	const struct vcube_algorithm *a;
	char whole[64];
	int status = 0;

	snprintf(whole, sizeof whole, ":segment=%ld", bytes);
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		if (a->collective != which)
			continue;
		status |= measure_algorithm(a, "", nodes, bytes);
		if (has_segments(a) && bytes > 0)
			status |= measure_algorithm(a, whole, nodes, bytes);
	}
	return status;
}

/* On so many nodes and with blocks of so many bytes, or on a few, or with a few. */
static int
measure_sweep(int which, const char *how, int nodes, long bytes)
{
	static const int few_nodes[] = { 2, 8, 16, 64 };
	static const long few_bytes[] = { 8, 1024, 65536 };
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	const struct vcube_algorithm *a = NULL;
	struct vcube_error error;
	int status = 0;

	if (how != NULL && (a = vcube_algorithm_parse(which, how, set, &error)) == NULL)
		return complain(error.text);
	for (size_t i = 0; i < (nodes > 0 ? 1 : sizeof few_nodes / sizeof *few_nodes); i++) {
		const int p = nodes > 0 ? nodes : few_nodes[i];

		for (size_t j = 0; j < (bytes >= 0 ? 1 : sizeof few_bytes / sizeof *few_bytes); j++) {
			const long m = bytes >= 0 ? bytes : few_bytes[j];

			status |= a ? measure_algorithm(a, how + strlen(a->name), p, m)
				    : measure_collective(which, p, m);
		}
	}
	return status;
}

/* NAME[.ALGORITHM[:OPTION=VALUE]..][:NODES[:BYTES]] */
static int
measure_case(const char *text)
{
	size_t length = strcspn(text, ":");
	char name[64], *how;
	int nodes = 0, which;
	long bytes = -1;
	struct vcube_error error;

	/* options begin with a letter */
	while (text[length] == ':' && (text[length + 1] < '0' || text[length + 1] > '9'))
		length += 1 + strcspn(text + length + 1, ":");
	snprintf(name, sizeof name, "%.*s", (int)length, text);
	sscanf(text + length, ":%d:%ld", &nodes, &bytes);
	if (strcmp(name, "pingpong") == 0)
		return measure(name, &(struct work){ .algorithm = NULL }, 2, 8);
	how = strchr(name, '.');
	if (how != NULL)
		*how++ = '\0';
	which = vcube_collective_parse(name, &error);
	if (which == VCUBE_BARRIER && bytes < 0)
		bytes = 0;
	return which < 0 ? complain(error.text) : measure_sweep(which, how, nodes, bytes);
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
			fprintf(stderr, "usage: collectives [-s SECONDS] [NAME[.ALGORITHM[:OPTION=VALUE]..]"
				"[:NODES[:BYTES]]]...\n");
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
