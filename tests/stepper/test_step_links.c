/* SPDX-License-Identifier: BSD-2-Clause */
/* The links that the stepper reports, compared with a trace of the same run. */
#include <stdlib.h>
#include <string.h>
#include "stepper/lines.h"
#include "folder.h"
#include "final_values.h"

/* Messages and bytes over each link in each step, as a trace has them. */
struct account {
	long links;
	struct vcube_link_stats *load;  /* [step * links + link] */
	int hops;
};

/* The step in which each message was sent. */
struct sent {
	int step[FINAL_NODES];
	int of[FINAL_NODES][FINAL_NODES][64];
	uint64_t bytes[FINAL_NODES][FINAL_NODES][64];
};

static void
cross(struct account *a, int step, uint64_t link, uint64_t bytes)
{
	a->load[step * a->links + (long)link].messages++;
	a->load[step * a->links + (long)link].bytes += bytes;
}

/* Without HOPs, it took the topology's route. */
static void
route(struct account *a, const vcube_machine *m, int step, const struct vcube_event *e)
{
	long way[FINAL_NODES];
	const int hops = vcube_topology_route(vcube_machine_topology(m), e->rank, e->peer, way, FINAL_NODES);
	const vcube_topology *const t = vcube_machine_topology(m);

	for (int i = 0; i < hops; i++) {
		int from, to;
		long back;

		vcube_topology_link_ends(t, way[i], &from, &to);
		back = (long)to * vcube_topology_ports(t) + vcube_topology_port(t, to, from);
		cross(a, step, (uint64_t)(vcube_machine_desc(m)->duplex == VCUBE_DUPLEX_HALF &&
					  back < way[i] ? back : way[i]), e->amount);
	}
}

static void
take(struct account *a, struct sent *s, const vcube_machine *m, const struct vcube_event *e,
     bool hops)
{
	if (e->kind == VCUBE_EVENT_STEP) {
		s->step[e->rank] = (int)e->number;
	} else if (e->kind == VCUBE_EVENT_SEND) {
		s->of[e->rank][e->peer][e->number] = s->step[e->rank];
		s->bytes[e->rank][e->peer][e->number] = e->amount;
		if (!hops)
			route(a, m, s->step[e->rank], e);
	} else if (e->kind == VCUBE_EVENT_HOP) {
		cross(a, s->of[e->rank][e->peer][e->number], e->amount,
		      s->bytes[e->rank][e->peer][e->number]);
	}
}

static void
read_account(struct account *a, const vcube_machine *m, const char *path)
{
	struct vcube_error error;
	vcube_trace *const t = vcube_trace_open(path, &error);
	const struct vcube_event *e;
	struct sent *const s = calloc(1, sizeof *s);

	assert_non_null(t);
	assert_non_null(s);
	for (uint64_t i = 0; (e = vcube_trace_at(t, i)) != NULL; i++)
		a->hops += e->kind == VCUBE_EVENT_HOP;
	while ((e = vcube_trace_next(t)) != NULL)
		take(a, s, m, e, a->hops > 0);
	vcube_trace_close(t);
	free(s);
}

static void
compare(const struct vc_recording *r, const struct account *a)
{
	for (int k = 0; k < r->moments; k++) {
		const struct vc_load *const load = vc_recording_links(r, k);
		int busy = 0;

		for (long link = 0; link < a->links; link++) {
			assert_int_equal(load[link].messages, a->load[k * a->links + link].messages);
			assert_int_equal(load[link].bytes, a->load[k * a->links + link].bytes);
			busy += load[link].messages > 0;
		}
		assert_int_equal(r->moment[k]->busy, busy);
		assert_true((busy > 0) == (r->moment[k]->messages > 0));
	}
}

/* Returns the HOPs of the trace. */
static int
hold_to_a_trace(const char *text, struct times *times)
{
	const char *const path = in_folder("trace");
	vcube_machine *machine = open_machine("%s" FINAL_COSTS, text);
	struct account a = {.hops = 0};
	struct vc_recording r;

	assert_int_equal(vcube_trace_start(machine, path, NULL, NULL), 0);
	record_final(&r, machine, times);
	a.links = r.links;
	a.load = calloc((size_t)(r.moments * a.links), sizeof *a.load);
	assert_non_null(a.load);
	read_account(&a, machine, path);
	compare(&r, &a);
	free(a.load);
	vc_recording_free(&r);
	vcube_close(machine);
	return a.hops;
}

static void
test_links_of_a_trace(void **state)
{
	(void)state;
	for (size_t i = 0; i < final_machines_count; i++)
		hold_to_a_trace(final_machines[i], &(struct times){.asked = false});
}

