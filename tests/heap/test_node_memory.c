/* SPDX-License-Identifier: BSD-2-Clause */
/* The heaps of a machine: bounded, empty at every start, and strict mode. */
#include <stdlib.h>
#include <string.h>
#include <vcube/authoring.h>
#include "support.h"

/* Allocates to the last byte and frees it again: a refusal is no failure. */
static int
exhaust(vcube_node *self, void *arg)
{
	const size_t size = *(const size_t *)arg;
	char *block[200];
	int n = 0;

	CHECK(self, vcube_heap_size(self) == size);
	CHECK(self, vcube_heap_used(self) == 0 && vcube_heap_peak(self) == 0);
	while (n < 200 && (block[n] = vcube_alloc(self, 1000)) != NULL)
		memset(block[n++], vcube_rank(self), 1000);
	CHECK(self, (size_t)n > size * 9 / 10 / 1016 && n < 200 && (size_t)n * 1000 < size);
	CHECK(self, vcube_failed(self) == 0);
	CHECK(self, strstr(vcube_heap_error(self), "no room for 1000 bytes") != NULL);
	CHECK(self, vcube_heap_used(self) <= size && vcube_heap_used(self) >= 1000 * (size_t)n);
	while (n-- > 0) {
		for (int i = 0; i < 1000; i++)
			CHECK(self, block[n][i] == vcube_rank(self));
		vcube_free(self, block[n]);
	}
	CHECK(self, vcube_heap_used(self) == 0 && vcube_heap_peak(self) >= size * 9 / 10);
	CHECK(self, vcube_alloc(self, size) == NULL && vcube_alloc(self, SIZE_MAX) == NULL);
	CHECK(self, vcube_resize(self, NULL, 100) != NULL);
	return 0;
}

static void
test_heaps_are_bounded(void **state)
{
	size_t size = 100 << 10;
	struct vcube_stats stats;
	vcube_machine *machine = open_machine("full:8 heap=100KiB");

	(void)state;
	for (int i = 0; i < 5; i++) {
		run_well(machine, exhaust, &size);
		for (int r = 0; r < 8; r++) {
			vcube_run_stats(machine, r, &stats);
			assert_true(stats.heap_peak >= size * 9 / 10 && stats.heap_peak <= size);
		}
	}
	vcube_close(machine);
	try_well("full:2 heap=100KiB strict=yes", exhaust, &size);
}

/* A block that grows keeps its place and contents, up to a block behind it. */
static int
grow(vcube_node *self, void *arg)
{
	char *const first = vcube_alloc_to_grow(self, 1000), *behind;
	size_t room = 1000;

	(void)arg;
	CHECK(self, first != NULL);
	memset(first, 5, 1000);
	CHECK(self, vcube_resize_in_place(self, first, 50000));
	memset(first + 1000, 5, 49000);
	behind = vcube_alloc_to_grow(self, 1000);
	CHECK(self, behind != NULL);
	memset(behind, 6, 1000);
	CHECK(self, !vcube_resize_in_place(self, first, 60000));
	CHECK(self, vcube_resize_in_place(self, first, 40000));
	while (vcube_resize_in_place(self, behind, room + 100))
		room += 100;
	CHECK(self, room > 40000 && room < 100 << 10);
	for (int i = 0; i < 40000; i++)
		CHECK(self, first[i] == 5);
	for (int i = 0; i < 1000; i++)
		CHECK(self, behind[i] == 6);
	CHECK(self, vcube_alloc_to_grow(self, 100 << 10) == NULL && vcube_failed(self) == 0);
	vcube_free(self, behind);
	vcube_free(self, first);
	CHECK(self, vcube_heap_used(self) == 0);
	CHECK(self, !vcube_resize_in_place(self, first, 10) && vcube_failed(self) == 0);
	return 0;
}

static void
test_blocks_grow_in_place(void **state)
{
	(void)state;
	try_well("full:2 heap=100KiB", grow, NULL);
	try_well("full:2 heap=100KiB strict=yes", grow, NULL);
}

/* Strict mode. Whose memory: 0 the program's, 1 the C library's, 2 another node's, 3 a
 * freed block, 4 beyond the end of a block, 5 inside a block, 6 the stack, 7 no bytes. The
 * last three are permitted. */
enum { PLACES = 8, PERMITTED = 5, BYTES = 64 };
static char global[BYTES];

struct foreign {
	int call, place;
	char *host, *shared;
};

static char *
place(vcube_node *self, struct foreign *f, char *stack)
{
	char *block = vcube_alloc(self, 2 * BYTES);

	switch (f->place) {
	case 0:
		return global;
	case 1:
		return f->host;
	case 2:
		return f->shared;
	case 3:
		vcube_free(self, block);
		return block;
	case 4:
		return block + BYTES + 1;
	case 5:
		return block + BYTES;
	case 6:
		return stack;
	default:
		return NULL;
	}
}

