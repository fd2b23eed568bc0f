/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Small programs as text, for two readers: an enumerator of all interleavings, which knows
 * nothing of the library, and an interpreter that runs them on its nodes.
 *
 * The programs of the nodes are separated by '|', their operations by blanks. P is a rank, or
 * '*' for any; each may end with ":T", a tag (0 if not given; 9: without a tag); S is a request.
 *
 *   sP     send                          rP     receive; r* from any
 *   SP     send, and wait until it is taken
 *   wP     receive, with a time limit    pP     look for a message without waiting
 *   oSP    post a receive as request S   tS     test it
 *   xS     wait for it                   yST    wait for the first of S and T
 *   b      send to whom the last answer came from
 *   ?N     skip N if the last answer was nothing     =PN   skip N if it came from P
 *
 * What a node has got, in order, is its outcome, and whether it came to its end.
 */
#ifndef INTERLEAVINGS_H
#define INTERLEAVINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MODEL_NODES = 6, MODEL_OPS = 16, MODEL_MESSAGES = 6, MODEL_REQUESTS = 4 };
enum { MODEL_ANY = -1, MODEL_NOTHING = -1, MODEL_UNTAGGED = 9 };

struct model_op {
	char code;
	int8_t peer, tag, slot, other, skip;
};

struct model {
	int nodes;
	int ops[MODEL_NODES];
	struct model_op op[MODEL_NODES][MODEL_OPS];
};

/* A set of outcomes. */
struct outcomes {
	uint64_t *at;
	size_t count, room;
};

void model_parse(struct model *model, const char *text);

/* What may go wrong, at most once: a message is lost, which nobody knows; a node ends before one of
 * its operations. */
enum model_faults { MODEL_NONE, MODEL_LOSE, MODEL_CRASH };

/* Finds the outcomes of all interleavings of the nodes' operations and the arrivals of messages,
 * which are in order between two nodes. `synchronous`: a send waits until the message is taken.
 * Returns the number of paths without faults from the start to an end, as far as a double holds
 * it. */
double model_enumerate(const struct model *model, bool synchronous, enum model_faults faults,
		       struct outcomes *outcomes);

/* What a node has seen, as one number: first 0, then by each answer. The whole outcome: by each
 * node. */
uint64_t model_saw(uint64_t seen, int what, int from, int number);
uint64_t model_outcome(uint64_t outcome, uint64_t seen, bool finished);

bool outcomes_add(struct outcomes *outcomes, uint64_t outcome);
bool outcomes_have(const struct outcomes *outcomes, uint64_t outcome);
void outcomes_clear(struct outcomes *outcomes);

#endif
