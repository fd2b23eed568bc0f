/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks that take time or memory: strict=yes asks for them. What is wrong ends the run, with a
 * report that names what kind of mistake it is, as vcube-mpi-wrong(7) lists them.
 */
#ifndef VCM_WRONG_H
#define VCM_WRONG_H

#include "coll.h"
#include "request.h"

struct window;

/* Ends the run: "rank 1: call matching: .." */
void vcm_wrong(struct process *p, const char *kind, const char *format, ...)
	__attribute__((noreturn, format(printf, 3, 4)));

/*
 * Every member of a communicator makes its collective calls in the same order, with the same
 * root, operator and data. The first one that comes to a call notes it, and the others compare.
 * Does not block.
 */
void vcm_compare_calls(const struct coll *c);
/* Ends the run because calls of different communicators have met: tells those that not all
 * members have made. */
void vcm_tell_calls(struct process *p) __attribute__((noreturn));

/* The same at the end if a call that this process made first is among them. */
void vcm_calls_left_check(struct process *p);

static inline void
vcm_agree(const struct coll *c)
{
	if (__builtin_expect(c->p->strict, 0))
		vcm_compare_calls(c);
}

/* Ends the run if the memory of a collective call that blocks is in use. */
void vcm_blocks_check(const struct coll *c);

/* All of this for a call that blocks: its buffers must not be in use, either. Then it waits for all
 * members, as it may, so that no program relies on its going on without them. */
void vcm_agree_and_meet(struct coll *c);

static inline void
vcm_agree_and_block(struct coll *c)
{
	if (__builtin_expect(c->p->strict, 0))
		vcm_agree_and_meet(c);
}

/* Numbers what is done now; returns the number up to which this process may know what others did:
 * that of when it last heard of any, if `heard` was set meanwhile this moment's. */
unsigned long vcm_race_now(const struct process *p);
unsigned long vcm_race_heard(struct process *p);

/* The last collective call of a communicator has ended: what others did before it may be known. */
void vcm_joined(struct process *p, const struct comm *comm);

/* A call that blocks has ended: returns its code. */
static inline int
vcm_heard(const struct coll *c, int code)
{
	if (__builtin_expect(c->p->strict, 0))
		vcm_joined(c->p, c->comm);
	return code;
}

/* The same for a call with nothing but a communicator, which takes a tag. Returns the tag. */
int vcm_agree_on(struct process *p, struct comm *comm);
/* The same for one whose members all give this list, which `name` names. */
int vcm_agree_on_list(struct process *p, struct comm *comm, const char *name, int count,
		      const int list[]);

/* --- what a message carries before its data, if strict: what was sent, and by which call */

struct header {
	struct signature signature;
	const char *call;
	const void *site;
	char data[48];          /* "3 of MPI_INT" */
	struct meeting *meeting;        /* steps.c; NULL: of a send that never waits */
	unsigned long ready;    /* when a send of ready mode began: vcm_race_now(); 0: another */
};

/* Returns the moment at which a receive is posted; one that was then ends, before the check
 * below. */
unsigned long vcm_posts_receive(const struct process *p);
void vcm_ends_receive(struct process *p, unsigned long posted, struct posted *r, bool waits);
/* Notes what is sent. */
void vcm_header_write(struct process *p, struct header *h, const struct envelope *e);
/* Ends the run if `bytes` bytes of a message are not of the types that are received. */
void vcm_header_check(struct process *p, const struct header *h, const struct envelope *e,
		      int source, int tag, size_t bytes);

/* Returns ", which MPI_Send at prog.c:12 sent with 4 of MPI_INT" of the message that was cut last,
 * once; nothing if that is not known. */
enum { SENDER_ROOM = 300 };
const char *vcm_sender_of_cut(struct process *p, char text[SENDER_ROOM]);
/* The same of a block of a collective, all of which is received. */
void vcm_header_note(const struct coll *c, struct header *h, const struct block *b);
void vcm_header_compare(const struct coll *c, const struct header *h, const struct block *b, int source);

/* --- reliance on buffering, on strict machines. What would wait if sends did is found at the end. */

/* A send begins. Returns what it will meet, for its message and for the next function. */
struct meeting *vcm_steps_begin(struct process *p);
/* The process waits for the send; no envelope: it does not. Takes what the send meets. */
void vcm_steps_sent(struct process *p, struct meeting *m, const struct envelope *e);
/* A receive is posted, `wild`: of any source. Returns it. */
struct posted *vcm_steps_post(struct process *p, bool wild);
/* It has met a message, which the process has waited for. Takes both, or NULL. */
void vcm_steps_received(struct process *p, struct posted *r, struct meeting *m, bool waits);
/* The process comes to a call that may wait for all members. */
void vcm_steps_all(const struct coll *c);
/* What the program does from now on may depend on the order of messages. */
void vcm_steps_stop(struct process *p);
/* At the end: remarks that a send of this process would wait for ever. */
void vcm_steps_check(struct process *p);

/* --- buffers in use */

/* Ends the run if the memory of a communication that begins is in use by another one, unless
 * both send. `receives`: it writes there. */
void vcm_buffer_check(struct process *p, const struct envelope *e, bool receives);
/* The same for a send and a receive of one call */
void vcm_both_check(struct process *p, const struct envelope *out, const struct envelope *in);

/* What borrows memory: a request, or accesses to a member of a window, -1: to any. An access with a
 * request gives it back when either ends. */
struct lending {
	const struct request *request;
	const struct window *window;
	int rank;
};

/* Lends memory to what the current call begins: it reads, or writes there once it ends. Ends the
 * run if the memory is in use. */
void vcm_lend(struct process *p, const struct block *block, bool written, struct lending to);
/* The same for the message of a request */
void vcm_lend_envelope(struct process *p, const struct request *r);
/* Takes memory back, just before what was received is put there. Ends the run if the program has
 * written to it meanwhile. */
void vcm_lent_back(struct process *p, struct lending from);
/* Takes back all, at the end. */
void vcm_lent_close(struct process *p);
/* Takes it back from a request that goes. */
void vcm_lent_forget(struct process *p, const struct request *r);

/* Ends the run if data that are received overlap each other. */
void vcm_apart_check(struct process *p, const struct block *block);
void vcm_blocks_apart_check(struct process *p, const struct blocks *blocks);

/* --- races */

/* Numbers a receive that is posted to end later; says that it ends, before the check below. */
uint64_t vcm_race_posted(struct process *p);
void vcm_race_ends(struct process *p, const struct request *r);
/* Notes whether a receive or a probe of any source could have taken another message: this one, or
 * an earlier one, now that this message is here. */
void vcm_race_check(struct process *p, const struct envelope *e, int source, int tag);
/* What comes from now on may be an answer. */
void vcm_race_restart(struct process *p);
/* So it may, since this process sends something, or lets others see what they may wait for. */
void vcm_race_sends(struct process *p);
/* How often a rank of MPI_COMM_WORLD has done so: while that stays the same, nothing that others do
 * can have waited for it. Strict machines alone. */
unsigned vcm_race_sent(const struct process *p, int rank);

/* --- the end */

/* Remarks that a request is freed while it is active. */
void vcm_tell_freed(struct process *p, const struct request *r);

/* Ends the run if something is left at MPI_Finalize: requests; if strict, also other objects. */
void vcm_leaks_check(struct process *p);
/* Ends the run if a message was not received, after all processes have sent all of theirs. */
void vcm_unreceived_check(struct process *p);

#endif
