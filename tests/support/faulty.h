/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages between neighbours on machines with injected faults. */
#ifndef FAULTY_H
#define FAULTY_H

#include "fault.h"
#include "support.h"

/* Machines on which neighbours can talk: by stamps, by journals, by turns, in real time. */
enum { FAULTY_MACHINES = 11 };
extern const char *const faulty_machines[FAULTY_MACHINES];

enum { FAULTY_NODES = 4, FAULTY_MESSAGES = 40, FAULTY_SEEN = 2 * FAULTY_MESSAGES };

/* What a node got from its left neighbour: the number of each message, and which of
 * its bits was not what it should be, -1: none. */
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

/* Runs it: all send to their right; when all have, each takes what there is. Whether
 * messages are lent, and how long they are, is said beforehand; the rest is filled in. */
void collect_on(vcube_machine *machine, struct collected *collected);

/* The same messages, with the same bits wrong, and the same faults, but for delays. */
void assert_same_messages(const struct collected *a, const struct collected *b);

#endif
