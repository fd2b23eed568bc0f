/* SPDX-License-Identifier: BSD-2-Clause */
/* Statuses: in their internal part lie the bytes of the message and whether it was cancelled. */
#ifndef VCM_STATUS_H
#define VCM_STATUS_H

#include <string.h>
#include "comm.h"

enum { STATUS_BYTES = 0, STATUS_CANCELLED = 2 };        /* places of MPI_internal */

static inline void
vcm_status_set_bytes(MPI_Status *status, int64_t bytes)
{
	memcpy(&status->MPI_internal[STATUS_BYTES], &bytes, sizeof bytes);
}

static inline int64_t
vcm_status_bytes(const MPI_Status *status)
{
	int64_t bytes;

	memcpy(&bytes, &status->MPI_internal[STATUS_BYTES], sizeof bytes);
	return bytes;
}

/* Fills in a status, but its error, which only calls that end several requests set. */
static inline void
vcm_status_set(MPI_Status *status, int source, int tag, int64_t bytes, bool cancelled)
{
	status->MPI_SOURCE = source;
	status->MPI_TAG = tag;
	vcm_status_set_bytes(status, bytes);
	status->MPI_internal[STATUS_CANCELLED] = cancelled;
}

/* The status of no message: that from MPI_PROC_NULL, or of a send. */
static inline void
vcm_status_empty(MPI_Status *status, int source)
{
	vcm_status_set(status, source, MPI_ANY_TAG, 0, false);
}

/* The empty status, for a call that has no request to tell of. */
static inline void
vcm_status_none(MPI_Status *status)
{
	vcm_status_empty(status, MPI_ANY_SOURCE);
	status->MPI_ERROR = MPI_SUCCESS;
}

/* The library's status of a message that came through the communicator's line. */
static inline void
vcm_status_of(MPI_Status *status, const struct comm *comm, const struct vcube_status *s)
{
	vcm_status_set(status, s->from - comm->first, s->tag, (int64_t)s->bytes, s->cancelled);
}

#endif