/* Node 0 sends to itself, or receives, with memory whose last byte is not its own. */
static int
pass_foreign(vcube_node *self, void *arg)
{
	struct foreign *f = arg;
	char stack[BYTES] = {0}, own[BYTES] = {0}, *at;
	const size_t bytes = f->place == 7 ? 0 : BYTES;
	vcube_request *r;

	if (vcube_rank(self) == 1)
		f->shared = vcube_alloc(self, BYTES);
	vcube_align(self, NULL);
	if (vcube_rank(self) == 1)
		return 0;
	at = place(self, f, stack);
	switch (f->call) {
	case 0:
		vcube_send(self, NULL, 0, at, bytes);
		return vcube_recv(self, NULL, 0, own, BYTES, NULL);
	case 1:
		vcube_send(self, NULL, 0, own, bytes);
		return vcube_recv(self, NULL, 0, at, bytes, NULL);
	case 2:
		r = vcube_isend(self, NULL, 0, at, bytes);
		vcube_recv(self, NULL, 0, own, BYTES, NULL);
		return vcube_wait(self, r, NULL);
	case 3:
		r = vcube_irecv(self, NULL, 0, at, bytes);
		vcube_send(self, NULL, 0, own, bytes);
		return vcube_wait(self, r, NULL);
	case 4:
		return vcube_sendrecv(self, NULL, 0, at, bytes, 0, own, BYTES, NULL);
	case 5:
		return vcube_exchange(self, NULL, 0, own, bytes, at, bytes, NULL);
	default:
		return vcube_exchange_all(self, NULL,
					  &(struct vcube_pair){0, own, bytes, at, bytes}, 1);
	}
}

static void
test_foreign_pointers(void **state)
{
	static const char *const names[] = {
		"vcube_send: 64 bytes at ", "vcube_recv: 64 bytes at ", "vcube_isend: 64 bytes at ",
		"vcube_irecv: 64 bytes at ", "vcube_sendrecv: 64 bytes at ",
		"vcube_exchange: 64 bytes at ", "vcube_exchange_all: 64 bytes at ",
	};
	char *host = malloc(BYTES);

	(void)state;
	for (int n = 0; n < 7; n++)
		for (int where = 0; where < PLACES; where++) {
			struct foreign f = {n, where, host, NULL};
			vcube_machine *machine = open_machine("full:2 strict=yes clock=%s",
							      where % 2 ? "virtual" : "free");

			run_for(machine, pass_foreign, &f, where < PERMITTED ? VCUBE_EFOREIGN : 0);
			if (where < PERMITTED) {
				report_has(machine, names[n]);
				report_has(machine, "node 0's heap");
				assert_int_equal(vcube_run_failure(machine, 1)->code, 0);
			}
			vcube_close(machine);
		}
	free(host);
}

/* An overrun of a block is reported when the block is freed, or at the end. */
static int
overrun(vcube_node *self, void *arg)
{
	const int *how = arg;
	char *block = vcube_alloc(self, 100);

	if (vcube_rank(self) == 1)
		block[100] = 'x';
	if (*how == 0)
		vcube_free(self, block);
	return vcube_failed(self);
}

static void
test_overruns(void **state)
{
	vcube_machine *machine = open_machine("full:3 strict=yes");

	(void)state;
	for (int how = 0; how < 2; how++) {
		run_for(machine, overrun, &how, VCUBE_EOVERRUN);
		error_has(vcube_run_failure(machine, 1), VCUBE_EOVERRUN, "100 bytes");
		assert_int_equal(vcube_run_failure(machine, 0)->code, 0);
		assert_int_equal(vcube_run_failure(machine, 2)->code, 0);
		report_has(machine, "written past its end");
	}
	vcube_close(machine);
}

/* A second free of a block is refused, and fails the node. */
static int
free_twice(vcube_node *self, void *arg)
{
	char *block = vcube_alloc(self, 100), *behind = vcube_alloc(self, 100);

	(void)arg;
	vcube_free(self, NULL);
	vcube_free(self, block);
	CHECK(self, vcube_failed(self) == 0);
	vcube_free(self, block);
	CHECK(self, vcube_failed(self) == VCUBE_EINVAL);
	vcube_free(self, behind);
	return vcube_failed(self);
}

static void
test_freed_twice(void **state)
{
	vcube_machine *machine = open_machine("linear:1");

	(void)state;
	run_for(machine, free_twice, NULL, VCUBE_EINVAL);
	report_has(machine, "vcube_free: the block at offset");
	vcube_close(machine);
}

/* Each node has its own heap and random numbers, the same in every run. */
static int
own_numbers(vcube_node *self, void *arg)
{
	uint64_t *board = (uint64_t *)arg + 2 * vcube_rank(self);

	board[0] = vcube_random(self);
	board[1] = vcube_random(self);
	return 0;
}

static void
test_random_numbers(void **state)
{
	enum { SEEDS = 6 };
	uint64_t numbers[SEEDS][8], again[8];

	(void)state;
	for (int i = 0; i < SEEDS; i++) {
		vcube_machine *machine = open_machine("full:4 seed=%d", i);

		run_well(machine, own_numbers, numbers[i]);
		run_well(machine, own_numbers, again);
		assert_memory_equal(numbers[i], again, sizeof again);
		vcube_close(machine);
	}
	/* no two nodes share numbers, not even later ones */
	for (int i = 0; i < SEEDS * 8; i++)
		for (int k = 0; k < i; k++)
			assert_true((&numbers[0][0])[i] != (&numbers[0][0])[k]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_heaps_are_bounded),
		TEST(test_blocks_grow_in_place),
		TEST(test_foreign_pointers),
		TEST(test_overruns),
		TEST(test_freed_twice),
		TEST(test_random_numbers),
	};

	return RUN_TESTS(tests);
}
