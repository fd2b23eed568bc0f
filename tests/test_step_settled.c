/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the stepper knows when the run is over alone: clocks at steps, held to those
 * that a program asks for, and the links that messages crossed, held to a trace of the
 * same run.
 */
#include <stdlib.h>
#include <string.h>
#include <vcube/trace.h>
#include "stepper/lines.h"
#include "tests/folder.h"

enum { NODES = 6, STEPS = 5, MESSAGES = 3 };
/* What the program is told when it asks. */
struct times {
	bool asked;
	const char *plan;               /* what node 0 plans in the midst of it, or NULL */
	vcube_time at[STEPS + 1][NODES];
};

static void
mark_step(vcube_node *self, struct times *t, int step)
{
	const int me = vcube_rank(self);

	vcube_step(self, "some");
	if (t->asked)
		t->at[step][me] = vcube_now(self);
}

static void
plan_change(vcube_node *self, const struct times *t, int step)
{
	if (t->plan != NULL && step == STEPS / 2 && vcube_rank(self) == 0)
		vcube_plan_links(self, t->plan);
}

static int
peer_of(int me, int step, int message, int sign)
{
	return (me + sign * (1 + (step + message) % (NODES - 1)) + NODES) % NODES;
}

/* In each step everybody sends several messages, some of which are received in the
 * next one; who works for how long differs. */
static int
program(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	char data[700] = "";

	for (int s = 0; s < STEPS; s++) {
		mark_step(self, arg, s);
		plan_change(self, arg, s);
		vcube_compute(self, 300 * ((me * 5 + s) % 7));
		for (int i = 0; i < MESSAGES; i++)
			vcube_send(self, NULL, peer_of(me, s, i, 1), data,
				   (size_t)(100 + 97 * ((me + i * s) % 6)));
		for (int i = 0; i < MESSAGES; i++) {
			if (i == MESSAGES - 1 && s + 1 < STEPS && (me + s) % 2)
				vcube_step(self, "more");
			vcube_recv(self, NULL, peer_of(me, s, i, -1), data, sizeof data, NULL);
		}
		if ((me + s) % 2 == 0 || s + 1 == STEPS)
			vcube_step(self, "more");
	}
	mark_step(self, arg, STEPS);
	return vcube_failed(self);
}

static const char *const machines[] = {
	"ring:6 clock=virtual",
	"torus:3x2 clock=virtual ports=all",
	"linear:6 clock=virtual duplex=half send_overhead=50 recv_overhead=70",
	"mesh:3x2 clock=virtual switching=store-and-forward per_hop=40",
	"ring:6 clock=virtual links=0-1:down",
	"ring:6 clock=virtual duplex=half links=2-3:down",
	"torus:3x2 clock=virtual changes=2us:0-1:down,6us:0-1:up,9us:2-3:down",
	"full:6 clock=virtual switching=store-and-forward links=all:down,0-1:up,1-2:up,2-3:up,3-4:up,4-5:up",
	"full:6 clock=virtual routing=none",
	"full:6 clock=virtual routing=none account=yes",
	"ring:6 clock=virtual jitter=2us capacity=600",
};
#define COSTS " startup=1000ns per_byte=1000"

static void
record(struct vc_recording *r, vcube_machine *machine, struct times *times)
{
	static const struct vcube_stepper_options options = {.title = NULL};
	struct vcube_error error;

	assert_int_equal(vc_recording_make(r, machine, program, times, &options, &error), 0);
	assert_string_equal(r->failure.text, "");
}

/* The clock at a node's step is what it is told when it asks, though nobody asks. */
static void
test_clocks(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(machines); i++) {
		vcube_machine *machine = open_machine("%s" COSTS, machines[i]);
		struct times told = {.asked = true}, untold = {.asked = false};
		struct vc_recording r;
		int late = 0;

		run_well(machine, program, &told);
		record(&r, machine, &untold);
		assert_int_equal(r.moments, 2 * STEPS + 1);
		for (int k = 0; k < r.moments; k++)
			for (int rank = 0; rank < NODES; rank++) {
				const struct vc_stand *s = &r.moment[k]->node[rank];

				assert_true(s->settled);
				if (k % 2 == 0)
					assert_int_equal(s->now, told.at[k / 2][rank]);
				late += s->now > 0;
			}
		assert_true(late > 0);
		vc_recording_free(&r);
		vcube_close(machine);
	}
}

/* Messages and bytes over each link in each step, as a trace has them. */
struct account {
	long links;
	struct vcube_link_stats *load;  /* [step * links + link] */
	int hops;
};

