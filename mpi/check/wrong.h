/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks that take time or memory: strict=yes asks for them. What is wrong ends the run, with a
 * report that names what kind of mistake it is, as vcube-mpi-wrong(7) lists them.
 */
#ifndef VCM_WRONG_H
#define VCM_WRONG_H

#include "coll.h"
#include "request.h"



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

static inline void
vcm_agree(const struct coll *c)
{
	if (__builtin_expect(c->p->strict, 0))
		vcm_compare_calls(c);
}

/* The same for a call with nothing but a communicator, which takes a tag. Returns the tag. */
int vcm_agree_on(struct process *p, struct comm *comm);

/* --- what a message carries before its data, if strict: what was sent, and by which call */

struct header {
	struct signature signature;
	const char *call;
	const void *site;
	char data[48];          /* "3 of MPI_INT" */
};

/* Notes what is sent. */
void vcm_header_write(struct process *p, struct header *h, const struct envelope *e);
/* Ends the run if `bytes` bytes of a message are not of the types that are received. */
void vcm_header_check(struct process *p, const struct header *h, const struct envelope *e,
		      int source, int tag, size_t bytes);

/* --- buffers in use */

/* Ends the run if the memory of a communication that begins is in use by another one, unless
 * both send. `receives`: it writes there. */
void vcm_buffer_check(struct process *p, const struct envelope *e, bool receives);
/* The same for a send and a receive of one call */
void vcm_both_check(struct process *p, const struct envelope *out, const struct envelope *in);
/* Ends the run if the data of a send were changed while it was in progress. */
void vcm_unchanged_check(struct process *p, const struct request *r);

/* --- races */

/* Notes that a receive of any source, which has taken a message, could have taken another one. */
void vcm_race_check(struct process *p, const struct envelope *e, int source);
/* Warns of such receives, at the end. */
void vcm_races_tell(const struct process *p);

/* --- the end */

/* Ends the run if something is left at MPI_Finalize: requests; if strict, also other objects. */
void vcm_leaks_check(struct process *p);
/* Ends the run if a message was not received, after all processes have sent all of theirs. */
void vcm_unreceived_check(struct process *p);

#endif
