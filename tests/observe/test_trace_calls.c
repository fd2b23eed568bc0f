/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traces: calls that are made again and again, which logs hold in two words, have the same events
 * as calls whose algorithm is named each time, which logs hold in full.
 */
#include <stdio.h>
#include <string.h>
#include "record.h"
#include "tracing.h"

enum { NODES = 4, MOST = 2000 };

struct how {
	bool named, splits;     /* nodes without threads cannot split groups */
};

static struct how
how_on(const char *machine, bool named)
{
	return (struct how){.named = named, .splits = strstr(machine, "threads=no") == NULL};
}

static int
call(vcube_node *self, const struct vcube_call *c, const char *how, bool named)
{
	return named ? vcube_call_how(self, c, how)
		     : vcube_call(self, vcube_algorithm_find(c->collective, how, NULL), c);
}

static vcube_group *
halved(vcube_node *self)
{
	vcube_group *half = NULL;

	vcube_split(self, NULL, vcube_rank(self) % 2, 0, &half);
	return half;
}

/* Calls again and again; watches that come and go, calls with other calls in them, and other calls
 * lie between. */
static int
make_calls(vcube_node *self, void *arg)
{
	const bool named = ((const struct how *)arg)->named;
	vcube_group *const half = ((const struct how *)arg)->splits ? halved(self) : NULL;
	int32_t in[NODES] = {vcube_rank(self)}, out[NODES] = {0};
	const struct vcube_call again = {
		.collective = VCUBE_ALLTOALL, .in = in, .out = out, .count = 1, .type = VCUBE_INT32,
	}, other = {
		.collective = VCUBE_ALLGATHER, .in = in, .out = out, .count = 1, .type = VCUBE_INT32,
	}, nested = {
		.collective = VCUBE_REDUCE_SCATTER, .in = in, .out = out, .count = 1, .type = VCUBE_INT32,
		.op = VCUBE_SUM,
	}, within = {
		.collective = VCUBE_ALLREDUCE, .group = half, .in = in, .out = out, .count = 2,
		.type = VCUBE_INT32, .op = VCUBE_SUM,
	}, nothing = {.collective = VCUBE_BARRIER}, longer = {
		.collective = VCUBE_ALLTOALL, .in = in, .out = out, .count = 0, .type = VCUBE_DOUBLE,
	};

	for (int i = 0; i < 20; i++) {
		memset(out, i, sizeof out);
		call(self, &again, "direct", named);
		if (i % 5 == 3)
			vcube_watch(self, "mine", in, VCUBE_INT32, i == 8 ? 0 : 2);
		if (i == 4 || i == 13)
			call(self, &other, "ring", named);
		if (i == 10)
			call(self, &longer, "direct", named);
		if (i == 11)
			vcube_watch(self, "mine", NULL, VCUBE_INT32, 0);
	}
	for (int i = 0; i < 5; i++)
		call(self, &nested, "spread", named);
	for (int i = 0; i < 5; i++)
		call(self, &within, "doubling", named);
	for (int i = 0; i < 5; i++)
		call(self, &nothing, "dissemination", named);
	vcube_group_free(self, half);
	return vcube_failed(self);
}

/* Is the time no host's? */
static bool
is_exact(const char *machine)
{
	return strstr(machine, "virtual") != NULL;
}

/* The events of a node, in words. */
struct events {
	char text[MOST][120];
	int used;
};

/* Events that do not depend on the host under any clock, but for their times */
static bool
is_of_call(const struct vcube_event *e)
{
	return e->kind == VCUBE_EVENT_CALL || e->kind == VCUBE_EVENT_GROUP || e->kind == VCUBE_EVENT_RETURN ||
	       e->kind == VCUBE_EVENT_WATCH || e->kind == VCUBE_EVENT_STEP || e->kind == VCUBE_EVENT_MEMORY;
}

static uint64_t
sum_of(const unsigned char *bytes, size_t count)
{
	uint64_t sum = 0;

	while (count-- > 0)
		sum = 31 * sum + bytes[count];
	return sum;
}

