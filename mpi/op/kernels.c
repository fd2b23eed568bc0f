/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Operators on types that the library has none for: wide numbers of Fortran, long double,
 * and pairs; and the table of them all.
 */
#include <limits.h>
#include <string.h>
#include "op.h"

typedef unsigned __int128 wide;
typedef __int128 signed_wide;
typedef float __attribute__((mode(TF))) quad;
typedef _Complex float __attribute__((mode(TC))) complex_quad;
typedef long double _Complex complex_long_double;

/* One operator on one type: a loop, and the operator that the library's collectives take */
#define KERNEL(op, name, ctype, result) \
static void \
op##_of_##name(const void *left, const void *right, void *into, size_t count, vcube_type type) \
{ \
	const ctype *x = left, *y = right; \
	ctype *to = into; \
\
	(void)type; \
	for (size_t i = 0; i < count; i++) { \
		const ctype a = x[i], b = y[i]; \
\
		to[i] = (result); \
	} \
} \
static const struct vcube_op op##_##name = { #op, 1, op##_of_##name, 0 };

#define ARITHMETIC(name, ctype) \
	KERNEL(sum, name, ctype, a + b) \
	KERNEL(prod, name, ctype, a * b)
#define ORDERED(name, ctype) \
	KERNEL(min, name, ctype, a < b ? a : b) \
	KERNEL(max, name, ctype, a > b ? a : b)
#define BITWISE(name, ctype) \
	KERNEL(band, name, ctype, a & b) \
	KERNEL(bor, name, ctype, a | b) \
	KERNEL(bxor, name, ctype, a ^ b)
#define LOGICAL(name, ctype) \
	KERNEL(land, name, ctype, (a != 0) & (b != 0)) \
	KERNEL(lor, name, ctype, (a != 0) | (b != 0)) \
	KERNEL(lxor, name, ctype, (a != 0) ^ (b != 0))

ARITHMETIC(long_double, long double)
ORDERED(long_double, long double)
ARITHMETIC(complex_long_double, complex_long_double)
ARITHMETIC(quad, quad)
ORDERED(quad, quad)
ARITHMETIC(complex_quad, complex_quad)
ARITHMETIC(wide, wide)          /* wraps, as the library's sums of integers do */
ORDERED(wide, signed_wide)
BITWISE(wide, wide)
LOGICAL(wide, wide)
#ifdef __FLT16_MAX__
typedef _Float16 half;
typedef _Complex _Float16 complex_half;
ARITHMETIC(half, half)
ORDERED(half, half)
ARITHMETIC(complex_half, complex_half)
#endif

/* Of two equal values, the lower index; of unordered ones, the right pair, as min and max. */
#define LOCATION(op, order, name, value_type, index_type) \
static void \
op##_of_##name(const void *left, const void *right, void *into, size_t count, vcube_type type) \
{ \
	const struct pair_##name *x = left, *y = right; \
	struct pair_##name *to = into; \
\
	(void)type; \
	for (size_t i = 0; i < count; i++) { \
		const value_type a = x[i].value, b = y[i].value; \
		const index_type j = x[i].index, k = y[i].index; \
\
		to[i].value = a order b ? a : b; \
		to[i].index = a order b || (a == b && j < k) ? j : k; \
	} \
} \
static const struct vcube_op op##_##name = { #op, 1, op##_of_##name, 0 };

#define PAIRS(X) \
	X(FLOAT_INT, float, int) \
	X(DOUBLE_INT, double, int) \
	X(LONG_INT, long, int) \
	X(2INT, int, int) \
	X(SHORT_INT, short, int) \
	X(LONG_DOUBLE_INT, long double, int) \
	X(2REAL, float, float) \
	X(2DOUBLE_PRECISION, double, double) \
	X(2INTEGER, MPI_Fint, MPI_Fint)

#define X(name, value_type, index_type) \
struct pair_##name { value_type value; index_type index; }; \
LOCATION(minloc, <, name, value_type, index_type) \
LOCATION(maxloc, >, name, value_type, index_type)
PAIRS(X)
#undef X

static void
replace(const void *left, const void *right, void *into, size_t count, vcube_type type)
{
	(void)right;
	memmove(into, left, count * vcube_type_size(type));
}

static void
keep(const void *left, const void *right, void *into, size_t count, vcube_type type)
{
	(void)left;
	memmove(into, right, count * vcube_type_size(type));
}

const struct vcube_op vcm_replace = { "replace", 0, replace, 0 };
const struct vcube_op vcm_no_op_at_all = { "no_op", 0, keep, 0 };

