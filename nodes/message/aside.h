/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages that lie in a list of their receiver: those that no receive wanted when they came
 * (nodes/message/match.h), and those that a matched probe has found. */
#ifndef VC_ASIDE_H
#define VC_ASIDE_H

#include "channel.h"

struct vcube_message {
	struct vcube_message *next, *prev;
	bool kept;                      /* in the list of the latter */
	bool posted;                    /* a posted receive may want it */
	struct vc_channel *channel;
	uint32_t number;                /* in its channel */
	struct vc_slot slot;
};

#endif
