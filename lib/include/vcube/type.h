/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Element types and reduction operators of the collectives. Pure: any thread may
 * call these functions, and they do not block.
 */
#ifndef VCUBE_TYPE_H
#define VCUBE_TYPE_H

#include <stddef.h>
#include <vcube/error.h>

VCUBE_BEGIN_

/* constant, name, C type (complex ones are pairs of real and imaginary part) */
#define VCUBE_INTEGER_TYPES(X) \
	X(VCUBE_INT8, int8, int8_t) \
	X(VCUBE_INT16, int16, int16_t) \
	X(VCUBE_INT32, int32, int32_t) \
	X(VCUBE_INT64, int64, int64_t) \
	X(VCUBE_UINT8, uint8, uint8_t) \
	X(VCUBE_UINT16, uint16, uint16_t) \
	X(VCUBE_UINT32, uint32, uint32_t) \
	X(VCUBE_UINT64, uint64, uint64_t)
#define VCUBE_REAL_TYPES(X) \
	X(VCUBE_FLOAT, float, float) \
	X(VCUBE_DOUBLE, double, double)
#define VCUBE_COMPLEX_TYPES(X) \
	X(VCUBE_COMPLEX_FLOAT, complex_float, float _Complex) \
	X(VCUBE_COMPLEX_DOUBLE, complex_double, double _Complex)
#define VCUBE_TYPES(X) \
	VCUBE_INTEGER_TYPES(X) VCUBE_REAL_TYPES(X) VCUBE_COMPLEX_TYPES(X)

enum vcube_types {
#define X(constant, name, ctype) constant,
	VCUBE_TYPES(X)
#undef X
	VCUBE_TYPES_COUNT
};

/* A type: one of the above, or VCUBE_BYTES(size) for opaque elements, which only
 * user-defined operators combine. VCUBE_BYTES(1) moves plain bytes. */
typedef size_t vcube_type;
#define VCUBE_BYTES(size) ((vcube_type)(size) + 64)

size_t vcube_type_size(vcube_type type);        /* in bytes; 0: no such type */
const char *vcube_type_name(vcube_type type);   /* "bytes" for VCUBE_BYTES */
/* Parses a name or "bytes:N". Returns 0, VCUBE_EUNKNOWN with the list of names, or
 * VCUBE_EINVAL for an invalid N. */
int vcube_type_parse(const char *name, vcube_type *type, struct vcube_error *error);

/*
 * A reduction operator: into[i] = left[i] op right[i] for `count` elements. `into` may
 * be `left` or `right`, but must not overlap them otherwise. All three have the
 * alignment of the type. An operator must be associative; for floating point, which
 * is not, the algorithm fixes an order, the same in every run.
 */
struct vcube_op {
	const char *name;
	int commutative;
	/* The function of a user's operator; NULL for the library's, which `kind` selects. */
	void (*apply)(const void *left, const void *right, void *into, size_t count,
		      vcube_type type);
	int kind;
};

/*
 * name, meaning. All commute. Sums and products of integers wrap around. If two
 * elements are equal or unordered (NaN), min and max take the right one. Logical
 * operators treat nonzero as true and yield 0 or 1.
 */
#define VCUBE_OPS(X) \
	X(sum, "sum") X(prod, "product") X(min, "least") X(max, "greatest") \
	X(land, "logical and") X(lor, "logical or") X(lxor, "logical exclusive or") \
	X(band, "bitwise and") X(bor, "bitwise or") X(bxor, "bitwise exclusive or")

#define X(name, text) extern const struct vcube_op vcube_op_##name;
VCUBE_OPS(X)
#undef X
#define VCUBE_SUM (&vcube_op_sum)
#define VCUBE_PROD (&vcube_op_prod)
#define VCUBE_MIN (&vcube_op_min)
#define VCUBE_MAX (&vcube_op_max)
#define VCUBE_LAND (&vcube_op_land)
#define VCUBE_LOR (&vcube_op_lor)
#define VCUBE_LXOR (&vcube_op_lxor)
#define VCUBE_BAND (&vcube_op_band)
#define VCUBE_BOR (&vcube_op_bor)
#define VCUBE_BXOR (&vcube_op_bxor)

/* Returns the library's operator of that name, or NULL with the list of names in *error. */
const struct vcube_op *vcube_op_parse(const char *name, struct vcube_error *error);

/* Returns 0 if the operator is defined for the type, or VCUBE_EINVAL with its types.
 * Bitwise: integers; min, max, logical: integers and reals; sum, prod: these and
 * complex; VCUBE_BYTES: user-defined operators only. */
int vcube_op_check(const struct vcube_op *op, vcube_type type, struct vcube_error *error);

/* Applies an operator; vcube_op_check() must accept it for the type. */
void vcube_op_apply(const struct vcube_op *op, vcube_type type,
		    const void *left, const void *right, void *into, size_t count);

VCUBE_END_
#endif
