/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Guard pages behind the large blocks of strict heaps: who goes far past the end of one gets a
 * signal there. The table of pages lies outside of the region, where no program writes to it.
 */
#include <sys/mman.h>
#include <unistd.h>
#include "heap.h"
#include "heap_block.h"

typedef struct vc_heap_block block;

/* Smaller blocks have canaries alone; with larger pages their slack has too few bits. */
enum { GUARDED_FROM = 64 << 10, PAGE_MOST = 8192 };

static size_t
page(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

size_t
vc_heap_guard_room(const struct vc_heap *heap, size_t bytes)
{
	return heap->strict && !heap->trusts && bytes >= GUARDED_FROM && page() <= PAGE_MOST
		? 2 * page() : 0;
}

/* Returns where the guard page of a block would lie. */
static char *
place_of(const block *b)
{
	char *const end = vc_heap_payload(b) + vc_heap_asked(b) + VC_HEAP_CANARIES;

	return end + (-(uintptr_t)end & (page() - 1));
}

const char *
vc_heap_canaries_end(const block *b)
{
	return b->guarded ? place_of(b) : (const char *)vc_heap_site(b);
}

void
vc_heap_guard(struct vc_heap *heap, block *b)
{
	char *const at = place_of(b);
	int i = 0;

	if (vc_heap_guard_room(heap, vc_heap_asked(b)) == 0 || at + page() > (char *)vc_heap_site(b))
		return;
	while (i < VC_HEAP_GUARDS && heap->guard[i] != NULL)
		i++;
	if (i == VC_HEAP_GUARDS || mprotect(at, page(), PROT_NONE) != 0)
		return;
	heap->guard[i] = at;
	b->guarded = 1;
}

/* The page was writable before: the host has no reason to refuse that now. */
static void
open_page(char **guard)
{
	mprotect(*guard, page(), PROT_READ | PROT_WRITE);
	*guard = NULL;
}

void
vc_heap_unguard(struct vc_heap *heap, block *b)
{
	for (int i = 0; i < VC_HEAP_GUARDS && b->guarded; i++)
		if (heap->guard[i] > (char *)b && heap->guard[i] < (char *)b + b->size)
			open_page(&heap->guard[i]);
	b->guarded = 0;
}

void
vc_heap_unguard_all(struct vc_heap *heap)
{
	for (int i = 0; i < VC_HEAP_GUARDS; i++)
		if (heap->guard[i] != NULL)
			open_page(&heap->guard[i]);
}

bool
vc_heap_is_guard(const struct vc_heap *heap, const void *place, struct vc_heap_place *found)
{
	const uintptr_t at = (uintptr_t)place;
	const block *b = heap->first;
	int i = 0;

	while (i < VC_HEAP_GUARDS && (heap->guard[i] == NULL || at - (uintptr_t)heap->guard[i] >= page()))
		i++;
	if (i == VC_HEAP_GUARDS)
		return false;
	while (vc_heap_is_head(heap, b) && (const char *)vc_heap_next(b) <= heap->guard[i])
		b = vc_heap_next(b);
	if (!vc_heap_is_head(heap, b))
		return false;
	found->bytes = vc_heap_asked(b);
	found->past = at - (uintptr_t)vc_heap_payload(b) - found->bytes;
	found->here = (const char *)vc_heap_site(b)->here;
	return true;
}
