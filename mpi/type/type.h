/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Datatypes, as the rest of the MPI layer uses them: sizes, packing, signatures, lifetime.
 *
 * Predefined types are constant and shared by all processes. A derived type belongs to the
 * process that made it; nothing but its references, its name and its attributes changes
 * after the commit. A committed type has a layout (layout.h), the program by which its data
 * are copied. The packed form of `count` elements are their basic elements in the order of the
 * type map, as they lie in memory, without gaps: `count * size` bytes.
 *
 * Nothing here blocks or raises errors, unless it says so. Counts and sizes are those of
 * arguments that were checked: count >= 0, the type committed, and vcm_type_fits().
 */
#ifndef VCM_TYPE_H
#define VCM_TYPE_H

#include "process.h"

struct layout;
struct content;

enum {
	TYPE_PREDEFINED = 1,    /* it cannot be freed, and its references do not count */
	TYPE_COMMITTED = 2,
	TYPE_PIECE = 4,         /* the data of one element are one piece of memory, in order */
	TYPE_DENSE = 8,         /* those of any number are, too: also extent == size */
	TYPE_PACKED = 16,       /* its map has an MPI_PACKED, which matches anything */
	TYPE_LB = 32,           /* its lower bound was set by a call, and stays so in other types */
	TYPE_UB = 64,
};

enum type_kind {
	TYPE_OTHER,             /* derived, or no number: MPI_BYTE, MPI_PACKED */
	TYPE_INTEGER, TYPE_UNSIGNED, TYPE_REAL, TYPE_COMPLEX, TYPE_LOGICAL, TYPE_CHARACTER,
	TYPE_PAIR,
};

/*
 * What two sequences of basic elements are compared by. Equal sequences have equal
 * signatures, however types and counts divide them; different ones, with one exception in
 * 2^64, do not.
 */
struct signature {
	int64_t elements;       /* basic ones; an element of a pair type has two */
	uint64_t hash;          /* SIGNATURE_ANY: there is an MPI_PACKED among them */
};
enum { SIGNATURE_ANY = 0 };

struct datatype {
	struct object object;
	/* For every send and receive */
	int64_t size;                   /* bytes of data of an element */
	int64_t extent, lb;
	int64_t true_lb, true_extent;   /* 0, 0: it has no data */
	const struct layout *layout;    /* for copying; NULL: not committed */
	uint16_t flags;
	uint16_t number;                /* handle of a predefined type, else 0 */
	uint16_t operand;               /* handle of the one as which operators take it, or 0 */

	uint8_t align;
	int8_t external_size;           /* in external32, of a predefined type that is no pair */
	uint8_t kind;                   /* enum type_kind */
	int combiner;                   /* MPI_COMBINER_... */
	const struct layout *map;       /* by basic types; NULL: not committed */
	struct signature signature;     /* of one element, once committed */
	const char *predefined_name;    /* or NULL */
	struct content *content;        /* what made it; NULL: predefined and named */
	struct datatype *next;          /* of those of Fortran's precisions, see notes.h */
	struct type_notes *notes;       /* of a derived type; NULL: none yet */
};

extern const struct kind vcm_kind_datatype;

/* Predefined types by handle; NULL: no such type. */
enum { TYPE_NUMBERS = 0x400 };
extern const struct datatype *const vcm_types[TYPE_NUMBERS];

/* Returns the type, or NULL if the handle is none, as MPI_DATATYPE_NULL. */
static inline const struct datatype *
vcm_type(MPI_Datatype handle)
{
	const uintptr_t number = (uintptr_t)handle;

	return __builtin_expect(number < TYPE_NUMBERS, 1) ? vcm_types[number]
		: vcm_object_at(handle, &vcm_kind_datatype);
}

#define NEED_TYPE(p, type, handle) \
	NEED(const struct datatype, type, vcm_type(handle), \
	     vcm_no_object(p, &vcm_kind_datatype, handle))

static inline MPI_Datatype
vcm_type_handle(const struct datatype *type)
{
	return (MPI_Datatype)(type->number ? type->number : (uintptr_t)type);
}

