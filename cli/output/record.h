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
#include <vcube/authoring.h>

#define NONE INT64_C(-1)

/* kind, name, heading in the table (NULL: not shown there), text */
#define RECORD_FIELDS(X) \
	X(TEXT, collective, NULL, "the collective") \
	X(TEXT, topology, "topology", "the topology, as text") \
	X(COUNT, nodes, NULL, "nodes of the machine") \
	X(BYTES, bytes, "block", "bytes of a block (m)") \
	X(TEXT, algorithm, "algorithm", "the algorithm; auto: the library's choice") \
	X(TEXT, chosen, "chosen", "for auto, the algorithm that the library chooses; else null") \
	X(TEXT, settled, "settled", "unset options, as the algorithm resolves them from costs " \
	  "and sizes; else null") \
	X(TEXT, clock, NULL, "the machine's clock: free, virtual or wall") \
	X(TEXT, ports, NULL, "links that a node can use at once: one or all") \
	X(TEXT, mapping, NULL, "how ranks lie on the topology") \
	X(TEXT, profile, NULL, "the profile of the machine; null for none") \
	X(TEXT, type, NULL, "type of the elements; null for a barrier") \
	X(TEXT, op, NULL, "operator; null if the collective combines nothing") \
	X(COUNT, root, NULL, "rank of the root; null if the collective has none") \
	X(TEXT, pattern, NULL, "lengths of alltoallv's blocks: a pattern, or a file of sizes; " \
	  "else null") \
	X(PS, time_ps, "time", "time of one call by the machine's clock in picoseconds, from the " \
	  "last node's entry to the last node's return; null under the free clock") \
	X(PS, predicted_ps, "predicted", "the same as predicted: by the algorithm's formula where " \
	  "it holds, elsewhere by its steps; predicted_is says what it is") \
	X(COUNT, steps, "steps", "steps of one call, the most of any node") \
	X(COUNT, messages, "messages", "messages sent in one call, the most by any node") \
	X(BYTES, bytes_sent, "sent", "bytes sent in one call, the most by any node") \
	X(COUNT, messages_total, NULL, "messages sent in one call, by all nodes together") \
	X(COUNT, bytes_total, NULL, "bytes sent in one call, by all nodes together") \
	X(LOSS, contention_ps, "contention", "how long messages waited for links, summed over " \
	  "messages") \
	X(TEXT, busiest_link, "busiest link", "the link that was held longest, from>to: " \
	  "positions, or s and the number of a switch") \
	X(PS, busiest_ps, NULL, "how long that link was held") \
	X(SHARE, utilization_ppm, "used", "the share of the time for which links were held, " \
	  "in millionths, over all links") \
	X(LOSS, startup_ps, "start-ups", "start-ups on the critical path") \
	X(LOSS, transfer_ps, "transfer", "transfer on the critical path") \
	X(LOSS, waiting_ps, "waiting", "waiting for links and ports on the critical path") \
	X(LOSS, work_ps, "work", "local work on the critical path") \
	X(LATE, late_ps, "late", "wall clock: how long after they were due waiting receivers saw " \
	  "messages, the median") \
	X(LATE, late_p99_ps, "99%", "the same, the 99th percentile") \
	X(LATE, late_most_ps, "most", "the same, the longest") \
	X(BYTES, scratch, "scratch", "bytes of heap that one call took beside its blocks, for " \
	  "tables and for messages passing through a node, the most of any node") \
	X(HOST, wall_ns, "host time", "host nanoseconds of one call, from the last node's return " \
	  "from the previous call to the last node's return from this one: the median of " \
	  "--iterations calls, one right after the other, after an uncounted first one; short calls " \
	  "are timed in batches, each of which counts as one") \
	X(CHECK, checked, "data", "true: every byte of the result was compared and is right; " \
	  "false: something is wrong; null: unchecked") \
	X(COUNT, dropped, NULL, "messages that injected faults dropped; null without fault " \
	  "injection, as are the next six") \
	X(COUNT, duplicated, NULL, "messages that faults duplicated") \
	X(COUNT, corrupted, NULL, "messages in which faults flipped a bit") \
	X(COUNT, delayed, NULL, "messages that jitter or delay made late") \
	X(COUNT, crashed, NULL, "nodes that crashed") \
	X(TEXT, faults, "faults", "the counts of faults in words") \
	X(TEXT, first_faults, NULL, "the first faults, except jitter, in words") \
	X(TEXT, formula, "formula", "the algorithm's formula: ts start-up, tw time of a byte, " \
	  "m bytes of a block, p nodes") \
	X(TEXT, status, NULL, "ran, predicted, skipped (the algorithm cannot run there and was " \
	  "not named) or failed") \
	X(TEXT, reason, NULL, "why it was skipped or failed, why its data were not checked, " \
	  "or what its report says; else null") \
	X(TEXT, predicted_is, NULL, "what predicted_ps is: exact, to the picosecond; at most or at " \
	  "least, a bound; about, by a formula that does not hold there; null if there is none") \
	X(HOST, wall_min_ns, "least", "host time: the shortest") \
	X(HOST, wall_low_ns, "from", "host time: where the median of all such calls lies at least, in 95 of " \
	  "100 measurements, by order statistics; null for fewer than six calls or batches") \
	X(HOST, wall_high_ns, "to", "the same, at most") \
	X(SAMPLES, wall_samples, NULL, "host time: the calls or batches that were timed") \
	X(SAMPLES, wall_batch, NULL, "host time: calls in each; more than 1 if they take less than 10 us") \
	X(RATE, algbw, "algbw", "algorithm bandwidth, as nccl-tests count it: bytes of the whole buffer over " \
	  "the time of one call, predicted if nothing ran, else by the machine's clock, or by the host's " \
	  "under the free clock, in bytes a second; null for a barrier, blocks that differ, and programs") \
	X(RATE, busbw, "busbw", "bus bandwidth: the same times 2(p - 1)/p in allreduce, (p - 1)/p in " \
	  "allgather, alltoall, reduce_scatter, gather and scatter, 1 in bcast and reduce; null in a scan")

