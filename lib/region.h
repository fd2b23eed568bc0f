/* SPDX-License-Identifier: BSD-2-Clause */
/* Regions: zeroed memory from the host, allocated when first touched. */
#ifndef VC_REGION_H
#define VC_REGION_H

#include <stddef.h>

/* Large pages have so many bytes with most processors. */
#define VC_LARGE_PAGE ((size_t)2 << 20)

struct vc_region {
	char *base;
	size_t bytes;
};

/* Maps a region; `flags` are added to those of mmap(). Returns 0, or -1 with errno. */
int vc_region_map(struct vc_region *region, size_t bytes, int flags);
/* Changes the size of a region, which may move. Returns 0, or -1 with errno. */
int vc_region_grow(struct vc_region *region, size_t bytes);
/* Allocates the memory of a part of it at once, if the kernel can; otherwise each page is
 * allocated when touched. */
void vc_region_touch(char *begin, size_t bytes);
/* Tells the kernel that all of this memory will be in use, so that it can come in large pages.
 * Any memory will do; small parts are left as they are. */
void vc_region_dense(void *begin, size_t bytes);
/* Unmaps the region, if it was mapped, and zeroes the struct. */
void vc_region_unmap(struct vc_region *region);

#endif
