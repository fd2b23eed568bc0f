/* SPDX-License-Identifier: BSD-2-Clause */
/* Operators that no type names: vcm_operands (op.h) has the others. */
#ifndef VCM_KERNELS_H
#define VCM_KERNELS_H

#include "op.h"

/* What MPI_REPLACE and MPI_NO_OP do */
extern const struct vcube_op vcm_replace, vcm_no_op_at_all;

#endif
