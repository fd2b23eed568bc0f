/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls of strict machines, compared argument by argument. */
#ifndef VC_AGREE_H
#define VC_AGREE_H

#include "node.h"
#include "part.h"

/* The number of a collective of a call beside the program: that of the call, and its own in that,
 * as its label has them. */
#define VC_AGREE_BESIDE (UINT32_C(1) << 31)
static inline uint32_t
vc_agree_beside(uint32_t fiber, uint32_t call)
{
	return VC_AGREE_BESIDE | (fiber & 0xffff) << 8 | (call & 0xff);
}

/* Compares a call with that which the first member of its group to come made under this number.
 * Returns 0, or the node has failed and the sentence tells both. */
int vc_agree(vcube_node *self, const struct vcube_algorithm *algorithm,
	     const struct vcube_call *call, uint32_t number);

extern const struct vc_part vc_part_agreement;

#endif
