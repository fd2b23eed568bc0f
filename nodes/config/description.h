/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Descriptions, beyond what vcube/desc.h says of them. Pure but for
 * vcube_desc_environment(): any thread, one at a time per description.
 */
#ifndef VC_DESCRIPTION_H
#define VC_DESCRIPTION_H

#include <vcube/desc.h>

/* What no word has set; its texts are not to be freed. */
extern const struct vcube_desc vc_desc_defaults;

/* 0 if every field holds what its key permits and they do not contradict each
 * other, or an error that names the field. Of the mapping the form alone is
 * looked at: whether it fits the topology, vcube_mapping_parse() tells. */
int vc_desc_check(const struct vcube_desc *desc, struct vcube_error *error);

/* *copy, which holds nothing, becomes a description of its own; 0 or
 * VCUBE_EHOST, and then it holds nothing still. */
int vc_desc_copy(struct vcube_desc *copy, const struct vcube_desc *desc,
		 struct vcube_error *error);

/* Its costs, with those put in that are like others unless they are set. */
struct vcube_cost vc_desc_cost(const struct vcube_desc *desc);

/* Runs `set` with `text` on a copy of the description, which takes its place if all went
 * well: so a description is never left half changed. */
int vc_desc_set_all(struct vcube_desc *desc, const char *text, struct vcube_error *error,
		    int (*set)(struct vcube_desc *desc, const char *text,
			       struct vcube_error *error));

#endif
