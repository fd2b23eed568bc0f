/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Injected faults: what the last run injected.
 *
 * The keys "drop", "duplicate", "corrupt", "jitter" and "crash" of a description
 * (vcube/desc.h) select faults and their chances. Which message a fault hits depends
 * only on the machine's seed, the ranks of sender and receiver and the number of the
 * message; not on the clock, the host or other faults. So the seed replays a run.
 * vcube(7), "Faults", has the rules. Not during a run; nothing here blocks.
 */
#ifndef VCUBE_FAULT_H
#define VCUBE_FAULT_H

#include <vcube/machine.h>

VCUBE_BEGIN_

/* kind, name, what happens */
#define VCUBE_FAULTS(X) \
	X(VCUBE_FAULT_DROP, "drop", "a message is lost in flight") \
	X(VCUBE_FAULT_DUPLICATE, "duplicate", "a message arrives twice") \
	X(VCUBE_FAULT_CORRUPT, "corrupt", "a message arrives with one bit flipped") \
	X(VCUBE_FAULT_JITTER, "jitter", "a message arrives late") \
	X(VCUBE_FAULT_CRASH, "crash", "a node ends in the midst of its program")

#define X(kind, name, text) kind,
enum vcube_fault_kind { VCUBE_FAULTS(X) VCUBE_FAULTS_COUNT };
#undef X

struct vcube_fault {
	enum vcube_fault_kind kind;
	int from, to;           /* ranks in the machine; of a crash: its node and -1 */
	uint64_t number;        /* of the message on its channel, from 0; of a crash:
				   operations that the node had done */
	size_t bytes;           /* of the message */
	uint64_t bit;           /* of a corruption: the flipped bit, bit % 8 of byte bit / 8 */
	vcube_time time;        /* when the message was sent or the node crashed, on that
				   node's clock; -1 under the free clock */
};

/* Returns the number of faults of a kind in the last run; 0 for an unknown kind. */
uint64_t vcube_run_faults(const vcube_machine *machine, int kind);

/* Fills in fault number i, 0 .. 15, ordered by time, then rank; under the free clock
 * by rank. Jitter is not listed: every message may have some. Returns 0, or
 * VCUBE_EUNKNOWN past the last. */
int vcube_run_fault(const vcube_machine *machine, int i, struct vcube_fault *fault);

/* Writes a sentence, "message 4 from node 2 to node 3 (64 bytes, sent at 3us) was
 * dropped". Returns the length of the whole text, like snprintf(). */
int vcube_fault_text(const struct vcube_fault *fault, char *buffer, size_t size);

/* Returns the name of a kind, "drop"; NULL for an unknown kind. */
const char *vcube_fault_name(int kind);

VCUBE_END_
#endif
