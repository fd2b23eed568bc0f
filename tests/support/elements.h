/* SPDX-License-Identifier: BSD-2-Clause */
/* Kinds of elements that collectives move and combine. */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include <vcube/authoring.h>

/* A kind of element, how one is made from random bits, and, where it is to be
 * combined, the operator and the same thing written out: sum = sum op x. */
struct element {
	const char *name;
	vcube_type type;
	size_t size;
	void (*make)(uint64_t bits, void *element);
	const struct vcube_op *op;      /* NULL: it is moved and not combined */
	void (*fold)(void *sum, const void *x);
};

/* The size of the largest. */
enum { ELEMENT_MAX = 24 };

/* Among them one whose operator is the user's and does not commute. */
extern const struct element elements[];
extern const int element_count;

#endif
