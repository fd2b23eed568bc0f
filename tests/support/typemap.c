/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "ranks.h"
#include "typemap.h"
#include "layout.h"
#include "type.h"
#include "random.h"

static void
add(struct typemap *map, struct entry entry)
{
	map->entries = realloc(map->entries, ((size_t)map->count + 1) * sizeof entry);
	EXPECT(map->entries);
	map->entries[map->count++] = entry;
}

static void
add_basic(struct typemap *map, MPI_Datatype basic, int64_t displacement)
{
	const struct datatype *type = vcm_type(basic);

	add(map, (struct entry){ ENTRY_DATA, displacement, basic, (int)type->size, type->align });
}

void
typemap_free(struct typemap *map)
{
	if (!vcm_type(map->type)->number)
		WELL(MPI_Type_free(&map->type));
	free(map->entries);
	map->entries = NULL;
}

int64_t
typemap_size(const struct typemap *map)
{
	int64_t size = 0;

	for (int i = 0; i < map->count; i++)
		size += map->entries[i].size;
	return size;
}

/* The lowest or highest bound of the entries of one kind; false: there are none. */
static bool
lowest(const struct typemap *map, enum entry_kind kind, int64_t *low)
{
	bool any = false;

	for (int i = 0; i < map->count; i++) {
		const struct entry *e = &map->entries[i];

		if (e->kind == kind && (!any || e->displacement < *low)) {
			*low = e->displacement;
			any = true;
		}
	}
	return any;
}

static bool
highest(const struct typemap *map, enum entry_kind kind, int64_t *high)
{
	bool any = false;

	for (int i = 0; i < map->count; i++) {
		const struct entry *e = &map->entries[i];

		if (e->kind == kind && (!any || e->displacement + e->size > *high)) {
			*high = e->displacement + e->size;
			any = true;
		}
	}
	return any;
}

int64_t
typemap_true_lb(const struct typemap *map)
{
	int64_t low = 0;

	lowest(map, ENTRY_DATA, &low);
	return low;
}

int64_t
typemap_true_ub(const struct typemap *map)
{
	int64_t high = 0;

	highest(map, ENTRY_DATA, &high);
	return high;
}

int64_t
typemap_lb(const struct typemap *map)
{
	int64_t low = 0;

	return lowest(map, ENTRY_LB, &low) ? low : typemap_true_lb(map);
}

int64_t
typemap_ub(const struct typemap *map)
{
	int64_t high = 0, padded = 0;

	if (highest(map, ENTRY_UB, &high))
		return high;
	high = typemap_true_ub(map);
	return highest(map, ENTRY_PADDED, &padded) && padded > high ? padded : high;
}

/* What a struct ends with, if its elements are to be aligned in an array. */
static void
pad(struct typemap *map)
{
	const int64_t high = typemap_ub(map);
	int64_t over;
	int align = 1;

	for (int i = 0; i < map->count; i++)
		if (map->entries[i].align > align)
			align = map->entries[i].align;
	over = (high - typemap_lb(map)) % align;
	if (over > 0)
		add(map, (struct entry){ .kind = ENTRY_PADDED,
					 .displacement = high + align - over });
}

struct typemap
typemap_predefined(MPI_Datatype handle)
{
	const struct datatype *type = vcm_type(handle);
	struct typemap map = { .type = handle };

	if (handle == MPI_LB || handle == MPI_UB) {
		add(&map, (struct entry){ .kind = handle == MPI_LB ? ENTRY_LB : ENTRY_UB });
		return map;
	}
	if (type->kind != TYPE_PAIR) {
		add_basic(&map, handle, 0);
		return map;
	}
	for (int i = 0; i < 2; i++) {
		const struct layout *part = &type->map->parts[i].layout;

		add_basic(&map, (MPI_Datatype)(uintptr_t)part->basic, part->offset);
	}
	pad(&map);
	return map;
}

