/* SPDX-License-Identifier: BSD-2-Clause */
/* Element types and operators by name, a program's own operators, and refusals. */
#include <stdio.h>
#include <string.h>
#include "support.h"

static const struct vcube_op *const ops[] = {
#define X(name, text) &vcube_op_##name,
	VCUBE_OPS(X)
#undef X
};
#define OPS ((int)COUNT(ops))

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
	refuse_op(NULL, VCUBE_INT8, "the operator is NULL");
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
