/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Datatypes, as the rest of the MPI layer uses them: sizes, packing, signatures, lifetime.
 *
 * A handle below VC_TYPE_HANDLES is a predefined type's, a number of the standard ABI; any
 * other is the address of its struct vc_type. Predefined types are constant and shared by
 * all ranks. A derived type is the rank's that made it, but any thread may read it: nothing
 * except its count of references, its name and its attributes changes after the commit.
 *
 * A committed type has a layout (layout.h), the program by which its data are copied. The
 * packed form of `count` elements are their basic elements in the order of the type map, as
 * they lie in memory, without gaps: `count * size` bytes.
 *
 * Nothing here blocks. Counts and sizes are those of the caller's arguments after they were
 * checked: count >= 0, the type committed, count * size and the span of the elements within
 * an address space (vc_type_fits()).
 */
#ifndef VC_TYPE_H
#define VC_TYPE_H

#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vcube/error.h>

#define VC_TYPE_HANDLES 0x1000

struct vc_layout;
struct vc_content;
struct vc_attributes;

enum {
	VC_TYPE_PREDEFINED = 1,         /* it cannot be freed, and its references do not count */
	VC_TYPE_COMMITTED = 2,
	/* The data of one element are one piece of memory, at true_lb; in the order of the map. */
	VC_TYPE_PIECE = 4,
	/* Those of any number of elements are one piece: also extent == size. */
	VC_TYPE_DENSE = 8,
	VC_TYPE_PACKED = 16,            /* its map has an MPI_PACKED, which matches anything */
};

/* What one MPI_Type_match_size() class contains */
enum vc_type_kind {
	VC_KIND_NONE,                   /* derived, or not a number: MPI_BYTE, MPI_PACKED */
	VC_KIND_INTEGER, VC_KIND_UNSIGNED, VC_KIND_REAL, VC_KIND_COMPLEX, VC_KIND_LOGICAL,
	VC_KIND_CHARACTER, VC_KIND_PAIR,
};

/*
 * What two sequences of basic elements are compared by. Equal sequences have equal
 * signatures, however types and counts divide them; different ones, except for one pair
 * in 2^64, do not.
 */
struct vc_signature {
	int64_t elements;               /* basic ones; pair types have two */
	uint64_t hash;
};

struct vc_type {
	/* For every send and receive: one cache line */
	int64_t size;                   /* bytes of data of an element */
	int64_t lb, extent;
	int64_t true_lb, true_extent;   /* 0, 0 if it has no data */
	const struct vc_layout *layout; /* NULL: not committed */
	const struct vc_type *basic;    /* the one predefined type, no pair, of which all data are,
					   or NULL: several, or none */
	uint16_t flags;
	uint16_t handle;                /* of a predefined type, else 0 */
	_Atomic uint32_t references;

	struct vc_signature signature;  /* of one element; set by the commit */
	enum vc_type_kind kind;
	int8_t external_size;           /* in external32, of a predefined type that is no pair */
	int combiner;                   /* MPI_COMBINER_... */
	struct vc_content *content;     /* what made it; NULL if named */
	struct vc_attributes *attributes;       /* the keyvals' part of the layer owns them */
	char *name;                     /* set by the user, or the predefined name, or NULL */
};

/* Predefined types by handle; NULL: no such type. */
extern struct vc_type *const vc_types[VC_TYPE_HANDLES];

/* Returns the type, or NULL for MPI_DATATYPE_NULL and numbers that name no type. */
static inline struct vc_type *
vc_type_of(MPI_Datatype handle)
{
	const uintptr_t number = (uintptr_t)handle;

	return number < VC_TYPE_HANDLES ? vc_types[number] : (struct vc_type *)handle;
}

static inline MPI_Datatype
vc_type_handle(const struct vc_type *type)
{
	return (MPI_Datatype)(type->handle ? type->handle : (uintptr_t)type);
}

