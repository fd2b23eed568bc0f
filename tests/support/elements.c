/* SPDX-License-Identifier: BSD-2-Clause */
/* Real ones are small integers, so that their sums are exact. */
#include "elements.h"
#include <complex.h>
#include <string.h>

static void
make_byte(uint64_t bits, void *to)
{
	*(uint8_t *)to = (uint8_t)bits;
}

static void
make_24(uint64_t bits, void *to)
{
	for (int i = 0; i < 3; i++, bits = bits * 0x9e3779b97f4a7c15u + 1)
		memcpy((char *)to + 8 * i, &bits, 8);
}

static void
make_int32(uint64_t bits, void *to)
{
	*(int32_t *)to = (int32_t)(bits % 2000001) - 1000000;
}

static void
fold_int32(void *sum, const void *x)
{
	*(int32_t *)sum += *(const int32_t *)x;
}

static void
fold_byte(void *sum, const void *x)
{
	*(uint8_t *)sum ^= *(const uint8_t *)x;
}

static void
make_double(uint64_t bits, void *to)
{
	*(double *)to = (double)(int64_t)bits / 1024;
}

static void
fold_double(void *sum, const void *x)
{
	if (*(const double *)x > *(double *)sum)
		*(double *)sum = *(const double *)x;
}

static void
make_complex(uint64_t bits, void *to)
{
	*(float complex *)to = (float)(bits % 1001) - 500 + ((float)(bits >> 32 & 1023) - 512) * I;
}

static void
fold_complex(void *sum, const void *x)
{
	*(float complex *)sum += *(const float complex *)x;
}

/* 2x2 matrices under multiplication: associative, not commutative. */
static void
make_matrix(uint64_t bits, void *to)
{
	uint32_t *m = to;

	for (int i = 0; i < 4; i++, bits >>= 16)
		m[i] = (uint32_t)(bits & 0xffff) | 1;
}

static void
multiply(const uint32_t *a, const uint32_t *b, uint32_t *into)
{
	const uint32_t product[4] = {
		a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
		a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
	};

	memcpy(into, product, sizeof product);
}

static void
fold_matrix(void *sum, const void *x)
{
	multiply(sum, x, sum);
}

static void
apply_matrix(const void *left, const void *right, void *into, size_t count, vcube_type type)
{
	(void)type;
	for (size_t i = 0; i < count; i++)
		multiply((const uint32_t *)left + 4 * i, (const uint32_t *)right + 4 * i,
			 (uint32_t *)into + 4 * i);
}

static const struct vcube_op matrix_product = {.name = "matrix product", .apply = apply_matrix};

const struct element elements[] = {
	{"byte", VCUBE_BYTES(1), 1, make_byte, NULL, NULL},
	{"24 bytes", VCUBE_BYTES(24), 24, make_24, NULL, NULL},
	{"int32", VCUBE_INT32, 4, make_int32, VCUBE_SUM, fold_int32},
	{"uint8", VCUBE_UINT8, 1, make_byte, VCUBE_BXOR, fold_byte},
	{"double", VCUBE_DOUBLE, 8, make_double, VCUBE_MAX, fold_double},
	{"complex_float", VCUBE_COMPLEX_FLOAT, 8, make_complex, VCUBE_SUM, fold_complex},
	{"matrix", VCUBE_BYTES(16), 16, make_matrix, &matrix_product, fold_matrix},
};
const int element_count = sizeof elements / sizeof *elements;
