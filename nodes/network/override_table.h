/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef VC_OVERRIDE_TABLE_H
#define VC_OVERRIDE_TABLE_H

#include "override.h"

/* Puts what was said in order, by link and time, and drops what counts no more.
 * Returns how much is left. */
size_t vc_links_tidy(struct vc_override *said, size_t count);

/* The table of what was said, tidied, that whoever places messages reads; NULL where
 * there is no memory. */
struct vc_link_table *vc_links_table(const struct vc_links *links, const struct vc_override *said,
				     size_t count);

#endif
