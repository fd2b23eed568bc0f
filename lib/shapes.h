/* SPDX-License-Identifier: BSD-2-Clause */
/* The shapes of the collectives, for calls that cannot afford vcube_collective_shape(). */
#ifndef VC_SHAPES_H
#define VC_SHAPES_H

#include <vcube/shape.h>

extern const struct vcube_shape vc_shapes[VCUBE_COLLECTIVES_COUNT];    /* collectives.c */

#endif