static void
take_events(const char *machine, bool named, size_t contents, struct events *of)
{
	const struct vcube_trace_options options = {.contents = contents};
	struct how how = how_on(machine, named);
	vcube_trace *const t = record(machine, make_calls, &how, 0, &options);
	const bool exact = is_exact(machine);
	const struct vcube_event *e;

	for (int r = 0; r < NODES; r++)
		of[r].used = 0;
	while ((e = vcube_trace_next(t)) != NULL) {
		struct events *const o = &of[e->rank];
		struct vcube_event timeless = *e;

		if (!exact)
			timeless.time = timeless.span = 0;
		if (e->kind == VCUBE_EVENT_MEMORY)      /* not where it is in the file, but its sum */
			timeless.amount = sum_of(vcube_trace_contents(t, e), e->number);
		if (!exact && !is_of_call(e))
			continue;
		assert_true(o->used < MOST);
		print(t, &timeless, o->text[o->used++], sizeof *o->text);
	}
	vcube_trace_close(t);
}

static const char *const machines[] = {
	"full:4", "full:4 fuzz=3", "full:4 threads=one", "full:4 clock=wall", "full:4 clock=virtual",
	"full:4 clock=virtual threads=one", "full:4 clock=virtual threads=no",
	"full:4 clock=virtual routing=none", "full:4 clock=virtual jitter=1us",
	"mesh:2x2 clock=virtual routing=any copy=3ns",
};

/* The calls that a node is in, by depth; [0]: the CALL whose depth is not known yet. */
struct nest {
	struct vcube_event call[VC_CALLS_MAX + 1];
	int depth;
};

/* Returns whether an event is the end of a call, with what its begin had. */
static bool
ends_call(struct nest *n, const struct vcube_event *e, bool exact)
{
	const struct vcube_event *const c = &n->call[n->depth];

	if (e->kind == VCUBE_EVENT_CALL) {
		n->call[0] = *e;
	} else if (e->kind == VCUBE_EVENT_GROUP) {
		assert_int_equal(e->detail, ++n->depth);
		n->call[n->depth] = n->call[0];
	} else if (e->kind == VCUBE_EVENT_RETURN) {
		assert_true(e->detail == n->depth-- && e->text == c->text && e->number == c->number &&
			    e->peer == c->peer && (!exact || e->span == e->time - c->time));
		return true;
	}
	return false;
}

static void
test_ends_have_their_calls(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2 * COUNT(machines); i++) {
		const char *const machine = machines[i / 2];
		struct how how = how_on(machine, i % 2);
		vcube_trace *const t = record(machine, make_calls, &how, 0, NULL);
		const struct vcube_event *e;
		struct nest nests[NODES] = {{.depth = 0}};
		int ends = 0;

		while ((e = vcube_trace_next(t)) != NULL)
			ends += ends_call(&nests[e->rank], e, is_exact(machine));
		assert_int_equal(ends, NODES * (20 + 2 + 1 + 2 * 5 + 5 + 5));
		vcube_trace_close(t);
	}
}

/* Calls that lie so far apart that logs hold them in full again. */
static int
make_far_calls(vcube_node *self, void *arg)
{
	int32_t in[NODES] = {0}, out[NODES];
	const struct vcube_call again = {
		.collective = VCUBE_ALLTOALL, .in = in, .out = out, .count = 1, .type = VCUBE_INT32,
	};

	(void)arg;
	for (int i = 0; i < 20; i++) {
		call(self, &again, "direct", false);
		for (int step = 0; step < 3000; step++)
			vcube_step(self, "far");
	}
	return vcube_failed(self);
}

