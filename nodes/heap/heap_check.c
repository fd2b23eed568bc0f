/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks what a program did to its heap. This file trusts nothing in the region: it
 * validates heads and links before it follows them.
 */
#include "error.h"
#include "heap.h"
#include "heap_block.h"

typedef struct vc_heap_block block;

static size_t
offset(const struct vc_heap *heap, const block *b)
{
	return (size_t)(vc_heap_payload(b) - heap->base);
}

static const char *
canaries_end(const struct vc_heap *heap, const block *b)
{
	return heap->strict ? vc_heap_canaries_end(b) : vc_heap_word(b).at + sizeof(uint64_t);
}

/* Returns the offset of the first overwritten byte behind the size requested, or of the end of
 * the canaries if there is none. */
static size_t
intact_bytes(const struct vc_heap *heap, const block *b)
{
	const char *const p = vc_heap_payload(b), *const end = canaries_end(heap, b);
	size_t i = vc_heap_asked(b);

	while (p + i < end && (unsigned char)p[i] == VC_HEAP_CANARY)
		i++;
	return i;
}

/* The same for heaps that are not strict: few instructions, since each free asks. */
static inline bool
is_word_intact(const block *b)
{
	const struct vc_heap_word w = vc_heap_word(b);
	uint64_t has;

	memcpy(&has, w.at, sizeof has);
	return ((has ^ VC_HEAP_CANARY_WORD) & w.mask) == 0;
}

static bool
is_overrun(const struct vc_heap *heap, const block *b)
{
	if (!b->used)
		return false;
	if (!heap->strict)
		return !is_word_intact(b);
	return vc_heap_payload(b) + intact_bytes(heap, b) < vc_heap_canaries_end(b) ||
	       vc_heap_site(b)->here != ~vc_heap_site(b)->inverse;
}

/* Reports a destroyed head. `front` is the block before it; NULL: it is the first. */
static int
report_head(const struct vc_heap *heap, const block *front, struct vcube_error *error)
{
	if (front && vc_heap_is_used(front))
		return vc_error(error, VCUBE_EOVERRUN, "the block of %zu bytes at offset %zu of the "
				"heap was written past its end: the head of the block behind it "
				"is destroyed", vc_heap_asked(front), offset(heap, front));
	return vc_error(error, VCUBE_EOVERRUN, "memory before the block at offset %zu of the heap was "
			"overwritten: its head is destroyed",
			front ? offset(heap, vc_heap_next(front)) : offset(heap, heap->first));
}

static int
report_overrun(const struct vc_heap *heap, const block *b, struct vcube_error *error)
{
	const char *const here = (const char *)vc_heap_site(b)->here;
	const bool is_known = heap->strict && here != NULL && vc_heap_site(b)->here == ~vc_heap_site(b)->inverse;

	return vc_error(error, VCUBE_EOVERRUN, "the block of %zu bytes at offset %zu of the heap%s%s was "
			"written past its end: at byte %zu, counted from 0", vc_heap_asked(b),
			offset(heap, b), is_known ? ", allocated at " : "", is_known ? here : "",
			intact_bytes(heap, b));
}

static int
report_list(const struct vc_heap *heap, const block *b, struct vcube_error *error)
{
	return vc_error(error, VCUBE_EOVERRUN, "the free block at offset %zu of the heap was written "
			"to: after it was freed, or past the end of the block before it", offset(heap, b));
}

static int
report_sum(const struct vc_heap *heap, size_t used, struct vcube_error *error)
{
	return vc_error(error, VCUBE_EOVERRUN, "the heap's heads are destroyed: they hold %zu bytes "
			"in use, but %zu were handed out", used, heap->used);
}

/* Does b lie in the region, with the head of a free block? */
static bool
is_free_block(const struct vc_heap *heap, const block *b)
{
	const char *p = (const char *)b;

	return p >= (const char *)heap->first && p < heap->end &&
	       (uintptr_t)vc_heap_payload(b) % VC_HEAP_GRAIN == 0 &&
	       vc_heap_is_head(heap, b) && !b->used;
}

/* Is a free block linked in the list of its class, in both directions? */
static bool
is_listed(const struct vc_heap *heap, const block *b)
{
	const unsigned class = vc_heap_class(b->size);

	if (!(heap->map[class / 64] >> class % 64 & 1))
		return false;
	if (b->next && (!is_free_block(heap, b->next) || b->next->previous != b))
		return false;
	return b->previous ? is_free_block(heap, b->previous) && b->previous->next == b :
	       heap->list[class] == b;
}

bool
vc_heap_is_free(const struct vc_heap *heap, const block *b)
{
	return is_free_block(heap, b) && is_listed(heap, b);
}

