/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Nodes without threads take the time of nodes with threads, to the picosecond: every
 * algorithm, on many machines, and random programs; and they have the same traces, of all nodes
 * and of some. What cannot run so is refused by name.
 * With LONG=1 also on machines of up to 1,024 nodes; LONG=ring:200 names one of these.
 */
#include <stdlib.h>
#include <string.h>
#include "random.h"
#include "same_times.h"
#include "tracing.h"

/* --- two machines ------------------------------------------------------------ */

struct pair {
	vcube_machine *with, *without;
};

static struct pair
open_pair(const char *text)
{
	return (struct pair){
		open_machine("%s clock=virtual heap=64MiB", text),
		open_machine("%s clock=virtual heap=64MiB threads=no", text),
	};
}

static void
close_pair(struct pair m)
{
	vcube_close(m.with);
	vcube_close(m.without);
}

/* Makes an event independent of the numbers of texts. Returns its text. */
static const char *
take_text(const vcube_trace *t, struct vcube_event *e)
{
	const char *text = vcube_trace_text(t, e->text);

	e->text = 0;
	return text;
}

/* Compares the files of two traces. */
static void
compare_traces(const char *one, const char *other)
{
	vcube_trace *t = open_trace(one), *u = open_trace(other);
	const struct vcube_event *e, *f;

	assert_true(vcube_trace_head(t)->time == vcube_trace_head(u)->time);
	for (uint64_t i = 0; (e = vcube_trace_at(t, i)) != NULL; i++) {
		struct vcube_event a = *e, b;
		char texts[2][200] = {"", "the end"};

		f = vcube_trace_at(u, i);
		b = f != NULL ? *f : a;
		if (f != NULL && strcmp(take_text(t, &a), take_text(u, &b)) == 0 &&
		    memcmp(&a, &b, sizeof a) == 0)
			continue;
		print(t, e, texts[0], sizeof texts[0]);
		if (f != NULL)
			print(u, f, texts[1], sizeof texts[1]);
		fail_msg("event %llu: %s, but %s", (unsigned long long)i, texts[0], texts[1]);
	}
	assert_true(vcube_trace_head(t)->events == vcube_trace_head(u)->events);
	assert_true(vcube_trace_head(u)->lost == 0);
	vcube_trace_close(t);
	vcube_trace_close(u);
}

/* Traces the next run of both: all nodes or some, each time others. */
static void
trace(struct pair m)
{
	static unsigned turn;
	const int nodes = vcube_machine_nodes(m.with), first = (int)(turn % (unsigned)nodes);
	const struct vcube_trace_options some = {
		.first = first, .recorded = 1 + (int)(turn / 3) % (nodes - first),
	}, *const options = turn++ % 3 != 0 ? &some : NULL;

	start(m.with, TRACE, options);
	start(m.without, OTHER, options);
}

/* Runs the program on both; they must end alike. One run in eight is traced. */
static int
compare(struct pair m, vcube_program *program, void *arg)
{
	static unsigned turn;
	const bool traced = turn++ % 8 == 0;
	int code;

	if (traced)
		trace(m);
	code = vcube_run(m.with, program, arg);
	if (vcube_run(m.without, program, arg) != code)
		fail_msg("%s with threads, %s", code != 0 ? vcube_run_error(m.with)->text : "runs",
			 vcube_run_report(m.without));
	if (code == 0) {
		assert_same_times(m.with, m.without);
		assert_true(vcube_run_time(m.with) == vcube_run_time(m.without));
		if (traced)
			compare_traces(TRACE, OTHER);
	}
	return code;
}

static const char *const machines[] = {
	"hypercube:4 routing=none",
	"hypercube:4 routing=none ports=all per_hop=30ns copy=1ns combine=3ns reorder=2ns",
	"linear:6 routing=none links=2-3:per_byte=7ns",
	"full:9 routing=none send_overhead=200ns recv_overhead=100ns",
	"hypercube:4 routing=none account=yes",
	"hypercube:3 exchange_startup=3us exchange_all_startup=2us",
	"hypercube:4 ports=all mapping=gray",
	"ring:7 per_hop=100ns",
	"torus:4x4 switching=store-and-forward",
	"fattree:4x2 send_overhead=200ns recv_overhead=300ns",
	"full:12 duplex=half width=3",
	"star:4 ports=all",
	"mesh:3x5 channels=2 granule=16",
	"dragonfly:2x4x2",
	"torus:3x3 links=0-1:down changes=20us:4-5:per_byte=9ns",
	"hypercube:4 profile=paragon copy=3ns combine=5ns",
	"full:1",
	"full:2 startup=0 per_byte=0",
};

