/* SPDX-License-Identifier: BSD-2-Clause */
/* Types as they lie in a file of external32. */
#ifndef VCM_EXTERNAL_H
#define VCM_EXTERNAL_H

#include "type.h"

/*
 * Makes the committed type that is made like `type` of basic types with the sizes that they have
 * in external32; one reference is held. Distances in elements follow their sizes, distances in
 * bytes stay. Returns MPI_SUCCESS, or the code of an error that it raises; *stored is then
 * MPI_BYTE.
 */
int vcm_external_type(struct process *p, const struct datatype *type,
		      const struct datatype **stored);

#endif