enum field_kind {
	FIELD_TEXT,
	FIELD_COUNT,
	FIELD_BYTES,
	FIELD_PS,
	FIELD_LOSS,     /* picoseconds; the table shows them if messages waited */
	FIELD_SHARE,    /* millionths; likewise */
	FIELD_LATE,     /* host picoseconds: the lateness of the wall clock */
	FIELD_HOST,     /* host nanoseconds; except under the wall clock, and rates under the free
			   clock, all other fields are the same on every host */
	FIELD_SAMPLES,  /* how often the host was timed; likewise */
	FIELD_RATE,     /* bytes a second; the table shows them if they are by the host's clock */
	FIELD_CHECK     /* 0, 1 or NONE */
};

typedef const char *record_TEXT;
typedef int64_t record_COUNT, record_BYTES, record_PS, record_LOSS, record_SHARE, record_LATE, record_HOST,
	record_SAMPLES, record_RATE, record_CHECK;

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

/* Return a record whose fields are all unknown. */
struct record record_empty(void);

/* Return a text field's value, or NULL; a number field's value, or NONE. */
const char *record_text(const struct record *record, const struct field *field);
int64_t record_number(const struct record *record, const struct field *field);

bool record_has(const struct record *record, const struct field *field);

/* Does the record have a result, of a run or a prediction? */
bool record_ran(const struct record *record);
bool record_predicted(const struct record *record);
bool record_skipped(const struct record *record);

/* The forms in which records are printed on stdout: a constant descriptor each. */
struct output {
	/* Called once, before the first record, with the machine; `wall`: show host times;
	 * `first`: no other part of the sweep comes before. */
	void (*begin)(const struct vcube_desc *desc, bool wall, bool first);
	/* Take one record, in the order of the sweep. May hold it back: it stays valid until
	 * the end. */
	void (*record)(const struct record *record);
	/* Print the records held back. */
	void (*end)(void);
};

extern const struct output output_table, output_json, output_csv;

#endif
