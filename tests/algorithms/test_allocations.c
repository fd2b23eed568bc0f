/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * No algorithm allocates in its inner loop. A call takes what it needs of a node's heap
 * once, however many steps it has, and after a few calls it takes nothing from the host.
 * Nor does a call build a schedule that exists already. Messages reuse the memory of
 * earlier ones. Whichever block of its heap an algorithm does not get, the call fails and
 * says so. Linked so that allocations are counted and refused here.
 */
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include "node.h"
#include "walk.h"

enum { NODES = 64, WARM = 4, CALLS = 3, ELEMENTS = 16, BURSTS = 500, BURST = 100, LENGTH = 300,
       BODY = 512 };            /* room for LENGTH in a pool, which has powers of two */

static_assert(LENGTH < BODY && LENGTH > BODY / 2, "the next power of two");

struct taken {
	long host;              /* blocks from the host */
	long heap[NODES];       /* blocks of each node's heap */
	long sizes[NODES];      /* how often they grow or shrink */
	long schedules;         /* built */
};

static _Atomic(long) host, heap[NODES], sizes[NODES], schedules;
static _Atomic(size_t) chunks;          /* bytes in pools for messages in flight */
static _Atomic(long) refused_from[NODES];       /* as heap[] counts them; 0: none is refused */

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *block, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void *__real_vc_heap_alloc(struct vc_heap *heap, size_t bytes, struct vcube_error *error);
void *__real_vc_heap_alloc_to_grow(struct vc_heap *heap, size_t bytes);
bool __real_vc_heap_refit(struct vc_heap *heap, void *block, size_t bytes);
void *__real_vc_heap_resize(struct vc_heap *heap, void *block, size_t bytes,
			    struct vcube_error *error);
vcube_schedule *__real_vcube_schedule_build(const struct vcube_schedule_plan *plan,
					    struct vcube_error *error);

void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *block, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_vc_heap_alloc(struct vc_heap *of, size_t bytes, struct vcube_error *error);
void *__wrap_vc_heap_alloc_to_grow(struct vc_heap *of, size_t bytes);
bool __wrap_vc_heap_refit(struct vc_heap *of, void *block, size_t bytes);
void *__wrap_vc_heap_resize(struct vc_heap *of, void *block, size_t bytes,
			    struct vcube_error *error);
vcube_schedule *__wrap_vcube_schedule_build(const struct vcube_schedule_plan *plan,
					    struct vcube_error *error);

static void
count(_Atomic(long) *what)
{
	atomic_fetch_add_explicit(what, 1, memory_order_relaxed);
}

void *
__wrap_malloc(size_t bytes)
{
	count(&host);
	return __real_malloc(bytes);
}

void *
__wrap_calloc(size_t n, size_t bytes)
{
	count(&host);
	return __real_calloc(n, bytes);
}

void *
__wrap_realloc(void *block, size_t bytes)
{
	count(&host);
	return __real_realloc(block, bytes);
}

void *
__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
	count(&host);
	atomic_fetch_add_explicit(&chunks, bytes, memory_order_relaxed);
	return __real_aligned_alloc(alignment, bytes);
}

static int
owner(const struct vc_heap *of)
{
	return ((const vcube_node *)((const char *)of - offsetof(vcube_node, heap)))->rank;
}

/* Counts a block, and returns whether its heap has to refuse it. */
static bool
is_refused_to(const struct vc_heap *of)
{
	const int rank = owner(of);
	const long from = atomic_load(&refused_from[rank]);

	count(&heap[rank]);
	return from > 0 && atomic_load(&heap[rank]) >= from;
}

void *
__wrap_vc_heap_alloc(struct vc_heap *of, size_t bytes, struct vcube_error *error)
{
	return __real_vc_heap_alloc(of, is_refused_to(of) ? SIZE_MAX / 2 : bytes, error);
}

void *
__wrap_vc_heap_alloc_to_grow(struct vc_heap *of, size_t bytes)
{
	return is_refused_to(of) ? NULL : __real_vc_heap_alloc_to_grow(of, bytes);
}

bool
__wrap_vc_heap_refit(struct vc_heap *of, void *block, size_t bytes)
{
	count(&sizes[owner(of)]);
	return __real_vc_heap_refit(of, block, bytes);
}

