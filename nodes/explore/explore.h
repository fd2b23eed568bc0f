/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Exploration: which orders of messages there are, and a run in a given one.
 *
 * Between two calls whose answer depends on the order (a receive from any, a test, a probe
 * without waiting, a time limit, a wait for the first of several) a node's course depends only
 * on what it receives from named nodes, in order: the nodes are a Kahn network. So a run is
 * what each of these calls, the questions, was answered, for each node its own list. Two runs
 * with the same lists differ in nothing that any node can see.
 *
 * The search (tree.h) is depth first. All nodes go on until none can; then the question of one
 * node is chosen, and is answered in each way, one run after the other:
 *
 *   - with each message that is there and that it accepts;
 *   - with nothing, if it is a test or has a time limit, unless the message is known to have
 *     arrived: the node has seen it, or a later one of the same sender;
 *   - with each message that came later in one of these runs, though it was not sent because
 *     of the answer: then it could have come before. Vector clocks show it: each node
 *     has, and each message carries, how many answers of each node its past contains.
 *
 * The last rule makes it complete. Let a question have an answer s whose message is not there
 * yet, and take an order in which it got s. What leads to the sending of s there happens without
 * the answer; so it happens in the same way, some time, after the question was given another
 * answer that was possible at once: the search runs that order, too, and finds the message late
 * and independent of the answer. Each list of answers is run once, since two runs that differ
 * do so at the first question that was answered differently. An answer that came from another
 * run is a guess: the node waits for its message, which may never be sent where other questions
 * are answered otherwise. Such a run stands for no order, and is given up.
 *
 * Where senders wait until their messages are taken, what receives take that were posted is such an
 * answer, too, which a node gets beside its questions (posted.h).
 *
 * All belongs to the running node, and to the resolver while none runs: nodes take turns
 * (nodes/kernel/interleave.h).
 */
#ifndef VC_EXPLORE_H
#define VC_EXPLORE_H

#include <vcube/explore.h>
#include "node.h"
#include "order_text.h"
#include "part.h"

/* What a message carries: slot->timed.flight points to it. */
struct vc_note {
	struct vc_note *next;           /* of this run */
	int from;
	uint32_t number;                /* among those of its channel, from 1 */
	int taker;                      /* who took it for a posted receive while it waited, or -1, */
	uint64_t taken;                 /* and which of its `taken` it was, as a bit */
	uint32_t *past;                 /* [nodes] answers of each node before it */
	bool knows;
	uint64_t known[];               /* [nodes] if so: what the sender knew of `taken` */
};

/* A message that a posted receive takes while its node waits for something else. */
struct vc_taking {
	int position;                   /* the node had taken so many answers */
	struct vc_answer answer;
};

/* The answers of a node in a run. */
struct vc_answers {
	struct vc_answer *answer;
	int *point;                     /* of the tree in which each was chosen, or -1 */
	int given, taken, room;         /* given by the tree, taken by the node */
	int nothings;                   /* answers `nothing` in a row, whatever was looked for */
	struct vc_vain *vain;           /* looked for in vain since a message was taken: vain.h */
	int vains;
	size_t vain_room;
	struct vc_taking *take;         /* for posted receives: given by the tree, taken by the node */
	int takes, took;
	size_t take_room;
	struct vc_beside *taking;       /* a posted receive takes a message: whose past counts */
	int taken_so;                   /* messages taken so: beside.h */
	const struct vc_note *consumed; /* the last message taken */
	uint64_t course;                /* digest of what the node has done */
};

/* Messages that would answer a question. */
struct vc_hope {
	uint64_t label, mask;
	int which;                      /* of several requests */
	int from;                       /* -1: of any node that is a `member` */
	bool *member;                   /* [nodes]; NULL: all */
};

/* A question in the tree of answers (tree.h). */
struct vc_point {
	int node, number;               /* the number-th question of the node, from 0 */
	uint64_t course;                /* what the node had done by then */
	const char *here;               /* the program's call, */
	const void *site;               /* and what it returns to; NULL: `here` says where it is */
	struct vc_answer *answer;
	int answers, room, current;
	uint32_t *sent;                 /* [from] messages that had been sent to the node */
	struct vc_hope *hope;           /* messages that may still come */
	int hopes;
	bool receive;                   /* it takes a message of any node, without a limit */
	bool posted;                    /* which message a posted receive takes while its node waits for
					   something else; nothing: not yet */
};

/* A call that receives from any, and the nodes whose messages it could take. */
struct vc_race {
	struct vc_race *next;
	const char *here;
	const void *site;               /* or NULL, as of a point */
	char *name;                     /* its own, which `here` is; or NULL */
	bool from[];                    /* [nodes] */
};

struct vc_races {
	struct vc_race *first;
	int nodes, count;
};

struct vc_explore {
	int nodes;
	struct vc_answers *answers;         /* [nodes] */
	uint32_t *past;                 /* [nodes][nodes] answers of each node that one knows of */
	uint64_t *known;                /* [nodes][nodes] messages taken so that one knows of */
	bool any_taken;                 /* is there one? */
	uint32_t *sent, *seen;          /* [from][to] messages sent; [to][from] the last one that
					   is known to have arrived */
	struct vc_note *notes, *spare;
	struct vc_beside *besides, *idle_besides;       /* of this run: beside.h */
	struct vc_tree *tree;           /* NULL: replay */
	struct vc_timed_run *timed;     /* explore=clock: what happened (timed_run.h); else NULL */
	unsigned polls;                 /* answers `nothing` in a row to a test that are chosen */
	uint64_t depth, asked;          /* the most questions of a run; those of this one */
	struct vc_races races;
	int64_t end;                    /* of the exploration, on the host's clock, ns; 0: none */
	bool late;                      /* it has come */
	unsigned left_out;              /* bits: vcube/explore.h */
	bool *wake;                     /* [nodes] of the resolver, */
	int taker;                      /* the node that it lets take a message, or -1, */
	bool chooses;                   /* which one is to be chosen, */
	struct vc_point scratch;        /* and of its looks for questions */
	bool given_up;                  /* a guess did not come true */
	bool cut;                       /* the run exceeded `depth` */
	int odd_node, odd_answer;       /* the first that did something else than before, or -1 */
};

/* Opens a machine with `explore` or `replay`. */
extern const struct vc_part vc_part_explore;

/* Makes room for one more element of a list. Returns false if there is no memory. */
bool vc_list_grow(void *list, size_t size, size_t count, size_t *room);
/* Adds an answer to a node's list. Returns false if there is no memory. */
bool vc_answers_add(struct vc_answers *list, struct vc_answer answer, int point);
/* Adds what a posted receive takes when the node has taken so many answers. Likewise; VC_NOTHING is
 * not added: the receive takes nothing yet. */
bool vc_answers_add_take(struct vc_answers *list, struct vc_answer answer, int position);
/* Writes the answers of the last run as text, which the caller frees; NULL: no memory. */
char *vc_order_text(const struct vc_explore *x);

/* Mixes a number into a digest. The sum keeps two that are equal from yielding 0. */
static inline uint64_t
vc_mix(uint64_t digest, uint64_t number)
{
	digest = ((digest ^ number) + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
	return digest ^ digest >> 29;
}

/* Slots of the clock: nodes/explore/resolve.c. */
bool vc_explore_advance(vcube_machine *machine);
int vc_explore_first(vcube_machine *machine);
void vc_explore_grant(vcube_machine *machine, int rank);
int vc_explore_exhausted(const vcube_machine *machine);

#endif
