/* SPDX-License-Identifier: BSD-2-Clause */
/* Counting and hashing the basic elements of a layout by types: its map. */
#include "layout.h"
#include "signature.h"
#include "type.h"

/* Part of a signature: `power` is BASE^elements. */
struct partial {
	int64_t elements;
	uint64_t hash, power;
};

static const struct partial nothing = { 0, 0, 1 };

static struct partial
join(struct partial a, struct partial b)
{
	return (struct partial){ a.elements + b.elements, a.hash * b.power + b.hash,
				 a.power * b.power };
}

static struct partial
repeat(struct partial one, int64_t count)
{
	struct partial all = nothing;

	for (; count > 0; count >>= 1) {
		if (count & 1)
			all = join(all, one);
		if (count > 1)
			one = join(one, one);
	}
	return all;
}

/* Of `bytes` bytes of one basic type; what is left of an element does not count. */
static struct partial
alike(uint32_t basic, int64_t bytes, bool *whole)
{
	const int64_t size = vcm_types[basic]->size;

	*whole = *whole && bytes % size == 0;
	return repeat((struct partial){ 1, SIGNATURE_CODE(basic), SIGNATURE_BASE }, bytes / size);
}

static struct partial first_bytes(const struct layout *l, int64_t bytes, bool *whole);

static struct partial
all_parts(const struct layout *l, int64_t count, bool *whole)
{
	struct partial sum = nothing;

	for (int64_t i = 0; i < count; i++)
		sum = join(sum, first_bytes(&l->parts[i].layout, l->parts[i].layout.size, whole));
	return sum;
}

static struct partial
first_bytes(const struct layout *l, int64_t bytes, bool *whole)
{
	struct partial sum;
	struct layout piece;
	int64_t pieces, rest;

	if (bytes == 0)
		return nothing;
	if (l->basic)
		return alike(l->basic, bytes, whole);
	pieces = bytes == l->size ? l->count : vcm_layout_find(l, bytes);
	rest = bytes - vcm_layout_start(l, pieces);
	if (l->kind == LAYOUT_LOOP)
		sum = repeat(first_bytes(l->body, l->body->size, whole), pieces);
	else
		sum = all_parts(l, pieces, whole);
	if (rest == 0)
		return sum;
	piece = vcm_layout_piece(l, pieces);
	return join(sum, first_bytes(&piece, rest, whole));
}

struct signature
vcm_type_signature(const struct datatype *type, int64_t bytes, bool *whole)
{
	bool unwanted;
	struct partial sum;

	if (!whole)
		whole = &unwanted;
	*whole = true;
	if (bytes == 0 || type->size == 0)
		return (struct signature){ 0, 1 };
	sum = repeat(first_bytes(type->map, type->size, whole), bytes / type->size);
	sum = join(sum, first_bytes(type->map, bytes % type->size, whole));
	if (type->flags & TYPE_PACKED)
		return (struct signature){ sum.elements, SIGNATURE_ANY };
	return (struct signature){ sum.elements, sum.hash == SIGNATURE_ANY ? 1 : sum.hash };
}

int64_t
vcm_type_elements(const struct datatype *type, int64_t bytes)
{
	bool whole;
	const struct signature signature = vcm_type_signature(type, bytes, &whole);

	return whole && (bytes == 0 || type->size > 0) ? signature.elements : MPI_UNDEFINED;
}

int64_t
vcm_type_count(const struct datatype *type, int64_t bytes)
{
	if (type->size == 0)
		return bytes == 0 ? 0 : MPI_UNDEFINED;
	return bytes % type->size == 0 ? bytes / type->size : MPI_UNDEFINED;
}

/* Bytes of the first `elements` of a map, which has more than that. */
static int64_t
bytes_of(const struct layout *l, int64_t elements)
{
	bool whole = true;
	struct layout piece;
	int64_t i = 0;

	if (elements == 0)
		return 0;
	if (l->basic)
		return elements * vcm_types[l->basic]->size;
	if (l->kind == LAYOUT_LOOP) {
		const int64_t pass = first_bytes(l->body, l->body->size, &whole).elements;

		return elements / pass * l->bytes + bytes_of(l->body, elements % pass);
	}
	for (;; i++) {
		const int64_t there = first_bytes(&l->parts[i].layout, l->parts[i].layout.size,
						  &whole).elements;

		if (elements < there)
			break;
		elements -= there;
	}
	piece = vcm_layout_piece(l, i);
	return vcm_layout_start(l, i) + bytes_of(&piece, elements);
}

int64_t
vcm_type_elements_size(const struct datatype *type, int64_t elements)
{
	const int64_t each = type->signature.elements;

	if (elements == 0)
		return 0;
	if (each == 0)
		return -1;
	return elements / each * type->size + bytes_of(type->map, elements % each);
}
