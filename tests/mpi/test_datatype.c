/* SPDX-License-Identifier: BSD-2-Clause */
/* Derived datatypes of two and more constructors on every predefined type, against type maps
 * that are written out: bounds, packing whole and in part, signatures, counts of elements. */
#include <stdlib.h>
#include <string.h>
#include "ranks.h"
#include "typemap.h"
#include "type.h"
#include "random.h"

/* Memory for `count` elements: `base` is the buffer as calls of MPI take it. */
struct memory {
	char *bytes, *base;
	size_t size;
};

static struct memory
memory_for(const struct typemap *map, int count)
{
	const int64_t extent = typemap_ub(map) - typemap_lb(map), along = (count - 1) * extent;
	const int64_t low = typemap_true_lb(map) + (along < 0 ? along : 0);
	const int64_t high = typemap_true_ub(map) + (along > 0 ? along : 0);
	struct memory memory = { .size = (size_t)(high - low) };

	memory.bytes = malloc(memory.size + 1);
	EXPECT(memory.bytes);
	memory.base = (char *)((uintptr_t)memory.bytes - (uintptr_t)low);
	return memory;
}

static void
fill_randomly(void *bytes, size_t size, uint64_t *random)
{
	for (size_t i = 0; i < size; i++)
		((char *)bytes)[i] = (char)vc_random(random);
}

/* Calls `visit` for each basic element in order, with its place in memory and when packed. */
static void
each_entry(const struct typemap *map, int count, char *base,
	   void (*visit)(char *here, int64_t at, const struct entry *entry, void *arg), void *arg)
{
	const int64_t extent = typemap_ub(map) - typemap_lb(map);
	int64_t at = 0;

	for (int k = 0; k < count; k++) {
		for (int i = 0; i < map->count; i++) {
			const struct entry *e = &map->entries[i];

			if (e->kind != ENTRY_DATA)
				continue;
			visit((char *)((uintptr_t)base + (uintptr_t)(k * extent +
								     e->displacement)),
			      at, e, arg);
			at += e->size;
		}
	}
}

static void
pack_entry(char *here, int64_t at, const struct entry *entry, void *packed)
{
	memcpy((char *)packed + at, here, (size_t)entry->size);
}

static void
unpack_entry(char *here, int64_t at, const struct entry *entry, void *packed)
{
	memcpy(here, (char *)packed + at, (size_t)entry->size);
}

static void
mark_entry(char *here, int64_t at, const struct entry *entry, void *overlap)
{
	(void)at;
	for (int i = 0; i < entry->size; i++)
		*(bool *)overlap |= here[i]++ > 0;
}

static bool
overlaps(const struct typemap *map, int count)
{
	struct memory marks = memory_for(map, count);
	bool overlap = false;

	memset(marks.bytes, 0, marks.size);
	each_entry(map, count, marks.base, mark_entry, &overlap);
	free(marks.bytes);
	return overlap;
}

static void
check_bounds(const struct typemap *map)
{
	MPI_Aint lb, extent;
	MPI_Count size;

	WELL(MPI_Type_size_x(map->type, &size));
	EXPECT(size == typemap_size(map));
	WELL(MPI_Type_get_extent(map->type, &lb, &extent));
	EXPECT(lb == typemap_lb(map));
	EXPECT(extent == typemap_ub(map) - typemap_lb(map));
	WELL(MPI_Type_get_true_extent(map->type, &lb, &extent));
	EXPECT(lb == typemap_true_lb(map));
	EXPECT(extent == typemap_true_ub(map) - typemap_true_lb(map));
}

/* Three places that cut a packed form, in order */
static void
draw_cuts(int64_t size, int64_t cuts[4], uint64_t *random)
{
	cuts[0] = 0;
	cuts[1] = (int64_t)(vc_random(random) % (uint64_t)(size + 1));
	cuts[2] = cuts[1] + (int64_t)(vc_random(random) % (uint64_t)(size - cuts[1] + 1));
	cuts[3] = size;
}

