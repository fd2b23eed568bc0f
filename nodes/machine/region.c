/* SPDX-License-Identifier: BSD-2-Clause */
/* The heaps and the stacks of all nodes; see the header. */
#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "error.h"
#include "region.h"

static size_t
page(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t
whole_pages(size_t bytes)
{
	return (bytes + page() - 1) / page() * page();
}

static int
add_tls(struct dl_phdr_info *object, size_t size, void *bytes)
{
	(void)size;
	for (int i = 0; i < object->dlpi_phnum; i++)
		if (object->dlpi_phdr[i].p_type == PT_TLS)
			*(size_t *)bytes += object->dlpi_phdr[i].p_memsz +
					    object->dlpi_phdr[i].p_align;
	return 0;
}

/* glibc puts a thread's own variables and its descriptor onto the stack that it
 * is given: the program's stack has to come on top of them. */
static size_t
thread_local_bytes(void)
{
	size_t bytes = 16384;

	dl_iterate_phdr(add_tls, &bytes);
	return bytes;
}

static int
map(struct vc_region *region, size_t bytes, int flags)
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
vc_region_map(struct vc_region *region, size_t bytes)
{
	return map(region, bytes, 0);
}

void
vc_region_touch(char *begin, size_t bytes)
{
#ifdef MADV_POPULATE_WRITE
	char *const first = begin - (uintptr_t)begin % page();

	madvise(first, (size_t)(begin - first) + bytes, MADV_POPULATE_WRITE);
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

static int
map_all(struct vc_region *region, size_t stride, int nodes, const char *what, int flags,
	struct vcube_error *error)
{
	size_t bytes;

	if (__builtin_mul_overflow(stride, (size_t)nodes, &bytes))
		return vc_error(error, VCUBE_EINVAL, "%s of %zu bytes for %d nodes are more than "
				"an address space", what, stride, nodes);
	if (map(region, bytes, flags) != 0)
		return vc_error(error, VCUBE_EHOST, "the host refused %zu bytes for the %s of %d "
				"nodes (%s); a smaller %s may do", bytes, what, nodes,
				strerror(errno), what);
	return 0;
}

/* An untouchable page below each stack. */
static int
guard(vcube_machine *m, struct vcube_error *error)
{
	for (int r = 0; r < m->nodes; r++)
		if (mprotect(m->stacks.base + m->stack_stride * (size_t)r, page(), PROT_NONE) != 0)
			return vc_error(error, VCUBE_EHOST, "the host refused the guard page of "
					"stack %d of %d (%s)", r, m->nodes, strerror(errno));
	return 0;
}

int
vc_regions_open(vcube_machine *m, struct vcube_error *error)
{
	int code;

	m->heap_stride = whole_pages(m->desc.heap);
	m->stack_stride = whole_pages(m->desc.stack + thread_local_bytes()) + page();
	code = map_all(&m->heaps, m->heap_stride, m->nodes, "heap", 0, error);
	if (code == 0)
		code = map_all(&m->stacks, m->stack_stride, m->nodes, "stack", MAP_STACK, error);
	return code ? code : guard(m, error);
}

void
vc_regions_close(vcube_machine *m)
{
	vc_region_unmap(&m->heaps);
	vc_region_unmap(&m->stacks);
	vc_region_unmap(&m->logs);
}
