/* SPDX-License-Identifier: BSD-2-Clause */
/* Making derived types: their arguments, sizes and bounds. */
#include <stdlib.h>
#include <string.h>
#include "content.h"
#include "error.h"
#include "notes.h"

static void
release(struct process *p, void *object)
{
	const struct datatype *type = object;
	struct content *c = type->content;

	(void)vcm_type_delete_notes(p, type);
	if (!c)
		return;
	for (int64_t i = 0; i < c->types_count; i++)
		vcm_type_drop(p, c->types[i]);
	vcm_type_drop(p, c->inner);
	vcm_arena_free(&c->arena);
	free(c);
}

const struct kind vcm_kind_datatype = {
	.number = KIND_DATATYPE,
	.name = "datatype",
	.size = sizeof(struct datatype),
	.release = release,
};

/* Returns the contents with room for the arguments, in one block; NULL: no memory. */
static struct content *
new_content(const struct making *m)
{
	size_t numbers = 0;
	struct content *c;

	for (int i = 0; i < NUMBER_LISTS; i++)
		numbers += (size_t)m->numbers[i].count;
	c = calloc(1, sizeof *c + (size_t)m->addresses_count * sizeof *c->addresses +
		   (size_t)m->types_count * sizeof *c->types + numbers * sizeof *c->numbers);
	if (!c)
		return NULL;
	c->large = m->large;
	c->addresses_count = m->addresses_count;
	c->types_count = m->types_count;
	c->addresses = (MPI_Aint *)(c + 1);
	c->types = (const struct datatype **)(c->addresses + m->addresses_count);
	c->numbers = (int64_t *)(c->types + m->types_count);
	return c;
}

static void
copy_numbers(struct content *c, const struct making *m)
{
	for (int i = 0; i < NUMBER_LISTS; i++)
		for (int64_t k = 0; k < m->numbers[i].count; k++)
			c->numbers[c->numbers_count++] = vcm_number(&m->numbers[i], k);
	if (m->addresses_count > 0)
		memcpy(c->addresses, m->addresses,
		       (size_t)m->addresses_count * sizeof *c->addresses);
}

/* Returns 0, or the code of the error that it raises. */
static int
keep_types(struct process *p, struct content *c, const struct making *m)
{
	for (int64_t i = 0; i < m->types_count; i++) {
		const struct datatype *type = vcm_type(m->types[i]);

		if (!type) {
			c->types_count = i;
			return vcm_no_object(p, &vcm_kind_datatype, m->types[i]);
		}
		vcm_type_keep(type);
		c->types[i] = type;
	}
	c->inner = m->inner;
	if (c->inner)
		vcm_type_keep(c->inner);
	return 0;
}

/* From the first to behind the last byte; `set` while nothing is in it. */
struct range {
	bool set, marked;
	__int128 low, high;
};

/*
 * A bound that a call set hides those of data, which is what the lb_marker and ub_marker of
 * the standard say.
 */
static void
widen(struct range *range, __int128 low, __int128 high, bool marked)
{
	if (range->set && range->marked && !marked)
		return;
	if (!range->set || (marked && !range->marked)) {
		*range = (struct range){ true, marked, low, high };
		return;
	}
	if (low < range->low)
		range->low = low;
	if (high > range->high)
		range->high = high;
}

struct bounds {
	__int128 size;
	struct range lower, upper, data;        /* only one end of the first two matters */
	int align;
};

static bool
is_address(__int128 bytes)
{
	return bytes >= INT64_MIN && bytes <= INT64_MAX;
}

/* Adds a run that has elements. Returns false if a distance within it, or its size, exceeds an
 * address, so that what follows would exceed 128 bits. */
