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

/* A message that is lost. */
struct vc_loss {
	uint64_t from, to;              /* ranks */
	uint64_t number;                /* of the message on its channel, from 0 */
};

/* A message that arrives late. */
struct vc_delay {
	struct vc_loss message;
	vcube_time time;
};

/* Parses the next word of "crash", "RANK@N" or "RANK@TIME", and advances *text, to NULL
 * after the last. Returns NULL, or what is wrong. */
const char *vc_crash_next(const char **text, struct vc_crash *crash);
/* The same for "lose", "FROM-TO@N". */
const char *vc_loss_next(const char **text, struct vc_loss *loss);
/* The same for "delay", "FROM-TO@N:TIME". */
const char *vc_delay_next(const char **text, struct vc_delay *delay);

#endif
