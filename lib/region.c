/* SPDX-License-Identifier: BSD-2-Clause */
#include "region.h"
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

int
vc_region_map(struct vc_region *region, size_t bytes, int flags)
{
	char *const base = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);

	if (base == MAP_FAILED)
		return -1;
	region->base = base;
	region->bytes = bytes;
	return 0;
}

int
vc_region_grow(struct vc_region *region, size_t bytes)
{
	char *const base = mremap(region->base, region->bytes, bytes, MREMAP_MAYMOVE);

	if (base == MAP_FAILED)
		return -1;
	region->base = base;
	region->bytes = bytes;
	return 0;
}

void
vc_region_touch(char *begin, size_t bytes)
{
#ifdef MADV_POPULATE_WRITE
	char *const first = begin - (uintptr_t)begin % (size_t)sysconf(_SC_PAGESIZE);

	madvise(first, (size_t)(begin - first) + bytes, MADV_POPULATE_WRITE);
#else
	(void)begin, (void)bytes;
#endif
}

void
vc_region_dense(void *begin, size_t bytes)
{
#ifdef MADV_HUGEPAGE
	const size_t skip = -(uintptr_t)begin % (size_t)sysconf(_SC_PAGESIZE);

	if (bytes >= 2 * VC_LARGE_PAGE)
		madvise((char *)begin + skip, bytes - skip, MADV_HUGEPAGE);
#else
	(void)begin, (void)bytes;
#endif
}

void
vc_region_unmap(struct vc_region *region)
{
	if (region->base != NULL)
		munmap(region->base, region->bytes);
	*region = (struct vc_region){0};
}
