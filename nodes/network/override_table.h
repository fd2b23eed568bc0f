/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef VC_OVERRIDE_TABLE_H
#define VC_OVERRIDE_TABLE_H

#include "override.h"

/* Sorts overrides by link and time, and drops superseded ones. Returns how many remain. */
size_t vc_links_tidy(struct vc_override *overrides, size_t count);

/* Builds the table of tidied overrides that whoever places messages reads. Returns NULL if
 * out of memory. */
struct vc_link_table *vc_links_table(const struct vc_links *l, const struct vc_override *overrides,
				     size_t count);

#endif
