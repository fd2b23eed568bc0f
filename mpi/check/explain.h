/* SPDX-License-Identifier: BSD-2-Clause */
/* What reports print for a call of MPI: its arguments, and the line of the program. */
#ifndef VCM_EXPLAIN_H
#define VCM_EXPLAIN_H

#include <stdio.h>
#include "process.h"

struct comm;
struct envelope;
struct request;

enum { PLACE_ROOM = 160, CALL_ROOM = 300 };

/* Returns `text`, with the line of the program that a call returns to, "prog.c:12", or, if it
 * has none, the function and distance. Any thread may call it; takes some milliseconds. */
const char *vcm_place(const void *site, char text[PLACE_ROOM]);

/* Writes "MPI_Recv(source 1, tag 7, comm rows) at prog.c:12" for the call that the process is
 * in: a vcube_explainer. */
void vcm_explain(void *process, char *buffer, size_t room);
/* The same of one that waits, with what it has not started. */
void vcm_explain_wait(void *process, char *buffer, size_t room);

/* Write the same of a request; and what of a communicator. */
void vcm_explain_request(FILE *out, const struct request *r);
void vcm_explain_comm(FILE *out, const struct comm *comm);
/* The same of a call on a window, or on a file. */
void vcm_explain_window(FILE *out, const struct call *call);
void vcm_explain_file(FILE *out, const struct call *call);

/* What checks have to know of a call that can block: the table of reports says so. */
enum call_trait {
	CALL_READY = 1,                 /* it promises that its receive is posted */
	CALL_AWAITS_ALL,                /* it waits for all requests that it completes */
	CALL_AMONG_NEIGHBORS            /* it waits for neighbors alone */
};
bool vcm_call_is(const struct call *call, enum call_trait trait);

/* How reports describe a communicator that may be gone by then */
struct comm_said {
	char name[40];
	int size;
	const void *site;
};
struct comm_said vcm_say_comm(const struct comm *comm);
void vcm_write_comm(FILE *out, const struct comm_said *comm);

#endif