static const char *const large[] = {
	"hypercube:10 routing=none", "hypercube:10 routing=none ports=all", "hypercube:10",
	"torus:32x32", "torus:8x8x8 ports=all", "fattree:4x5", "full:1000", "ring:200",
	"dragonfly:4x8x4 switching=store-and-forward", "mesh:31x33 channels=2",
};

/* --- algorithms -------------------------------------------------------------- */

struct call {
	const struct vcube_algorithm *algorithm;
	size_t bytes;
};

static int
call(vcube_node *self, void *arg)
{
	const struct call *c = arg;
	const size_t all = c->bytes * (size_t)vcube_size(self) + 1;
	char *in = take_block(self, all), *out = take_block(self, all);
	size_t *counts = take_block(self, 2 * sizeof *counts * (size_t)vcube_size(self));
	const struct vcube_call call = {
		.collective = c->algorithm->collective, .root = vcube_size(self) / 2,
		.in = in, .out = out, .count = c->bytes, .type = VCUBE_UINT8, .op = VCUBE_SUM,
		.in_counts = counts, .in_offsets = counts, .out_counts = counts, .out_offsets = counts,
	};

	if (vcube_failed(self))
		return vcube_failed(self);
	/* with threads they are combined */
	if (vcube_machine_desc(vcube_machine_of(self))->threads) {
		memset(in, 1, all);
		memset(out, 2, all);
	}
	memset(counts, 0, sizeof *counts * (size_t)vcube_size(self));
	vcube_call(self, c->algorithm, &call);
	vcube_free(self, counts);
	vcube_free(self, out);
	vcube_free(self, in);
	return vcube_failed(self);
}

/* Do its steps depend on data? Its members' counts are. */
static bool
depends(const struct vcube_algorithm *a)
{
	return vcube_collective_shape(a->collective)->traits & VCUBE_COUNTS;
}

static size_t
algorithms(void)
{
	size_t count = 0;

	while (vcube_algorithm_at((int)count) != NULL)
		count++;
	return count;
}

/* Compares all algorithms on a machine. Returns how many can run there. */
static int
compare_algorithms(const char *text, const size_t *bytes, size_t sizes, uint64_t key)
{
	const size_t cases = algorithms() * sizes;
	struct pair m = open_pair(text);
	int ran = 0;

	for (size_t k = first_case(key, cases); k < cases; k += next_case()) {
		struct call c = {vcube_algorithm_at((int)(k / sizes)), bytes[k % sizes]};

		set_deadline(NULL);
		if (!depends(c.algorithm) && compare(m, call, &c) == 0)
			ran++;
	}
	close_pair(m);
	return ran;
}

static void
test_algorithms_take_the_same_time(void **state)
{
	static const size_t bytes[] = {8, 0, 100, 3000};
	int ran = 0;

	(void)state;
	for (size_t i = 0; i < COUNT(machines); i++)
		ran += compare_algorithms(machines[i], bytes, COUNT(bytes), i);
	assert_true(ran > 0);
}

/* Each call has the deadline to itself. */
static void
test_large_machines_take_the_same_time(void **state)
{
	static const size_t bytes[] = {8};
	const char *only = getenv("LONG");

	(void)state;
	if (only == NULL)
		skip();
	for (size_t i = 0; i < COUNT(large); i++) {
		int ran;

		if (strchr(only, ':') != NULL && strcmp(only, large[i]) != 0)
			continue;
		ran = compare_algorithms(large[i], bytes, COUNT(bytes), i);
		print_message("%s: %d calls\n", large[i], ran);
		assert_true(ran > 0);
	}
}

