/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of an MPI process. */
#ifndef VCM_PARTS_H
#define VCM_PARTS_H

#include "process.h"

extern const struct part vcm_part_shared;
extern const struct part vcm_part_codes;
extern const struct part vcm_part_errors;
extern const struct part vcm_part_infos;
extern const struct part vcm_part_keyvals;
extern const struct part vcm_part_groups;
extern const struct part vcm_part_comms;
extern const struct part vcm_part_buffer;
extern const struct part vcm_part_types;

/* Each behind those that it needs; NULL at the end. */
extern const struct part *const vcm_parts[];

#endif