/* `length` elements one after the other, from a displacement on */
static void
add_block(struct typemap *map, const struct typemap *old, int64_t displacement, int length)
{
	const int64_t extent = typemap_ub(old) - typemap_lb(old);

	for (int k = 0; k < length; k++) {
		for (int i = 0; i < old->count; i++) {
			struct entry entry = old->entries[i];

			entry.displacement += displacement + k * extent;
			add(map, entry);
		}
	}
}

/* The same data with other bounds */
static void
set_bounds(struct typemap *map, int64_t lb, int64_t extent)
{
	int kept = 0;

	for (int i = 0; i < map->count; i++)
		if (map->entries[i].kind == ENTRY_DATA)
			map->entries[kept++] = map->entries[i];
	map->count = kept;
	add(map, (struct entry){ .kind = ENTRY_LB, .displacement = lb });
	add(map, (struct entry){ .kind = ENTRY_UB, .displacement = lb + extent });
}

static int
draw(uint64_t *random, int low, int high)
{
	return low + (int)(vc_random(random) % (uint64_t)(high - low + 1));
}

static int64_t
extent_of(const struct typemap *map)
{
	return typemap_ub(map) - typemap_lb(map);
}

static struct typemap
contiguous(const struct typemap *old, uint64_t *random)
{
	struct typemap map = { 0 };
	const int count = draw(random, 0, 4);

	WELL(MPI_Type_contiguous(count, old->type, &map.type));
	add_block(&map, old, 0, count);
	return map;
}

static struct typemap
vector(const struct typemap *old, uint64_t *random)
{
	struct typemap map = { 0 };
	const int count = draw(random, 0, 4), length = draw(random, 0, 3);
	const int stride = draw(random, -4, 5);

	WELL(MPI_Type_vector(count, length, stride, old->type, &map.type));
	for (int i = 0; i < count; i++)
		add_block(&map, old, i * stride * extent_of(old), length);
	return map;
}

static struct typemap
hvector(const struct typemap *old, uint64_t *random)
{
	struct typemap map = { 0 };
	const int count = draw(random, 0, 4), length = draw(random, 0, 3);
	const MPI_Aint stride = draw(random, -70, 90);

	WELL(MPI_Type_create_hvector(count, length, stride, old->type, &map.type));
	for (int i = 0; i < count; i++)
		add_block(&map, old, i * stride, length);
	return map;
}

enum { MOST = 5 };

/* Lists of arguments; bytes are such that data may be anywhere. */
struct lists {
	int count, lengths[MOST], places[MOST];
	MPI_Aint bytes[MOST];
};

static struct lists
draw_lists(uint64_t *random)
{
	struct lists lists = { .count = draw(random, 0, MOST) };

	for (int i = 0; i < lists.count; i++) {
		lists.lengths[i] = draw(random, 0, 3);
		lists.places[i] = draw(random, -6, 12);
		lists.bytes[i] = draw(random, -80, 160);
	}
	return lists;
}

static struct typemap
indexed(const struct typemap *old, uint64_t *random)
{
	struct typemap map = { 0 };
	const struct lists l = draw_lists(random);

	WELL(MPI_Type_indexed(l.count, l.lengths, l.places, old->type, &map.type));
	for (int i = 0; i < l.count; i++)
		add_block(&map, old, l.places[i] * extent_of(old), l.lengths[i]);
	return map;
}

static struct typemap
hindexed(const struct typemap *old, uint64_t *random)
{
	struct typemap map = { 0 };
	const struct lists l = draw_lists(random);

	WELL(MPI_Type_create_hindexed(l.count, l.lengths, l.bytes, old->type, &map.type));
	for (int i = 0; i < l.count; i++)
		add_block(&map, old, l.bytes[i], l.lengths[i]);
	return map;
}

static struct typemap
indexed_block(const struct typemap *old, uint64_t *random)
{
	struct typemap map = { 0 };
	const struct lists l = draw_lists(random);
	const int length = draw(random, 0, 3);

	WELL(MPI_Type_create_indexed_block(l.count, length, l.places, old->type, &map.type));
	for (int i = 0; i < l.count; i++)
		add_block(&map, old, l.places[i] * extent_of(old), length);
	return map;
}