static void
test_unknown_counts_are_refused(void **state)
{
	vcube_machine *machine = open_machine("full:16 clock=virtual threads=no");

	(void)state;
	for (int i = 0; vcube_algorithm_at(i) != NULL; i++) {
		struct call c = {vcube_algorithm_at(i), 8};

		if (!depends(c.algorithm))
			continue;
		run_for(machine, call, &c, VCUBE_EINVAL);
		error_has(vcube_run_error(machine), VCUBE_EINVAL, "vcube_alltoallv does not run with "
			  "threads=no, where nodes run one after the other: a member learns from the "
			  "others what they send; use threads=yes");
	}
	vcube_close(machine);
}

/* --- random programs --------------------------------------------------------- */

enum { ROUNDS = 30, MOST = 5, LENGTH = 4000, PAIRS = 3 };

static unsigned
draw(uint64_t plan, int round, int key)
{
	uint64_t state = plan + (uint64_t)round * 1000003u + (uint64_t)key * 7919u;

	return (unsigned)(vc_random(&state) >> 33);
}

struct act {
	vcube_node *self;
	uint64_t plan;
	int round, me, p, to, from;
	char *out, *in;
};

static size_t
length(const struct act *a, int i)
{
	return draw(a->plan, a->round, 100 + i) % LENGTH;
}

/* Several messages of a pair are under way, and are received when all are sent. */
static void
many(const struct act *a)
{
	const int count = 1 + (int)draw(a->plan, a->round, 3) % MOST;

	for (int i = 0; i < count; i++)
		vcube_send(a->self, NULL, a->to, a->out, length(a, i));
	for (int i = 0; i < count; i++)
		vcube_recv(a->self, NULL, a->from, a->in, length(a, i), NULL);
}

/* Requests that are waited for in another order than they were made. */
static void
requests(const struct act *a)
{
	const int count = 1 + (int)draw(a->plan, a->round, 3) % MOST;
	vcube_request *out[MOST], *in[MOST];

	for (int i = 0; i < count; i++) {
		out[i] = vcube_isend(a->self, NULL, a->to, a->out, length(a, i));
		in[i] = vcube_irecv(a->self, NULL, a->from, a->in, length(a, i));
	}
	for (int i = count; i-- > 0;) {
		vcube_wait(a->self, in[i], NULL);
		vcube_compute(a->self, draw(a->plan, a->round, i) % 1000000);
	}
	for (int i = 0; i < count; i++)
		vcube_wait(a->self, out[(i + count / 2) % count], NULL);
}

/* A receive that was posted takes the first message, though another one asks first. */
static void
posted(const struct act *a)
{
	vcube_request *in = vcube_irecv(a->self, NULL, a->from, a->in, length(a, 0));

	vcube_send(a->self, NULL, a->to, a->out, length(a, 0));
	vcube_send(a->self, NULL, a->to, a->out, length(a, 1));
	vcube_recv(a->self, NULL, a->from, a->in + LENGTH, length(a, 1), NULL);
	vcube_wait(a->self, in, NULL);
}

static void
both_ways(const struct act *a)
{
	vcube_sendrecv(a->self, NULL, a->to, a->out, length(a, 0), a->from, a->in, length(a, 0), NULL);
}

static void
exchanges(const struct act *a)
{
	struct vcube_pair pairs[PAIRS];
	int count = 0;

	for (int bit = 1; bit < 8; bit *= 2) {
		if ((a->me ^ bit) >= a->p)
			continue;
		vcube_exchange(a->self, NULL, a->me ^ bit, a->out, length(a, bit), a->in,
			       length(a, bit), NULL);
		pairs[count] = (struct vcube_pair){
			.peer = a->me ^ bit, .data = a->out, .bytes = length(a, bit),
			.into = a->in + count * LENGTH, .room = length(a, bit),
		};
		count++;
	}
	vcube_exchange_all(a->self, NULL, pairs, count);
}

static void
alone(const struct act *a)
{
	vcube_request *out = vcube_isend(a->self, NULL, a->me, a->out, length(a, 0));

	vcube_send(a->self, NULL, a->me, a->out, 8);
	vcube_compute(a->self, draw(a->plan, a->round, a->me) % 5000000);
	vcube_recv(a->self, NULL, a->me, a->in, length(a, 0), NULL);
	vcube_recv(a->self, NULL, a->me, a->in, 8, NULL);
	vcube_wait(a->self, out, NULL);
}