void *
__wrap_vc_heap_resize(struct vc_heap *of, void *block, size_t bytes, struct vcube_error *error)
{
	count(&sizes[owner(of)]);
	return __real_vc_heap_resize(of, block, bytes, error);
}

vcube_schedule *
__wrap_vcube_schedule_build(const struct vcube_schedule_plan *plan, struct vcube_error *error)
{
	count(&schedules);
	return __real_vcube_schedule_build(plan, error);
}

struct subject {
	const struct vcube_algorithm *algorithm;
	bool starlike;          /* alltoallv: only blocks of and for member 0 are not empty */
	long blocks[2];         /* refused: those that even and odd ranks get from their heap */
	struct taken before, after;
};

struct need {
	long blocks, sizes;
};

static struct taken
taken(void)
{
	struct taken t = {.host = atomic_load(&host), .schedules = atomic_load(&schedules)};

	for (int rank = 0; rank < NODES; rank++) {
		t.heap[rank] = atomic_load(&heap[rank]);
		t.sizes[rank] = atomic_load(&sizes[rank]);
	}
	return t;
}

/* With nobody in a call. */
static void
note(vcube_node *self, struct taken *where)
{
	vcube_barrier(self, NULL, NULL);
	if (vcube_rank(self) == 0)
		*where = taken();
	vcube_barrier(self, NULL, NULL);
}

/* A call of a subject, and the lists that it has if its blocks are unequal. */
static struct vcube_call
call_of(vcube_node *self, const struct subject *s)
{
	const int p = vcube_size(self);
	const size_t bytes = sizeof(int64_t) * ELEMENTS * (size_t)p, lists = (size_t)p * sizeof(size_t);
	int64_t *const in = take_block(self, bytes), *const out = take_block(self, bytes);
	size_t *const counts = take_block(self, lists), *const offsets = take_block(self, lists);
	const bool irregular = has_counts(s->algorithm->collective);

	if (vcube_failed(self) == 0)
		memset(in, 0, bytes);
	for (size_t i = 0; vcube_failed(self) == 0 && i < (size_t)p; i++) {
		counts[i] = s->starlike && vcube_rank(self) > 0 && i > 0 ? 0 : ELEMENTS;
		offsets[i] = i * ELEMENTS;
	}
	return (struct vcube_call){
		.collective = s->algorithm->collective, .in = in, .out = out,
		.count = irregular ? 1 : ELEMENTS, .type = VCUBE_INT64,
		.op = combines(s->algorithm->collective) ? VCUBE_SUM : NULL, .root = p - 1,
		.in_counts = irregular ? counts : NULL, .in_offsets = irregular ? offsets : NULL,
		.out_counts = irregular ? counts : NULL, .out_offsets = irregular ? offsets : NULL,
	};
}

static int
call(vcube_node *self, void *arg)
{
	struct subject *const s = arg;
	const struct vcube_call c = call_of(self, s);

	for (int i = 0; i < WARM; i++)
		vcube_call(self, s->algorithm, &c);
	note(self, &s->before);
	for (int i = 0; i < CALLS; i++)
		vcube_call(self, s->algorithm, &c);
	note(self, &s->after);
	return vcube_failed(self);
}

static long
larger(long a, long b)
{
	return a > b ? a : b;
}

/* The most that a node takes for a call. All nodes together take less than one block each
 * from the host: now and then a queue must grow once more. */
static struct need
needs(const struct vcube_algorithm *a, int p, bool starlike)
{
	vcube_machine *const m = open_machine("full:%d fuzz=1", p);
	const long built = atomic_load(&schedules);
	struct subject s = {.algorithm = a, .starlike = starlike};
	struct need need = {0, 0};

	run_well(m, call, &s);
	vcube_close(m);
	assert_in_range(s.before.schedules - built, 0, 1);
	assert_int_equal(s.after.schedules, s.before.schedules);
	assert_in_range(s.after.host - s.before.host, 0, p - 1);
	for (int rank = 0; rank < p; rank++) {
		need.blocks = larger(need.blocks, s.after.heap[rank] - s.before.heap[rank]);
		need.sizes = larger(need.sizes, s.after.sizes[rank] - s.before.sizes[rank]);
	}
	return (struct need){need.blocks / CALLS, need.sizes / CALLS};
}

