/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The data representation "external32": big-endian, IEEE floating point, with sizes of its
 * own: an MPI_LONG has 4 bytes, an MPI_WCHAR 2, an MPI_LONG_DOUBLE the 16 of IEEE's quadruple
 * precision. A value that does not fit a smaller size is cut, as a conversion in C would.
 */
#include <string.h>
#include <strings.h>
#include "error.h"
#include "external32.h"
#include "large.h"
#include "layout.h"
#include "type.h"

/* Copies `bytes` bytes of a number in reverse: from this host's order, or to it. */
static void
reverse(unsigned char *to, const unsigned char *from, int bytes)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	for (int i = 0; i < bytes; i++)
		to[i] = from[bytes - 1 - i];
#else
	memcpy(to, from, (size_t)bytes);
#endif
}

/* Integers: the low bytes, or extended by the sign where there is one */
static void
write_integer(unsigned char *to, int to_bytes, const unsigned char *from, int from_bytes)
{
	unsigned char ordered[16];

	reverse(ordered, from, from_bytes);
	memcpy(to, ordered + from_bytes - to_bytes, (size_t)to_bytes);
}

static void
read_integer(unsigned char *to, int to_bytes, const unsigned char *from, int from_bytes,
	     bool is_signed)
{
	unsigned char ordered[16];

	memset(ordered, is_signed && from[0] & 0x80 ? 0xff : 0, (size_t)to_bytes);
	memcpy(ordered + to_bytes - from_bytes, from, (size_t)from_bytes);
	reverse(to, ordered, to_bytes);
}

/* A long double, unless it is a quad here already */
#if __LDBL_MANT_DIG__ == 64
static void
write_long_double(unsigned char *to, const unsigned char *from)
{
	long double value;
	__float128 quad;

	memcpy(&value, from, sizeof value);
	quad = value;
	reverse(to, (unsigned char *)&quad, 16);
}

static void
read_long_double(unsigned char *to, const unsigned char *from)
{
	long double value;
	__float128 quad;

	reverse((unsigned char *)&quad, from, 16);
	value = (long double)quad;
	memcpy(to, &value, sizeof value);
}
#else
static void
write_long_double(unsigned char *to, const unsigned char *from)
{
	reverse(to, from, 16);
}

static void
read_long_double(unsigned char *to, const unsigned char *from)
{
	reverse(to, from, 16);
}
#endif

/* One number: a basic element, or one of the two of a complex one */
struct number {
	int size, external;
	bool is_long_double, is_signed;
};

static struct number
number_of(const struct datatype *type)
{
	const int parts = type->kind == TYPE_COMPLEX ? 2 : 1;
	const MPI_Datatype handle = vcm_type_handle(type);

	return (struct number){
		.size = (int)type->size / parts,
		.external = type->external_size / parts,
		.is_long_double = handle == MPI_LONG_DOUBLE ||
			handle == MPI_C_LONG_DOUBLE_COMPLEX ||
			handle == MPI_CXX_LONG_DOUBLE_COMPLEX,
		.is_signed = type->kind == TYPE_INTEGER,
	};
}

struct conversion {
	unsigned char *external, *end;
	int64_t here;           /* bytes of this host's form that are done */
	bool writing;
};

static void
convert(struct conversion *c, const struct number *n, unsigned char *here)
{
	if (n->is_long_double && c->writing)
		write_long_double(c->external, here);
	else if (n->is_long_double)
		read_long_double(here, c->external);
	else if (c->writing)
		write_integer(c->external, n->external, here, n->size);
	else
		read_integer(here, n->size, c->external, n->external, n->is_signed);
	c->external += n->external;
	c->here += n->size;
}

static bool
convert_block(void *arg, uint32_t basic, int64_t address, int64_t bytes)
{
	struct conversion *c = arg;
	const struct number number = number_of(vcm_types[basic]);

	for (int64_t at = 0; at < bytes; at += number.size) {
		if (c->end - c->external < number.external)
			return false;
		convert(c, &number, (unsigned char *)(uintptr_t)(address + at));
	}
	return true;
}

int64_t
vcm_external_convert(const struct datatype *type, int64_t count, const void *buffer,
		     void *external, int64_t bytes, bool writing)
{
	struct conversion c = { .external = external, .end = (unsigned char *)external + bytes,
				.writing = writing };
	const struct layout all = vcm_layout_repeat(count, type->extent, type->map);

	vcm_layout_each(&all, (int64_t)(uintptr_t)buffer, 0, all.size, convert_block, &c);
	return c.here;
}