static bool
add_run(struct bounds *b, const struct run *run)
{
	const struct datatype *t = run->type;
	__int128 across, along, first, last;
	int64_t elements;

	if (!is_address(run->displacement) || (run->count > 1 && !is_address(run->stride)) ||
	    __builtin_mul_overflow(run->count, run->length, &elements))
		return false;
	across = run->count > 1 ? (run->count - 1) * run->stride : 0;
	along = (__int128)(run->length - 1) * t->extent;
	first = run->displacement + (across < 0 ? across : 0) + (along < 0 ? along : 0);
	last = run->displacement + (across > 0 ? across : 0) + (along > 0 ? along : 0);
	if (t->size > 0 || t->flags & TYPE_LB)
		widen(&b->lower, first + t->lb, last + t->lb, t->flags & TYPE_LB);
	if (t->size > 0 || t->flags & TYPE_UB)
		widen(&b->upper, first + t->lb + t->extent, last + t->lb + t->extent,
		      t->flags & TYPE_UB);
	if (t->size > 0)
		widen(&b->data, first + t->true_lb, last + t->true_lb + t->true_extent, false);
	b->size += (__int128)elements * t->size;
	if (t->align > b->align)
		b->align = t->align;
	return true;
}

static bool
bounds_fit(const struct bounds *b)
{
	return is_address(b->size) && is_address(b->lower.low) && is_address(b->upper.high) &&
		is_address(b->upper.high - b->lower.low) && is_address(b->data.low) &&
		is_address(b->data.high) && is_address(b->data.high - b->data.low);
}

/*
 * Pads the upper end of a struct, unless a call set it, so that further elements are aligned.
 * Others are not padded, as in other libraries: of their elements, the alignment is the
 * program's.
 */
static void
pad(struct bounds *b)
{
	const __int128 over = (b->upper.high - b->lower.low) % b->align;

	if (!b->upper.marked && over > 0)
		b->upper.high += b->align - over;
}

/* Sets the type's size and bounds; false: one of them exceeds an address. */
static bool
measure(struct datatype *type)
{
	struct bounds b = { .align = 1 };
	bool packed = false;

	for (int64_t i = 0, runs = vcm_content_runs(type); i < runs; i++) {
		const struct run run = vcm_content_run(type, i);

		if (run.count == 0 || run.length == 0)
			continue;
		packed |= run.type->flags & TYPE_PACKED;
		if (!add_run(&b, &run) || !bounds_fit(&b))
			return false;
	}
	if (type->combiner == MPI_COMBINER_STRUCT)
		pad(&b);
	if (!bounds_fit(&b))
		return false;
	type->size = (int64_t)b.size;
	type->lb = (int64_t)b.lower.low;
	type->extent = (int64_t)(b.upper.high - b.lower.low);
	type->true_lb = (int64_t)b.data.low;
	type->true_extent = (int64_t)(b.data.high - b.data.low);
	type->align = (uint8_t)b.align;
	type->flags |= (b.lower.marked ? TYPE_LB : 0) | (b.upper.marked ? TYPE_UB : 0) |
		(packed ? TYPE_PACKED : 0);
	return true;
}

/* What MPI_Type_create_resized() says itself */
static void
set_bounds(struct datatype *type)
{
	type->lb = type->content->addresses[0];
	type->extent = type->content->addresses[1];
	type->flags |= TYPE_LB | TYPE_UB;
}

int
vcm_type_make(struct process *p, const struct making *making, MPI_Datatype *newtype)
{
	struct datatype *type = vcm_object_new(p, &vcm_kind_datatype);
	int code;

	if (type)
		type->content = new_content(making);
	if (!type || !type->content) {
		vcm_object_drop(p, type);
		return vcm_error(p, MPI_ERR_NO_MEM, "no memory for a new datatype");
	}
	type->combiner = making->combiner;
	copy_numbers(type->content, making);
	code = keep_types(p, type->content, making);
	if (!code && !measure(type))
		code = vcm_error(p, MPI_ERR_COUNT, "the new datatype would have a size or an "
				 "extent of 2^63 bytes or more");
	if (code) {
		vcm_object_drop(p, type);
		return code;
	}
	if (type->combiner == MPI_COMBINER_RESIZED)
		set_bounds(type);
	*newtype = vcm_type_handle(vcm_object_give(p, type));
	return 0;
}
