/* SPDX-License-Identifier: BSD-2-Clause */
/* Every operator on every type, against an oracle that computes in the widest type. */
#include <complex.h>
#include <string.h>
#include "random.h"
#include "support.h"

#define ROOM 300        /* elements: several vectors and a remainder, for every type */

static const struct vcube_op *const ops[] = {
#define X(name, text) &vcube_op_##name,
	VCUBE_OPS(X)
#undef X
};
#define OPS ((int)COUNT(ops))

enum family { INTEGER, REAL, COMPLEX };

static enum family
family(vcube_type type)
{
	switch (type) {
#define X(constant, name, ctype) case constant:
	VCUBE_REAL_TYPES(X)
		return REAL;
	VCUBE_COMPLEX_TYPES(X)
		return COMPLEX;
#undef X
	}
	return INTEGER;
}

static bool
is_bitwise(const struct vcube_op *op)
{
	return op->name[0] == 'b';
}

static bool
is_arithmetic(const struct vcube_op *op)
{
	return op == VCUBE_SUM || op == VCUBE_PROD;
}

static bool
is_defined(const struct vcube_op *op, vcube_type type)
{
	return family(type) == INTEGER || is_arithmetic(op) ||
	       (family(type) == REAL && !is_bitwise(op));
}

/* The oracle. Integers of either sign fit in 65 bits, so products fit in 130: only the
 * lowest 64 matter, and unsigned arithmetic computes these. */

static __int128
of_integers(const struct vcube_op *op, __int128 a, __int128 b)
{
	if (op == VCUBE_SUM)
		return a + b;
	if (op == VCUBE_PROD)
		return (__int128)((unsigned __int128)a * (unsigned __int128)b);
	if (op == VCUBE_MIN)
		return a < b ? a : b;
	if (op == VCUBE_MAX)
		return a < b ? b : a;
	if (op == VCUBE_LAND)
		return a && b;
	if (op == VCUBE_LOR)
		return a || b;
	if (op == VCUBE_LXOR)
		return !a != !b;
	return op == VCUBE_BAND ? a & b : op == VCUBE_BOR ? a | b : a ^ b;
}

/* In double: the rounded result for two floats is the float's own. */
static double
of_reals(const struct vcube_op *op, double a, double b)
{
	if (op == VCUBE_SUM)
		return a + b;
	if (op == VCUBE_PROD)
		return a * b;
	if (op == VCUBE_MIN)
		return a < b ? a : b;
	if (op == VCUBE_MAX)
		return a > b ? a : b;
	return op == VCUBE_LAND ? a && b : op == VCUBE_LOR ? a || b : !a != !b;
}

static void
oracle(const struct vcube_op *op, vcube_type type, const void *a, const void *b, void *into)
{
	switch (type) {
#define X(constant, name, ctype) \
	case constant: \
		*(ctype *)into = (ctype)of_integers(op, *(const ctype *)a, *(const ctype *)b); \
		break;
	VCUBE_INTEGER_TYPES(X)
#undef X
#define X(constant, name, ctype) \
	case constant: \
		*(ctype *)into = (ctype)of_reals(op, *(const ctype *)a, *(const ctype *)b); \
		break;
	VCUBE_REAL_TYPES(X)
#undef X
#define X(constant, name, ctype) \
	case constant: \
		*(ctype *)into = op == VCUBE_SUM ? *(const ctype *)a + *(const ctype *)b : \
			*(const ctype *)a * *(const ctype *)b; \
		break;
	VCUBE_COMPLEX_TYPES(X)
#undef X
	}
}

/* Random bits for an integer; for others numbers, zeros and infinities. */
static void
draw(vcube_type type, unsigned char *data, uint64_t *random)
{
	static const double special[] = { 0, -0.0, 1, -1, 1e30, __builtin_inf(), __builtin_nan("") };
	const size_t part = type == VCUBE_FLOAT || type == VCUBE_COMPLEX_FLOAT ? 4 : 8;

	for (size_t i = 0; i < ROOM * vcube_type_size(type); i += part) {
		const uint64_t bits = vc_random(random);
		const double number = bits % 4 == 0 ? special[(bits >> 8) % 7] :
			(double)(int64_t)vc_random(random) / 1e15;

		if (family(type) == INTEGER)
			memcpy(data + i, &(uint64_t){ bits % 3 ? bits : bits % 2 }, part);
		else if (part == 4)
			memcpy(data + i, &(float){ (float)number }, part);
		else
			memcpy(data + i, &number, part);
	}
}