static void
test_far_calls(void **state)
{
	unsigned seen[VCUBE_EVENTS_COUNT] = {0};
	vcube_trace *const t = record("full:4 clock=virtual", make_far_calls, NULL, 0, NULL);
	const struct vcube_event *e;

	(void)state;
	while ((e = vcube_trace_next(t)) != NULL)
		seen[e->kind]++;
	assert_int_equal(seen[VCUBE_EVENT_CALL], NODES * 20);
	assert_int_equal(seen[VCUBE_EVENT_GROUP], NODES * 20);
	assert_int_equal(seen[VCUBE_EVENT_WATCH], NODES * 20 * 2);
	assert_int_equal(seen[VCUBE_EVENT_RETURN], NODES * 20);
	vcube_trace_close(t);
}

/* Returns how many events of a call are lost in a full log. */
static uint64_t
lost_by(vcube_node *self, const struct vcube_call *c, bool named)
{
	const uint64_t before = self->log->lost;

	call(self, c, "direct", named);
	return self->log->lost - before;
}

static int
fill_log(vcube_node *self, void *arg)
{
	int32_t in[NODES] = {0}, out[NODES];
	const struct vcube_call again = {
		.collective = VCUBE_ALLTOALL, .in = in, .out = out, .count = 1, .type = VCUBE_INT32,
	};
	uint64_t lost;

	/* full before the first call, or of calls */
	for (int i = 0; i < 1000 && arg != NULL; i++)
		vcube_step(self, "full");
	for (int i = 0; i < 100; i++)
		lost = lost_by(self, &again, false);
	CHECK(self, self->log->at == self->log->end && lost > 4);
	CHECK(self, lost_by(self, &again, true) == lost);
	return vcube_failed(self);
}

static void
test_no_room(void **state)
{
	const struct vcube_trace_options options = {.events = NODES * 64};

	(void)state;
	vcube_trace_close(record("full:4 clock=virtual", fill_log, NULL, 0, &options));
	vcube_trace_close(record("full:4 clock=virtual", fill_log, "", 0, &options));
}

/* Nodes whose numbers need words of their own. */
static int
meet(vcube_node *self, void *arg)
{
	const struct vcube_call again = {.collective = VCUBE_BARRIER};

	(void)arg;
	for (int i = 0; i < 5; i++)
		call(self, &again, "binomial", false);
	return vcube_failed(self);
}

static void
test_many_nodes(void **state)
{
	enum { MANY = 33000, FIRST = MANY - 2 };
	vcube_trace *const t = record("ring:33000 clock=virtual routing=any threads=no heap=64KiB", meet, NULL, 0,
				      &(struct vcube_trace_options){.first = FIRST, .recorded = 2});
	const struct vcube_event *e;
	uint32_t calls[2] = {0}, groups[2] = {0};

	(void)state;
	while ((e = vcube_trace_next(t)) != NULL) {
		if (e->kind == VCUBE_EVENT_CALL || e->kind == VCUBE_EVENT_RETURN)
			assert_true(e->peer == e->rank && e->number == MANY);
		if (e->kind == VCUBE_EVENT_CALL)
			calls[e->rank - FIRST]++;
		else if (e->kind == VCUBE_EVENT_GROUP)
			assert_int_equal(e->number, groups[e->rank - FIRST]++);
	}
	assert_true(calls[0] == 5 && calls[1] == 5 && groups[0] == 5 && groups[1] == 5);
	vcube_trace_close(t);
}

static void
test_same_events(void **state)
{
	static struct events again[NODES], named[NODES];

	(void)state;
	for (size_t i = 0; i < 2 * COUNT(machines); i++) {
		const char *const machine = machines[i / 2];
		/* without threads, nodes have no contents */
		const size_t contents = strstr(machine, "threads=no") == NULL ? i % 2 * 8 : 0;

		take_events(machine, false, contents, again);
		take_events(machine, true, contents, named);
		for (int r = 0; r < NODES; r++) {
			assert_int_equal(again[r].used, named[r].used);
			for (int k = 0; k < again[r].used; k++)
				assert_string_equal(again[r].text[k], named[r].text[k]);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_ends_have_their_calls),
		TEST(test_far_calls),
		TEST(test_many_nodes),
		TEST(test_no_room),
		TEST(test_same_events),
	};

	return RUN_IN_FOLDER(tests);
}