static void
check_packing(const struct typemap *map, int count, uint64_t *random)
{
	const struct datatype *type = vcm_type(map->type);
	const int64_t size = count * type->size;
	struct memory from = memory_for(map, count);
	char *packed = malloc((size_t)size + 1), *right = malloc((size_t)size + 1);
	int64_t cuts[4];
	int position = 0;

	fill_randomly(from.bytes, from.size, random);
	each_entry(map, count, from.base, pack_entry, right);
	WELL(MPI_Pack(from.base, count, map->type, packed, (int)size, &position, MPI_COMM_SELF));
	EXPECT(position == size);
	EXPECT(memcmp(packed, right, (size_t)size) == 0);
	memset(packed, 0, (size_t)size);
	draw_cuts(size, cuts, random);
	for (int i = 0; i < 3; i++)
		vcm_type_pack_part(type, count, from.base, cuts[i], cuts[i + 1], packed + cuts[i]);
	EXPECT(memcmp(packed, right, (size_t)size) == 0);
	if (vcm_type_is_piece(type, count) && count > 0)
		EXPECT(memcmp(vcm_type_data(type, from.base), right, (size_t)size) == 0);
	free(packed);
	free(right);
	free(from.bytes);
}

/* Holes keep what was in them. */
static void
check_unpacking(const struct typemap *map, int count, uint64_t *random)
{
	const struct datatype *type = vcm_type(map->type);
	const int64_t size = count * type->size;
	struct memory to = memory_for(map, count), parts = memory_for(map, count);
	struct memory right = memory_for(map, count);
	char *packed = malloc((size_t)size + 1);
	int64_t cuts[4];
	int position = 0;

	fill_randomly(packed, (size_t)size, random);
	fill_randomly(right.bytes, right.size, random);
	memcpy(to.bytes, right.bytes, right.size);
	memcpy(parts.bytes, right.bytes, right.size);
	each_entry(map, count, right.base, unpack_entry, packed);
	WELL(MPI_Unpack(packed, (int)size, &position, to.base, count, map->type, MPI_COMM_SELF));
	EXPECT(position == size);
	EXPECT(memcmp(to.bytes, right.bytes, right.size) == 0);
	draw_cuts(size, cuts, random);
	for (int i = 3; i-- > 0;)
		vcm_type_unpack_part(type, count, parts.base, cuts[i], cuts[i + 1],
				     packed + cuts[i]);
	EXPECT(memcmp(parts.bytes, right.bytes, right.size) == 0);
	free(packed);
	free(to.bytes);
	free(parts.bytes);
	free(right.bytes);
}

/* The basic elements that are whole in the first `limit` bytes, as a struct has them */
struct flat {
	int64_t limit, end;
	int count, room;
	MPI_Datatype *types;
};

static void
flatten_entry(char *here, int64_t at, const struct entry *entry, void *arg)
{
	struct flat *flat = arg;

	(void)here;
	if (at + entry->size > flat->limit)
		return;
	EXPECT(flat->count < flat->room);
	flat->types[flat->count++] = entry->basic;
	flat->end = at + entry->size;
}

static struct signature
signature_of(const struct flat *flat)
{
	struct signature signature;
	MPI_Datatype type;
	int *lengths = calloc((size_t)flat->count + 1, sizeof *lengths);
	MPI_Aint *places = calloc((size_t)flat->count + 1, sizeof *places);

	for (int i = 0; i < flat->count; i++) {
		lengths[i] = 1;
		places[i] = i;
	}
	WELL(MPI_Type_create_struct(flat->count, lengths, places, flat->types, &type));
	WELL(MPI_Type_commit(&type));
	signature = vcm_type(type)->signature;
	WELL(MPI_Type_free(&type));
	free(lengths);
	free(places);
	return signature;
}

/* A message of any number of bytes has the signature and the elements of its basic types. */
static void
check_signature(const struct typemap *map, int count, uint64_t *random)
{
	const struct datatype *type = vcm_type(map->type);
	const int64_t size = count * type->size;
	const bool all = vc_random(random) % 4 == 0;
	struct flat flat = { .limit = all ? size : (int64_t)(vc_random(random) %
							     (uint64_t)(size + 1)),
			     .room = count * map->count };
	struct signature signature;
	MPI_Datatype *last;
	bool whole;

	flat.types = calloc((size_t)flat.room + 1, sizeof(MPI_Datatype));
	each_entry(map, count, NULL, flatten_entry, &flat);
	signature = vcm_type_signature(type, flat.limit, &whole);
	EXPECT(whole == (flat.end == flat.limit));
	EXPECT(signature.elements == flat.count);
	EXPECT(vcm_signature_matches(signature, signature_of(&flat)));
	EXPECT(vcm_type_elements(type, flat.limit) == (whole ? flat.count : MPI_UNDEFINED));
	EXPECT(vcm_type_elements_size(type, flat.count) == flat.end);
	if (flat.count > 0 && !(type->flags & TYPE_PACKED)) {
		last = &flat.types[vc_random(random) % (uint64_t)flat.count];
		*last = *last == MPI_WCHAR ? MPI_INT : MPI_WCHAR;
		EXPECT(!vcm_signature_matches(signature, signature_of(&flat)));
	}
	free(flat.types);
}

