/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The heaps and the stacks of all nodes: one mapping each, cut into equal pieces. The
 * host provides memory on first touch. A guard page lies below each stack. 16,384 nodes
 * take 32,770 of the 65,530 mappings that the kernel allows by default.
 */
#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "ends.h"
#include "error.h"
#include "parts.h"
#include "node.h"

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

/* glibc puts thread-local variables and the thread's descriptor on the stack that it
 * gets: add them to the program's stack. */
static size_t
thread_local_bytes(void)
{
	size_t bytes = 16384;

	dl_iterate_phdr(add_tls, &bytes);
	return bytes;
}

static int
map_all(struct vc_region *region, size_t stride, int nodes, const char *what, int flags,
	struct vcube_error *error)
{
	size_t bytes;

	if (__builtin_mul_overflow(stride, (size_t)nodes, &bytes))
		return vc_error(error, VCUBE_EINVAL, "%s of %zu bytes for %d nodes exceeds the "
				"address space", what, stride, nodes);
	if (vc_region_map(region, bytes, flags) != 0)
		return vc_error(error, VCUBE_EHOST, "the host refused %zu bytes for the %s of %d "
				"nodes (%s); try a smaller %s", bytes, what, nodes,
				strerror(errno), what);
	return 0;
}

/* Puts a guard page below each stack. */
static int
guard(vcube_machine *m, struct vcube_error *error)
{
	for (int r = 0; r < m->threads; r++)
		if (!vc_is_remote(m, r) &&
		    mprotect(m->stacks.base + m->stack_stride * (size_t)r, page(), PROT_NONE) != 0)
			return vc_error(error, VCUBE_EHOST, "the host refused the guard page of "
					"stack %d of %d (%s)", r, m->nodes, strerror(errno));
	return 0;
}

static int
open_memory(vcube_machine *m, struct vcube_error *error)
{
	int code;

	m->heap_stride = whole_pages(m->desc.heap);
	m->stack_stride = whole_pages(m->desc.stack + thread_local_bytes() + VC_ENDS_STACK) + page();
	code = map_all(&m->heaps, m->heap_stride, m->threads, "heap", 0, error);
	if (code == 0)
		code = map_all(&m->stacks, m->stack_stride, m->threads, "stack", MAP_STACK, error);
	return code ? code : guard(m, error);
}

static void
close_memory(vcube_machine *m)
{
	vc_region_unmap(&m->heaps);
	vc_region_unmap(&m->stacks);
}

const struct vc_part vc_part_memory = {
	.open = open_memory,
	.close = close_memory,
};