/* The step in which each message was sent. */
struct sent {
	int step[NODES];
	int of[NODES][NODES][64];
	uint64_t bytes[NODES][NODES][64];
};

static void
cross(struct account *a, int step, uint64_t link, uint64_t bytes)
{
	a->load[step * a->links + (long)link].messages++;
	a->load[step * a->links + (long)link].bytes += bytes;
}

/* Without HOPs, it went by the topology's route. */
static void
route(struct account *a, const vcube_machine *m, int step, const struct vcube_event *e)
{
	long way[NODES];
	const int hops = vcube_topology_route(vcube_machine_topology(m), e->rank, e->peer, way, NODES);
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
	vcube_machine *machine = open_machine("%s" COSTS, text);
	struct account a = {.hops = 0};
	struct vc_recording r;

	assert_int_equal(vcube_trace_start(machine, path, NULL, NULL), 0);
	record(&r, machine, times);
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
	for (size_t i = 0; i < COUNT(machines); i++)
		hold_to_a_trace(machines[i], &(struct times){.asked = false});
}

/* Nobody has said anything of links until the midst of the run. */
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
	/* at once, so that some go the other way round */
	assert_true(hold_to_a_trace("ring:6 clock=virtual", &(struct times){
		.plan = "26us:0-1:down"}) > 0);
}

/* Without virtual time, too, messages go round links that are down: on a ring that is
 * broken between 0 and 1, from 0 to 1 by all others. */
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

		record(&r, machine, &untold);
		assert_int_equal(vcube_message_way(machine, 0, 1, 0, way, 6), 5);
		for (int k = 0; k < r.moments; k++) {
			const struct vc_load *const load = vc_recording_links(&r, k);

			assert_int_equal(load[down].messages + load[back].messages, 0);
			crossed += load[way[4]].messages;
		}
		assert_true(crossed >= 2 * STEPS);
		if (strstr(clocks[i], "half") == NULL)
			assert_int_equal(way[4], last);
		vc_recording_free(&r);
		vcube_close(machine);
	}
}

/* Both directions of a wire that is half duplex are one link, on which they contend. */
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

/* A message that finds no way ends the run; what would come after it has no time. */
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

/* What an observer of a program's own sees. */
struct looks {
	int settled, unsettled;
	struct vcube_view view[2 * STEPS + 1][NODES];
	int wrong;
};

static void
visit(void *arg, int from, int to, size_t bytes, const long *link, int links)
{
	*(int *)arg += from == to || bytes < 100 || links < 1 || link[0] < 0 ? 1000 : 1;
}

static int
look(vcube_machine *machine, uint64_t step, const char *name, void *arg)
{
	struct looks *l = arg;

	(void)name;
	for (int rank = 0; rank < NODES; rank++) {
		struct vcube_view *const v = &l->view[step - 1][rank];

		l->wrong += vcube_node_view(machine, rank, v) != 0;
		*(v->settled ? &l->settled : &l->unsettled) += 1;
	}
	return 0;
}

static void
test_views(void **state)
{
	vcube_machine *machine = open_machine("ring:6" COSTS " clock=virtual");
	struct times untold = {.asked = false};
	struct looks l = {.settled = 0};
	struct vcube_view v;
	int sent = 0;

	(void)state;
	assert_int_equal(vcube_view_ways(machine, 0, NULL, &l.view[0][0], visit, &sent), VCUBE_EINVAL);
	assert_int_equal(vcube_keep_history(machine, 1), 0);
	vcube_on_step(machine, look, &l);
	for (int again = 0; again < 2; again++) {
		run_well(machine, program, &untold);
		assert_int_equal(l.wrong, 0);
		assert_true(l.settled >= NODES && l.unsettled > 0);
		for (int k = 0; k <= 2 * STEPS; k++)
			for (int rank = 0; rank < NODES; rank++) {
				v = l.view[k][rank];
				assert_int_equal(vcube_view_settle(machine, rank, &v), 0);
				assert_true(v.settled && v.now >= l.view[k][rank].now);
				assert_true(v.now == l.view[k][rank].now || !l.view[k][rank].settled);
			}
		sent = 0;
		for (int rank = 0; rank < NODES; rank++)
			assert_int_equal(vcube_view_ways(machine, rank, NULL, &l.view[2 * STEPS][rank],
							 visit, &sent), 0);
		assert_int_equal(sent, NODES * STEPS * MESSAGES);
	}
	assert_int_equal(vcube_view_settle(machine, NODES, &v), VCUBE_EINVAL);
	assert_int_equal(vcube_view_ways(machine, -1, NULL, &v, visit, &sent), VCUBE_EINVAL);
	assert_int_equal(vcube_keep_history(machine, 0), 0);
	run_well(machine, program, &untold);
	assert_int_equal(vcube_view_ways(machine, 0, NULL, &v, visit, &sent), VCUBE_EINVAL);
	vcube_close(machine);
}

