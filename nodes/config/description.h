/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Descriptions, inside the library; vcube/desc.h has the rest. All functions but
 * vcube_desc_environment() are pure: any thread may call them, one at a time for each
 * description.
 */
#ifndef VC_DESCRIPTION_H
#define VC_DESCRIPTION_H

#include <stdbool.h>
#include <vcube/desc.h>

/* The defaults of all keys; do not free its texts. */
extern const struct vcube_desc vc_desc_defaults;

/* Copies a description and its texts into *copy, which must own none. Returns 0, or
 * VCUBE_EHOST with *copy unchanged. */
int vc_desc_copy(struct vcube_desc *copy, const struct vcube_desc *desc,
		 struct vcube_error *error);

/* Returns whether each link has one sender, which can tell when a message arrives: routing=none
 * and plain links. */
bool vc_desc_links_have_one_sender(const struct vcube_desc *desc);

/* Returns how the nodes of a machine share threads on a host of so many processors, on which other
 * programs compute (`busy`) or do not: VCUBE_THREADS_YES, _NO, _ONE or _CORES. */
enum vcube_threading vc_desc_threading(const struct vcube_desc *desc, int nodes, int processors,
				       bool busy);

/* Returns the costs; those that are not set and default to another take its value. */
struct vcube_cost vc_desc_cost(const struct vcube_desc *desc);

/* Calls `set` with `text` on a copy, which replaces the description if `set` succeeds: a
 * failure leaves the description unchanged. */
int vc_desc_set_all(struct vcube_desc *desc, const char *text, struct vcube_error *error,
		    int (*set)(struct vcube_desc *desc, const char *text,
			       struct vcube_error *error));

#endif