static inline bool
vc_type_is_committed(const struct vc_type *type)
{
	return type->flags & VC_TYPE_COMMITTED;
}

/*
 * Is the data of `count` elements one piece of memory? Then it lies at vc_type_data(), has
 * `count * size` bytes and needs no packing.
 */
static inline bool
vc_type_is_piece(const struct vc_type *type, int64_t count)
{
	return type->flags & (count == 1 ? VC_TYPE_PIECE : VC_TYPE_DENSE);
}

/* Returns where the data of elements at `buffer` start; `buffer` may be MPI_BOTTOM. */
static inline void *
vc_type_data(const struct vc_type *type, const void *buffer)
{
	return (void *)((uintptr_t)buffer + (uintptr_t)type->true_lb);
}

/* Returns the bytes from the first to the last byte of `count` elements' data, for a buffer
 * that holds them: allocate so much, and the elements' address is that less *first. */
int64_t vc_type_span(const struct vc_type *type, int64_t count, int64_t *first);

/* Do `count` elements fit an address space, packed and spread out? */
bool vc_type_fits(const struct vc_type *type, int64_t count);

/* Lifetime. A communication that outlives its call holds a reference; MPI_Type_free() gives
 * back the user's. Both do nothing to a predefined type. */
void vc_type_retain(struct vc_type *type);
void vc_type_release(struct vc_type *type);

/* Copies the data of `count` elements at `buffer` to `packed`, and back. */
void vc_type_pack(const struct vc_type *type, int64_t count, const void *buffer, void *packed);
void vc_type_unpack(const struct vc_type *type, int64_t count, void *buffer, const void *packed);

/*
 * The same for bytes `from` up to `to` of the packed form: `packed` is where byte `from` is
 * or goes. Any cut will do, also within a basic element. This is how a message in pieces,
 * or one that is shorter than the receive, is handled.
 */
void vc_type_pack_part(const struct vc_type *type, int64_t count, const void *buffer,
		       int64_t from, int64_t to, void *packed);
void vc_type_unpack_part(const struct vc_type *type, int64_t count, void *buffer,
			 int64_t from, int64_t to, const void *packed);

/* Copies elements to elements of another type, at most what both hold; returns the bytes.
 * Source and destination do not overlap. */
int64_t vc_type_copy(const struct vc_type *to_type, int64_t to_count, void *to,
		     const struct vc_type *from_type, int64_t from_count, const void *from);

/*
 * Returns the signature of the first `bytes` bytes of the packed form of as many elements as
 * that takes: what a receive of `type` expects of a message of `bytes` bytes. *whole is false
 * if they end within a basic element, which is then not counted (NULL: not wanted).
 */
struct vc_signature vc_type_signature(const struct vc_type *type, int64_t bytes, bool *whole);

/* A message of `sent` elements' signature, received with `type`: does it match? MPI_PACKED
 * matches all, on either side. */
static inline bool
vc_signature_equals(struct vc_signature a, struct vc_signature b)
{
	return a.elements == b.elements && a.hash == b.hash;
}

/* Returns the number of basic elements in the first `bytes` bytes, as MPI_Get_elements() does:
 * MPI_UNDEFINED if they end within one. */
int64_t vc_type_elements(const struct vc_type *type, int64_t bytes);

/* The inverse, for MPI_Status_set_elements(): the bytes that the first `elements` have; -1 if
 * the type has no data and elements > 0. */
int64_t vc_type_elements_bytes(const struct vc_type *type, int64_t elements);

/* Returns whole elements in so many bytes, as MPI_Get_count() does: MPI_UNDEFINED if they are
 * no whole number. */
int64_t vc_type_count(const struct vc_type *type, int64_t bytes);

/* Writes the name for reports: "MPI_INT", the user's, or "hvector of MPI_INT". Returns text. */
const char *vc_type_text(const struct vc_type *type, char *text, size_t room);

#endif