/* From elements of one type to those of another */
static void
check_copy(const struct typemap *from_map, const struct typemap *to_map, int count,
	   uint64_t *random)
{
	const struct datatype *from_type = vcm_type(from_map->type), *to_type =
		vcm_type(to_map->type);
	struct memory from = memory_for(from_map, count), to = memory_for(to_map, count + 1);
	const int64_t there = count * from_type->size, room = (count + 1) * to_type->size;
	const int64_t bytes = there < room ? there : room;
	char *right = malloc((size_t)there + 1), *got = malloc((size_t)room + 1);

	fill_randomly(from.bytes, from.size, random);
	each_entry(from_map, count, from.base, pack_entry, right);
	EXPECT(vcm_type_copy(to_type, count + 1, to.base, from_type, count, from.base) == bytes);
	vcm_type_pack_part(to_type, count + 1, to.base, 0, bytes, got);
	EXPECT(memcmp(got, right, (size_t)bytes) == 0);
	free(right);
	free(got);
	free(from.bytes);
	free(to.bytes);
}

/* Again from the arguments that MPI_Type_get_contents() tells */
static void
check_contents(const struct typemap *map)
{
	int integers, addresses, types, combiner;

	WELL(MPI_Type_get_envelope(map->type, &integers, &addresses, &types, &combiner));
	EXPECT(combiner != MPI_COMBINER_NAMED);
	int *n = calloc((size_t)integers + 1, sizeof *n);
	MPI_Aint *a = calloc((size_t)addresses + 1, sizeof *a);
	MPI_Datatype *t = calloc((size_t)types + 1, sizeof *t), again;

	WELL(MPI_Type_get_contents(map->type, integers, addresses, types, n, a, t));
	switch (combiner) {
	case MPI_COMBINER_DUP:
		WELL(MPI_Type_dup(t[0], &again));
		break;
	case MPI_COMBINER_CONTIGUOUS:
		WELL(MPI_Type_contiguous(n[0], t[0], &again));
		break;
	case MPI_COMBINER_VECTOR:
		WELL(MPI_Type_vector(n[0], n[1], n[2], t[0], &again));
		break;
	case MPI_COMBINER_HVECTOR:
		WELL(MPI_Type_create_hvector(n[0], n[1], a[0], t[0], &again));
		break;
	case MPI_COMBINER_INDEXED:
		WELL(MPI_Type_indexed(n[0], n + 1, n + 1 + n[0], t[0], &again));
		break;
	case MPI_COMBINER_HINDEXED:
		WELL(MPI_Type_create_hindexed(n[0], n + 1, a, t[0], &again));
		break;
	case MPI_COMBINER_INDEXED_BLOCK:
		WELL(MPI_Type_create_indexed_block(n[0], n[1], n + 2, t[0], &again));
		break;
	case MPI_COMBINER_HINDEXED_BLOCK:
		WELL(MPI_Type_create_hindexed_block(n[0], n[1], a, t[0], &again));
		break;
	case MPI_COMBINER_STRUCT:
		WELL(MPI_Type_create_struct(n[0], n + 1, a, t, &again));
		break;
	case MPI_COMBINER_RESIZED:
		WELL(MPI_Type_create_resized(t[0], a[0], a[1], &again));
		break;
	case MPI_COMBINER_SUBARRAY:
		WELL(MPI_Type_create_subarray(n[0], n + 1, n + 1 + n[0], n + 1 + 2 * n[0],
					      n[1 + 3 * n[0]], t[0], &again));
		break;
	case MPI_COMBINER_DARRAY:
		WELL(MPI_Type_create_darray(n[0], n[1], n[2], n + 3, n + 3 + n[2],
					    n + 3 + 2 * n[2], n + 3 + 3 * n[2], n[3 + 4 * n[2]],
					    t[0], &again));
		break;
	default:
		EXPECT(!"a combiner of no constructor");
	}
	const struct typemap same = { again, map->entries, map->count };

	check_bounds(&same);
	WELL(MPI_Type_commit(&again));
	EXPECT(vcm_type(again)->signature.hash == vcm_type(map->type)->signature.hash);
	WELL(MPI_Type_free(&again));
	for (int i = 0; i < types; i++)
		if (!vcm_type(t[i])->number)
			WELL(MPI_Type_free(&t[i]));
	free(n);
	free(a);
	free(t);
}