/* Rows of the table, one for types that have the same operators */
#define OP(name) [(uintptr_t)MPI_##name]
#define ROW(name, ...) \
static const struct vcube_op *const name[OP_NUMBERS] = { __VA_ARGS__ };

#define OWN_ARITHMETIC(name) OP(SUM) = &sum_##name, OP(PROD) = &prod_##name
#define OWN_ORDERED(name) OP(MIN) = &min_##name, OP(MAX) = &max_##name
#define OWN_BITWISE(name) \
	OP(BAND) = &band_##name, OP(BOR) = &bor_##name, OP(BXOR) = &bxor_##name
#define OWN_LOGICAL(name) \
	OP(LAND) = &land_##name, OP(LOR) = &lor_##name, OP(LXOR) = &lxor_##name
#define CORE_ARITHMETIC OP(SUM) = VCUBE_SUM, OP(PROD) = VCUBE_PROD
#define CORE_ORDERED OP(MIN) = VCUBE_MIN, OP(MAX) = VCUBE_MAX
#define CORE_BITWISE OP(BAND) = VCUBE_BAND, OP(BOR) = VCUBE_BOR, OP(BXOR) = VCUBE_BXOR
#define CORE_LOGICAL OP(LAND) = VCUBE_LAND, OP(LOR) = VCUBE_LOR, OP(LXOR) = VCUBE_LXOR