/* No link is overridden until the middle of the run. */
static void
test_links_that_change_midway(void **state)
{
	static const char *const steady[] = {
		"ring:6 clock=virtual", "torus:3x2 clock=virtual ports=all",
		"ring:6 clock=virtual duplex=half", "ring:6 clock=virtual jitter=2us",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(steady); i++)
		assert_true(hold_to_a_trace(steady[i], &(struct times){
			.plan = "1ms:2-3:per_hop=1us,2ms:0-1:down"}) > 0);
	/* at once, so that some take the other direction */
	assert_true(hold_to_a_trace("ring:6 clock=virtual", &(struct times){
		.plan = "26us:0-1:down"}) > 0);
}

/* Also without virtual time, messages take detours around links that are down: on a ring
 * that is broken between 0 and 1, from 0 to 1 through all others. */
static void
test_round_about(void **state)
{
	static const char *const clocks[] = {
		"free", "virtual", "wall startup=1us", "virtual duplex=half", "free duplex=half",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(clocks); i++) {
		vcube_machine *machine = open_machine("ring:6 links=0-1:down clock=%s", clocks[i]);
		const vcube_topology *const t = vcube_machine_topology(machine);
		const long down = vcube_topology_ports(t) * 0L + vcube_topology_port(t, 0, 1);
		const long back = vcube_topology_ports(t) * 1L + vcube_topology_port(t, 1, 0);
		const long last = vcube_topology_ports(t) * 2L + vcube_topology_port(t, 2, 1);
		struct times untold = {.asked = false};
		struct vc_recording r;
		uint64_t crossed = 0;
		long way[6];

		record_final(&r, machine, &untold);
		assert_int_equal(vcube_message_way(machine, 0, 1, 0, way, 6), 5);
		for (int k = 0; k < r.moments; k++) {
			const struct vc_load *const load = vc_recording_links(&r, k);

			assert_int_equal(load[down].messages + load[back].messages, 0);
			crossed += load[way[4]].messages;
		}
		assert_true(crossed >= 2 * FINAL_STEPS);
		if (strstr(clocks[i], "half") == NULL)
			assert_int_equal(way[4], last);
		vc_recording_free(&r);
		vcube_close(machine);
	}
}

/* Both directions of a half-duplex wire are one link, on which they contend. */
static int
swap(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	char mine = 'm', theirs;

	(void)arg;
	vcube_step(self, "swap");
	if (me < 2)
		vcube_sendrecv(self, NULL, 1 - me, &mine, 1, 1 - me, &theirs, 1, NULL);
	vcube_step(self, "end");
	return vcube_failed(self);
}

static void
test_half_duplex(void **state)
{
	static const struct vcube_stepper_options options = {.title = NULL};

	(void)state;
	for (int half = 0; half < 2; half++) {
		vcube_machine *machine = open_machine("ring:6 clock=virtual duplex=%s",
						      half ? "half" : "full");
		struct vc_recording r;

		assert_int_equal(vc_recording_make(&r, machine, swap, NULL, &options, NULL), 0);
		assert_int_equal(r.moment[1]->busy, half ? 1 : 2);
		assert_int_equal(r.moment[1]->shared, half ? 1 : 0);
		vc_recording_free(&r);
		vcube_close(machine);
	}
}

/* A message without a route ends the run; later ones have no time. */
static int
cut_off(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	char byte = 0;

	(void)arg;
	vcube_step(self, "late");
	if (me == 0) {
		vcube_compute(self, 5000);
		vcube_send(self, NULL, 1, &byte, 1);
	}
	if (me == 1)
		vcube_recv(self, NULL, 0, &byte, 1, NULL);
	vcube_step(self, "early");
	if (me == 3)
		vcube_send(self, NULL, 2, &byte, 1);
	vcube_step(self, "end");
	return vcube_failed(self);
}

static void
test_what_stays_unknown(void **state)
{
	static const struct vcube_stepper_options options = {.title = NULL};
	vcube_machine *machine = open_machine("linear:4 clock=virtual links=2-3:down,1-2:down");
	struct vc_recording r;
	struct vcube_error error;
	char *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);

	(void)state;
	assert_int_equal(vc_recording_make(&r, machine, cut_off, NULL, &options, &error), 0);
	assert_int_equal(r.code, VCUBE_EFAULT);
	assert_non_null(out);
	vc_lines(&r, out);
	fclose(out);
	assert_non_null(strstr(text, "nodes 0 to 3 at 0 ps\n"));
	assert_non_null(strstr(text, " or later: the run ended before that was known\n"));
	free(text);
	vc_recording_free(&r);
	vcube_close(machine);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_links_of_a_trace),
		TEST(test_links_that_change_midway),
		TEST(test_round_about),
		TEST(test_half_duplex),
		TEST(test_what_stays_unknown),
	};

	return RUN_IN_FOLDER(tests);
}
