/* SPDX-License-Identifier: BSD-2-Clause */
/* The logs of nodes, written and read by hand. */
#ifndef LOGS_H
#define LOGS_H

#include "merge.h"
#include "support.h"

enum { LOGS_NODES = 8 };

/* A machine with a channel between any two nodes that is to be recorded, of whose logs
 * the tests write the first. */
vcube_machine *open_recorded(const char *text);

/* The events of the first log: one after the other; are they these, and no more? */
void begin_reading(struct vc_log_reader *reader, const vcube_machine *machine, double tick);
void read_back(const vcube_machine *machine, double tick, const struct vc_event *written,
	       size_t count);

#endif
