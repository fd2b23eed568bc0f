/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a shared object defines for the option --load of the vcube command: an algorithm, or
 * a program of messages, or both.
 */
#ifndef VCUBE_OWN_H
#define VCUBE_OWN_H

#include <vcube/algorithm.h>

VCUBE_BEGIN_

/* The algorithm; the command adds it to the registry (vcube_algorithm_add()). */
extern const struct vcube_algorithm vcube_own_algorithm;

/* The program; every node runs it, with `bytes` as --bytes has them. A value other than 0
 * fails the run. */
int vcube_own_program(vcube_node *self, size_t bytes);

VCUBE_END_
#endif
