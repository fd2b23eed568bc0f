/* SPDX-License-Identifier: BSD-2-Clause */
/* The default text of a cell: its first element, as a number. */
#include <complex.h>
#include <inttypes.h>
#include <string.h>
#include "cell.h"

static void
hexadecimals(const unsigned char *data, size_t bytes, char *text, size_t room)
{
	for (size_t i = 0; i < bytes && 2 * i + 3 <= room; i++)
		snprintf(text + 2 * i, room - 2 * i, "%02x", data[i]);
}

void
vc_cell_text(void *arg, const struct vcube_watched *watched, const void *data, size_t bytes,
	     char *text, size_t room)
{
	(void)arg;
	*text = '\0';
	if (bytes < vcube_type_size(watched->type)) {
		hexadecimals(data, bytes, text, room);
		return;
	}
	/* watched memory need not be aligned */
	switch (watched->type) {
#define ELEMENT(constant, ctype, format, ...) \
	case constant: { \
		ctype x; \
		memcpy(&x, data, sizeof x); \
		snprintf(text, room, format, __VA_ARGS__); \
		break; \
	}
#define X(constant, name, ctype) ELEMENT(constant, ctype, "%jd", (intmax_t)x)
	X(VCUBE_INT8, , int8_t) X(VCUBE_INT16, , int16_t) X(VCUBE_INT32, , int32_t)
	X(VCUBE_INT64, , int64_t)
#undef X
#define X(constant, name, ctype) ELEMENT(constant, ctype, "%ju", (uintmax_t)x)
	X(VCUBE_UINT8, , uint8_t) X(VCUBE_UINT16, , uint16_t) X(VCUBE_UINT32, , uint32_t)
	X(VCUBE_UINT64, , uint64_t)
#undef X
#define X(constant, name, ctype) ELEMENT(constant, ctype, "%.6g", (double)x)
	VCUBE_REAL_TYPES(X)
#undef X
#define X(constant, name, ctype) \
	ELEMENT(constant, ctype, "%.3g%+.3gi", (double)creal(x), (double)cimag(x))
	VCUBE_COMPLEX_TYPES(X)
#undef X
	default:
		hexadecimals(data, bytes, text, room);
	}
}
