/* SPDX-License-Identifier: BSD-2-Clause */
/* Kinds of elements that collectives move and combine. */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include <vcube/authoring.h>

/* A kind of element, how to make one from random bits, and, if it is combined, the operator
 * and its definition: sum = sum op x. */
struct element {
	const char *name;
	vcube_type type;
	size_t size;
	void (*make)(uint64_t bits, void *element);
	const struct vcube_op *op;      /* NULL: moved but not combined */
	void (*fold)(void *sum, const void *x);
};

/* The size of the largest. */
enum { ELEMENT_MAX = 24 };

/* One of them has a user's operator that does not commute. */
extern const struct element elements[];
extern const int element_count;

#endif
