/* SPDX-License-Identifier: BSD-2-Clause */
/* Real ones are small integers, so that their sums are exact. */
#include "elements.h"
#include <complex.h>
#include <string.h>

static void
make_byte(const uint64_t *words, size_t n, void *to)
{
	memcpy(to, words, n);
}

static void
make_24(const uint64_t *words, size_t n, void *to)
{
	for (size_t i = 0; i < 3 * n; i += 3) {
		const uint64_t x = words[i / 3], y = x * 0x9e3779b97f4a7c15u + 1;

		((uint64_t *)to)[i] = x;
		((uint64_t *)to)[i + 1] = y;
		((uint64_t *)to)[i + 2] = y * 0x9e3779b97f4a7c15u + 1;
	}
}

static void
make_int32(const uint64_t *words, size_t n, void *to)
{
	for (size_t i = 0; i < n; i++)
		((int32_t *)to)[i] = (int32_t)((words[i] >> 32) * 2000001 >> 32) - 1000000;
}

static void
fold_int32(void *sum, const void *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		((int32_t *)sum)[i] += ((const int32_t *)x)[i];
}

static void
fold_byte(void *sum, const void *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		((uint8_t *)sum)[i] ^= ((const uint8_t *)x)[i];
}

static void
make_double(const uint64_t *words, size_t n, void *to)
{
	for (size_t i = 0; i < n; i++)
		((double *)to)[i] = (double)(int64_t)words[i] / 1024;
}

static void
fold_double(void *sum, const void *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (((const double *)x)[i] > ((double *)sum)[i])
			((double *)sum)[i] = ((const double *)x)[i];
}

static void
make_complex(const uint64_t *words, size_t n, void *to)
{
	for (size_t i = 0; i < n; i++)
		((float complex *)to)[i] = (float)(words[i] & 1023) - 512 +
			((float)(words[i] >> 32 & 1023) - 512) * I;
}

static void
fold_complex(void *sum, const void *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		((float complex *)sum)[i] += ((const float complex *)x)[i];
}

/* 2x2 matrices under multiplication: associative, not commutative. */
static void
make_matrix(const uint64_t *words, size_t n, void *to)
{
	uint32_t *m = to;

	for (size_t i = 0; i < n; i++, m += 4) {
		m[0] = (words[i] & 0xffff) | 1;
		m[1] = (words[i] >> 16 & 0xffff) | 1;
		m[2] = (words[i] >> 32 & 0xffff) | 1;
		m[3] = (uint32_t)(words[i] >> 48) | 1;
	}
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
fold_matrix(void *sum, const void *x, size_t n)
{
	for (size_t i = 0; i < 4 * n; i += 4)
		multiply((const uint32_t *)sum + i, (const uint32_t *)x + i, (uint32_t *)sum + i);
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

size_t
elements_a_word(const struct element *element)
{
	return element->size == 1 ? 8 : 1;
}