/*
 * Is the data of `count` elements one piece of memory? Then it lies at vcm_type_data(), has
 * `count * size` bytes and needs no packing.
 */
static inline bool
vcm_type_is_piece(const struct datatype *type, int64_t count)
{
	return type->flags & (count == 1 ? TYPE_PIECE : TYPE_DENSE);
}

/* Returns where the data of elements at `buffer`, which may be MPI_BOTTOM, start. */
static inline void *
vcm_type_data(const struct datatype *type, const void *buffer)
{
	return (void *)((uintptr_t)buffer + (uintptr_t)type->true_lb);
}

/* Returns how many bytes there are from the first to the last one of the elements' data. A
 * buffer of so many holds them if it is passed on as its address less *first. */
int64_t vcm_type_span(const struct datatype *type, int64_t count, int64_t *first);

/* Do `count` elements fit an address space, packed and spread out? */
bool vcm_type_fits(const struct datatype *type, int64_t count);

/* Takes and gives back a reference; a communication that outlives its call holds one. */
static inline void
vcm_type_keep(const struct datatype *type)
{
	if (!(type->flags & TYPE_PREDEFINED))
		vcm_object_keep((void *)type);
}

static inline void
vcm_type_drop(struct process *p, const struct datatype *type)
{
	if (type && !(type->flags & TYPE_PREDEFINED))
		vcm_object_drop(p, (void *)type);
}

/* Copies the data of `count` elements at `buffer` to `packed`, and back. */
void vcm_type_pack(const struct datatype *type, int64_t count, const void *buffer, void *packed);
void vcm_type_unpack(const struct datatype *type, int64_t count, void *buffer,
		     const void *packed);

/*
 * The same for bytes `from` up to `to` of the packed form; `packed` is where byte `from` is or
 * goes. Any cut will do, also within a basic element: so messages go in pieces, and those
 * that are shorter than the receive are unpacked.
 */
void vcm_type_pack_part(const struct datatype *type, int64_t count, const void *buffer,
			int64_t from, int64_t to, void *packed);
void vcm_type_unpack_part(const struct datatype *type, int64_t count, void *buffer,
			  int64_t from, int64_t to, const void *packed);

/* Copies elements to elements of another type, as many bytes as both hold; returns the bytes.
 * Source and destination do not overlap. */
int64_t vcm_type_copy(const struct datatype *to_type, int64_t to_count, void *to,
		      const struct datatype *from_type, int64_t from_count, const void *from);

/*
 * Returns the signature of the first `bytes` bytes of the packed form, of as many elements as
 * that takes: what a receive of `type` expects of a message of `bytes` bytes. If these end
 * within a basic element, it is not counted and *whole is false (NULL: not wanted).
 */
struct signature vcm_type_signature(const struct datatype *type, int64_t bytes, bool *whole);

static inline bool
vcm_signature_matches(struct signature sent, struct signature received)
{
	return (sent.elements == received.elements && sent.hash == received.hash) ||
	       sent.hash == SIGNATURE_ANY || received.hash == SIGNATURE_ANY;
}

/* Returns how many basic elements `bytes` bytes are (MPI_Get_elements), or how many elements
 * (MPI_Get_count); MPI_UNDEFINED if these end within one. */
int64_t vcm_type_elements(const struct datatype *type, int64_t bytes);
int64_t vcm_type_count(const struct datatype *type, int64_t bytes);

/* Returns the bytes of so many basic elements (MPI_Status_set_elements), or -1 if the type has
 * no data and there are some. */
int64_t vcm_type_elements_size(const struct datatype *type, int64_t elements);

/* Writes what reports call it: its name, or "vector of MPI_INT". Returns `text`. */
const char *vcm_type_text(const struct datatype *type, char *text, size_t room);

/* Raises the error on MPI_COMM_WORLD that the type is not committed; returns the code. */
int vcm_type_not_committed(struct process *p, const struct datatype *type);

#endif