static int
random_program(vcube_node *self, void *arg)
{
	static void (*const kinds[])(const struct act *a) = {
		many, requests, posted, both_ways, exchanges, alone,
	};
	struct act a = {
		.self = self, .plan = *(const uint64_t *)arg, .me = vcube_rank(self),
		.p = vcube_size(self), .out = take_block(self, LENGTH), .in = take_block(self, PAIRS * LENGTH),
	};

	if (!vcube_failed(self))
		memset(a.out, 0, LENGTH);
	for (a.round = 0; a.round < ROUNDS && !vcube_failed(self); a.round++) {
		const int d = (int)(draw(a.plan, a.round, 1) % (unsigned)a.p);

		a.to = (a.me + d) % a.p;
		a.from = (a.me + a.p - d) % a.p;
		vcube_step(self, "round");
		kinds[draw(a.plan, a.round, 2) % COUNT(kinds)](&a);
	}
	return vcube_failed(self);
}

static void
test_random_programs_take_the_same_time(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(machines); i++) {
		struct pair m = open_pair(machines[i]);

		for (size_t k = first_case(i, 6); k < 6; k += next_case()) {
			uint64_t plan = seed + 100 * i + k;

			/* on wires alone most have no route, and both say so */
			compare(m, random_program, &plan);
		}
		close_pair(m);
	}
}

/* Another program takes other times: the comparison can fail. */
static void
test_another_program_takes_another_time(void **state)
{
	struct pair m = open_pair("torus:3x3");
	uint64_t plan = seed, other = seed + 1;

	(void)state;
	run_well(m.with, random_program, &plan);
	run_well(m.without, random_program, &other);
	assert_true(vcube_run_time(m.with) != vcube_run_time(m.without));
	close_pair(m);
}

/* --- traces ------------------------------------------------------------------ */

/* Each node exchanges with its neighbors in the first six dimensions. All that a trace can have
 * is there; names of steps are on a heap that the next node overwrites. */
static int
six_dimensions(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	char *name = vcube_alloc(self, 8), *block = take_block(self, 64);

	(void)arg;
	if (vcube_failed(self))
		return vcube_failed(self);
	snprintf(name, 8, "node %d", me % 10);
	memset(block, 0, 64);
	vcube_watch(self, "block", block, VCUBE_UINT8, 64);
	for (int d = 0; d < 6; d++) {
		vcube_step(self, d < 3 ? name : "far");
		vcube_compute(self, 1000 * (vcube_time)(me % 64) + 5000000000 * (d == 4));
		vcube_compute(self, 7);
		vcube_exchange(self, NULL, me ^ 1 << d, block, 8 << d % 3, block + 32, 32, NULL);
	}
	return vcube_failed(self);
}

/* Nodes 0 to 63 of a million have the trace of a machine of 64 nodes. */
static void
test_some_nodes_of_a_million_have_the_trace_of_a_small_machine(void **state)
{
	static const char *const kinds[] = {"routing=none", "per_hop=9ns"};
	const struct vcube_trace_options some = {.recorded = 64};

	(void)state;
	for (size_t k = first_case(7, COUNT(kinds)); k < COUNT(kinds); k += next_case()) {
		vcube_machine *few = open_machine("hypercube:6 clock=virtual %s", kinds[k]);
		vcube_machine *million = open_machine("hypercube:%d clock=virtual threads=no %s",
						    k == 0 ? up_to(20, 14) : up_to(15, 14), kinds[k]);

		start(few, TRACE, NULL);
		run_well(few, six_dimensions, NULL);
		start(million, OTHER, &some);
		run_well(million, six_dimensions, NULL);
		compare_traces(TRACE, OTHER);
		vcube_close(few);
		vcube_close(million);
	}
}

static int
bcast(vcube_node *self, void *arg)
{
	char block[8] = {0};

	return vcube_bcast(self, NULL, 0, block, sizeof block, VCUBE_UINT8, arg);
}

