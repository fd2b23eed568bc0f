/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How often in a row a node has tested something in vain, which ends loops that wait by testing.
 * Each request counts alone, and so does what a probe or a time limit waits for: of several
 * requests in a list, each may be the only one that is done, however many are tested before it. The
 * row ends when that is found, or when the node takes any message.
 */
#ifndef VC_VAIN_H
#define VC_VAIN_H

#include "explore.h"

struct vc_vain {
	const struct vcube_request *request;    /* NULL: a probe, or a receive with a time limit */
	const vcube_group *group;
	int from;
	uint64_t label, mask;
	unsigned times;
};

/* What the question of a wait looks for; `times` is 0. */
struct vc_vain vc_vain_of(const struct vc_wait *question);
/* Returns how often that was looked for in vain. */
unsigned vc_vain_times(const struct vc_answers *list, const struct vc_vain *it);
/* It was looked for once more. Returns false if there is no memory: it is not counted. */
bool vc_vain_note(struct vc_answers *list, const struct vc_vain *it, bool in_vain);

#endif
