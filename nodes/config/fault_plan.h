/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef VC_FAULT_PLAN_H
#define VC_FAULT_PLAN_H

#include <stdint.h>
#include <vcube/machine.h>

struct vc_crash {
	uint64_t rank;
	uint64_t after;                 /* operations; UINT64_MAX if a time is given */
	vcube_time at;                  /* INT64_MAX if operations are given */
};

/* Parses the next word of "crash", "RANK@N" or "RANK@TIME", and advances *text, to NULL
 * after the last. Returns NULL, or what is wrong. */
const char *vc_crash_next(const char **text, struct vc_crash *crash);

#endif
