/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Communicators. Messages of the program go through the library's group `line`; those of
 * collectives that are made of messages here go through `hidden`, which has the same members
 * and a context of its own, so that they never meet.
 *
 * The group of an intercommunicator has the members of both sides: first those of the side
 * whose first member has the lower rank in MPI_COMM_WORLD.
 */
#ifndef VCM_COMM_H
#define VCM_COMM_H

#include <limits.h>
#include "error.h"
#include "group.h"
#include "process.h"

struct comm {
	struct object object;
	MPI_Comm handle;
	vcube_group *line, *hidden;
	int rank, size;                 /* in the local group */
	int peers;                      /* ranks that a message may name: of the remote group */
	int first;                      /* rank of peer 0 in `line` */
	bool inter;
	struct group *group, *remote;   /* remote: NULL unless inter */
	struct errhandler *handler;
	struct attributes *attributes;
	struct info *info;              /* NULL: none */
	char name[MPI_MAX_OBJECT_NAME];
};

struct comms {
	struct comm *predefined[2];     /* MPI_COMM_WORLD, MPI_COMM_SELF */
};

/* The largest tag. */
enum { VCM_TAG_UB = INT_MAX };

extern const struct kind vcm_kind_comm;

/* Returns the communicator, or NULL if the handle is none. */
static inline struct comm *
vcm_comm(const struct process *p, MPI_Comm handle)
{
	const uintptr_t i = (uintptr_t)handle - (uintptr_t)MPI_COMM_WORLD;

	return __builtin_expect(i < 2, 1) ? p->comms->predefined[i]
		: vcm_object_at(handle, &vcm_kind_comm);
}

/* Raise errors: of a communicator; that a handle is none. Return the code. */
int vcm_comm_error(struct process *p, struct comm *comm, int code, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
int vcm_no_comm(struct process *p, MPI_Comm handle);

#endif
