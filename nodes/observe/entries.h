/* SPDX-License-Identifier: BSD-2-Clause */
/* A priority queue of the events of all nodes, in the order that vcube/trace.h promises. */
#ifndef VC_ENTRIES_H
#define VC_ENTRIES_H

#include "log_read.h"

/* A merged event, ready for the file: the event of a log, and its rank. */
struct vc_merged {
	struct vc_event event;          /* time and span in picoseconds */
	int rank;
};

/* The next event of a log, or one that follows from a SEND (stream -1, which sorts first). */
struct vc_entry {
	struct vc_merged m;
	int stream, from;
	uint64_t number;                /* orders those that follow from SENDs */
};

/* A binary heap. */
struct vc_entries {
	struct vc_entry *list;
	size_t used, room;
};

/* These two return false if memory runs out. */
bool vc_entries_init(struct vc_entries *entries, size_t room);
bool vc_entries_push(struct vc_entries *entries, const struct vc_entry *entry);
/* Removes and returns the first entry; there must be one. */
struct vc_entry vc_entries_pop(struct vc_entries *entries);
void vc_entries_free(struct vc_entries *entries);

#endif