bool
vc_heap_is_intact(const struct vc_heap *heap, const block *b)
{
	const block *next = vc_heap_next(b);
	const block *front = (const block *)((const char *)b - b->before);

	if ((const char *)next < heap->end &&
	    (!vc_heap_is_head(heap, next) || next->before != b->size ||
	     (!next->used && !is_listed(heap, next))))
		return false;
	if (b->before == 0 ? b != heap->first :
	    b->before > (size_t)((const char *)b - (const char *)heap->first) ||
	    b->before % VC_HEAP_GRAIN != 0 || !vc_heap_is_head(heap, front) ||
	    front->size != b->before || (!front->used && !is_listed(heap, front)))
		return false;
	return !is_overrun(heap, b);
}

/* Returns the first element of a list that is no free block of its class, or NULL. The
 * walk ends, as every element must link back to the one before it. */
static const block *
stray(const struct vc_heap *heap, unsigned class)
{
	const block *last = NULL;

	if (!(heap->map[class / 64] >> class % 64 & 1))
		return NULL;
	for (const block *b = heap->list[class]; b; last = b, b = b->next)
		if (!is_free_block(heap, b) || vc_heap_class(b->size) != class ||
		    b->previous != last || !is_listed(heap, b))
			return b;
	return NULL;
}

int
vc_heap_check(const struct vc_heap *heap, struct vcube_error *error)
{
	const block *front = NULL, *b;
	size_t used = 0;

	if (heap->end == (const char *)heap->first)
		return vc_error(error, VCUBE_EINVAL, "the run is over, and a node's heap lasts no longer");
	for (b = heap->first; (const char *)b < heap->end; front = b, b = vc_heap_next(b)) {
		if (!vc_heap_is_head(heap, b) || b->before != (front ? front->size : 0))
			return report_head(heap, front, error);
		if (is_overrun(heap, b))
			return report_overrun(heap, b, error);
		if (b->used && b->spare ? !vc_heap_is_spare_intact(b)
		    : !b->used && ((front && !front->used) || !is_listed(heap, b)))
			return report_list(heap, b, error);
		used += vc_heap_is_used(b) ? b->size : 0;
	}
	if (used != heap->used)
		return report_sum(heap, used, error);
	for (unsigned class = 0; class < VC_HEAP_CLASSES; class++) {
		if (heap->map[class / 64] >> class % 64 == 0) {
			class |= 63;    /* nor has any up to there */
			continue;
		}
		b = stray(heap, class);
		if (b)
			return report_list(heap, b, error);
	}
	return 0;
}

void
vc_heap_each(const struct vc_heap *heap, void (*each)(void *arg, const char *here, size_t bytes),
	     void *arg)
{
	for (const block *b = heap->first; (const char *)b < heap->end && vc_heap_is_head(heap, b);
	     b = vc_heap_next(b))
		if (b->used)
			each(arg, (const char *)vc_heap_site(b)->here, vc_heap_asked(b));
}

static bool
holds(const block *b, const char *p, size_t bytes)
{
	return vc_heap_is_used(b) && p >= vc_heap_payload(b) &&
	       (size_t)(p - vc_heap_payload(b)) <= vc_heap_asked(b) &&
	       bytes <= vc_heap_asked(b) - (size_t)(p - vc_heap_payload(b));
}

size_t
vc_heap_rest(const struct vc_heap *heap, const void *pointer)
{
	const char *p = pointer;
	const block *b = heap->first;

	if (p < vc_heap_payload(b) || p >= heap->end)
		return 0;
	while (vc_heap_is_head(heap, b) && (const char *)vc_heap_next(b) <= p)
		b = vc_heap_next(b);
	return vc_heap_is_head(heap, b) && holds(b, p, 0)
		? vc_heap_asked(b) - (size_t)(p - vc_heap_payload(b)) : 0;
}

static bool
is_known(const struct vc_heap *heap, const char *p, size_t bytes)
{
	for (int i = 0; i < VC_HEAP_KNOWN; i++)
		if (p >= heap->known[i].from && p <= heap->known[i].to &&
		    bytes <= (size_t)(heap->known[i].to - p))
			return true;
	return false;
}

bool
vc_heap_owns(struct vc_heap *heap, const void *pointer, size_t bytes)
{
	const char *p = pointer;
	const block *b = heap->first;

	if (is_known(heap, p, bytes))
		return true;
	if (p < vc_heap_payload(b) || p >= heap->end)
		return false;
	/* behind a destroyed head we cannot tell; vc_heap_check() reports it */
	while (vc_heap_is_head(heap, b) && (const char *)vc_heap_next(b) <= p)
		b = vc_heap_next(b);
	if (!vc_heap_is_head(heap, b))
		return bytes <= (size_t)(heap->end - p);
	if (!holds(b, p, bytes))
		return false;
	if (heap->strict)
		heap->known[heap->next_known++ % VC_HEAP_KNOWN] = (struct vc_heap_span){
			vc_heap_payload(b), vc_heap_payload(b) + vc_heap_asked(b)
		};
	return true;
}
