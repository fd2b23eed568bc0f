/* SPDX-License-Identifier: BSD-2-Clause */
/* Reduction operators: each on each predefined type, with the right results or a refusal that
 * names both; users' operators, also on derived types. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "op.h"
#include "ranks.h"

typedef __int128 int128;
typedef float __attribute__((mode(TF))) quad;
typedef _Complex float __attribute__((mode(TC))) complex_quad;

/* What the standard defines, by groups of types */
enum group { C_INTEGER, F_INTEGER, REAL, COMPLEX, LOGICAL, BYTE, PAIR, NO_GROUP };

enum { LARGEST = 32, SOME = 37 };

/* `right` computes what MPI_Reduce_local() should: b = a op b. */
struct type_case {
	MPI_Datatype type;
	enum group group;
	void (*fill)(void *elements, int count, int step);
	void (*right)(MPI_Op op, const void *a, void *b, int count);
	size_t size;
};

/* Small numbers of either sign, with 0 among them and some that are equal in a and b */
static int
number(int i, int step)
{
	return (i * 5 + step * (i % 3)) % 11 - 4;
}

#define FILL(name, ctype) \
static void \
fill_##name(void *elements, int count, int step) \
{ \
	for (int i = 0; i < count; i++) \
		((ctype *)elements)[i] = (ctype)number(i, step); \
}

/* Products of short unsigned numbers would overflow an int. */
#define ARITHMETIC(a, b) \
	if (op == MPI_SUM) b = a + b; \
	else if (op == MPI_PROD) b = 1u * a * b;
#define ORDER(a, b) \
	if (op == MPI_MIN) b = b < a ? b : a; \
	else if (op == MPI_MAX) b = b > a ? b : a;
#define BITS(a, b) \
	if (op == MPI_BAND) b = a & b; \
	else if (op == MPI_BOR) b = a | b; \
	else if (op == MPI_BXOR) b = a ^ b;
#define TRUTH(a, b) \
	if (op == MPI_LAND) b = a && b; \
	else if (op == MPI_LOR) b = a || b; \
	else if (op == MPI_LXOR) b = !a != !b;

#define RIGHT(name, ctype, WHAT) \
FILL(name, ctype) \
static void \
right_##name(MPI_Op op, const void *a, void *b, int count) \
{ \
	for (int i = 0; i < count; i++) { \
		const ctype x = ((const ctype *)a)[i]; \
		ctype y = ((ctype *)b)[i]; \
\
		WHAT(x, y) \
		((ctype *)b)[i] = y; \
	} \
}
#define ON_INTEGER(a, b) ARITHMETIC(a, b) ORDER(a, b) BITS(a, b) TRUTH(a, b)
#define ON_REAL(a, b) ARITHMETIC(a, b) ORDER(a, b)

RIGHT(schar, signed char, ON_INTEGER)
RIGHT(char, char, ON_INTEGER)
RIGHT(uchar, unsigned char, ON_INTEGER)
RIGHT(short, short, ON_INTEGER)
RIGHT(ushort, unsigned short, ON_INTEGER)
RIGHT(int, int, ON_INTEGER)
RIGHT(unsigned, unsigned, ON_INTEGER)
RIGHT(long, long, ON_INTEGER)
RIGHT(ulong, unsigned long, ON_INTEGER)
RIGHT(llong, long long, ON_INTEGER)
RIGHT(ullong, unsigned long long, ON_INTEGER)
RIGHT(int128, int128, ON_INTEGER)
RIGHT(float, float, ON_REAL)
RIGHT(double, double, ON_REAL)
RIGHT(ldouble, long double, ON_REAL)
RIGHT(quad, quad, ON_REAL)
RIGHT(cfloat, float _Complex, ARITHMETIC)
RIGHT(cdouble, double _Complex, ARITHMETIC)
RIGHT(cldouble, long double _Complex, ARITHMETIC)
RIGHT(cquad, complex_quad, ARITHMETIC)
RIGHT(truth, _Bool, TRUTH)
#ifdef __FLT16_MAX__
typedef _Complex _Float16 complex_half;
RIGHT(half, _Float16, ON_REAL)
RIGHT(chalf, complex_half, ARITHMETIC)
#endif