static bool
count_block(void *arg, uint32_t basic, int64_t address, int64_t bytes)
{
	const struct datatype *type = vcm_types[basic];

	(void)address;
	*(int64_t *)arg += bytes / type->size * type->external_size;
	return true;
}

int64_t
vcm_external_size(const struct datatype *type)
{
	int64_t size = 0;

	if (type->map->basic)
		count_block(&size, type->map->basic, 0, type->size);
	else
		vcm_layout_each(type->map, 0, 0, type->map->size, count_block, &size);
	return size;
}

/* Checks the arguments of all three calls; *bytes is the size in external32. */
static int
check(struct process *p, const char *datarep, int64_t count, const struct datatype *type,
      int64_t *bytes)
{
	if (!datarep || strcasecmp(datarep, "external32") != 0)
		return vcm_error(p, MPI_ERR_ARG, "datarep is \"%.40s\"; it must be \"external32\"",
				 datarep ? datarep : "");
	if (count < 0)
		return vcm_error(p, MPI_ERR_COUNT, "count is %jd; it must be 0 or more",
				 (intmax_t)count);
	if (!(type->flags & TYPE_COMMITTED))
		return vcm_type_not_committed(p, type);
	if (!vcm_type_fits(type, count) ||
	    __builtin_mul_overflow(vcm_external_size(type), count, bytes))
		return vcm_error(p, MPI_ERR_COUNT, "the elements have 2^63 bytes or more");
	return 0;
}

static int
check_room(struct process *p, const void *packed, MPI_Aint room, const MPI_Aint *position,
	   int64_t bytes)
{
	if (!position || (!packed && room > 0))
		return vcm_error(p, MPI_ERR_ARG, "%s is NULL",
				 position ? "the packed buffer" : "position");
	if (room < 0 || *position < 0 || *position > room)
		return vcm_error(p, MPI_ERR_ARG, "position is %lld in a packed buffer of %lld "
				 "bytes", (long long)*position, (long long)room);
	if (bytes > room - *position)
		return vcm_error(p, MPI_ERR_TRUNCATE, "the elements have %lld bytes; the packed "
				 "buffer of %lld bytes has %lld left from position %lld on",
				 (long long)bytes, (long long)room, (long long)(room - *position),
				 (long long)*position);
	return 0;
}

MPI_FUNCTION(int, Pack_external, (const char *datarep, const void *inbuf, int incount,
	MPI_Datatype datatype, void *outbuf, MPI_Aint outsize, MPI_Aint *position))
{
	struct process *p = ENTER();
	NEED_TYPE(p, type, datatype);
	const int64_t count = vcm_count(incount, LARGE_SENT);
	int64_t bytes = 0;
	int code = check(p, datarep, count, type, &bytes);

	if (!code)
		code = check_room(p, outbuf, outsize, position, bytes);
	if (code)
		return code;
	vcm_external_convert(type, count, inbuf, (char *)outbuf + *position, bytes, true);
	*position += bytes;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Unpack_external, (const char datarep[], const void *inbuf, MPI_Aint insize,
	MPI_Aint *position, void *outbuf, int outcount, MPI_Datatype datatype))
{
	struct process *p = ENTER();
	NEED_TYPE(p, type, datatype);
	const int64_t count = vcm_count(outcount, LARGE_SENT);
	int64_t bytes = 0;
	int code = check(p, datarep, count, type, &bytes);

	if (!code)
		code = check_room(p, inbuf, insize, position, bytes);
	if (code)
		return code;
	vcm_external_convert(type, count, outbuf, (char *)inbuf + *position, bytes, false);
	*position += bytes;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Pack_external_size, (const char *datarep, int incount, MPI_Datatype datatype,
	MPI_Aint *size))
{
	struct process *p = ENTER();
	NEED_TYPE(p, type, datatype);
	const int64_t count = vcm_count(incount, LARGE_SENT);
	int64_t bytes = 0;
	int code = check(p, datarep, count, type, &bytes);

	if (code)
		return code;
	if (!size)
		return vcm_error(p, MPI_ERR_ARG, "size is NULL");
	*size = bytes;
	return MPI_SUCCESS;
}
