/* SPDX-License-Identifier: BSD-2-Clause */
/* Random programs on random machines have the times that a simulator of the rules has. */
#include <string.h>
#include "random.h"
#include "rules.h"

enum { LENGTH = 3000, EVENTS = 40 };

static const char *const topologies[] = {
	"ring:5", "linear:4", "hypercube:3", "full:5", "mesh:3x2", "torus:3x3", "star:3", "debruijn:2x2",
};

struct trial {
	struct rules_program program;
	struct rules_costs costs;
	struct rules_times times;       /* of the run */
	uint64_t state;                 /* of the random numbers */
	bool serves[RULES_NODES];       /* receives all from any */
};

static int
draw(struct trial *t, int below)
{
	return (int)(vc_random(&t->state) % (uint64_t)below);
}

/* --- a random program ---------------------------------------------------------- */

static struct rules_op *
add(struct trial *t, int rank, enum rules_do what)
{
	struct rules_op *const op = &t->program.op[rank][t->program.ops[rank]++];

	/* no two events at the same time: which is the first then is not a rule's */
	*op = (struct rules_op){.what = what, .work = 1 + draw(t, 2000000000)};
	return op;
}

static void
add_send(struct trial *t, int from, int to, enum rules_do what)
{
	struct rules_op *const op = add(t, from, what);

	op->to = to;
	op->bytes = draw(t, 4) == 0 ? 0 : (size_t)draw(t, LENGTH + 1);
}

static void
add_message(struct trial *t, int from, int to)
{
	add_send(t, from, to, draw(t, 2) ? DO_SEND : DO_ISEND);
	/* what a posted receive holds is not for those who wait for room */
	add(t, to, t->serves[to] ? DO_ANY : t->costs.capacity == SIZE_MAX && draw(t, 2) ? DO_IRECV
	    : DO_RECV)->from = from;
}

static void
add_both(struct trial *t, int one, int other)
{
	add_send(t, one, other, DO_BOTH);
	add_send(t, other, one, DO_BOTH);
	t->program.op[one][t->program.ops[one] - 1].from = other;
	t->program.op[other][t->program.ops[other] - 1].from = one;
}

/* Adds waits for requests that nothing has waited for yet: all, or some of them. */
static void
add_waits(struct trial *t, int rank, bool all)
{
	const struct rules_op *const op = t->program.op[rank];

	for (int i = t->program.ops[rank] - 1; i >= 0; i--) {
		bool is_open = op[i].what == DO_ISEND || op[i].what == DO_IRECV;

		for (int k = i; k < t->program.ops[rank]; k++)
			is_open = is_open && !(op[k].what == DO_WAIT && op[k].of == i);
		if (is_open && (all || draw(t, 3) == 0))
			add(t, rank, DO_WAIT)->of = i;
	}
}

static void
add_event(struct trial *t)
{
	const int nodes = t->program.nodes, one = draw(t, nodes), what = draw(t, 12);
	const int other = (one + 1 + draw(t, nodes - 1)) % nodes;

	if (what < 7)
		add_message(t, one, other);
	else if (what == 7 && t->costs.capacity == SIZE_MAX)
		add_message(t, one, one);
	else if (what < 10 && !t->serves[one] && !t->serves[other])
		add_both(t, one, other);
	else if (what == 10)
		add_waits(t, one, false);
	else if (what == 11)
		for (int r = 0; r < nodes; r++)
			add(t, r, DO_ALIGN);
}

static void
make_program(struct trial *t, int nodes)
{
	const int events = 2 + draw(t, EVENTS);

	t->program.nodes = nodes;
	for (int r = 0; r < nodes; r++)
		t->serves[r] = draw(t, 6) == 0;
	for (int i = 0; i < events; i++)
		add_event(t);
	for (int r = 0; r < nodes; r++)
		add_waits(t, r, true);
}

/* --- the run ------------------------------------------------------------------- */

struct node {
	struct trial *trial;
	vcube_request *request[RULES_OPS];
	char *buffer[RULES_OPS], *data;
};

static int
carry_out(vcube_node *self, struct node *n, int at)
{
	const int me = vcube_rank(self);
	const struct rules_op *const op = &n->trial->program.op[me][at];
	const int of = op->what == DO_WAIT ? op->of : at;
	struct vcube_status status = {.arrival = 0};

	vcube_compute(self, op->work);
	n->buffer[at] = vcube_alloc(self, LENGTH);
	switch (op->what) {
	case DO_SEND:
		return vcube_send(self, NULL, op->to, n->data, op->bytes);
	case DO_ISEND:
		n->request[at] = vcube_isend(self, NULL, op->to, n->data, op->bytes);
		return vcube_failed(self);
	case DO_IRECV:
		n->request[at] = vcube_irecv(self, NULL, op->from, n->buffer[at], LENGTH);
		return vcube_failed(self);
	case DO_ALIGN:
		return vcube_align(self, NULL);
	case DO_RECV:
	case DO_ANY:
		vcube_recv(self, NULL, op->what == DO_ANY ? VCUBE_ANY : op->from, n->buffer[at], LENGTH,
			   &status);
		break;
	case DO_BOTH:
		vcube_sendrecv(self, NULL, op->to, n->data, op->bytes, op->from, n->buffer[at], LENGTH,
			       &status);
		break;
	case DO_WAIT:
		vcube_wait(self, n->request[of], &status);
		if (n->trial->program.op[me][of].what == DO_ISEND)
			status.arrival = 0;
		break;
	}
	n->trial->times.arrival[me][of] = status.arrival;
	return vcube_failed(self);
}

