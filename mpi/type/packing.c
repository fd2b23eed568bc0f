/* SPDX-License-Identifier: BSD-2-Clause */
/* Packing by the program itself. A packed message is its elements' packed form, no more. */
#include "comm.h"
#include "error.h"
#include "type.h"

/* Arguments that both directions have; `room` is the size of the packed buffer. */
static int
check(struct process *p, const void *buffer, int count, const struct datatype *type,
      const void *packed, int room, const int *position)
{
	if (count < 0)
		return vcm_error(p, MPI_ERR_COUNT, "count is %d; it must be 0 or more", count);
	if (!(type->flags & TYPE_COMMITTED))
		return vcm_type_not_committed(p, type);
	if (!position || (!packed && room > 0))
		return vcm_error(p, MPI_ERR_ARG, "%s is NULL",
				 position ? "the packed buffer" : "position");
	if (room < 0 || *position < 0 || *position > room)
		return vcm_error(p, MPI_ERR_ARG, "position is %d in a packed buffer of %d bytes",
				 *position, room);
	if (!vcm_type_fits(type, count))
		return vcm_error(p, MPI_ERR_COUNT, "the elements have 2^63 bytes or more");
	if (count * type->size > room - *position)
		return vcm_error(p, MPI_ERR_TRUNCATE, "the elements have %lld bytes; the packed "
				 "buffer of %d bytes has %d behind position %d",
				 (long long)(count * type->size), room, room - *position,
				 *position);
	if (!buffer && count * type->size > 0 && type->number)
		return vcm_error(p, MPI_ERR_BUFFER, "the buffer of %d elements is NULL", count);
	return 0;
}

MPI_FUNCTION(int, Pack, (const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf,
	int outsize, int *position, MPI_Comm comm))
{
	struct process *p = ENTER();
	const struct datatype *type = vcm_type(datatype);
	int code;

	if (!vcm_comm(p, comm))
		return vcm_no_comm(p, comm);
	if (!type)
		return vcm_no_type(p, datatype);
	code = check(p, inbuf, incount, type, outbuf, outsize, position);
	if (code)
		return code;
	vcm_type_pack(type, incount, inbuf, (char *)outbuf + *position);
	*position += (int)(incount * type->size);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Unpack, (const void *inbuf, int insize, int *position, void *outbuf,
	int outcount, MPI_Datatype datatype, MPI_Comm comm))
{
	struct process *p = ENTER();
	const struct datatype *type = vcm_type(datatype);
	int code;

	if (!vcm_comm(p, comm))
		return vcm_no_comm(p, comm);
	if (!type)
		return vcm_no_type(p, datatype);
	code = check(p, outbuf, outcount, type, inbuf, insize, position);
	if (code)
		return code;
	vcm_type_unpack(type, outcount, outbuf, (const char *)inbuf + *position);
	*position += (int)(outcount * type->size);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Pack_size, (int incount, MPI_Datatype datatype, MPI_Comm comm, int *size))
{
	struct process *p = ENTER();
	const struct datatype *type = vcm_type(datatype);

	if (!vcm_comm(p, comm))
		return vcm_no_comm(p, comm);
	if (!type)
		return vcm_no_type(p, datatype);
	if (incount < 0)
		return vcm_error(p, MPI_ERR_COUNT, "incount is %d; it must be 0 or more", incount);
	if (!size)
		return vcm_error(p, MPI_ERR_ARG, "size is NULL");
	*size = (__int128)incount * type->size <= INT32_MAX ? (int)(incount * type->size)
		: MPI_UNDEFINED;
	return MPI_SUCCESS;
}