/* Of ranks and peers that need more than 15 bits, too. */
static void
test_high_ranks_are_traced(void **state)
{
	const int dimensions = up_to(20, 17), from[] = {32767, 65535, (1 << dimensions) - 2};
	vcube_machine *machine = open_machine("hypercube:%d clock=virtual threads=no routing=none",
					      dimensions);
	char how[] = "binomial";

	(void)state;
	for (size_t k = 0; k < COUNT(from); k++) {
		const struct vcube_trace_options two = {.first = from[k], .recorded = 2};
		vcube_trace *t = record_on(machine, bcast, how, 0, &two);
		const struct vcube_event *e;
		int calls = 0, received = 0;

		for (uint64_t i = 0; (e = vcube_trace_at(t, i)) != NULL; i++) {
			if (e->kind == VCUBE_EVENT_CALL) {
				assert_int_equal(e->rank, from[k] + calls++);
				assert_int_equal(e->peer, e->rank);
			}
			received += e->kind == VCUBE_EVENT_GOT;
		}
		assert_int_equal(calls, 2);
		assert_int_equal(received, 2);
		assert_true(vcube_trace_head(t)->time == vcube_run_time(machine));
		vcube_trace_close(t);
	}
	vcube_close(machine);
}

static int
wait_in_a_ring(vcube_node *self, void *arg)
{
	char byte = 0;

	(void)arg;
	return vcube_recv(self, NULL, (vcube_rank(self) + 1) % vcube_size(self), &byte, 1, NULL);
}

static void
test_a_trace_says_who_waits(void **state)
{
	const struct vcube_trace_options some = {.first = 2, .recorded = 2};
	vcube_trace *t = record("ring:8 clock=virtual threads=no", wait_in_a_ring, NULL,
				VCUBE_EDEADLOCK, &some);
	const struct vcube_event *e;
	int waits = 0;

	(void)state;
	for (uint64_t i = 0; (e = vcube_trace_at(t, i)) != NULL; i++) {
		if (e->kind != VCUBE_EVENT_WAIT)
			continue;
		assert_int_equal(e->peer, e->rank + 1);
		assert_string_equal(vcube_trace_text(t, e->text), "to receive from");
		waits++;
	}
	assert_int_equal(waits, 2);
	vcube_trace_close(t);
}

static void
test_nodes_that_are_not_there_are_refused(void **state)
{
	static const struct vcube_trace_options wrong[] = {
		{.first = -1}, {.first = 8}, {.recorded = 9}, {.recorded = -1},
		{.first = 7, .recorded = 2},
	};
	static const char *const machine[] = {"ring:8", "ring:8 clock=virtual threads=no"};
	struct vcube_error error;

	(void)state;
	for (size_t m = 0; m < COUNT(machine); m++) {
		vcube_machine *ring = open_machine("%s", machine[m]);

		for (size_t i = 0; i < COUNT(wrong); i++) {
			assert_int_equal(vcube_trace_start(ring, TRACE, &wrong[i], &error), VCUBE_EINVAL);
			error_has(&error, VCUBE_EINVAL, "the machine has nodes 0 to 7");
		}
		vcube_close(ring);
	}
}

/* Beyond the limit events are dropped and counted. */
static void
test_events_beyond_the_limit_are_counted(void **state)
{
	const struct vcube_trace_options few = {.recorded = 1, .events = 70};
	vcube_machine *machine = open_machine("ring:4 clock=virtual threads=no");
	uint64_t plan = seed;
	vcube_trace *t;

	(void)state;
	t = record_on(machine, random_program, &plan, 0, &few);
	assert_true(vcube_trace_head(t)->events < 300);
	assert_true(vcube_trace_head(t)->lost > 0);
	vcube_trace_close(t);
	vcube_close(machine);
}

/* --- what is refused --------------------------------------------------------- */

