/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages between neighbours on machines with injected faults. */
#ifndef FAULTY_H
#define FAULTY_H

#include "fault.h"
#include "support.h"

/* Machines on which neighbours can talk: by stamps, by journals, interleaved, in real time. */
enum { FAULTY_MACHINES = 11 };
extern const char *const faulty_machines[FAULTY_MACHINES];

enum { FAULTY_NODES = 4, FAULTY_MESSAGES = 40, FAULTY_SEEN = 2 * FAULTY_MESSAGES };

/* What a node received from its left neighbour: the number of each message, and its wrong
 * bit, -1: none. */
struct seen {
	struct { int number; long flipped; vcube_time arrival; } list[FAULTY_SEEN];
	int count;
};

struct collected {
	size_t bytes;
	bool lend;
	struct seen by[FAULTY_NODES];
	uint64_t faults[VCUBE_FAULTS_COUNT];
	struct vcube_fault first[VC_FAULTS_KEPT];
	int listed;
	vcube_time time;
};

/* Runs it: all send to the right; when all have, each takes what there is. The caller sets
 * length and whether messages are lent; the call fills in the rest. */
void collect_on(vcube_machine *machine, struct collected *collected);

/* The same messages, with the same wrong bits, and the same faults except delays. */
void assert_same_messages(const struct collected *a, const struct collected *b);

#endif
