/* SPDX-License-Identifier: BSD-2-Clause */
/* The predefined datatypes. */
#include <stddef.h>
#include <wchar.h>
#include "layout.h"
#include "signature.h"
#include "type.h"

/* Types of Fortran compilers that C compilers need not have */
typedef uint16_t real2;
typedef struct { real2 part[2]; } complex4;
typedef struct { _Alignas(16) char bytes[16]; } sixteen;
typedef struct { sixteen part[2]; } complex32;

/* name, C type of the same representation, kind, bytes in external32 */
#define BASICS(X) \
	X(AINT, MPI_Aint, INTEGER, 8) \
	X(COUNT, MPI_Count, INTEGER, 8) \
	X(OFFSET, MPI_Offset, INTEGER, 8) \
	X(PACKED, char, OTHER, 1) \
	X(BYTE, char, OTHER, 1) \
	X(CHAR, char, CHARACTER, 1) \
	X(WCHAR, wchar_t, CHARACTER, 2) \
	X(SIGNED_CHAR, signed char, INTEGER, 1) \
	X(SHORT, short, INTEGER, 2) \
	X(INT, int, INTEGER, 4) \
	X(LONG, long, INTEGER, 4) \
	X(LONG_LONG, long long, INTEGER, 8) \
	X(UNSIGNED_CHAR, unsigned char, UNSIGNED, 1) \
	X(UNSIGNED_SHORT, unsigned short, UNSIGNED, 2) \
	X(UNSIGNED, unsigned, UNSIGNED, 4) \
	X(UNSIGNED_LONG, unsigned long, UNSIGNED, 4) \
	X(UNSIGNED_LONG_LONG, unsigned long long, UNSIGNED, 8) \
	X(INT8_T, int8_t, INTEGER, 1) \
	X(INT16_T, int16_t, INTEGER, 2) \
	X(INT32_T, int32_t, INTEGER, 4) \
	X(INT64_T, int64_t, INTEGER, 8) \
	X(UINT8_T, uint8_t, UNSIGNED, 1) \
	X(UINT16_T, uint16_t, UNSIGNED, 2) \
	X(UINT32_T, uint32_t, UNSIGNED, 4) \
	X(UINT64_T, uint64_t, UNSIGNED, 8) \
	X(FLOAT, float, REAL, 4) \
	X(DOUBLE, double, REAL, 8) \
	X(LONG_DOUBLE, long double, REAL, 16) \
	X(C_BOOL, _Bool, LOGICAL, 1) \
	X(C_FLOAT_COMPLEX, float _Complex, COMPLEX, 8) \
	X(C_DOUBLE_COMPLEX, double _Complex, COMPLEX, 16) \
	X(C_LONG_DOUBLE_COMPLEX, long double _Complex, COMPLEX, 32) \
	X(CXX_BOOL, _Bool, LOGICAL, 1) \
	X(CXX_FLOAT_COMPLEX, float _Complex, COMPLEX, 8) \
	X(CXX_DOUBLE_COMPLEX, double _Complex, COMPLEX, 16) \
	X(CXX_LONG_DOUBLE_COMPLEX, long double _Complex, COMPLEX, 32) \
	X(LOGICAL, MPI_Fint, LOGICAL, 4) \
	X(INTEGER, MPI_Fint, INTEGER, 4) \
	X(REAL, float, REAL, 4) \
	X(DOUBLE_PRECISION, double, REAL, 8) \
	X(COMPLEX, float _Complex, COMPLEX, 8) \
	X(DOUBLE_COMPLEX, double _Complex, COMPLEX, 16) \
	X(CHARACTER, char, CHARACTER, 1) \
	X(LOGICAL1, int8_t, LOGICAL, 1) \
	X(LOGICAL2, int16_t, LOGICAL, 2) \
	X(LOGICAL4, int32_t, LOGICAL, 4) \
	X(LOGICAL8, int64_t, LOGICAL, 8) \
	X(LOGICAL16, sixteen, LOGICAL, 16) \
	X(INTEGER1, int8_t, INTEGER, 1) \
	X(INTEGER2, int16_t, INTEGER, 2) \
	X(INTEGER4, int32_t, INTEGER, 4) \
	X(INTEGER8, int64_t, INTEGER, 8) \
	X(INTEGER16, sixteen, INTEGER, 16) \
	X(REAL2, real2, REAL, 2) \
	X(REAL4, float, REAL, 4) \
	X(REAL8, double, REAL, 8) \
	X(REAL16, sixteen, REAL, 16) \
	X(COMPLEX4, complex4, COMPLEX, 4) \
	X(COMPLEX8, float _Complex, COMPLEX, 8) \
	X(COMPLEX16, double _Complex, COMPLEX, 16) \
	X(COMPLEX32, complex32, COMPLEX, 32)

/* name, value and index: name and C type of each */
#define PAIRS(X) \
	X(FLOAT_INT, FLOAT, float, INT, int) \
	X(DOUBLE_INT, DOUBLE, double, INT, int) \
	X(LONG_INT, LONG, long, INT, int) \
	X(2INT, INT, int, INT, int) \
	X(SHORT_INT, SHORT, short, INT, int) \
	X(LONG_DOUBLE_INT, LONG_DOUBLE, long double, INT, int) \
	X(2REAL, REAL, float, REAL, float) \
	X(2DOUBLE_PRECISION, DOUBLE_PRECISION, double, DOUBLE_PRECISION, double) \
	X(2INTEGER, INTEGER, MPI_Fint, INTEGER, MPI_Fint)

