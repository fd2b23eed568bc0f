/* SPDX-License-Identifier: BSD-2-Clause */
/* The machine that a trace was recorded on. */
#ifndef RECORDED_H
#define RECORDED_H

#include <vcube/observing.h>
#include "base/status.h"

/* Reads its description, which *desc then has; clear it in any case. Returns false if the trace
 * has none that can be read; lack of memory ends the process. */
static inline bool
read_recorded(struct vcube_desc *desc, const vcube_trace *trace)
{
	const char *text = vcube_trace_text(trace, vcube_trace_head(trace)->machine);
	struct vcube_error error;
	int code;

	vcube_desc_init(desc);
	code = vcube_desc_parse(desc, text, &error);
	if (code == VCUBE_EHOST || desc->mapping == NULL)
		die(STATUS_LIMIT, "out of memory");
	return code == 0;
}

#endif