ROW(c_integer, CORE_ARITHMETIC, CORE_ORDERED, CORE_BITWISE, CORE_LOGICAL)
ROW(integer, CORE_ARITHMETIC, CORE_ORDERED, CORE_BITWISE)
ROW(real, CORE_ARITHMETIC, CORE_ORDERED)
ROW(complex, CORE_ARITHMETIC)
ROW(logical, CORE_LOGICAL)
ROW(byte, CORE_BITWISE)
ROW(own_long_double, OWN_ARITHMETIC(long_double), OWN_ORDERED(long_double))
ROW(own_complex_long_double, OWN_ARITHMETIC(complex_long_double))
ROW(own_quad, OWN_ARITHMETIC(quad), OWN_ORDERED(quad))
ROW(own_complex_quad, OWN_ARITHMETIC(complex_quad))
ROW(own_wide, OWN_ARITHMETIC(wide), OWN_ORDERED(wide), OWN_BITWISE(wide))
ROW(own_wide_logical, OWN_LOGICAL(wide))
#ifdef __FLT16_MAX__
ROW(own_half, OWN_ARITHMETIC(half), OWN_ORDERED(half))
ROW(own_complex_half, OWN_ARITHMETIC(complex_half))
#endif
#define X(name, value_type, index_type) \
ROW(own_##name, OP(MINLOC) = &minloc_##name, OP(MAXLOC) = &maxloc_##name)
PAIRS(X)
#undef X

#define SIGNED(ctype) \
	(sizeof(ctype) == 1 ? VCUBE_INT8 : sizeof(ctype) == 2 ? VCUBE_INT16 : \
	 sizeof(ctype) == 4 ? VCUBE_INT32 : VCUBE_INT64)
#define UNSIGNED(ctype) \
	(sizeof(ctype) == 1 ? VCUBE_UINT8 : sizeof(ctype) == 2 ? VCUBE_UINT16 : \
	 sizeof(ctype) == 4 ? VCUBE_UINT32 : VCUBE_UINT64)

#define TYPE(name) [(uintptr_t)MPI_##name]
#define OWN(name, row, ctype) TYPE(name) = { row, VCUBE_BYTES(sizeof(ctype)) },

const struct operand vcm_operands[TYPE_NUMBERS] = {
	/* Integers of C; plain char is not in the standard's list, but programs reduce it. */
	TYPE(CHAR) = { c_integer, CHAR_MIN < 0 ? VCUBE_INT8 : VCUBE_UINT8 },
	TYPE(SIGNED_CHAR) = { c_integer, VCUBE_INT8 },
	TYPE(SHORT) = { c_integer, SIGNED(short) },
	TYPE(INT) = { c_integer, SIGNED(int) },
	TYPE(LONG) = { c_integer, SIGNED(long) },
	TYPE(LONG_LONG) = { c_integer, SIGNED(long long) },
	TYPE(UNSIGNED_CHAR) = { c_integer, VCUBE_UINT8 },
	TYPE(UNSIGNED_SHORT) = { c_integer, UNSIGNED(short) },
	TYPE(UNSIGNED) = { c_integer, UNSIGNED(int) },
	TYPE(UNSIGNED_LONG) = { c_integer, UNSIGNED(long) },
	TYPE(UNSIGNED_LONG_LONG) = { c_integer, UNSIGNED(long long) },
	TYPE(INT8_T) = { c_integer, VCUBE_INT8 },
	TYPE(INT16_T) = { c_integer, VCUBE_INT16 },
	TYPE(INT32_T) = { c_integer, VCUBE_INT32 },
	TYPE(INT64_T) = { c_integer, VCUBE_INT64 },
	TYPE(UINT8_T) = { c_integer, VCUBE_UINT8 },
	TYPE(UINT16_T) = { c_integer, VCUBE_UINT16 },
	TYPE(UINT32_T) = { c_integer, VCUBE_UINT32 },
	TYPE(UINT64_T) = { c_integer, VCUBE_UINT64 },

	/* Those of all languages are truth values as well, as in other libraries. */
	TYPE(AINT) = { c_integer, SIGNED(MPI_Aint) },
	TYPE(COUNT) = { c_integer, SIGNED(MPI_Count) },
	TYPE(OFFSET) = { c_integer, SIGNED(MPI_Offset) },

	/* Those of Fortran are not. */
	TYPE(INTEGER) = { integer, SIGNED(MPI_Fint) },
	TYPE(INTEGER1) = { integer, VCUBE_INT8 },
	TYPE(INTEGER2) = { integer, VCUBE_INT16 },
	TYPE(INTEGER4) = { integer, VCUBE_INT32 },
	TYPE(INTEGER8) = { integer, VCUBE_INT64 },
	OWN(INTEGER16, own_wide, wide)

	TYPE(FLOAT) = { real, VCUBE_FLOAT },
	TYPE(DOUBLE) = { real, VCUBE_DOUBLE },
	OWN(LONG_DOUBLE, own_long_double, long double)
	TYPE(REAL) = { real, VCUBE_FLOAT },
	TYPE(DOUBLE_PRECISION) = { real, VCUBE_DOUBLE },
	TYPE(REAL4) = { real, VCUBE_FLOAT },
	TYPE(REAL8) = { real, VCUBE_DOUBLE },
	OWN(REAL16, own_quad, quad)

	TYPE(C_FLOAT_COMPLEX) = { complex, VCUBE_COMPLEX_FLOAT },
	TYPE(C_DOUBLE_COMPLEX) = { complex, VCUBE_COMPLEX_DOUBLE },
	OWN(C_LONG_DOUBLE_COMPLEX, own_complex_long_double, complex_long_double)
	TYPE(CXX_FLOAT_COMPLEX) = { complex, VCUBE_COMPLEX_FLOAT },
	TYPE(CXX_DOUBLE_COMPLEX) = { complex, VCUBE_COMPLEX_DOUBLE },
	OWN(CXX_LONG_DOUBLE_COMPLEX, own_complex_long_double, complex_long_double)
	TYPE(COMPLEX) = { complex, VCUBE_COMPLEX_FLOAT },
	TYPE(DOUBLE_COMPLEX) = { complex, VCUBE_COMPLEX_DOUBLE },
	TYPE(COMPLEX8) = { complex, VCUBE_COMPLEX_FLOAT },
	TYPE(COMPLEX16) = { complex, VCUBE_COMPLEX_DOUBLE },
	OWN(COMPLEX32, own_complex_quad, complex_quad)
#ifdef __FLT16_MAX__
	OWN(REAL2, own_half, half)
	OWN(COMPLEX4, own_complex_half, complex_half)
#endif

	TYPE(C_BOOL) = { logical, UNSIGNED(_Bool) },
	TYPE(CXX_BOOL) = { logical, UNSIGNED(_Bool) },
	TYPE(LOGICAL) = { logical, SIGNED(MPI_Fint) },
	TYPE(LOGICAL1) = { logical, VCUBE_INT8 },
	TYPE(LOGICAL2) = { logical, VCUBE_INT16 },
	TYPE(LOGICAL4) = { logical, VCUBE_INT32 },
	TYPE(LOGICAL8) = { logical, VCUBE_INT64 },
	OWN(LOGICAL16, own_wide_logical, wide)

	TYPE(BYTE) = { byte, VCUBE_UINT8 },

#define X(name, value_type, index_type) OWN(name, own_##name, struct pair_##name)
	PAIRS(X)
#undef X
};
