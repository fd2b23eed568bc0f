/* SPDX-License-Identifier: BSD-2-Clause */
/* Copies of blocks: the inner loops of packing. */
#ifndef VCM_COPY_H
#define VCM_COPY_H

#include <stddef.h>
#include <stdint.h>

/* Copies `count` blocks of `bytes` bytes; each lies `to_step` and `from_step` bytes behind the
 * one before. Source and destination do not overlap. */
void vcm_copy_blocks(char *to, int64_t to_step, const char *from, int64_t from_step,
		     int64_t bytes, int64_t count);

/* Copies blocks from, or to, the offsets of a list; the other side is without gaps. */
void vcm_copy_gather(char *to, const char *from, const int64_t *offsets, int64_t bytes,
		     int64_t count);
void vcm_copy_scatter(char *to, const char *from, const int64_t *offsets, int64_t bytes,
		      int64_t count);

/* Copies one block, the fastest way for a size that may be small. */
void vcm_copy_block(char *to, const char *from, int64_t bytes);

#endif