#define PAIR_CASE(name, value_type, index_type) \
struct pair_##name { value_type value; index_type index; }; \
static void \
fill_##name(void *elements, int count, int step) \
{ \
	memset(elements, 0, (size_t)count * sizeof(struct pair_##name)); \
	for (int i = 0; i < count; i++) { \
		((struct pair_##name *)elements)[i].value = (value_type)number(i, step); \
		((struct pair_##name *)elements)[i].index = (index_type)(number(i + step, 3) + 4); \
	} \
} \
static void \
right_##name(MPI_Op op, const void *a, void *b, int count) \
{ \
	const struct pair_##name *x = a; \
	struct pair_##name *y = b; \
\
	for (int i = 0; i < count; i++) { \
		if (x[i].value == y[i].value) \
			y[i].index = x[i].index < y[i].index ? x[i].index : y[i].index; \
		else if ((x[i].value < y[i].value) == (op == MPI_MINLOC)) \
			y[i].value = x[i].value, y[i].index = x[i].index; \
	} \
}
PAIR_CASE(float_int, float, int)
PAIR_CASE(double_int, double, int)
PAIR_CASE(long_int, long, int)
PAIR_CASE(two_int, int, int)
PAIR_CASE(short_int, short, int)
PAIR_CASE(ldouble_int, long double, int)
PAIR_CASE(two_float, float, float)
PAIR_CASE(two_double, double, double)

#define CASE(type, group, name, ctype) \
	{ MPI_##type, group, fill_##name, right_##name, sizeof(ctype) }
#define PAIRS(type, name) CASE(type, PAIR, name, struct pair_##name)

static const struct type_case type_cases[] = {
	CASE(CHAR, C_INTEGER, char, char),
	CASE(SIGNED_CHAR, C_INTEGER, schar, signed char),
	CASE(UNSIGNED_CHAR, C_INTEGER, uchar, unsigned char),
	CASE(SHORT, C_INTEGER, short, short),
	CASE(UNSIGNED_SHORT, C_INTEGER, ushort, unsigned short),
	CASE(INT, C_INTEGER, int, int),
	CASE(UNSIGNED, C_INTEGER, unsigned, unsigned),
	CASE(LONG, C_INTEGER, long, long),
	CASE(UNSIGNED_LONG, C_INTEGER, ulong, unsigned long),
	CASE(LONG_LONG, C_INTEGER, llong, long long),
	CASE(UNSIGNED_LONG_LONG, C_INTEGER, ullong, unsigned long long),
	CASE(INT8_T, C_INTEGER, schar, int8_t),
	CASE(UINT8_T, C_INTEGER, uchar, uint8_t),
	CASE(INT16_T, C_INTEGER, short, int16_t),
	CASE(UINT16_T, C_INTEGER, ushort, uint16_t),
	CASE(INT32_T, C_INTEGER, int, int32_t),
	CASE(UINT32_T, C_INTEGER, unsigned, uint32_t),
	CASE(INT64_T, C_INTEGER, llong, int64_t),
	CASE(UINT64_T, C_INTEGER, ullong, uint64_t),
	CASE(AINT, C_INTEGER, long, MPI_Aint),
	CASE(OFFSET, C_INTEGER, long, MPI_Offset),
	CASE(COUNT, C_INTEGER, long, MPI_Count),
	CASE(INTEGER, F_INTEGER, int, MPI_Fint),
	CASE(INTEGER1, F_INTEGER, schar, int8_t),
	CASE(INTEGER2, F_INTEGER, short, int16_t),
	CASE(INTEGER4, F_INTEGER, int, int32_t),
	CASE(INTEGER8, F_INTEGER, llong, int64_t),
	CASE(INTEGER16, F_INTEGER, int128, int128),
	CASE(FLOAT, REAL, float, float),
	CASE(DOUBLE, REAL, double, double),
	CASE(LONG_DOUBLE, REAL, ldouble, long double),
	CASE(REAL, REAL, float, float),
	CASE(DOUBLE_PRECISION, REAL, double, double),
	CASE(REAL4, REAL, float, float),
	CASE(REAL8, REAL, double, double),
	CASE(REAL16, REAL, quad, quad),
	CASE(C_FLOAT_COMPLEX, COMPLEX, cfloat, float _Complex),
	CASE(C_DOUBLE_COMPLEX, COMPLEX, cdouble, double _Complex),
	CASE(C_LONG_DOUBLE_COMPLEX, COMPLEX, cldouble, long double _Complex),
	CASE(CXX_FLOAT_COMPLEX, COMPLEX, cfloat, float _Complex),
	CASE(CXX_DOUBLE_COMPLEX, COMPLEX, cdouble, double _Complex),
	CASE(CXX_LONG_DOUBLE_COMPLEX, COMPLEX, cldouble, long double _Complex),
	CASE(COMPLEX, COMPLEX, cfloat, float _Complex),
	CASE(DOUBLE_COMPLEX, COMPLEX, cdouble, double _Complex),
	CASE(COMPLEX8, COMPLEX, cfloat, float _Complex),
	CASE(COMPLEX16, COMPLEX, cdouble, double _Complex),
	CASE(COMPLEX32, COMPLEX, cquad, complex_quad),
#ifdef __FLT16_MAX__
	CASE(REAL2, REAL, half, _Float16),
	CASE(COMPLEX4, COMPLEX, chalf, complex_half),
#endif
	CASE(C_BOOL, LOGICAL, truth, _Bool),
	CASE(CXX_BOOL, LOGICAL, truth, _Bool),
	CASE(LOGICAL, LOGICAL, int, MPI_Fint),
	CASE(LOGICAL1, LOGICAL, schar, int8_t),
	CASE(LOGICAL2, LOGICAL, short, int16_t),
	CASE(LOGICAL4, LOGICAL, int, int32_t),
	CASE(LOGICAL8, LOGICAL, llong, int64_t),
	CASE(LOGICAL16, LOGICAL, int128, int128),
	CASE(BYTE, BYTE, uchar, unsigned char),
	PAIRS(FLOAT_INT, float_int),
	PAIRS(DOUBLE_INT, double_int),
	PAIRS(LONG_INT, long_int),
	PAIRS(2INT, two_int),
	PAIRS(SHORT_INT, short_int),
	PAIRS(LONG_DOUBLE_INT, ldouble_int),
	PAIRS(2REAL, two_float),
	PAIRS(2DOUBLE_PRECISION, two_double),
	PAIRS(2INTEGER, two_int),
	CASE(PACKED, NO_GROUP, char, char),
	CASE(CHARACTER, NO_GROUP, char, char),
	CASE(WCHAR, NO_GROUP, int, int),
	CASE(LB, NO_GROUP, char, char),
	CASE(UB, NO_GROUP, char, char),
};

static const struct {
	MPI_Op op;
	const char *name;
	unsigned groups;
} op_cases[] = {
	{ MPI_SUM, "MPI_SUM", 1 << C_INTEGER | 1 << F_INTEGER | 1 << REAL | 1 << COMPLEX },
	{ MPI_PROD, "MPI_PROD", 1 << C_INTEGER | 1 << F_INTEGER | 1 << REAL | 1 << COMPLEX },
	{ MPI_MIN, "MPI_MIN", 1 << C_INTEGER | 1 << F_INTEGER | 1 << REAL },
	{ MPI_MAX, "MPI_MAX", 1 << C_INTEGER | 1 << F_INTEGER | 1 << REAL },
	{ MPI_LAND, "MPI_LAND", 1 << C_INTEGER | 1 << LOGICAL },
	{ MPI_LOR, "MPI_LOR", 1 << C_INTEGER | 1 << LOGICAL },
	{ MPI_LXOR, "MPI_LXOR", 1 << C_INTEGER | 1 << LOGICAL },
	{ MPI_BAND, "MPI_BAND", 1 << C_INTEGER | 1 << F_INTEGER | 1 << BYTE },
	{ MPI_BOR, "MPI_BOR", 1 << C_INTEGER | 1 << F_INTEGER | 1 << BYTE },
	{ MPI_BXOR, "MPI_BXOR", 1 << C_INTEGER | 1 << F_INTEGER | 1 << BYTE },
	{ MPI_MINLOC, "MPI_MINLOC", 1 << PAIR },
	{ MPI_MAXLOC, "MPI_MAXLOC", 1 << PAIR },
	{ MPI_REPLACE, "MPI_REPLACE", 0 },
	{ MPI_NO_OP, "MPI_NO_OP", 0 },
};

/* Long doubles have bytes that no value uses. */
static bool
are_equal(const struct type_case *t, const void *a, const void *b, int count)
{
	const bool pads = t->right == right_ldouble || t->right == right_cldouble ||
		t->right == right_ldouble_int;
	const size_t part = t->right == right_ldouble_int ? 32 : 16;

	if (!pads)
		return memcmp(a, b, (size_t)count * t->size) == 0;
	for (size_t at = 0; at < (size_t)count * t->size; at += part)
		if (memcmp((const char *)a + at, (const char *)b + at, 10) != 0)
			return false;
	return true;
}

static void
check_pair(const struct type_case *t, MPI_Op op, int count)
{
	_Alignas(32) char a[SOME * LARGEST] = { 0 }, b[SOME * LARGEST] = { 0 };
	_Alignas(32) char right[SOME * LARGEST] = { 0 };

	t->fill(a, SOME, 1);
	t->fill(b, SOME, 2);
	t->fill(right, SOME, 2);
	t->right(op, a, right, count);
	WELL(MPI_Reduce_local(a, b, count, t->type, op));
	EXPECT(are_equal(t, b, right, SOME));
}

static void
check_refused(const struct type_case *t, MPI_Op op, const char *op_name)
{
	char a[LARGEST] = { 0 }, b[LARGEST] = { 0 }, text[200], name[MPI_MAX_OBJECT_NAME];
	int length;

	EXPECT(MPI_Reduce_local(a, b, 1, t->type, op) == MPI_ERR_OP);
	EXPECT(vcm_op_refusal(vcm_op(op), vcm_type(t->type), text, sizeof text) == text);
	EXPECT(strstr(text, op_name));
	WELL(MPI_Type_get_name(t->type, name, &length));
	EXPECT(op == MPI_REPLACE || op == MPI_NO_OP || strstr(text, name));
}

static int
every_pair(int argc, char **argv)
{
	const int counts[] = { 0, 1, 2, 7, SOME };

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	for (size_t i = 0; i < COUNT(type_cases); i++) {
		const struct type_case *t = &type_cases[i];

		for (size_t k = 0; k < COUNT(op_cases); k++) {
			if (!(op_cases[k].groups & 1u << t->group)) {
				check_refused(t, op_cases[k].op, op_cases[k].name);
				continue;
			}
			for (size_t n = 0; n < COUNT(counts); n++)
				check_pair(t, op_cases[k].op, counts[n]);
		}
	}
	MPI_Finalize();
	return 0;
}

/* The list above has every predefined type. */
static int
every_type_is_tried(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	for (uintptr_t number = 0; number < TYPE_NUMBERS; number++) {
		bool tried = !vcm_types[number];

		for (size_t i = 0; i < COUNT(type_cases); i++)
			tried = tried || type_cases[i].type == (MPI_Datatype)number;
#ifndef __FLT16_MAX__
		tried = tried || (MPI_Datatype)number == MPI_REAL2 ||
			(MPI_Datatype)number == MPI_COMPLEX4;
#endif
		EXPECT(tried);
	}
	MPI_Finalize();
	return 0;
}

/* The operator and the type of element that the library's collectives get do the same. */
static int
in_the_core(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	for (size_t i = 0; i < COUNT(type_cases); i++) {
		const struct type_case *t = &type_cases[i];

		for (size_t k = 0; k < COUNT(op_cases); k++) {
			_Alignas(32) char a[SOME * LARGEST], b[SOME * LARGEST], got[SOME * LARGEST];
			struct vcube_error error;
			vcube_type element = 0;
			const struct vcube_op *op = vcm_op_core(vcm_op(op_cases[k].op),
								vcm_type(t->type), &element);

			EXPECT(!op == !(op_cases[k].groups & 1u << t->group));
			if (!op)
				continue;
			EXPECT(vcube_op_check(op, element, &error) == 0);
			EXPECT(vcube_type_size(element) == t->size && op->commutative);
			t->fill(a, SOME, 1);
			t->fill(b, SOME, 2);
			memcpy(got, b, sizeof got);
			vcube_op_apply(op, element, a, b, got, SOME);
			t->right(op_cases[k].op, a, b, SOME);
			EXPECT(are_equal(t, got, b, SOME));
		}
	}
	MPI_Finalize();
	return 0;
}

/* What one-sided calls use */
static int
replacing(int argc, char **argv)
{
	const long double from[] = { 1, 2, 3 };
	long double to[] = { 4, 5, 6 };

	MPI_Init(&argc, &argv);
	vcm_op_apply(vcm_op(MPI_NO_OP), vcm_type(MPI_LONG_DOUBLE), from, to, 3);
	EXPECT(to[0] == 4 && to[2] == 6);
	vcm_op_apply(vcm_op(MPI_REPLACE), vcm_type(MPI_LONG_DOUBLE), from, to, 2);
	EXPECT(to[0] == 1 && to[1] == 2 && to[2] == 6);
	MPI_Finalize();
	return 0;
}

/* Every second int, of a derived type; not commutative: in is the left operand. */
static void
left_minus_right(void *in, void *inout, int *count, MPI_Datatype *type)
{
	MPI_Aint lb, extent;

	EXPECT(vcm_type(*type)->combiner == MPI_COMBINER_RESIZED);
	WELL(MPI_Type_get_extent(*type, &lb, &extent));
	for (int i = 0; i < *count; i++) {
		int *right = (int *)((char *)inout + i * extent);

		*right = *(int *)((char *)in + i * extent) - *right;
	}
}

static int
users_operator(int argc, char **argv)
{
	int a[] = { 10, 20, 30, 40 }, b[] = { 1, 2, 3, 4 }, commutes;
	MPI_Datatype type;
	MPI_Op op;

	MPI_Init(&argc, &argv);
	WELL(MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &type));
	WELL(MPI_Type_commit(&type));
	WELL(MPI_Op_create(left_minus_right, 0, &op));
	WELL(MPI_Op_commutative(op, &commutes));
	EXPECT(!commutes);
	WELL(MPI_Op_commutative(MPI_SUM, &commutes));
	EXPECT(commutes);
	WELL(MPI_Reduce_local(a, b, 2, type, op));
	EXPECT(b[0] == 9 && b[1] == 2 && b[2] == 27 && b[3] == 4);
	WELL(MPI_Op_free(&op));
	EXPECT(op == MPI_OP_NULL);
	WELL(MPI_Type_free(&type));
	MPI_Finalize();
	return 0;
}

/* A type that Fortran asks for by precision is reduced as the one that holds it. */
static int
of_fortran(int argc, char **argv)
{
	double a[] = { 1.5, 2.5 }, b[] = { 3, 4 };
	MPI_Datatype type;

	MPI_Init(&argc, &argv);
	WELL(MPI_Type_create_f90_real(12, MPI_UNDEFINED, &type));
	WELL(MPI_Reduce_local(a, b, 2, type, MPI_SUM));
	EXPECT(b[0] == 4.5 && b[1] == 6.5);
	MPI_Finalize();
	return 0;
}

static int
on_derived(int argc, char **argv)
{
	int a[4] = { 0 }, b[4] = { 0 };
	MPI_Datatype type;

	MPI_Init(&argc, &argv);
	MPI_Type_contiguous(2, MPI_INT, &type);
	MPI_Type_commit(&type);
	MPI_Reduce_local(a, b, 2, type, MPI_SUM);
	return 0;
}

static int
undefined(int argc, char **argv)
{
	double a = 1, b = 2;

	MPI_Init(&argc, &argv);
	MPI_Reduce_local(&a, &b, 1, MPI_DOUBLE, MPI_BXOR);
	return 0;
}

static int
null_operator(int argc, char **argv)
{
	int a = 1, b = 2;

	MPI_Init(&argc, &argv);
	MPI_Reduce_local(&a, &b, 1, MPI_INT, MPI_OP_NULL);
	return 0;
}

static int
free_predefined(int argc, char **argv)
{
	MPI_Op op = MPI_SUM;

	MPI_Init(&argc, &argv);
	MPI_Op_free(&op);
	return 0;
}

static int
use_freed(int argc, char **argv)
{
	int a = 1, b = 2;
	MPI_Op op, freed;

	MPI_Init(&argc, &argv);
	MPI_Op_create(left_minus_right, 0, &op);
	freed = op;
	MPI_Op_free(&op);
	MPI_Reduce_local(&a, &b, 1, MPI_INT, freed);
	return 0;
}

static int
same_buffers(int argc, char **argv)
{
	int a = 1;

	MPI_Init(&argc, &argv);
	MPI_Reduce_local(&a, &a, 1, MPI_INT, MPI_SUM);
	return 0;
}

static const struct {
	vcube_mpi_program *main;
	const char *words;
} refused[] = {
	{ undefined, "MPI_Reduce_local on rank 0: communicator MPI_COMM_WORLD: MPI_BXOR is not "
		"defined for MPI_DOUBLE (MPI_ERR_OP)" },
	{ on_derived, "MPI_SUM is not defined for the derived datatype contiguous of MPI_INT; a "
		"user-defined operator may be (MPI_ERR_OP)" },
	{ null_operator, "the operator is MPI_OP_NULL (MPI_ERR_OP)" },
	{ free_predefined, "MPI_SUM is predefined and cannot be freed (MPI_ERR_OP)" },
	{ use_freed, "the handle is not an operator or has been freed (MPI_ERR_OP)" },
	{ same_buffers, "both buffers are the same (MPI_ERR_BUFFER)" },
};

static void
test_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(refused); i++)
		run_ranks_refused("full:1", refused[i].main, refused[i].words);
}

RANKS_TEST(test_every_pair, 1, every_pair)
RANKS_TEST(test_every_type_is_tried, 1, every_type_is_tried)
RANKS_TEST(test_in_the_core, 1, in_the_core)
RANKS_TEST(test_replacing, 1, replacing)
RANKS_TEST(test_users_operator, 2, users_operator)
RANKS_TEST(test_of_fortran, 2, of_fortran)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_every_pair),
		TEST(test_every_type_is_tried),
		TEST(test_in_the_core),
		TEST(test_replacing),
		TEST(test_users_operator),
		TEST(test_of_fortran),
		TEST(test_refused),
	};

	return RUN_TESTS(tests);
}
