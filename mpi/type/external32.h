/* SPDX-License-Identifier: BSD-2-Clause */
/* The data representation "external32". */
#ifndef VCM_EXTERNAL32_H
#define VCM_EXTERNAL32_H

#include "type.h"

/* Returns the bytes of an element of a committed type. */
int64_t vcm_external_size(const struct datatype *type);
/* Writes elements to `bytes` bytes of external32, or reads as many whole numbers as those have;
 * returns the bytes of the packed form that this was. */
int64_t vcm_external_convert(const struct datatype *type, int64_t count, const void *buffer,
			     void *external, int64_t bytes, bool writing);

#endif