static struct typemap
hindexed_block(const struct typemap *old, uint64_t *random)
{
	struct typemap map = { 0 };
	const struct lists l = draw_lists(random);
	const int length = draw(random, 0, 3);

	WELL(MPI_Type_create_hindexed_block(l.count, length, l.bytes, old->type, &map.type));
	for (int i = 0; i < l.count; i++)
		add_block(&map, old, l.bytes[i], length);
	return map;
}

/* Of the old type and others between. */
static struct typemap
structure(const struct typemap *old, uint64_t *random)
{
	const MPI_Datatype others[] = { MPI_INT, MPI_CHAR, MPI_DOUBLE, MPI_SHORT_INT };
	struct typemap map = { 0 };
	const struct lists l = draw_lists(random);
	MPI_Datatype types[MOST];

	for (int i = 0; i < l.count; i++) {
		const bool other = draw(random, 0, 1);
		struct typemap basic = typemap_predefined(others[draw(random, 0, 3)]);
		const struct typemap *part = other ? &basic : old;

		types[i] = part->type;
		add_block(&map, part, l.bytes[i], l.lengths[i]);
		typemap_free(&basic);
	}
	pad(&map);
	WELL(MPI_Type_create_struct(l.count, l.lengths, l.bytes, types, &map.type));
	return map;
}

static struct typemap
resized(const struct typemap *old, uint64_t *random)
{
	struct typemap map = { 0 };
	const MPI_Aint lb = draw(random, -20, 20), extent = draw(random, -30, 80);

	WELL(MPI_Type_create_resized(old->type, lb, extent, &map.type));
	add_block(&map, old, 0, 1);
	set_bounds(&map, lb, extent);
	return map;
}

static struct typemap
dup(const struct typemap *old, uint64_t *random)
{
	struct typemap map = { 0 };

	(void)random;
	WELL(MPI_Type_dup(old->type, &map.type));
	add_block(&map, old, 0, 1);
	return map;
}

enum { DIMENSIONS = 3 };

/* Index of an element in the whole array, its index in dimension `i` being index[i] */
static int
place_of(int ndims, const int *sizes, const int *index, int order)
{
	int place = 0;

	for (int k = 0; k < ndims; k++) {
		const int i = order == MPI_ORDER_C ? k : ndims - 1 - k;

		place = place * sizes[i] + index[i];
	}
	return place;
}

/* Steps to the next element in the order of memory; false: that was the last. */
static bool
next_index(int ndims, const int *sizes, int *index, int order)
{
	for (int k = 0; k < ndims; k++) {
		const int i = order == MPI_ORDER_C ? ndims - 1 - k : k;

		if (++index[i] < sizes[i])
			return true;
		index[i] = 0;
	}
	return false;
}

/* All elements of the array for which `has` is true */
static struct typemap
part_of_array(const struct typemap *old, int ndims, const int *sizes, int order,
	      bool (*has)(const void *arg, const int *index), const void *arg)
{
	struct typemap map = { 0 };
	int index[DIMENSIONS] = { 0 };
	int64_t elements = 1;

	for (int i = 0; i < ndims; i++)
		elements *= sizes[i];
	do {
		if (has(arg, index))
			add_block(&map, old,
				  place_of(ndims, sizes, index, order) * extent_of(old), 1);
	} while (next_index(ndims, sizes, index, order));
	set_bounds(&map, 0, elements * extent_of(old));
	return map;
}

struct box {
	int ndims, subsizes[DIMENSIONS], starts[DIMENSIONS];
};

static bool
box_has(const void *arg, const int *index)
{
	const struct box *box = arg;

	for (int i = 0; i < box->ndims; i++)
		if (index[i] < box->starts[i] || index[i] >= box->starts[i] + box->subsizes[i])
			return false;
	return true;
}

