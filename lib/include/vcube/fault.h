/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Faults that a machine injects, and what it did.
 *
 * The keys "drop", "duplicate", "corrupt", "jitter" and "crash" of a description
 * (vcube/desc.h) say what happens, and how often. To which message it happens
 * depends on the machine's seed, the ranks of sender and receiver and the number of
 * the message alone: not on the clock, the host, or what else is injected. So a run
 * is replayed by its seed. The rules are in vcube(7), "Faults".
 */
#ifndef VCUBE_FAULT_H
#define VCUBE_FAULT_H

#include <vcube/machine.h>

#ifdef __cplusplus
extern "C" {
#endif

/* kind, name, what happens */
#define VCUBE_FAULTS(X) \
	X(VCUBE_FAULT_DROP, "drop", "a message is lost on its way") \
	X(VCUBE_FAULT_DUPLICATE, "duplicate", "a message arrives twice") \
	X(VCUBE_FAULT_CORRUPT, "corrupt", "a message arrives with one bit flipped") \
	X(VCUBE_FAULT_JITTER, "jitter", "a message arrives late") \
	X(VCUBE_FAULT_CRASH, "crash", "a node ends in the midst of its program")

#define X(kind, name, text) kind,
enum vcube_fault_kind { VCUBE_FAULTS(X) VCUBE_FAULTS_COUNT };
#undef X

struct vcube_fault {
	enum vcube_fault_kind kind;
	int from, to;           /* ranks in the machine; of a crash its node, and -1 */
	uint64_t number;        /* of the message among those from there to there, from 0;
				   of a crash, how many operations the node had done */
	size_t bytes;           /* of the message */
	uint64_t bit;           /* of a corruption, which was flipped: bit % 8 of byte bit / 8 */
	vcube_time time;        /* on its node's clock: when it was sent, when it crashed; -1
				   where no time is kept */
};

/* How many faults of a kind there were in the last run; 0 where there is no such
 * kind. */
uint64_t vcube_run_faults(const vcube_machine *machine, int kind);

/* The first of them, but for jitter, of which every message may have some: number i
 * in the order of time, of rank where that is the same, up to the sixteenth. Where no
 * time is kept, in the order of rank. 0, or VCUBE_EUNKNOWN: there is no such fault. */
int vcube_run_fault(const vcube_machine *machine, int i, struct vcube_fault *fault);

/* "message 4 from node 2 to node 3 (64 bytes, sent at 3us) was dropped". Returns the
 * length of the whole text, like snprintf(). */
int vcube_fault_text(const struct vcube_fault *fault, char *buffer, size_t size);

/* "drop"; NULL where there is no such kind. */
const char *vcube_fault_name(int kind);

#ifdef __cplusplus
}
#endif
#endif
