/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For authors of algorithms: the registry and the building blocks of the library's own
 * algorithms. Includes vcube.h.
 */
#ifndef VCUBE_AUTHORING_H
#define VCUBE_AUTHORING_H

#include <vcube.h>
#include <vcube/shape.h>
#include <vcube/algorithm.h>
#include <vcube/own.h>
#include <vcube/blocks.h>
#include <vcube/grow.h>
#include <vcube/work.h>
#include <vcube/tree.h>
#include <vcube/array.h>
#include <vcube/cube.h>
#include <vcube/cube_algorithm.h>
#include <vcube/schedule.h>
#include <vcube/aapc.h>
#include <vcube/stages.h>
#include <vcube/digits.h>
#include <vcube/segments.h>
#include <vcube/star.h>
#include <vcube/direct.h>
#include <vcube/places.h>

#endif
