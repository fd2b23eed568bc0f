/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cycles of binary cubes, orders, pieces and indices have their promised properties for
 * d = 1 to 10.
 */
#include <string.h>
#include <vcube/cube.h>
#include "support.h"

enum { D = 10, N = 1 << D };

static void
test_rotations(void **state)
{
	(void)state;
	for (int d = 0; d <= VCUBE_DIMENSIONS_MAX; d++)
		for (unsigned x = 0; x < 1u << d; x++)
			for (int by = 0; by <= d + 1; by++) {
				unsigned y = vcube_rotate(x, by, d);

				assert_true(y < 1u << d);
				for (int k = 0; k < d; k++)
					assert_int_equal(x >> k & 1, y >> (k + by) % d & 1);
			}
}

/* 0 1 0 2 0 1 0 3 .., the same backwards, and the changed bits of the Gray code. */
static void
test_transitions(void **state)
{
	static const int begin[] = {0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};

	(void)state;
	for (unsigned u = 0; u < 15; u++)
		assert_int_equal(vcube_transition(u), begin[u]);
	for (unsigned u = 0; u < N - 1; u++) {
		assert_int_equal(vcube_gray(u) ^ vcube_gray(u + 1), 1 << vcube_transition(u));
		assert_int_equal(vcube_transition(u), vcube_transition(N - 2 - u));
	}
}

/* Each cycle visits every node once; in each step the cycles use different dimensions; the
 * last node of each is a neighbour of the first. */
static void
test_cycles(void **state)
{
	(void)state;
	for (int d = 1; d <= D; d++) {
		const unsigned n = 1u << d;

		for (int i = 0; i < d; i++) {
			char seen[N] = {0};

			for (unsigned u = 0; u < n; u++) {
				assert_true(vcube_cycle_node(d, i, u) < n);
				seen[vcube_cycle_node(d, i, u)]++;
			}
			for (unsigned x = 0; x < n; x++)
				assert_int_equal(seen[x], 1);
			assert_int_equal(vcube_cycle_node(d, i, n - 1), 1 << (d - 1 + i) % d);
		}
		for (unsigned u = 0; u < n; u++) {
			const unsigned next = (u + 1) % n;
			unsigned used = 0;

			for (int i = 0; i < d; i++) {
				const unsigned along = 1u << vcube_cycle_dimension(d, i, u);

				assert_int_equal(vcube_cycle_node(d, i, u) ^
						 vcube_cycle_node(d, i, next), along);
				used |= along;
			}
			assert_int_equal(used, n - 1);
		}
	}
}

/* Consecutive places of cycle 0 are neighbours; in Gray code order they are the
 * ranks themselves. */
static void
test_orders(void **state)
{
	(void)state;
	for (int order = 0; order < 2; order++)
		for (int r = 0; r < N; r++) {
			const unsigned node = vcube_order_node(order, r);
			const int after = vcube_order_at(order, (vcube_order_place(order, r) + 1) % N);
			const unsigned along = node ^ vcube_order_node(order, after);

			assert_int_equal(vcube_order_rank(order, node), r);
			assert_int_equal(vcube_order_at(order, vcube_order_place(order, r)), r);
			assert_true(along != 0 && (along & (along - 1)) == 0);
			assert_true(order == 0 || after == (r + 1) % N);
			assert_int_equal(node, order ? (unsigned)(r ^ r >> 1) : (unsigned)r);
		}
}

/* Sizes as in section 4.2.4: gamma pieces of beta elements, and the others of beta - 1. */
static void
test_pieces(void **state)
{
	(void)state;
	for (int d = 1; d <= D; d++)
		for (size_t n = 0; n < 50; n++) {
			const size_t beta = (n + (size_t)d - 1) / (size_t)d;
			size_t at = 0, gamma = 0;

			for (int i = 0; i < d; i++) {
				size_t first, count = vcube_piece(n, d, i, &first);

				assert_int_equal(first, at);
				assert_true(count == beta || count + 1 == beta);
				assert_true(count != beta || gamma == (size_t)i);
				gamma += count == beta;
				at += count;
			}
			assert_int_equal(at, n);
			assert_int_equal(gamma, n - (beta ? (size_t)d * (beta - 1) : 0) + (n ? 0 : (size_t)d));
		}
}

/* By the formulas of 4.2.3; each element occurs once. */
static void
test_indices(void **state)
{
	static uint32_t index[40];
	static char seen[32 * 40];

	(void)state;
	for (int order = 0; order < 2; order++)
		for (int d = 1; d <= 5; d++)
			for (size_t n = 0; n < 40; n += n < 12 ? 1 : 9)
				for (unsigned node = 0; node < 1u << d; node++) {
					memset(seen, 0, sizeof seen);
					for (unsigned u = 0; u < 1u << d; u++) {
						vcube_cycle_indices(order, d, node, u, n, index);
						for (size_t e = 0; e < n; e++) {
							assert_int_equal(index[e] % n, e);
							seen[index[e]]++;
						}
						for (int i = 0; i < d; i++) {
							unsigned j = vcube_rotate(u ^ u >> 1, i, d);
							size_t first, count = vcube_piece(n, d, i, &first);

							if (count > 0)
								assert_int_equal(index[first] / n, order
									? vcube_gray_inverse(node) ^ vcube_gray_inverse(j)
									: node ^ j);
						}
					}
					for (size_t e = 0; e < n << d; e++)
						assert_int_equal(seen[e], 1);
				}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_rotations),
		TEST(test_transitions),
		TEST(test_cycles),
		TEST(test_orders),
		TEST(test_pieces),
		TEST(test_indices),
	};

	return RUN_TESTS(tests);
}
