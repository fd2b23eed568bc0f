/* SPDX-License-Identifier: BSD-2-Clause */
/* Packing by the program itself. A packed message is its elements' packed form, no more. */
#include "comm.h"
#include "error.h"
#include "type.h"

/* Arguments that both directions have; `room` is the size of the packed buffer. */
static int
check(struct process *p, const void *buffer, int64_t count, const struct datatype *type,
      const void *packed, int64_t room, const MPI_Count *position)
{
	if (count < 0)
		return vcm_error(p, MPI_ERR_COUNT, "count is %jd; it must be 0 or more",
				 (intmax_t)count);
	if (!(type->flags & TYPE_COMMITTED))
		return vcm_type_not_committed(p, type);
	if (!packed && room > 0)
		return vcm_error(p, MPI_ERR_ARG, "the packed buffer is NULL");
	if (room < 0 || *position < 0 || *position > room)
		return vcm_error(p, MPI_ERR_ARG, "position is %jd in a packed buffer of %jd bytes",
				 (intmax_t)*position, (intmax_t)room);
	if (!vcm_type_fits(type, count))
		return vcm_error(p, MPI_ERR_COUNT, "the elements have 2^63 bytes or more");
	if (count * type->size > room - *position)
		return vcm_error(p, MPI_ERR_TRUNCATE, "the elements have %jd bytes; the packed "
				 "buffer of %jd bytes has %jd left from position %jd on",
				 (intmax_t)(count * type->size), (intmax_t)room,
				 (intmax_t)(room - *position), (intmax_t)*position);
	if (!buffer && count * type->size > 0 && type->number)
		return vcm_error(p, MPI_ERR_BUFFER, "the buffer of %jd elements is NULL",
				 (intmax_t)count);
	return MPI_SUCCESS;
}

struct packing {
	void *buffer;
	MPI_Count count;
	MPI_Datatype datatype;
	void *packed;
	MPI_Count room;
	MPI_Comm comm;
};

/* Packs at *position, or unpacks, and moves that on. */
static int
convert(struct process *p, const struct packing *a, bool packs, MPI_Count *position)
{
	int code;

	if (!vcm_comm(p, a->comm))
		return vcm_no_comm(p, a->comm);
	NEED_TYPE(p, type, a->datatype);
	if (!position)
		return vcm_error(p, MPI_ERR_ARG, "position is NULL");
	code = check(p, a->buffer, a->count, type, a->packed, a->room, position);
	if (code != MPI_SUCCESS)
		return code;
	if (packs)
		vcm_type_pack(type, a->count, a->buffer, (char *)a->packed + *position);
	else
		vcm_type_unpack(type, a->count, a->buffer, (char *)a->packed + *position);
	*position += a->count * type->size;
	return MPI_SUCCESS;
}

/* The same with a position that is an int, as the room is */
static int
convert_near(struct process *p, const struct packing *a, bool packs, int *position)
{
	MPI_Count at = position ? *position : 0;
	const int code = convert(p, a, packs, position ? &at : NULL);

	if (position)
		*position = (int)at;
	return code;
}

#define PACK_FUNCTIONS(Pack, Unpack, number, convert) \
	MPI_FUNCTION(int, Pack, (const void *inbuf, number incount, MPI_Datatype datatype, \
		void *outbuf, number outsize, number *position, MPI_Comm comm)) \
	{ \
		return convert(ENTER(), &(struct packing){(void *)inbuf, incount, datatype, \
			       outbuf, outsize, comm}, true, position); \
	} \
	MPI_FUNCTION(int, Unpack, (const void *inbuf, number insize, number *position, \
		void *outbuf, number outcount, MPI_Datatype datatype, MPI_Comm comm)) \
	{ \
		return convert(ENTER(), &(struct packing){outbuf, outcount, datatype, \
			       (void *)inbuf, insize, comm}, false, position); \
	}
PACK_FUNCTIONS(Pack, Unpack, int, convert_near)
PACK_FUNCTIONS(Pack_c, Unpack_c, MPI_Count, convert)

static int
pack_size(struct process *p, MPI_Count count, MPI_Datatype datatype, MPI_Comm comm, MPI_Count most,
	  MPI_Count *size)
{
	__int128 bytes;

	if (!vcm_comm(p, comm))
		return vcm_no_comm(p, comm);
	NEED_TYPE(p, type, datatype);
	if (count < 0)
		return vcm_error(p, MPI_ERR_COUNT, "incount is %jd; it must be 0 or more",
				 (intmax_t)count);
	if (!size)
		return vcm_error(p, MPI_ERR_ARG, "size is NULL");
	bytes = (__int128)count * type->size;
	*size = bytes <= most ? (MPI_Count)bytes : MPI_UNDEFINED;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Pack_size, (int incount, MPI_Datatype datatype, MPI_Comm comm, int *size))
{
	MPI_Count large = 0;
	const int code = pack_size(ENTER(), incount, datatype, comm, INT32_MAX,
				   size ? &large : NULL);

	if (size)
		*size = (int)large;
	return code;
}

MPI_FUNCTION(int, Pack_size_c, (MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm,
	MPI_Count *size))
{
	return pack_size(ENTER(), incount, datatype, comm, INT64_MAX, size);
}
