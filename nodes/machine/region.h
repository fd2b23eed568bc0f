/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The heaps and the stacks of all nodes: one mapping each, cut into equal
 * pieces, of which the host gives memory only to what is touched. A page that
 * cannot be touched lies below each stack. 16,384 nodes take 32,770 of the
 * 65,530 mappings that the kernel allows by default.
 */
#ifndef VC_REGION_H
#define VC_REGION_H

#include "node.h"

/* One that is zero; 0, or -1 with errno. */
int vc_region_map(struct vc_region *region, size_t bytes);
/* Gets the memory of a part of it at once, if the kernel knows how: else where it is
 * touched, page by page. */
void vc_region_touch(char *begin, size_t bytes);
/* And is zero again; or was. */
void vc_region_unmap(struct vc_region *region);

int vc_regions_open(vcube_machine *machine, struct vcube_error *error);
void vc_regions_close(vcube_machine *machine);

#endif
