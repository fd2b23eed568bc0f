/* SPDX-License-Identifier: BSD-2-Clause */
/* Kinds of elements that collectives move and combine. */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include <vcube/authoring.h>

/* A kind of element, how to make n of them from random words, and, if they are combined, the
 * operator and its definition: sum = sum op x, for each of n. */
struct element {
	const char *name;
	vcube_type type;
	size_t size;
	void (*make)(const uint64_t *words, size_t n, void *to);
	const struct vcube_op *op;      /* NULL: moved but not combined */
	void (*fold)(void *sum, const void *x, size_t n);
};

/* The size of the largest, and how many one word makes. */
enum { ELEMENT_MAX = 24 };
size_t elements_a_word(const struct element *element);

/* One of them has a user's operator that does not commute. */
extern const struct element elements[];
extern const int element_count;

#endif
