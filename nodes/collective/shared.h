/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables that the nodes of a machine share. */
#ifndef VC_SHARED_H
#define VC_SHARED_H

#include "part.h"

extern const struct vc_part vc_part_shared;

#endif
