/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Values that the stepper knows only after the run: clocks at steps, compared with those
 * that a program asks for, and whether messages arrive.
 */
#include "stepper/lines.h"
#include "folder.h"
#include "final_values.h"

/* The clock at a node's step is what the node would learn by asking. */
static void
test_clocks(void **state)
{
	(void)state;
	for (size_t i = 0; i < final_machines_count; i++) {
		vcube_machine *machine = open_machine("%s" FINAL_COSTS, final_machines[i]);
		struct times told = {.asked = true}, untold = {.asked = false};
		struct vc_recording r;
		int late = 0;

		run_well(machine, final_program, &told);
		record_final(&r, machine, &untold);
		assert_int_equal(r.moments, 2 * FINAL_STEPS + 1);
		for (int k = 0; k < r.moments; k++)
			for (int rank = 0; rank < FINAL_NODES; rank++) {
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

/* What a program's own observer sees. */
struct looks {
	int settled, unsettled;
	struct vcube_view view[2 * FINAL_STEPS + 1][FINAL_NODES];
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
	for (int rank = 0; rank < FINAL_NODES; rank++) {
		struct vcube_view *const v = &l->view[step - 1][rank];

		l->wrong += vcube_node_view(machine, rank, v) != 0;
		*(v->settled ? &l->settled : &l->unsettled) += 1;
	}
	return 0;
}

static void
test_views(void **state)
{
	vcube_machine *machine = open_machine("ring:6" FINAL_COSTS " clock=virtual");
	struct times untold = {.asked = false};
	struct looks l = {.settled = 0};
	struct vcube_view v;
	int sent = 0;

	(void)state;
	assert_int_equal(vcube_view_ways(machine, 0, NULL, &l.view[0][0], visit, &sent), VCUBE_EINVAL);
	assert_int_equal(vcube_keep_history(machine, 1), 0);
	vcube_on_step(machine, look, &l);
	for (int again = 0; again < 2; again++) {
		run_well(machine, final_program, &untold);
		assert_int_equal(l.wrong, 0);
		assert_true(l.settled >= FINAL_NODES && l.unsettled > 0);
		for (int k = 0; k <= 2 * FINAL_STEPS; k++)
			for (int rank = 0; rank < FINAL_NODES; rank++) {
				v = l.view[k][rank];
				assert_int_equal(vcube_view_settle(machine, rank, &v), 0);
				assert_true(v.settled && v.now >= l.view[k][rank].now);
				assert_true(v.now == l.view[k][rank].now || !l.view[k][rank].settled);
			}
		sent = 0;
		for (int rank = 0; rank < FINAL_NODES; rank++)
			assert_int_equal(vcube_view_ways(machine, rank, NULL, &l.view[2 * FINAL_STEPS][rank],
							 visit, &sent), 0);
		assert_int_equal(sent, FINAL_NODES * FINAL_STEPS * FINAL_MESSAGES);
	}
	assert_int_equal(vcube_view_settle(machine, FINAL_NODES, &v), VCUBE_EINVAL);
	assert_int_equal(vcube_view_ways(machine, -1, NULL, &v, visit, &sent), VCUBE_EINVAL);
	assert_int_equal(vcube_keep_history(machine, 0), 0);
	run_well(machine, final_program, &untold);
	assert_int_equal(vcube_view_ways(machine, 0, NULL, &v, visit, &sent), VCUBE_EINVAL);
	vcube_close(machine);
}

/* Lost messages hold links, too, but no trace has HOPs of them: the HOPs are those of the
 * others. */
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
		/* the route follows the links of a line, from left to right */
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

/* Without routes a way is one link, or none. */
static void
test_ways_without_routes(void **state)
{
	vcube_machine *machine = open_machine("ring:6 clock=virtual routing=none changes=1us:2-3:down");

	(void)state;
	assert_int_equal(vcube_message_way(machine, 2, 3, 0, NULL, 0), 1);
	assert_int_equal(vcube_message_way(machine, 2, 3, 1000000, NULL, 0), VCUBE_EFAULT);
	assert_int_equal(vcube_message_way(machine, 2, 4, 0, NULL, 0), VCUBE_EROUTE);
	assert_int_equal(vcube_message_way(machine, 2, 2, 0, NULL, 0), 0);
	vcube_close(machine);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_clocks),
		TEST(test_views),
		TEST(test_lost_messages),
		TEST(test_message_way),
		TEST(test_ways_without_routes),
	};

	return RUN_IN_FOLDER(tests);
}