static int
run_trial(vcube_node *self, void *arg)
{
	struct node n = {.trial = arg, .data = vcube_alloc(self, LENGTH)};
	const int me = vcube_rank(self), ops = n.trial->program.ops[me];

	memset(n.data, me, LENGTH);
	for (int at = 0; at < ops; at++)
		if (carry_out(self, &n, at) != 0)
			return vcube_failed(self);
	n.trial->times.end[me] = vcube_now(self);
	return 0;
}

static const char *const how[] = {"threads=yes", "threads=one", "threads=cores", "threads=yes fuzz=1"};

/* Draws costs, in ps: large, so that sums are seldom equal. */
static void
draw_costs(struct trial *t, bool limited)
{
	struct rules_costs *const c = &t->costs;

	c->startup = 1 + draw(t, 2000000000);
	c->per_byte = 1 + draw(t, 2000000);
	c->per_hop = draw(t, 2) ? draw(t, 100000000) : 1;
	c->send_overhead = draw(t, 2) ? draw(t, 200000000) : 0;
	c->recv_overhead = draw(t, 2) ? draw(t, 100000000) : 0;
	c->one_port = draw(t, 4) > 0;
	c->store = draw(t, 3) == 0;
	c->half = draw(t, 2);
	c->capacity = !limited ? SIZE_MAX : draw(t, 2) ? (size_t)draw(t, LENGTH) : 0;
}

static vcube_machine *
open_for(const struct trial *t, const char *topology, const char *threads)
{
	const struct rules_costs *const c = &t->costs;
	char capacity[32] = "unlimited";

	if (c->capacity != SIZE_MAX)
		snprintf(capacity, sizeof capacity, "%zu", c->capacity);
	return open_machine("%s clock=virtual startup=%lldps per_byte=%lldps per_hop=%lldps "
			    "send_overhead=%lldps recv_overhead=%lldps capacity=%s ports=%s switching=%s "
			    "duplex=%s %s", topology, (long long)c->startup, (long long)c->per_byte,
			    (long long)c->per_hop, (long long)c->send_overhead,
			    (long long)c->recv_overhead, capacity, c->one_port ? "one" : "all",
			    c->store ? "store-and-forward" : "cut-through", c->half ? "half" : "full",
			    threads);
}

/* Runs the program in every order of nodes, and compares. Returns whether it ends. */
static bool
compare(struct trial *t, const char *topology, const char *what)
{
	static struct rules_times due;
	bool ends = true;

	for (size_t i = 0; i < COUNT(how); i++) {
		vcube_machine *const machine = open_for(t, topology, how[i]);

		if (i == 0)
			ends = rules_simulate(&t->program, &t->costs, machine, &due);
		memset(&t->times, 0, sizeof t->times);
		run_for(machine, run_trial, t, ends ? 0 : VCUBE_EDEADLOCK);
		if (ends && memcmp(&t->times, &due, sizeof due) != 0)
			fail_msg("%s on %s %s: other times than by the rules", what, topology, how[i]);
		vcube_close(machine);
	}
	return ends;
}

static bool
try_trial(uint64_t key, bool limited)
{
	static struct trial t;
	const char *topology;
	vcube_machine *machine;
	char what[40];

	memset(&t, 0, sizeof t);
	t.state = key;
	topology = topologies[draw(&t, COUNT(topologies))];
	draw_costs(&t, limited);
	machine = open_for(&t, topology, "");
	make_program(&t, vcube_machine_nodes(machine));
	vcube_close(machine);
	snprintf(what, sizeof what, "program %llu", (unsigned long long)key);
	return compare(&t, topology, what);
}

/* A message waits for its port till 11 us; meanwhile its sender meets another node, which sends at
 * 0. */
static void
test_meeting_past_a_busy_port(void **state)
{
	static struct trial t = {
		.costs = {.startup = 1000000, .per_byte = 5000, .capacity = SIZE_MAX,
			  .one_port = true, .half = true},
		.program = {
			.nodes = 2, .ops = {6, 4},
			.op = {{{.what = DO_ISEND, .to = 1, .bytes = 2000}, {.what = DO_ISEND, .to = 1},
				{.what = DO_ALIGN}, {.what = DO_RECV, .from = 1},
				{.what = DO_WAIT, .of = 0}, {.what = DO_WAIT, .of = 1}},
			       {{.what = DO_ALIGN}, {.what = DO_SEND, .to = 0},
				{.what = DO_RECV, .from = 0}, {.what = DO_RECV, .from = 0}}},
		},
	};

	(void)state;
	assert_true(compare(&t, "linear:2", "a meeting"));
	assert_int_equal(t.times.arrival[0][3], 12000000);
	assert_int_equal(t.times.arrival[1][2], 11000000);
	assert_int_equal(t.times.arrival[1][3], 13000000);
}

static void
test_times_by_the_rules(void **state)
{
	(void)state;
	for (int i = 0; i < up_to(400, 40); i++)
		try_trial(seed + (uint64_t)i, false);
}

/* With a capacity a node may tell others when it received. */
static void
test_times_with_a_capacity(void **state)
{
	int ended = 0;

	(void)state;
	for (int i = 0; i < up_to(400, 40); i++)
		ended += try_trial(seed + (uint64_t)i, true);
	assert_true(ended > 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_meeting_past_a_busy_port),
		TEST(test_times_by_the_rules),
		TEST(test_times_with_a_capacity),
	};

	return RUN_TESTS(tests);
}
