/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The results of one run: a row of the table, a line of JSON or CSV.
 *
 * RECORD_FIELDS is the one list of fields, in the order in which every form of
 * output shows them. A field that is unknown, or makes no sense for the run, is
 * NULL or NONE: null in JSON, empty in CSV.
 */
#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NONE INT64_C(-1)

/* kind, name, heading in the table (NULL: not shown there), what it is */
#define RECORD_FIELDS(X) \
	X(TEXT, collective, NULL, "the collective") \
	X(TEXT, topology, "topology", "the topology, as text") \
	X(COUNT, nodes, NULL, "nodes of the machine") \
	X(BYTES, bytes, "block", "bytes of a block (m)") \
	X(TEXT, algorithm, "algorithm", "the algorithm; auto: the library's choice") \
	X(TEXT, chosen, "chosen", "of auto, the algorithm that the library chooses; else null") \
	X(TEXT, settled, "settled", "options that are unset, as the algorithm works them out from " \
	  "costs and sizes; else null") \
	X(TEXT, clock, NULL, "the machine's clock: free, virtual or wall") \
	X(TEXT, ports, NULL, "links that a node can use at the same time: one or all") \
	X(TEXT, mapping, NULL, "how ranks lie on the topology") \
	X(TEXT, profile, NULL, "the profile of the machine; null for none") \
	X(TEXT, type, NULL, "type of the elements; null for a barrier") \
	X(TEXT, op, NULL, "operator; null where nothing is combined") \
	X(COUNT, root, NULL, "rank of the root; null where there is none") \
	X(TEXT, pattern, NULL, "how long the blocks of alltoallv are: a pattern, or a file of sizes; " \
	  "null elsewhere") \
	X(PS, time_ps, "time", "time of one call by the machine's clock in picoseconds, from the " \
	  "last node's entry to the last node's return; null under the free clock") \
	X(PS, predicted_ps, "predicted", "the same by the algorithm's formula, which is for the " \
	  "topologies that the algorithm is made for") \
	X(COUNT, steps, "steps", "steps of one call, the most of any node") \
	X(COUNT, messages, "messages", "messages sent in one call, the most by any node") \
	X(BYTES, bytes_sent, "sent", "bytes sent in one call, the most by any node") \
	X(COUNT, messages_total, NULL, "messages sent in one call, by all nodes together") \
	X(COUNT, bytes_total, NULL, "bytes sent in one call, by all nodes together") \
	X(LOSS, contention_ps, "contention", "how long messages waited for links, summed over " \
	  "messages") \
	X(TEXT, busiest_link, "busiest link", "the link that was held for longest, from>to; a " \
	  "position, or s and the number of a switch") \
	X(PS, busiest_ps, NULL, "how long that was") \
	X(SHARE, utilization_ppm, "used", "how long links were held, of the time that there was, " \
	  "in millionths, over all links") \
	X(LOSS, startup_ps, "start-ups", "start-ups on the critical path") \
	X(LOSS, transfer_ps, "transfer", "transfer on the critical path") \
	X(LOSS, waiting_ps, "waiting", "waiting for links and ports on the critical path") \
	X(LOSS, work_ps, "work", "local work on the critical path") \
	X(LATE, late_ps, "late", "wall clock: how much later than due messages were seen by who " \
	  "waited for them, the median") \
	X(LATE, late_p99_ps, "99%", "the same, the 99th percentile") \
	X(LATE, late_most_ps, "most", "the same, the longest") \
	X(BYTES, scratch, "scratch", "bytes of heap that one call took beside its blocks, for tables " \
	  "and for messages on their way through a node, the most of any node") \
	X(HOST, wall_ns, "host time", "nanoseconds of the host that one call took, from when the " \
	  "last node returned from the call before to when the last returned from this one: the " \
	  "median of --iterations calls, one right after the other, and a first one not counted") \
	X(CHECK, checked, "data", "true: every byte of the result was compared and is right; " \
	  "false: something is wrong; null: not looked at") \
	X(COUNT, dropped, NULL, "messages that injected faults lost; null where none are injected, " \
	  "as are the next six") \
	X(COUNT, duplicated, NULL, "messages that they made arrive twice") \
	X(COUNT, corrupted, NULL, "messages in which they flipped a bit") \
	X(COUNT, delayed, NULL, "messages that arrived late by jitter") \
	X(COUNT, crashed, NULL, "nodes that crashed") \
	X(TEXT, faults, "faults", "the same in words") \
	X(TEXT, first_faults, NULL, "the first of them, but for jitter, in words") \
	X(TEXT, formula, "formula", "the formula of predicted_ps: ts start-up, tw time of a byte, " \
	  "m bytes of a block, p nodes") \
	X(TEXT, status, NULL, "ran, predicted, skipped (an algorithm that was not asked for by " \
	  "name and cannot run there) or failed") \
	X(TEXT, reason, NULL, "why it was skipped or failed; else null")

enum field_kind {
	FIELD_TEXT,
	FIELD_COUNT,
	FIELD_BYTES,
	FIELD_PS,
	FIELD_LOSS,     /* picoseconds, too; the table shows them if messages waited */
	FIELD_SHARE,    /* millionths; likewise */
	FIELD_LATE,     /* picoseconds of the host: how exact the wall clock was */
	FIELD_HOST,     /* nanoseconds of the host; but for the wall clock all else is the same
			   on every host */
	FIELD_CHECK     /* 0, 1 or NONE */
};

typedef const char *record_TEXT;
typedef int64_t record_COUNT, record_BYTES, record_PS, record_LOSS, record_SHARE, record_LATE, record_HOST,
	record_CHECK;

struct record {
#define X(kind, name, heading, text) record_##kind name;
	RECORD_FIELDS(X)
#undef X
};

struct field {
	enum field_kind kind;
	const char *name, *heading, *text;
	size_t offset;
};

/* Every field; ends with a NULL name. */
extern const struct field record_fields[];

/* A record whose fields are all unknown. */
struct record record_empty(void);

/* A text field's value, or NULL; a number field's value, or NONE. */
const char *record_text(const struct record *record, const struct field *field);
int64_t record_number(const struct record *record, const struct field *field);

bool record_has(const struct record *record, const struct field *field);

#endif