#define NUMBER(name) ((uintptr_t)MPI_##name)

#define BLOCK(name, at, bytes_) \
	{ .kind = LAYOUT_STRIDED, .basic = (uint32_t)NUMBER(name), .offset = (at), .count = 1, \
	  .stride = (bytes_), .bytes = (bytes_), .size = (bytes_) }

/* What all have alike. No process counts their references. */
#define COMMON(name) \
	.object = { .kind = &vcm_kind_datatype, .references = 1 }, \
	.number = NUMBER(name), .operand = NUMBER(name), \
	.combiner = MPI_COMBINER_NAMED, .predefined_name = NAME(name)

/* The one that the standard calls the name, where there are two */
#define NAME(name) \
	(NUMBER(name) == NUMBER(LONG_LONG) ? "MPI_LONG_LONG_INT" : \
	 NUMBER(name) == NUMBER(C_FLOAT_COMPLEX) ? "MPI_C_COMPLEX" : "MPI_" #name)

#define X(name, ctype, kind_, external) \
static const struct layout layout_##name = BLOCK(name, 0, sizeof(ctype)); \
static const struct datatype type_##name = { COMMON(name), \
	.size = sizeof(ctype), .extent = sizeof(ctype), .true_extent = sizeof(ctype), \
	.layout = &layout_##name, .map = &layout_##name, \
	.flags = TYPE_PREDEFINED | TYPE_COMMITTED | TYPE_PIECE | TYPE_DENSE | \
		 (NUMBER(name) == NUMBER(PACKED) ? TYPE_PACKED : 0), \
	.align = _Alignof(ctype), .external_size = (external), .kind = TYPE_##kind_, \
	.signature = { 1, NUMBER(name) == NUMBER(PACKED) ? SIGNATURE_ANY \
		       : SIGNATURE_CODE(NUMBER(name)) }, \
};
BASICS(X)
#undef X

/* Without a gap between them, value and index are copied as one block. */
#define X(name, value_name, value_type, index_name, index_type) \
struct pair_##name { value_type value; index_type index; }; \
enum { \
	index_##name = offsetof(struct pair_##name, index), \
	size_##name = sizeof(value_type) + sizeof(index_type), \
	touch_##name = index_##name == sizeof(value_type), \
	dense_##name = size_##name == sizeof(struct pair_##name), \
}; \
static const struct layout_part parts_##name[] = { \
	{ BLOCK(value_name, 0, sizeof(value_type)), 0 }, \
	{ BLOCK(index_name, index_##name, sizeof(index_type)), sizeof(value_type) }, \
	{ { .kind = LAYOUT_STRIDED }, size_##name }, \
}; \
static const struct layout_block blocks_##name[] = { \
	{ 0, 0 }, { index_##name, sizeof(value_type) }, { 0, size_##name }, \
}; \
static const struct layout map_##name = { .kind = LAYOUT_PARTS, .count = 2, \
	.size = size_##name, .parts = parts_##name, \
}; \
static const struct layout layout_##name = { \
	.kind = touch_##name ? LAYOUT_STRIDED : LAYOUT_LIST, .count = touch_##name ? 1 : 2, \
	.stride = touch_##name ? size_##name : 0, .bytes = touch_##name ? size_##name : 0, \
	.size = size_##name, .blocks = touch_##name ? NULL : blocks_##name, \
}; \
static const struct datatype type_##name = { COMMON(name), \
	.size = size_##name, .extent = sizeof(struct pair_##name), \
	.true_extent = index_##name + sizeof(index_type), \
	.layout = &layout_##name, .map = &map_##name, \
	.flags = TYPE_PREDEFINED | TYPE_COMMITTED | (touch_##name ? TYPE_PIECE : 0) | \
		 (dense_##name ? TYPE_DENSE : 0), \
	.align = _Alignof(struct pair_##name), .kind = TYPE_PAIR, \
	.signature = { 2, SIGNATURE_CODE(NUMBER(value_name)) * SIGNATURE_BASE + \
			  SIGNATURE_CODE(NUMBER(index_name)) }, \
};
PAIRS(X)
#undef X

/* The markers of bounds have no data. */
static const struct layout no_data = { .kind = LAYOUT_STRIDED };
#define MARKERS(X) X(LB) X(UB)
#define X(name) \
static const struct datatype type_##name = { COMMON(name), \
	.layout = &no_data, .map = &no_data, .align = 1, .signature = { 0, 1 }, \
	.flags = TYPE_PREDEFINED | TYPE_COMMITTED | TYPE_PIECE | TYPE_DENSE | TYPE_##name, \
};
MARKERS(X)
#undef X

const struct datatype *const vcm_types[TYPE_NUMBERS] = {
#define X(name, ...) [NUMBER(name)] = &type_##name,
	BASICS(X)
	PAIRS(X)
	MARKERS(X)
#undef X
};
