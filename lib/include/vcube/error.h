/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Errors: codes and sentences.
 *
 * Calls return 0 or one of the negative codes below; calls that return a pointer
 * return NULL on failure. Outside a run, a call writes its sentence to the
 * struct vcube_error that the caller passes (NULL: not wanted). Inside a run, the
 * first failure of a node is sticky: vcube_failure(self) returns it, and every
 * later call of that node returns its code and does nothing, but for its heap's,
 * which still give and take blocks, and for local work, which still takes time.
 */
#ifndef VCUBE_ERROR_H
#define VCUBE_ERROR_H

/* Enclose the declarations of each header. A function that has the name of a struct hides its
 * constructor in C++, which is meant: a struct is always written as one. */
#ifdef __cplusplus
#define VCUBE_BEGIN_ \
	_Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wshadow\"") extern "C" {
#define VCUBE_END_ } _Pragma("GCC diagnostic pop")
#else
#define VCUBE_BEGIN_
#define VCUBE_END_
#endif

VCUBE_BEGIN_

/* code, value, meaning */
#define VCUBE_ERRORS(X) \
	X(VCUBE_OK, 0, "no error") \
	X(VCUBE_EINVAL, -1, "an argument is not permitted") \
	X(VCUBE_EUNKNOWN, -2, "a name is not known") \
	X(VCUBE_EHOST, -3, "the host refused memory, a mapping or a thread") \
	X(VCUBE_EHEAP, -4, "the node's heap is exhausted") \
	X(VCUBE_EROUTE, -5, "there is no route to the node") \
	X(VCUBE_ETRUNC, -6, "the message is longer than the buffer") \
	X(VCUBE_ETIMEDOUT, -7, "the time limit of the call has passed") \
	X(VCUBE_EPRECOND, -8, "a precondition of the algorithm does not hold") \
	X(VCUBE_EMISMATCH, -9, "nodes called different collectives") \
	X(VCUBE_EDEADLOCK, -10, "nodes wait for each other for ever") \
	X(VCUBE_EPEER, -11, "a node that this one waits for has failed") \
	X(VCUBE_EUNRECEIVED, -12, "a message was never received") \
	X(VCUBE_EREQUEST, -13, "a request was never waited for") \
	X(VCUBE_EFOREIGN, -14, "memory is not the node's own") \
	X(VCUBE_EOVERRUN, -15, "memory was written past the end of a block") \
	X(VCUBE_ELIMIT, -16, "the limit on the run's time was reached") \
	X(VCUBE_EPROGRAM, -17, "a node's program returned an error") \
	X(VCUBE_EFAULT, -18, "an injected fault ended the run") \
	X(VCUBE_EABORT, -19, "a node aborted the run") \
	X(VCUBE_EINUSE, -20, "memory is in use by a call that has not ended") \
	X(VCUBE_EORDER, -21, "what the program sends depends on the order of messages")

enum vcube_code {
#define X(code, value, text) code = value,
	VCUBE_ERRORS(X)
#undef X
};

struct vcube_error {
	int code;               /* one of enum vcube_code */
	char text[800];         /* one sentence: what was wrong, what would be right */
};

/* Returns the meaning of a code; never NULL. Any thread may call it; never blocks. */
const char *vcube_strerror(int code);

/*
 * Suggests the name that an unknown word probably meant: writes and returns
 * "; did you mean startup?", or "" if no name is close. `names` is a list separated
 * by ", ". The text ends a sentence that lists all names, as the sentences of this
 * library do; programs use it for names of their own.
 *
 * A name is close if at most two edits (a letter changed, added or removed) turn the
 * word into it, one edit for a word of up to three letters; or if one contains the
 * other and the shorter has at least three letters. Case and leading dashes do not
 * matter. In `names`, a ':' or '=' ends the name. Any thread may call it; never blocks.
 */
#define VCUBE_NEAREST_ROOM 64
const char *vcube_nearest(const char *word, const char *names, char text[VCUBE_NEAREST_ROOM]);

VCUBE_END_
#endif