/* Messages that are lost hold links, too, and are in no trace's HOPs: those of the others
 * are theirs. */
static int
send_many(vcube_node *self, void *arg)
{
	char byte = 0;

	(void)arg;
	for (int i = 0; vcube_rank(self) == 0 && i < 60; i++)
		vcube_send(self, NULL, 1 + i % 3, &byte, 1);
	return vcube_failed(self);
}

struct chain {
	int visited, links;
};

static void
follow(void *arg, int from, int to, size_t bytes, const long *link, int links)
{
	struct chain *c = arg;

	(void)link;
	assert_int_equal(from, 0);
	assert_int_equal(to, 1 + c->visited % 3);
	assert_int_equal(bytes, 1);
	assert_int_equal(links, to);
	c->visited++;
	c->links += links;
}

static void
test_lost_messages(void **state)
{
	vcube_machine *machine = open_machine("linear:4 clock=virtual drop=0.4 seed=%d "
					      "links=2-3:per_hop=5ns", 1 + (int)(seed % 1000));
	const struct vcube_view end = {.done = UINT64_MAX};
	struct chain c = {.visited = 0};
	const char *const path = in_folder("trace");
	const struct vcube_event *e;
	vcube_trace *t;
	int arrived = 0, hops = 0, due = 0;

	(void)state;
	assert_int_equal(vcube_keep_history(machine, 1), 0);
	assert_int_equal(vcube_trace_start(machine, path, NULL, NULL), 0);
	vcube_run(machine, send_many, NULL);
	assert_int_equal(vcube_view_ways(machine, 0, NULL, &end, follow, &c), 0);
	assert_int_equal(c.visited, 60);
	assert_int_equal(c.links, 20 * (1 + 2 + 3));
	t = vcube_trace_open(path, NULL);
	assert_non_null(t);
	while ((e = vcube_trace_next(t)) != NULL) {
		arrived += e->kind == VCUBE_EVENT_ARRIVE;
		due += e->kind == VCUBE_EVENT_ARRIVE ? e->rank : 0;
		hops += e->kind == VCUBE_EVENT_HOP;
		/* the links of a line, from the left to the right, are on the way */
		if (e->kind == VCUBE_EVENT_HOP) {
			int from, to;

			vcube_topology_link_ends(vcube_machine_topology(machine), (long)e->amount, &from,
						 &to);
			assert_true(to == from + 1 && to <= e->peer);
		}
	}
	assert_in_range(arrived, 1, 59);
	assert_int_equal(hops, due);
	vcube_trace_close(t);
	vcube_close(machine);
}

static void
test_message_way(void **state)
{
	vcube_machine *machine = open_machine("linear:6 clock=virtual mapping=5,4,3,2,1,0 "
					      "changes=1us:2-3:down,2us:2-3:up");
	long way[2] = {-1, -1};

	(void)state;
	assert_int_equal(vcube_message_way(machine, 0, 5, 0, way, 1), 5);
	assert_true(way[0] >= 0 && way[1] == -1);
	assert_int_equal(vcube_message_way(machine, 0, 5, 1000000, way, 2), VCUBE_EFAULT);
	assert_int_equal(vcube_message_way(machine, 0, 2, 1000000, way, 2), 2);
	assert_int_equal(vcube_message_way(machine, 0, 5, 2000000, NULL, 0), 5);
	assert_int_equal(vcube_message_way(machine, 3, 3, 0, NULL, 0), 0);
	assert_int_equal(vcube_message_way(machine, 0, 6, 0, way, 2), VCUBE_EINVAL);
	assert_int_equal(vcube_message_way(machine, -1, 0, 0, way, 2), VCUBE_EINVAL);
	vcube_close(machine);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_clocks),
		TEST(test_links_of_a_trace),
		TEST(test_links_that_change_midway),
		TEST(test_round_about),
		TEST(test_half_duplex),
		TEST(test_what_stays_unknown),
		TEST(test_views),
		TEST(test_lost_messages),
		TEST(test_message_way),
	};

	return RUN_IN_FOLDER(tests);
}