static struct typemap
subarray(const struct typemap *old, uint64_t *random)
{
	struct box box = { .ndims = draw(random, 1, DIMENSIONS) };
	const int order = draw(random, 0, 1) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
	int sizes[DIMENSIONS];
	struct typemap map;
	MPI_Datatype type;

	for (int i = 0; i < box.ndims; i++) {
		sizes[i] = draw(random, 1, 4);
		box.subsizes[i] = draw(random, 1, sizes[i]);
		box.starts[i] = draw(random, 0, sizes[i] - box.subsizes[i]);
	}
	WELL(MPI_Type_create_subarray(box.ndims, sizes, box.subsizes, box.starts, order, old->type,
				      &type));
	map = part_of_array(old, box.ndims, sizes, order, box_has, &box);
	map.type = type;
	return map;
}

struct deal {
	int ndims, sizes[DIMENSIONS], distributions[DIMENSIONS], arguments[DIMENSIONS];
	int processes[DIMENSIONS], mine[DIMENSIONS];
};

/* The process that has this index of a dimension, by the formulas of High Performance Fortran */
static int
owner(const struct deal *d, int i, int index)
{
	int block = d->arguments[i];

	if (d->distributions[i] == MPI_DISTRIBUTE_NONE)
		return 0;
	if (block == MPI_DISTRIBUTE_DFLT_DARG)
		block = d->distributions[i] == MPI_DISTRIBUTE_CYCLIC ? 1
			: (d->sizes[i] + d->processes[i] - 1) / d->processes[i];
	return index / block % d->processes[i];
}

static bool
deal_has(const void *arg, const int *index)
{
	const struct deal *d = arg;

	for (int i = 0; i < d->ndims; i++)
		if (owner(d, i, index[i]) != d->mine[i])
			return false;
	return true;
}

static void
draw_dimension(struct deal *d, int i, uint64_t *random)
{
	const int distributions[] = { MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_BLOCK,
				      MPI_DISTRIBUTE_CYCLIC };

	d->sizes[i] = draw(random, 1, 6);
	d->distributions[i] = distributions[draw(random, 0, 2)];
	d->processes[i] = d->distributions[i] == MPI_DISTRIBUTE_NONE ? 1 : draw(random, 1, 3);
	d->mine[i] = draw(random, 0, d->processes[i] - 1);
	d->arguments[i] = MPI_DISTRIBUTE_DFLT_DARG;
	if (draw(random, 0, 1) && d->distributions[i] == MPI_DISTRIBUTE_CYCLIC)
		d->arguments[i] = draw(random, 1, 4);
	if (draw(random, 0, 1) && d->distributions[i] == MPI_DISTRIBUTE_BLOCK)
		d->arguments[i] = (d->sizes[i] + d->processes[i] - 1) / d->processes[i] +
			draw(random, 0, 1);
}

static struct typemap
darray(const struct typemap *old, uint64_t *random)
{
	struct deal d = { .ndims = draw(random, 1, DIMENSIONS) };
	const int order = draw(random, 0, 1) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
	int processes = 1, rank = 0;
	struct typemap map;
	MPI_Datatype type;

	for (int i = 0; i < d.ndims; i++) {
		draw_dimension(&d, i, random);
		processes *= d.processes[i];
		rank = rank * d.processes[i] + d.mine[i];
	}
	WELL(MPI_Type_create_darray(processes, rank, d.ndims, d.sizes, d.distributions,
				    d.arguments, d.processes, order, old->type, &type));
	map = part_of_array(old, d.ndims, d.sizes, order, deal_has, &d);
	map.type = type;
	return map;
}

static struct typemap (*const constructors[CONSTRUCTORS])(const struct typemap *, uint64_t *) = {
	contiguous, vector, hvector, indexed, hindexed, indexed_block, hindexed_block, structure,
	resized, dup, subarray, darray,
};

struct typemap
typemap_construct(int constructor, const struct typemap *old, uint64_t *random)
{
	return constructors[constructor](old, random);
}