/* alltoallv through relays does not know how much it will receive: each stage has a block
 * or two for that, which may grow, and returns what was too much. */
static struct need
permitted(const struct vcube_algorithm *a)
{
	const int stages = strcmp(a->name, "four-stage") == 0 ? 4 : 2;

	if (!has_counts(a->collective) || strcmp(a->name, "direct") == 0)
		return (struct need){2, 0};
	return (struct need){3 + 3 * stages, 8 * stages};
}

static void
check(const struct vcube_algorithm *a, int p, bool starlike)
{
	const struct need need = needs(a, p, starlike), most = permitted(a);

	if (need.blocks > most.blocks || need.sizes > most.sizes)
		fail_msg("%s.%s takes %ld blocks of heap for a call of %d nodes, which it makes larger or "
			 "smaller %ld times: %ld and %ld would do", vcube_collective_name(a->collective),
			 a->name, need.blocks, p, need.sizes, most.blocks, most.sizes);
}

/* 4 nodes take at most 3 steps, 16 of them up to 15; an array of 64 has 8 per stage. */
static void
test_nothing_is_taken_in_inner_loops(void **state)
{
	const struct vcube_algorithm *a;

	(void)state;
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		const bool irregular = has_counts(a->collective);

		for (int p = 4; p <= (irregular ? 64 : 16); p *= 4)
			for (int starlike = 0; starlike <= irregular; starlike++)
				check(a, p, starlike);
	}
}

static int
call_refused(vcube_node *self, void *arg)
{
	const struct subject *const s = arg;
	const struct vcube_call c = call_of(self, s);
	const int me = vcube_rank(self);
	int code;

	atomic_store(&refused_from[me], atomic_load(&heap[me]) + 1 + s->blocks[me % 2]);
	code = vcube_call(self, s->algorithm, &c);
	atomic_store(&refused_from[me], 0);
	return code;
}

/* Returns how many blocks are refused in turn until a call gets all that it needs. */
static long
refuse_each(struct subject s, int p, bool everywhere)
{
	vcube_machine *const m = open_machine("full:%d", p);
	long got = 0;
	int code;

	do {
		s.blocks[0] = everywhere ? got : LONG_MAX / 2;
		s.blocks[1] = got++;
		code = vcube_run(m, call_refused, &s);
		if (code != 0)
			error_has(vcube_run_error(m), VCUBE_EHEAP, "heap");
	} while (code != 0);
	vcube_close(m);
	return got - 1;
}

static void
test_each_refusal_is_told(void **state)
{
	const struct vcube_algorithm *a;
	long refused = 0;

	(void)state;
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++)
		for (int p = 4; p <= 16; p *= 4)
			for (int everywhere = 0; everywhere < 2; everywhere++)
				refused += refuse_each((struct subject){.algorithm = a}, p, everywhere);
	assert_true(refused > 100);
}

/* Messages back and forth, in bursts: at most one burst of a node is in flight. */
static int
burst(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	char data[LENGTH] = {0};

	(void)arg;
	for (int i = 0; i < BURSTS * BURST; i++)
		if (i / BURST % 2 == me)
			vcube_send(self, NULL, 1 - me, data, LENGTH);
		else
			vcube_recv(self, NULL, 1 - me, data, LENGTH, NULL);
	return vcube_failed(self);
}

/* Whichever node is ahead, the pools of both are no larger than a burst requires: channels
 * take no more than bodies, and a chunk no more than all before. */
static void
test_messages_use_memory_again(void **state)
{
	static const char *const how[] = {"free", "virtual routing=none"};

	(void)state;
	for (size_t i = 0; i < COUNT(how); i++) {
		vcube_machine *const m = open_machine("full:2 clock=%s", how[i]);
		const size_t before = atomic_load(&chunks);

		run_well(m, burst, NULL);
		run_well(m, burst, NULL);
		vcube_close(m);
		assert_in_range(atomic_load(&chunks) - before, 1, 2 * 2 * 2 * BURST * BODY);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_nothing_is_taken_in_inner_loops),
		TEST(test_each_refusal_is_told),
		TEST(test_messages_use_memory_again),
	};

	return RUN_TESTS(tests);
}