static void
check(const struct typemap *map, uint64_t *random)
{
	const int counts[] = { 0, 1, 2, 3, 40 };

	check_bounds(map);
	for (size_t i = 0; i < COUNT(counts); i++) {
		check_packing(map, counts[i], random);
		check_signature(map, counts[i], random);
		if (!overlaps(map, counts[i]))
			check_unpacking(map, counts[i], random);
	}
}

/* Constructors one on the other, the last one first, as digits of `chain` in base CONSTRUCTORS.
 * Some of those below are committed, or freed before they are used. */
static struct typemap
construct(MPI_Datatype basic, unsigned chain, int depth, uint64_t *random)
{
	struct typemap map = typemap_predefined(basic);

	for (int i = 0; i < depth && map.count < 300; i++) {
		struct typemap old = map;

		if (vc_random(random) % 2)
			WELL(MPI_Type_commit(&old.type));
		map = typemap_construct((int)(chain % CONSTRUCTORS), &old, random);
		typemap_free(&old);
		chain /= CONSTRUCTORS;
	}
	WELL(MPI_Type_commit(&map.type));
	return map;
}

static const MPI_Datatype few[] = { MPI_CHAR, MPI_SHORT, MPI_INT, MPI_DOUBLE, MPI_LONG_DOUBLE,
	MPI_C_LONG_DOUBLE_COMPLEX, MPI_DOUBLE_INT, MPI_2INT, MPI_SHORT_INT, MPI_PACKED, MPI_LB,
	MPI_UB };

static void
check_chain(MPI_Datatype basic, unsigned chain, int depth, uint64_t key)
{
	uint64_t random = seed + key;
	struct typemap map = construct(basic, chain, depth, &random);
	struct typemap other = construct(few[vc_random(&random) % COUNT(few)],
					 (unsigned)(vc_random(&random) >> 40), 2, &random);

	check(&map, &random);
	if (map.count < 400 && other.count < 400 && !overlaps(&other, 4))
		check_copy(&map, &other, 3, &random);
	check_contents(&map);
	typemap_free(&map);
	typemap_free(&other);
}

static int
one_constructor(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	for (int i = 0; i < TYPE_NUMBERS; i++)
		for (unsigned c = 0; vcm_types[i] && c < CONSTRUCTORS; c++)
			for (unsigned try = 0; try < 4; try++)
				check_chain((MPI_Datatype)(uintptr_t)i, c, 1,
					    (uint64_t)i * 1000 + c * 10 + try);
	MPI_Finalize();
	return 0;
}

static int
two_constructors(int argc, char **argv)
{
	const size_t cases = CONSTRUCTORS * CONSTRUCTORS * COUNT(few);

	MPI_Init(&argc, &argv);
	for (size_t i = first_case(2, cases); i < cases; i += next_case())
		for (unsigned try = 0; try < 3; try++)
			check_chain(few[i % COUNT(few)], (unsigned)(i / COUNT(few)), 2,
				    i * 10 + try);
	MPI_Finalize();
	return 0;
}

static int
more_constructors(int argc, char **argv)
{
	const size_t cases = 3000;

	MPI_Init(&argc, &argv);
	for (size_t i = first_case(3, cases); i < cases; i += next_case()) {
		uint64_t random = seed ^ i;
		const unsigned chain = (unsigned)(vc_random(&random) >> 36);

		check_chain(few[i % COUNT(few)], chain, 3 + (int)(i % 3), i * 7);
	}
	MPI_Finalize();
	return 0;
}

static void
test_one_constructor(void **state)
{
	(void)state;
	run_ranks("full:1", one_constructor);
}

static void
test_two_constructors(void **state)
{
	(void)state;
	run_ranks("full:1", two_constructors);
}

static void
test_more_constructors(void **state)
{
	(void)state;
	run_ranks("full:1", more_constructors);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_one_constructor),
		TEST(test_two_constructors),
		TEST(test_more_constructors),
	};

	return RUN_TESTS(tests);
}
