/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Communicators. Messages of the program go through the library's group `line`, and so do the
 * library's collectives, which never meet them. Collectives that are made of messages here use
 * vcm_hidden(), a group of the same members with a context of its own.
 *
 * The line of an intercommunicator has the members of both sides: first those of the side
 * whose first member has the lower rank in MPI_COMM_WORLD. Members of a side talk among
 * themselves through `local`, which is the line of other communicators.
 */
#ifndef VCM_COMM_H
#define VCM_COMM_H

#include <limits.h>
#include "error.h"
#include "group.h"
#include "process.h"

/* Numbers for the library's groups of a new communicator; the same at all members that share
 * the group. */
struct contexts {
	uint32_t line, hidden, local;
};

struct comm {
	struct object object;
	/* Most calls read these, which are together for that. */
	vcube_group *line, *local;
	size_t header;                  /* of messages, its bytes: wrong.h; 0: none */
	int rank, size;                 /* in the local group */
	int peers;                      /* ranks that a message may name: of the remote group */
	int first;                      /* rank of peer 0 in `line` */
	int plain_peers;                /* `peers`, or 0 if messages carry a header */
	int calls;                      /* collective ones: tag of the next one's messages */
	bool inter;

	MPI_Comm handle;
	vcube_group *hidden, *parts[2];
	struct contexts contexts;
	struct group *group, *remote;   /* remote: NULL unless inter */
	struct errhandler *handler;
	struct attributes *attributes;
	struct info *info;              /* NULL: none */
	struct topology *topology;      /* NULL: none */
	struct buffer *buffer;          /* for buffered sends; NULL: none was attached */
	void *lanes;                    /* of partitioned messages: partitioned.c */
	char name[MPI_MAX_OBJECT_NAME];
};

struct comms {
	struct comm *predefined[2];     /* MPI_COMM_WORLD, MPI_COMM_SELF */
};

/* The largest tag. */
enum { VCM_TAG_UB = VCUBE_TAG_MAX };

extern const struct kind vcm_kind_comm;

/* Returns the communicator, or NULL if the handle is none. */
static inline struct comm *
vcm_comm(const struct process *p, MPI_Comm handle)
{
	const uintptr_t i = (uintptr_t)handle - (uintptr_t)MPI_COMM_WORLD;

	return __builtin_expect(i < 2, 1) ? p->joined[i]
		: vcm_object_at(handle, &vcm_kind_comm);
}

/* Raise errors: of a communicator; that a handle is none; that memory is short for one. Return
 * the code. */
struct error_owner vcm_comm_owner(struct comm *comm);
#define vcm_comm_error(p, comm, code, ...) vcm_raise(p, vcm_comm_owner(comm), code, __VA_ARGS__)
int vcm_no_comm(struct process *p, MPI_Comm handle);
/* The same of a handle of another kind, on a communicator; out of line for those who send. */
int vcm_comm_no_object(struct process *p, struct comm *comm, const struct kind *kind,
		       const void *handle);
int vcm_no_room_for_comm(struct process *p);
#define NEED_COMM(p, c, handle) NEED(struct comm, c, vcm_comm(p, handle), vcm_no_comm(p, handle))

/* Returns the group for messages of collectives. A local call. */
vcube_group *vcm_hidden(struct process *p, struct comm *comm);
/* Two more with the members and ranks of `line`, for partitioned messages. */
vcube_group *vcm_parts_group(struct process *p, struct comm *comm, bool second);
/* Sends and receives at once, as the first members of the sides of an intercommunicator do with
 * each other: neither relies on room for its message. */
void vcm_swap(struct process *p, vcube_group *group, int peer, int tag, const void *out,
	      size_t out_bytes, void *in, size_t in_bytes);
/* Returns the tag for messages of this collective call. The upper half of the tags is for calls
 * that name a tag themselves. */
enum { VCM_FIRST_GIVEN_TAG = 1 << 30 };
static inline int
vcm_next_tag(struct comm *comm)
{
	return comm->calls++ & (VCM_FIRST_GIVEN_TAG - 1);
}

/* Takes the numbers that this process gives to a communicator, if it is the one to do so. */
struct contexts vcm_take_contexts(struct process *p);
/* Marks the numbers of a communicator of which a member may have several threads, or where
 * members do not know that of each other. */
void vcm_contexts_for_threads(struct contexts *contexts);

/*
 * Makes a communicator of this process and the others of the list, who make it with the same
 * contexts. `remote`: the other side of an intercommunicator, or NULL. The error handler is
 * that of `parent`. NULL if memory is short. Local calls.
 */
struct comm *vcm_comm_new(struct process *p, const struct comm *parent, struct group *local,
			  struct group *remote, const struct contexts *contexts);

/* Keeps one that the program frees, which no handle finds any more, until the process ends: then
 * messages on it are known that nobody has received. */
void vcm_comm_retain(struct comm *comm);

/* Ends a buffer of buffered.c, as vcm_reclaim() ends requests; NULL: none. */
void vcm_buffer_free(struct process *p, struct buffer *b);
void vcm_lanes_free(void *lanes);

/* Gives the predefined communicators their groups of the library. Collective; blocks. */
int vcm_join_predefined(struct process *p);

/*
 * Divides a communicator: those of equal color make a new one, in the order of their keys; of
 * equal keys, of their ranks. MPI_UNDEFINED as color: MPI_COMM_NULL for this process. An
 * intercommunicator's new ones need members of both sides. `tag` is from vcm_next_tag().
 * Collective; blocks. Returns MPI_SUCCESS or the error's code.
 */
int vcm_divide(struct process *p, struct comm *comm, int tag, int color, int key,
	       struct comm **made);

#endif
