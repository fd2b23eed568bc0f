/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For observers of runs: stepping, views of nodes, traces, the stepper. Includes
 * vcube.h.
 */
#ifndef VCUBE_OBSERVING_H
#define VCUBE_OBSERVING_H

#include <vcube.h>
#include <vcube/observe.h>
#include <vcube/trace.h>
#include <vcube/stepper.h>

#endif
