/* SPDX-License-Identifier: BSD-2-Clause */
/* Regions: memory from the host that is zero, and there only once it is touched. */
#ifndef VC_REGION_H
#define VC_REGION_H

#include <stddef.h>

struct vc_region {
	char *base;
	size_t bytes;
};

/* Maps one, `flags` added to those of mmap(): 0, or -1 with errno. */
int vc_region_map(struct vc_region *region, size_t bytes, int flags);
/* Gets the memory of a part of it at once, if the kernel knows how: else where it is
 * touched, page by page. */
void vc_region_touch(char *begin, size_t bytes);
/* Unmaps it, if it was mapped: it is zero again. */
void vc_region_unmap(struct vc_region *region);

#endif