static int
ask(vcube_node *self, void *arg)
{
	const char *what = arg;
	const int me = vcube_rank(self), other = 1 - me;
	struct vcube_status status;
	vcube_request *request = NULL;
	vcube_group *part;
	char byte = 0;
	int there;

	if (strcmp(what, "any") == 0)
		vcube_recv(self, NULL, VCUBE_ANY, &byte, 1, NULL);
	else if (strcmp(what, "status") == 0)
		vcube_recv(self, NULL, other, &byte, 1, &status);
	else if (strcmp(what, "within") == 0)
		vcube_recv_within(self, NULL, other, &byte, 1, 5, NULL);
	else if (strcmp(what, "probe") == 0)
		vcube_probe(self, NULL, other, &status);
	else if (strcmp(what, "tag") == 0)
		vcube_tsend(self, NULL, other, 3, &byte, 1);
	else if (strcmp(what, "trecv") == 0)
		vcube_trecv(self, NULL, other, 3, &byte, 1, NULL);
	else if (strcmp(what, "tiprobe") == 0)
		vcube_tiprobe(self, NULL, other, 3, &there, &status);
	else if (strcmp(what, "now") == 0)
		vcube_now(self);
	else if (strcmp(what, "align") == 0)
		vcube_align(self, NULL);
	else if (strcmp(what, "split") == 0)
		vcube_split(self, NULL, 0, 0, &part);
	else
		request = vcube_irecv(self, NULL, other, &byte, 1);
	if (strcmp(what, "test") == 0)
		vcube_test(self, request, &there, NULL);
	else if (strcmp(what, "waitany") == 0)
		vcube_waitany(self, &request, 1, &there, NULL);
	else if (strcmp(what, "wait") == 0)
		vcube_wait(self, request, &status);
	return vcube_failed(self);
}

/* A receive is posted before a collective that receives from the same node, whose message for it
 * comes before those of the collective, or behind them. */
static int
post_before(vcube_node *self, void *arg)
{
	const bool early = *(bool *)arg;
	const int me = vcube_rank(self);
	int sum = 1;
	vcube_request *posted = NULL;
	char byte = 0;

	if (me == 0)
		posted = vcube_irecv(self, NULL, 1, &byte, 1);
	else if (early)
		vcube_send(self, NULL, 0, &byte, 1);
	vcube_allreduce(self, NULL, &sum, &sum, 1, VCUBE_INT32, VCUBE_SUM, "doubling");
	if (me == 1 && !early)
		vcube_send(self, NULL, 0, &byte, 1);
	return vcube_wait(self, posted, NULL);
}

static void
test_posted_before_a_collective(void **state)
{
	static const char *const clocks[] = {"", "routing=none"};

	(void)state;
	for (int i = 0; i < 2; i++) {
		vcube_machine *m = open_machine("full:2 clock=virtual threads=no %s", clocks[i]);
		bool early = false;

		run_well(m, post_before, &early);
		early = true;
		run_for(m, post_before, &early, VCUBE_EINVAL);
		error_has(vcube_run_error(m), VCUBE_EINVAL, "node 0: which message a receive takes that was "
			  "posted before this call depends on what other nodes do");
		vcube_close(m);
	}
}

