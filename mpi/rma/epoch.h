/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the calls that synchronize check. Epochs of the three kinds exclude each other. A fence
 * opens one that counts only once there has been an access, since nobody says whether accesses
 * will follow a fence.
 */
#ifndef VCM_EPOCH_H
#define VCM_EPOCH_H

#include "window.h"

/* Raises MPI_ERR_RMA_SYNC, and returns it, if an epoch is open that excludes a new one of this
 * kind; else MPI_SUCCESS. Locks of several members go together. */
int vcm_epoch_free(struct process *p, struct window *w, enum epoch kind);
/* The assertion may have these bits alone. */
int vcm_assertion(struct process *p, struct window *w, int assertion, int permitted);

#endif
