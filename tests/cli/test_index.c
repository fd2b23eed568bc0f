/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An index finds each thing that was added and nothing else: also while it grows, and where all
 * hashes are equal, so that only what things are tells them apart.
 */
#include <string.h>
#include "base/index.h"
#include "support.h"

enum { MANY = 5000, ALIKE = 300 };

static bool
is_number(const void *what, int number)
{
	return *(const int *)what == number;
}

static uint64_t
own_hash(int number)
{
	return index_hash(&number, sizeof number);
}

static uint64_t
same_hash(int number)
{
	(void)number;
	return UINT64_MAX;
}

static void
find_all(uint64_t (*hash)(int number), int count)
{
	struct index index = { 0 };

	for (int added = 0; added < count; added++) {
		assert_int_equal(index_find(&index, hash(added), is_number, &added), -1);
		index_add(&index, hash(added), added);
		assert_int_equal(index_find(&index, hash(added), is_number, &added), added);
	}
	for (int i = 0; i < count; i++)
		assert_int_equal(index_find(&index, hash(i), is_number, &i), i);
	for (int i = count; i < 2 * count; i++)
		assert_int_equal(index_find(&index, hash(i), is_number, &i), -1);
	index_close(&index);
	assert_int_equal(index_find(&index, hash(0), is_number, &(int) { 0 }), -1);
}

static void
test_found(void **state)
{
	(void)state;
	find_all(own_hash, MANY);
}

static void
test_alike(void **state)
{
	(void)state;
	find_all(same_hash, ALIKE);
}

/* The hash depends on the length and on each byte. */
static void
test_hash(void **state)
{
	char bytes[21] = { 0 };
	uint64_t seen[sizeof bytes * 2];
	size_t count = 0;

	(void)state;
	for (size_t length = 0; length < sizeof bytes; length++)
		seen[count++] = index_hash(bytes, length);
	for (size_t i = 0; i < sizeof bytes; i++) {
		bytes[i] = 1;
		seen[count++] = index_hash(bytes, sizeof bytes);
		bytes[i] = 0;
	}
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < i; j++)
			assert_true(seen[i] != seen[j]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_found),
		TEST(test_alike),
		TEST(test_hash),
	};

	return RUN_TESTS(tests);
}
