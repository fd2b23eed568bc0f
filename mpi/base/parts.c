/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of an MPI process, in the order of their opening. */
#include "parts.h"

const struct part *const vcm_parts[] = {
	&vcm_part_shared,
	&vcm_part_codes,
	&vcm_part_errors,
	&vcm_part_infos,
	&vcm_part_keyvals,
	&vcm_part_groups,
	&vcm_part_comms,
	&vcm_part_buffer,
	&vcm_part_types,
	NULL,
};
