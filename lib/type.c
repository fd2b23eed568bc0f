/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include <string.h>
#include <vcube/type.h>
#include "error.h"
#include "units.h"

#define BYTES "bytes"

static const struct {
	const char *name;
	size_t size;
} types[] = {
#define X(constant, name, ctype) [constant] = { #name, sizeof(ctype) },
	VCUBE_TYPES(X)
#undef X
};

#define X(constant, name, ctype) #name ", "
static const char permitted[] = VCUBE_TYPES(X) BYTES ":N";
#undef X

_Static_assert(VCUBE_TYPES_COUNT <= VCUBE_BYTES(0), "named types lie below those of a size");

size_t
vcube_type_size(vcube_type type)
{
	if (type > VCUBE_BYTES(0))
		return type - VCUBE_BYTES(0);
	return type < VCUBE_TYPES_COUNT ? types[type].size : 0;
}

const char *
vcube_type_name(vcube_type type)
{
	if (type > VCUBE_BYTES(0))
		return BYTES;
	return type < VCUBE_TYPES_COUNT ? types[type].name : NULL;
}

static int
parse_bytes(const char *name, vcube_type *type, struct vcube_error *error)
{
	uint64_t size = 0;
	const char *why = vc_parse_number(name + sizeof BYTES, &size);

	if (!why && (size == 0 || size > SIZE_MAX - VCUBE_BYTES(0)))
		why = "no element has that size";
	if (why)
		return vc_error(error, VCUBE_EINVAL,
				"type '%.60s': %s; it should read " BYTES ":N, N from 1", name, why);
	*type = VCUBE_BYTES(size);
	return 0;
}

int
vcube_type_parse(const char *name, vcube_type *type, struct vcube_error *error)
{
	char meant[VCUBE_NEAREST_ROOM];

	if (!name)
		name = "";
	if (strncmp(name, BYTES ":", sizeof BYTES) == 0)
		return parse_bytes(name, type, error);
	for (vcube_type t = 0; t < VCUBE_TYPES_COUNT; t++) {
		if (strcmp(types[t].name, name) == 0) {
			*type = t;
			return 0;
		}
	}
	return vc_error(error, VCUBE_EUNKNOWN, "type '%.60s': no such type; there are "
			"%s%s", name, permitted, vcube_nearest(name, permitted, meant));
}
