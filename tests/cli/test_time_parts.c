/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A trace divides each node's time into start-ups, transfer, waiting and work as the machine
 * itself does: for every algorithm, on machines whose messages wait for ports and links.
 */
#include <stdlib.h>
#include <string.h>
#include "folder.h"
#include "support.h"
#include "view/parts.h"

enum { NODES_MAX = 9 };

static const char *const machines[] = {
	"hypercube:3 ports=all", "mesh:3x3", "ring:8",
	"mesh:3x3 per_hop=100ns", "ring:8 recv_overhead=200ns",
	"ring:8 send_overhead=300ns recv_overhead=200ns",
};

struct call {
	const struct vcube_algorithm *algorithm;
	size_t count;
};

static int
act(vcube_node *self, void *arg)
{
	const struct call *const t = arg;
	const struct vcube_shape *const shape = vcube_collective_shape(t->algorithm->collective);
	const size_t p = (size_t)vcube_size(self), bytes = 8 * t->count * p + 8;
	char *const in = vcube_alloc(self, bytes), *const out = vcube_alloc(self, bytes);
	size_t *const counts = vcube_alloc(self, 2 * p * sizeof *counts);
	const bool varied = shape->traits & VCUBE_COUNTS;
	const struct vcube_call call = {
		.collective = t->algorithm->collective, .in = in, .out = out, .count = t->count,
		.type = VCUBE_INT64, .op = shape->traits & VCUBE_COMBINES ? VCUBE_SUM : NULL,
		.in_counts = varied ? counts : NULL, .in_offsets = varied ? counts + p : NULL,
		.out_counts = varied ? counts : NULL, .out_offsets = varied ? counts + p : NULL,
	};

	if (!in || !out || !counts)
		return vcube_failed(self);
	memset(in, 0, bytes);
	for (size_t i = 0; i < p; i++) {
		counts[i] = t->count;
		counts[p + i] = t->count * i;
	}
	vcube_compute(self, 100 * (vcube_time)vcube_rank(self));
	vcube_call_how(self, &call, t->algorithm->name);
	return vcube_failed(self);
}

static void
sum_parts(const vcube_trace *trace, struct vcube_parts *sum)
{
	const struct vcube_event *e;
	struct parts_of_nodes p;

	parts_open(&p, trace);
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++) {
		const struct vcube_parts parts = parts_note(&p, e);

		sum[e->rank].startup += parts.startup;
		sum[e->rank].transfer += parts.transfer;
		sum[e->rank].waiting += parts.waiting;
		sum[e->rank].work += parts.work;
	}
	parts_close(&p);
}

static void
compare(const struct call *call, const char *text)
{
	vcube_machine *const m = open_machine("%s clock=virtual account=yes", text);
	const char *const path = in_folder("parts.trace");
	struct vcube_parts sum[NODES_MAX] = {{0}};
	struct vcube_error error;
	struct vcube_stats stats;
	vcube_trace *trace;

	assert_int_equal(vcube_trace_start(m, path, NULL, &error), 0);
	run_well(m, act, (void *)call);
	trace = vcube_trace_open(path, &error);
	assert_non_null(trace);
	sum_parts(trace, sum);
	for (int rank = 0; rank < vcube_machine_nodes(m); rank++) {
		vcube_run_stats(m, rank, &stats);
		if (memcmp(&stats.parts, &sum[rank], sizeof stats.parts) != 0)
			fail_msg("%s, %s, node %d: %ld %ld %ld %ld, not %ld %ld %ld %ld",
				 call->algorithm->name, text, rank, sum[rank].startup,
				 sum[rank].transfer, sum[rank].waiting, sum[rank].work,
				 stats.parts.startup, stats.parts.transfer, stats.parts.waiting,
				 stats.parts.work);
	}
	vcube_trace_close(trace);
	vcube_close(m);
}

static void
test_every_algorithm(void **state)
{
	struct call call;
	int compared = 0;

	(void)state;
	for (int i = 0; (call.algorithm = vcube_algorithm_at(i)) != NULL; i++)
		for (size_t k = first_case((uint64_t)i, COUNT(machines)); k < COUNT(machines); k += next_case()) {
			struct vcube_desc desc;
			struct vcube_terms terms;
			const bool combines = vcube_collective_shape(call.algorithm->collective)->traits &
					      VCUBE_COMBINES;

			call.count = 3;
			vcube_desc_init(&desc);
			assert_int_equal(vcube_desc_parse(&desc, machines[k], NULL), 0);
			terms = vcube_terms_of(&desc, strstr(machines[k], "mesh") ? 9 : 8, 24);
			terms.unit = 8;
			if (vcube_algorithm_fits(call.algorithm, &terms, combines ? VCUBE_SUM : NULL, NULL) == 0) {
				compare(&call, machines[k]);
				compared++;
			}
			vcube_desc_clear(&desc);
		}
	assert_true(compared > up_to(100, 10));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_every_algorithm),
	};

	return RUN_IN_FOLDER(tests);
}
