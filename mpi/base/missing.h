/* SPDX-License-Identifier: BSD-2-Clause */
/* What functions do that are missing. */
#ifndef VCM_MISSING_H
#define VCM_MISSING_H

/* Raises MPI_ERR_UNSUPPORTED_OPERATION, with the function's name; returns its code. `site` is
 * where it returns to. */
int vcm_refuse(const char *call, const void *site);

#endif