/* Are the bytes equal or, as no standard defines which NaN results, both NaN? */
static bool
alike(vcube_type type, const void *a, const void *b)
{
	if (memcmp(a, b, vcube_type_size(type)) == 0)
		return true;
	switch (type) {
#define X(constant, name, ctype) \
	case constant: \
		return *(const ctype *)a != *(const ctype *)a && *(const ctype *)b != *(const ctype *)b;
	VCUBE_REAL_TYPES(X)
	VCUBE_COMPLEX_TYPES(X)
#undef X
	}
	return false;
}

union data {
	unsigned char byte[ROOM * sizeof(double _Complex) + 16];
	double _Complex align;
};

/* `where`: the result goes to other memory (0), over left (1) or over right (2). */
static void
compare(const struct vcube_op *op, vcube_type type, size_t start, size_t count, int where,
	uint64_t *random)
{
	static union data left, right, apart, before;
	const size_t size = vcube_type_size(type);
	unsigned char *const into = where == 1 ? left.byte : where == 2 ? right.byte : apart.byte;
	unsigned char expected[ROOM * sizeof(double _Complex)];

	draw(type, left.byte, random);
	draw(type, right.byte, random);
	memcpy(before.byte, into, sizeof before.byte);
	for (size_t i = start; i < start + count; i++) {
		double _Complex element;

		oracle(op, type, left.byte + i * size, right.byte + i * size, &element);
		memcpy(expected + i * size, &element, size);
	}
	vcube_op_apply(op, type, left.byte + start * size, right.byte + start * size,
		       into + start * size, count);
	for (size_t i = start; i < start + count; i++) {
		double _Complex found, right_one;

		memcpy(&found, into + i * size, size);
		memcpy(&right_one, expected + i * size, size);
		if (!alike(type, &found, &right_one))
			fail_msg("%s of %s: element %zu of %zu, result %d", op->name,
				 vcube_type_name(type), i, count, where);
	}
	/* and nothing next to them */
	assert_memory_equal(into, before.byte, start * size);
	assert_memory_equal(into + (start + count) * size, before.byte + (start + count) * size,
			    sizeof before.byte - (start + count) * size);
}

static void
every_operator_on_every_type(void **state)
{
	uint64_t random = seed;

	(void)state;
	for (int o = 0; o < OPS; o++) {
		for (vcube_type type = 0; type < VCUBE_TYPES_COUNT; type++) {
			struct vcube_error error = { 0 };

			if (!is_defined(ops[o], type)) {
				assert_int_equal(vcube_op_check(ops[o], type, &error), VCUBE_EINVAL);
				assert_int_equal(error.code, VCUBE_EINVAL);
				assert_non_null(strstr(error.text, ops[o]->name));
				assert_non_null(strstr(error.text, vcube_type_name(type)));
				assert_non_null(strstr(error.text, "only for int8, int16"));
				assert_int_equal(strstr(error.text, "complex_double") != NULL &&
						 family(type) != COMPLEX, 0);
				continue;
			}
			assert_int_equal(vcube_op_check(ops[o], type, &error), 0);
			for (size_t count = 0; count < 80; count++)
				compare(ops[o], type, count % 5, count, (int)count % 3, &random);
			for (int where = 0; where < 3; where++)
				compare(ops[o], type, 3, ROOM - 7, where, &random);
		}
	}
}

/* What wraps in the type, and what promotion to int would get wrong. */
static void
integers_wrap(void **state)
{
	int16_t low = INT16_MIN, minus = -1, got;
	uint16_t high = UINT16_MAX, product;
	int64_t most = INT64_MAX, one = 1, sum;
	uint8_t byte = 200, bytes;

	(void)state;
	vcube_op_apply(VCUBE_PROD, VCUBE_INT16, &low, &minus, &got, 1);
	assert_int_equal(got, INT16_MIN);
	vcube_op_apply(VCUBE_PROD, VCUBE_UINT16, &high, &high, &product, 1);
	assert_int_equal(product, 1);
	vcube_op_apply(VCUBE_SUM, VCUBE_INT64, &most, &one, &sum, 1);
	assert_true(sum == INT64_MIN);
	vcube_op_apply(VCUBE_SUM, VCUBE_UINT8, &byte, &byte, &bytes, 1);
	assert_int_equal(bytes, 144);
}

static void
nothing_of_nothing(void **state)
{
	(void)state;
	vcube_op_apply(VCUBE_SUM, VCUBE_DOUBLE, NULL, NULL, NULL, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_operator_on_every_type),
		TEST(integers_wrap),
		TEST(nothing_of_nothing),
	};

	return RUN_TESTS(tests);
}
