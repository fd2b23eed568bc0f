/* SPDX-License-Identifier: BSD-2-Clause */
/* Freed blocks of strict machines; see the header. */
#include <string.h>
#include "error.h"
#include "quarantine.h"

enum { PATTERN = 0xdb, FILLED_MOST = 32 << 10, FREED_MOST = 32 };

struct vc_freed {
	void *block;
	size_t bytes;
	const char *here;       /* the line that freed it */
};

/* Returns the place of the first byte that was written; the filled bytes if none was. */
static size_t
intact_bytes(const struct vc_freed *f)
{
	const size_t filled = f->bytes < FILLED_MOST ? f->bytes : FILLED_MOST;
	const unsigned char *const p = f->block;
	size_t i = 0;

	if (filled == 0 || (p[0] == PATTERN && memcmp(p, p + 1, filled - 1) == 0))
		return filled;
	while (i < filled && p[i] == PATTERN)
		i++;
	return i;
}

/* Frees the oldest block. */
static void
let_go(vcube_node *self)
{
	struct vc_quarantine *const q = &self->quarantine;
	const struct vc_freed *const f = &q->freed[q->first];
	const size_t intact = intact_bytes(f);

	if (intact < f->bytes && intact < FILLED_MOST)
		vc_fail(self, VCUBE_EOVERRUN, "node %d wrote to a block of %zu bytes after it was freed at "
			"%s: at byte %zu, counted from 0", self->rank, f->bytes, vc_place(f->here), intact);
	q->extent -= vc_heap_extent(f->block);
	vc_heap_free(&self->heap, f->block, NULL);
	q->first = (q->first + 1) % FREED_MOST;
	q->count--;
}

void
vc_quarantine_empty(vcube_node *self)
{
	while (self->quarantine.count > 0)
		let_go(self);
}

/* Finds the freed block that overlaps memory, which may have no bytes. */
static const struct vc_freed *
find(const vcube_node *self, const void *data, size_t bytes)
{
	const struct vc_quarantine *const q = &self->quarantine;

	for (unsigned i = 0; i < q->count; i++) {
		const struct vc_freed *const f = &q->freed[(q->first + i) % FREED_MOST];
		const uintptr_t at = (uintptr_t)data, block = (uintptr_t)f->block;

		if (at == block || (at < block + f->bytes && block < at + bytes))
			return f;
	}
	return NULL;
}

bool
vc_quarantine_has(const vcube_node *self, const void *block)
{
	return find(self, block, 0) != NULL;
}

int
vc_quarantine_check(vcube_node *self, const char *call, const void *data, size_t bytes)
{
	const struct vc_freed *const f = self->code == 0 ? find(self, data, bytes) : NULL;

	return f == NULL ? self->code
		: vc_fail(self, VCUBE_EFOREIGN, "%s: %zu bytes at %p lie in a block of node %d's heap that "
			  "was freed at %s", call, bytes, data, self->rank, vc_place(f->here));
}

int
vc_quarantine_take(vcube_node *self, void *block, struct vcube_error *error)
{
	struct vc_quarantine *const q = &self->quarantine;
	const struct vc_freed *const freed = find(self, block, 0);
	const size_t bytes = vc_heap_rest(&self->heap, block);

	if (freed != NULL)
		return vc_error(error, VCUBE_EINVAL, "the block at %p is already free: it was freed at %s",
				block, vc_place(freed->here));
	if (q->freed == NULL)
		q->freed = vc_pool_keep(&self->pool, FREED_MOST * sizeof *q->freed);
	/* what is no block, or is overrun, is the heap's to tell */
	if (q->freed == NULL || bytes == 0 || vc_heap_test(&self->heap, block, error) != 0)
		return vc_heap_free(&self->heap, block, error);
	memset(block, PATTERN, bytes < FILLED_MOST ? bytes : FILLED_MOST);
	q->freed[(q->first + q->count++) % FREED_MOST] = (struct vc_freed){block, bytes, self->site.here};
	q->extent += vc_heap_extent(block);
	while (q->count == FREED_MOST || (q->count > 0 && q->extent > vc_heap_size(&self->heap) / 8))
		let_go(self);
	return 0;
}
