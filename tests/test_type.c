/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Types and operators: every operator on every type against an oracle that goes
 * element by element in the widest type, names both ways, and what is refused.
 */
#include <complex.h>
#include <stdio.h>
#include <string.h>
#include "lib/random.h"
#include "tests/support.h"

#define ROOM 300        /* elements: several vectors and a rest, of every type */

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

/* The oracle. Integers of either sign lie in 65 bits, so products in 130: the
 * lowest 64 are all that counts, and unsigned arithmetic has these right. */

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

/* In double: that of two floats, rounded, is the float's own. */
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

/* Any bits for an integer; for others numbers, zeros and infinities. */
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

/* Bytes alike; or, as no standard says which NaN comes out, both NaN. */
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

/* `where`: the result goes apart (0), over left (1) or over right (2). */
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
	/* and nothing beside them */
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
				assert_non_null(strstr(error.text, "but for int8, int16"));
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

/* What wraps in the type, and what the promotion to int would get wrong. */
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

/* Types. */

static void
type_names(void **state)
{
	(void)state;
	for (vcube_type type = 0; type < VCUBE_TYPES_COUNT; type++) {
		vcube_type parsed = VCUBE_TYPES_COUNT;

		assert_int_equal(vcube_type_parse(vcube_type_name(type), &parsed, NULL), 0);
		assert_int_equal(parsed, type);
		for (vcube_type other = 0; other < type; other++)
			assert_string_not_equal(vcube_type_name(type), vcube_type_name(other));
	}
#define X(constant, name, ctype) assert_int_equal(vcube_type_size(constant), sizeof(ctype));
	VCUBE_TYPES(X)
#undef X
	assert_string_equal(vcube_type_name(VCUBE_COMPLEX_FLOAT), "complex_float");
}

static void
types_of_a_size(void **state)
{
	static const size_t sizes[] = { 1, 2, 24, 100, 1 << 20, SIZE_MAX - 64 };
	vcube_type type;

	(void)state;
	for (size_t i = 0; i < COUNT(sizes); i++) {
		char name[40];

		snprintf(name, sizeof name, "bytes:%zu", sizes[i]);
		assert_int_equal(vcube_type_parse(name, &type, NULL), 0);
		assert_int_equal(type, VCUBE_BYTES(sizes[i]));
		assert_int_equal(vcube_type_size(type), sizes[i]);
		assert_string_equal(vcube_type_name(type), "bytes");
	}
}

static void
no_types(void **state)
{
	static const vcube_type none[] = { VCUBE_TYPES_COUNT, 63, VCUBE_BYTES(0) };

	(void)state;
	for (size_t i = 0; i < COUNT(none); i++) {
		assert_int_equal(vcube_type_size(none[i]), 0);
		assert_null(vcube_type_name(none[i]));
	}
}

static void
refuse_type(const char *name, int code, const char *says)
{
	struct vcube_error error = { 0 };
	vcube_type type = 7;

	assert_int_equal(vcube_type_parse(name, &type, &error), code);
	assert_int_equal(vcube_type_parse(name, &type, NULL), code);
	assert_int_equal(error.code, code);
	assert_int_equal(type, 7);
	assert_non_null(strstr(error.text, says));
}

static void
type_names_refused(void **state)
{
	static const char *const unknown[] = { "", "int", "INT8", "int8 ", " int8", "bytes", "int128" };
	static const char *const sizeless[] = {
		"bytes:", "bytes:0", "bytes:-1", "bytes:x", "bytes:8x", "bytes: 8",
		"bytes:18446744073709551615", "bytes:18446744073709551616",
	};

	(void)state;
	refuse_type(NULL, VCUBE_EUNKNOWN, "int8, int16");
	for (size_t i = 0; i < COUNT(unknown); i++)
		refuse_type(unknown[i], VCUBE_EUNKNOWN, "complex_double, bytes:N");
	refuse_type("int46", VCUBE_EUNKNOWN, "; did you mean int16?");
	refuse_type("byte", VCUBE_EUNKNOWN, "; did you mean bytes?");
	refuse_type("complex", VCUBE_EUNKNOWN, "; did you mean complex_float?");
	for (size_t i = 0; i < COUNT(sizeless); i++)
		refuse_type(sizeless[i], VCUBE_EINVAL, "bytes:N");
}

/* Operators. */