static void
test_what_others_do_is_refused(void **state)
{
	static const char *const asked[][2] = {
		{"any", "a receive from any node"}, {"status", "a struct vcube_status"},
		{"within", "a receive with a time limit"}, {"probe", "a probe"},
		{"tag", "a message with a tag"}, {"trecv", "a message with a tag"},
		{"tiprobe", "a test"}, {"now", "vcube_now"}, {"align", "vcube_align"},
		{"split", "vcube_split"}, {"test", "a test"}, {"waitany", "vcube_waitany"},
		{"wait", "a struct vcube_status"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(asked); i++) {
		run_refused("full:2 clock=virtual threads=no", ask, asked[i][0], VCUBE_EINVAL, asked[i][1]);
		run_refused("full:2 clock=virtual threads=no routing=none", ask, asked[i][0], VCUBE_EINVAL,
			    "use threads=yes");
	}
}

static void
test_descriptions_are_refused(void **state)
{
	static const char *const text[][2] = {
		{"ring:4 threads=no", "needs clock=virtual"},
		{"ring:4 clock=wall threads=no", "needs clock=virtual"},
		{"ring:4 clock=virtual threads=no capacity=64", "capacity=unlimited"},
		{"ring:4 clock=virtual threads=no drop=1%", "no faults"},
		{"ring:4 clock=virtual threads=no jitter=1us", "no faults"},
		{"ring:4 clock=virtual threads=no crash=1@3", "no faults"},
		{"ring:4 clock=virtual threads=no fuzz=1", "fuzz=0"},
		{"ring:4 clock=virtual threads=no strict=yes", "strict=no"},
		{"hypercube:15 clock=virtual", "with threads=no they run one after the other"},
		{"hypercube:21 clock=virtual threads=no", "20"},
	};
	struct vcube_error error;

	(void)state;
	for (size_t i = 0; i < COUNT(text); i++) {
		assert_null(vcube_open(text[i][0], &error));
		error_has(&error, VCUBE_EINVAL, text[i][1]);
	}
}

static int
never(vcube_machine *machine, uint64_t step, const char *name, void *arg)
{
	(void)machine, (void)step, (void)name, (void)arg;
	return 1;
}

static void
test_observers_and_contents_are_refused(void **state)
{
	vcube_machine *machine = open_machine("ring:4 clock=virtual threads=no");
	const struct vcube_trace_options contents = {.contents = 1};
	struct vcube_error error;
	uint64_t plan = seed;

	(void)state;
	assert_int_equal(vcube_trace_start(machine, "no.trace", &contents, &error), VCUBE_EINVAL);
	error_has(&error, VCUBE_EINVAL, "threads=yes");
	vcube_on_step(machine, never, NULL);
	run_for(machine, random_program, &plan, VCUBE_EINVAL);
	error_has(vcube_run_error(machine), VCUBE_EINVAL, "vcube_on_step");
	vcube_on_step(machine, NULL, NULL);
	run_well(machine, random_program, &plan);
	vcube_close(machine);
}

/* --- wrong programs ---------------------------------------------------------- */

static int
err(vcube_node *self, void *arg)
{
	const char *what = arg;
	const int me = vcube_rank(self), p = vcube_size(self), next = (me + 1) % p;
	char data[8] = {0};

	if (strcmp(what, "cycle") == 0) {
		vcube_recv(self, NULL, next, data, 8, NULL);
		vcube_send(self, NULL, (me + p - 1) % p, data, 8);
	} else if (strcmp(what, "ended") == 0) {
		return me == 1 ? vcube_recv(self, NULL, 0, data, 8, NULL) : 0;
	} else if (strcmp(what, "unreceived") == 0) {
		return me == 1 ? vcube_send(self, NULL, 2, data, 8) : 0;
	} else if (strncmp(what, "long", 4) == 0) {
		vcube_send(self, NULL, next, data, 8);
		vcube_recv(self, NULL, (me + p - 1) % p, data, 4, NULL);
	} else if (strcmp(what, "call") == 0 && me == 0) {
		vcube_allreduce(self, NULL, data, data, 8, VCUBE_INT8, VCUBE_SUM, "doubling");
	} else if (strcmp(what, "call") == 0) {
		vcube_allreduce(self, NULL, data, data, 8, VCUBE_INT8, VCUBE_MAX, "doubling");
	} else if (strcmp(what, "request") == 0) {
		vcube_isend(self, NULL, me, data, 8);
	} else if (strcmp(what, "abort") == 0 && me == 2) {
		return vcube_abort(self, 7);
	} else if (strcmp(what, "result") == 0) {
		return me;
	}
	return vcube_failed(self) != 0 ? vcube_failed(self) : me == p - 1 && strstr(what, "last") ? 9 : 0;
}

static void
test_wrong_programs_fail(void **state)
{
	static const struct {
		const char *what;
		int code;
		const char *words;
	} wrong[] = {
		{"cycle", VCUBE_EDEADLOCK, "deadlock: node 0 waits for a message from node 1"},
		{"ended", VCUBE_EDEADLOCK, "node 1 waits for ever for a message from node 0: node 0 has ended"},
		{"unreceived", VCUBE_EUNRECEIVED, "1 message (8 bytes) was never received, the first from "
						  "node 1 to node 2"},
		{"long", VCUBE_ETRUNC, "longer than the buffer of 4 bytes"},
		{"call", VCUBE_EMISMATCH, "receives in allreduce.doubling"},
		{"request", VCUBE_EREQUEST, "never waited for"},
		{"abort", VCUBE_EABORT, "node 2 aborted the run with code 7"},
		{"result", VCUBE_EPROGRAM, "the program of node 1 returned 1"},
		{"last", VCUBE_EPROGRAM, "returned 9"},
		{"long and last", VCUBE_EPROGRAM, "returned 9"},        /* programs come first */
	};

	(void)state;
	for (size_t i = 0; i < COUNT(wrong); i++) {
		run_refused("full:4 clock=virtual threads=no routing=none", err, wrong[i].what,
			    wrong[i].code, wrong[i].words);
		run_refused("torus:2x2 clock=virtual threads=no", err, wrong[i].what, wrong[i].code,
			    wrong[i].words);
		/* nodes are played while others are noted */
		run_refused("full:16384 clock=virtual threads=no routing=none", err, wrong[i].what,
			    wrong[i].code, wrong[i].words);
	}
}

/* --- large machines ---------------------------------------------------------- */

static void
test_a_large_machine(void **state)
{
	const struct vcube_algorithm *a = vcube_algorithm_find(VCUBE_BCAST, "binomial", NULL);
	vcube_machine *machine = open_machine("hypercube:15 clock=virtual threads=no "
					      "routing=none heap=8MiB");
	struct call c = {a, 8};

	(void)state;
	run_well(machine, call, &c);
	/* 15 messages of 1 us + 8 ns, one after the other */
	assert_true(vcube_run_time(machine) == INT64_C(15) * 1008000);
	vcube_close(machine);
}

/* Nodes of a machine that is traced are played after all have been noted, those of others while
 * further nodes are noted. */
static void
test_nodes_take_the_same_time_whenever_they_are_played(void **state)
{
	static const struct {
		enum vcube_collectives collective;
		const char *name;
	} calls[] = {
		{VCUBE_ALLREDUCE, "doubling"}, {VCUBE_REDUCE_SCATTER, "hypercube"},
		{VCUBE_SCAN, "hypercube"}, {VCUBE_BCAST, "binomial"},
		{VCUBE_BARRIER, "hypercube"}, {VCUBE_ALLTOALL, "standard"},
	};
	static const char *const text[] = {"ports=one", "ports=all links=dim0:per_byte=9ns"};
	static const struct vcube_trace_options first = {.first = 0, .recorded = 1};

	(void)state;
	for (size_t i = first_case(5, COUNT(text) * COUNT(calls)); i < COUNT(text) * COUNT(calls);
	     i += next_case()) {
		const char *const keys = text[i / COUNT(calls)], *const name = calls[i % COUNT(calls)].name;
		struct call c = {vcube_algorithm_find(calls[i % COUNT(calls)].collective, name, NULL), 8};
		struct pair m;

		m.with = open_machine("hypercube:13 clock=virtual threads=no routing=none %s", keys);
		m.without = open_machine("hypercube:13 clock=virtual threads=no routing=none %s", keys);
		start(m.with, TRACE, &first);
		run_well(m.with, call, &c);
		run_well(m.without, call, &c);
		assert_same_nodes(m.with, m.without);
		assert_true(vcube_run_time(m.with) == vcube_run_time(m.without));
		close_pair(m);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_algorithms_take_the_same_time),
		TEST(test_large_machines_take_the_same_time),
		TEST(test_unknown_counts_are_refused),
		TEST(test_random_programs_take_the_same_time),
		TEST(test_another_program_takes_another_time),
		TEST(test_what_others_do_is_refused),
		TEST(test_posted_before_a_collective),
		TEST(test_descriptions_are_refused),
		TEST(test_observers_and_contents_are_refused),
		TEST(test_wrong_programs_fail),
		TEST(test_a_large_machine),
		TEST(test_nodes_take_the_same_time_whenever_they_are_played),
		TEST(test_some_nodes_of_a_million_have_the_trace_of_a_small_machine),
		TEST(test_high_ranks_are_traced),
		TEST(test_a_trace_says_who_waits),
		TEST(test_nodes_that_are_not_there_are_refused),
		TEST(test_events_beyond_the_limit_are_counted),
	};

	return RUN_IN_FOLDER(tests);
}
