/* SPDX-License-Identifier: BSD-2-Clause */
/* Events that are to come, of all nodes, in the order that vcube/trace.h promises. */
#ifndef VC_ENTRIES_H
#define VC_ENTRIES_H

#include "log_read.h"

/* An event on its way into the file: its record, and what that does not say. */
struct vc_merged {
	struct vc_event event;          /* time and span in picoseconds */
	int rank;
};

/* The next event of a log, or what follows from a SEND (stream -1, which comes first). */
struct vc_entry {
	struct vc_merged m;
	int stream, from;
	uint64_t number;                /* among its like */
};

/* A heap. */
struct vc_entries {
	struct vc_entry *list;
	size_t used, room;
};

/* False: no memory. */
bool vc_entries_init(struct vc_entries *entries, size_t room);
bool vc_entries_push(struct vc_entries *entries, const struct vc_entry *entry);
/* The first; there must be one. */
struct vc_entry vc_entries_pop(struct vc_entries *entries);
void vc_entries_free(struct vc_entries *entries);

#endif