static void
op_names(void **state)
{
	struct vcube_error error = { 0 };

	(void)state;
	for (int i = 0; i < OPS; i++) {
		assert_ptr_equal(vcube_op_parse(ops[i]->name, NULL), ops[i]);
		assert_true(ops[i]->commutative);
	}
	assert_ptr_equal(vcube_op_parse("max", NULL), VCUBE_MAX);
	assert_null(vcube_op_parse("average", &error));
	assert_int_equal(error.code, VCUBE_EUNKNOWN);
	assert_non_null(strstr(error.text, "'average'"));
	assert_non_null(strstr(error.text, "sum, prod, min, max, land, lor, lxor, band, bor, bxor"));
	assert_null(vcube_op_parse("summ", &error));
	assert_non_null(strstr(error.text, "bxor; did you mean sum?"));
	assert_null(vcube_op_parse(NULL, &error));
	assert_null(vcube_op_parse("", NULL));
	assert_null(vcube_op_parse(NULL, &error));
}

static void
refuse_op(const struct vcube_op *op, vcube_type type, const char *says)
{
	struct vcube_error error = { 0 };

	assert_int_equal(vcube_op_check(op, type, &error), VCUBE_EINVAL);
	assert_int_equal(error.code, VCUBE_EINVAL);
	assert_non_null(strstr(error.text, says));
	assert_int_equal(vcube_op_check(op, type, NULL), VCUBE_EINVAL);
}

/* 2 x 2 matrices of bytes, left times right: does not commute. */
static void
multiply(const void *left, const void *right, void *into, size_t count, vcube_type type)
{
	const unsigned char *a = left, *b = right;
	unsigned char *to = into;

	assert_int_equal(vcube_type_size(type), 4);
	for (; count > 0; count--, a += 4, b += 4, to += 4) {
		const unsigned char product[] = {
			(unsigned char)(a[0] * b[0] + a[1] * b[2]),
			(unsigned char)(a[0] * b[1] + a[1] * b[3]),
			(unsigned char)(a[2] * b[0] + a[3] * b[2]),
			(unsigned char)(a[2] * b[1] + a[3] * b[3]),
		};

		memcpy(to, product, sizeof product);
	}
}

static void
ops_of_ones_own(void **state)
{
	const struct vcube_op matrix = { .name = "matrix product", .apply = multiply };
	const struct vcube_op nameless = { .apply = multiply };
	unsigned char a[] = { 1, 1, 0, 1 }, b[] = { 1, 0, 1, 1 };

	(void)state;
	assert_int_equal(vcube_op_check(&matrix, VCUBE_BYTES(4), NULL), 0);
	assert_int_equal(vcube_op_check(&matrix, VCUBE_COMPLEX_FLOAT, NULL), 0);
	assert_int_equal(vcube_op_check(&nameless, VCUBE_BYTES(4), NULL), 0);
	vcube_op_apply(&matrix, VCUBE_BYTES(4), a, b, a, 1);
	assert_memory_equal(a, ((unsigned char[]){ 2, 1, 1, 1 }), 4);
}

static void
ops_refused(void **state)
{
	const struct vcube_op forgetful = { .name = "mine" };
	const struct vcube_op nobody = { .kind = 0 };
	const struct vcube_op beyond = { .name = "sum", .kind = OPS };
	const struct vcube_op below = { .name = "sum", .kind = -1 };
	const struct vcube_op copy = vcube_op_sum;
	const struct vcube_op mine = { .name = "mine", .apply = multiply };

	(void)state;
	assert_int_equal(vcube_op_check(&copy, VCUBE_INT8, NULL), 0);
	refuse_op(NULL, VCUBE_INT8, "no operator");
	refuse_op(&forgetful, VCUBE_INT8, "'mine' has no function");
	refuse_op(&nobody, VCUBE_INT8, "has no function");
	refuse_op(&beyond, VCUBE_INT8, "none of the library's");
	refuse_op(&below, VCUBE_INT8, "none of the library's");
	refuse_op(VCUBE_SUM, VCUBE_TYPES_COUNT, "is not a type");
	refuse_op(&mine, VCUBE_BYTES(0), "is not a type");
	for (int i = 0; i < OPS; i++)
		refuse_op(ops[i], VCUBE_BYTES(8), "is not defined for bytes");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_operator_on_every_type),
		TEST(integers_wrap),
		TEST(nothing_of_nothing),
		TEST(type_names),
		TEST(types_of_a_size),
		TEST(no_types),
		TEST(type_names_refused),
		TEST(op_names),
		TEST(ops_of_ones_own),
		TEST(ops_refused),
	};

	return RUN_TESTS(tests);
}
