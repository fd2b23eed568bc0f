/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each loop exists once for every size of block that has its own instructions. Other sizes up
 * to 64 bytes are copied as pieces that overlap: 12 bytes are those from 0 to 7 and from 4 to
 * 11. So no block that is small calls memcpy(). All of a block is read before any of it is
 * written, so the compiler keeps it in registers.
 */
#include <string.h>
#include "copy.h"

typedef uint16_t u2;
typedef uint32_t u4;
typedef uint64_t u8;
typedef struct { u8 part[2]; } u16;

static inline void
copy_1(char *to, const char *from, int64_t bytes)
{
	(void)bytes;
	*to = *from;
}

/* exact: a block of the type's size; ends: one of up to twice its size, by its two ends */
#define SIZES(type, exact, ends) \
static inline void \
exact(char *to, const char *from, int64_t bytes) \
{ \
	(void)bytes; \
	memcpy(to, from, sizeof(type)); \
} \
\
static inline void \
ends(char *to, const char *from, int64_t bytes) \
{ \
	type first, last; \
\
	memcpy(&first, from, sizeof first); \
	memcpy(&last, from + bytes - (int64_t)sizeof last, sizeof last); \
	memcpy(to, &first, sizeof first); \
	memcpy(to + bytes - (int64_t)sizeof last, &last, sizeof last); \
}
SIZES(u2, copy_2, copy_to_4)
SIZES(u4, copy_4, copy_to_8)
SIZES(u8, copy_8, copy_to_16)
SIZES(u16, copy_16, copy_to_32)

static inline void
copy_to_64(char *to, const char *from, int64_t bytes)
{
	u16 a, b, c, d;

	memcpy(&a, from, sizeof a);
	memcpy(&b, from + 16, sizeof b);
	memcpy(&c, from + bytes - 32, sizeof c);
	memcpy(&d, from + bytes - 16, sizeof d);
	memcpy(to, &a, sizeof a);
	memcpy(to + 16, &b, sizeof b);
	memcpy(to + bytes - 32, &c, sizeof c);
	memcpy(to + bytes - 16, &d, sizeof d);
}

static inline void
copy_any(char *to, const char *from, int64_t bytes)
{
	memcpy(to, from, (size_t)bytes);
}

#define COUNTED(copy) \
	_Pragma("GCC unroll 4") \
	for (int64_t i = 0; i < count; i++) \
		copy;

/* Runs LOOP(copy, size) with the copy for blocks of `bytes` bytes; a size that has a copy of
 * its own is a constant. */
#define BY_SIZE(bytes, LOOP) \
	switch (bytes) { \
	case 1: LOOP(copy_1, 1) \
	case 2: LOOP(copy_2, 2) \
	case 3: LOOP(copy_to_4, bytes) \
	case 4: LOOP(copy_4, 4) \
	case 5 ... 7: LOOP(copy_to_8, bytes) \
	case 8: LOOP(copy_8, 8) \
	case 9 ... 15: LOOP(copy_to_16, bytes) \
	case 16: LOOP(copy_16, 16) \
	case 17 ... 32: LOOP(copy_to_32, bytes) \
	case 33 ... 64: LOOP(copy_to_64, bytes) \
	default: LOOP(copy_any, bytes) \
	}

/* On the packed side, blocks mostly have no gaps: their step is the size then. */
void
vcm_copy_blocks(char *to, int64_t to_step, const char *from, int64_t from_step,
		int64_t bytes, int64_t count)
{
#define STEPS(copy, size) \
	if (to_step == bytes) \
		COUNTED(copy(to + i * size, from + i * from_step, bytes)) \
	else if (from_step == bytes) \
		COUNTED(copy(to + i * to_step, from + i * size, bytes)) \
	else \
		COUNTED(copy(to + i * to_step, from + i * from_step, bytes)) \
	break;
	BY_SIZE(bytes, STEPS)
#undef STEPS
}

void
vcm_copy_gather(char *to, const char *from, const int64_t *offsets, int64_t bytes, int64_t count)
{
#define GATHER(copy, size) COUNTED(copy(to + i * size, from + offsets[i], bytes)) break;
	BY_SIZE(bytes, GATHER)
#undef GATHER
}

void
vcm_copy_scatter(char *to, const char *from, const int64_t *offsets, int64_t bytes, int64_t count)
{
#define SCATTER(copy, size) COUNTED(copy(to + offsets[i], from + i * size, bytes)) break;
	BY_SIZE(bytes, SCATTER)
#undef SCATTER
}

void
vcm_copy_block(char *to, const char *from, int64_t bytes)
{
#define ONE(copy, size) copy(to, from, bytes); break;
	BY_SIZE(bytes, ONE)
#undef ONE
}
