/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of all predefined pairs of operator and type. */
#ifndef VCM_KERNELS_H
#define VCM_KERNELS_H

#include "op.h"

/* How operators see the elements of a type: `ops` by number, NULL where none is defined. */
struct operand {
	const struct vcube_op *const *ops;
	vcube_type element;
};

/* By the number of the datatype; of most, operators are not defined. */
extern const struct operand vcm_operands[TYPE_NUMBERS];

/* What MPI_REPLACE and MPI_NO_OP do */
extern const struct vcube_op vcm_replace, vcm_no_op_at_all;

#endif
