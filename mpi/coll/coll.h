/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Collectives. A function of MPI writes its arguments to a struct coll, checks them, and calls
 * a body, which reads nothing else. So the same bodies serve calls that block and, run beside
 * the program, those that do not.
 *
 * Bodies on an intracommunicator are the library's collectives where there is one, else
 * messages in the communicator's hidden context. On an intercommunicator the first members of
 * the sides exchange what their sides have combined or gathered.
 */
#ifndef VCM_COLL_H
#define VCM_COLL_H

#include <stdlib.h>
#include "message.h"
#include "op.h"

/* Data of the program: elements of a type, one after the other. */
struct block {
	void *buffer;
	int64_t count;
	const struct datatype *type;
};

/* The blocks that a process sends to, or receives from, several others. */
struct blocks {
	void *buffer;
	int64_t count;                  /* of each, if there are no lists of counts */
	const int *counts, *offsets;    /* offsets in extents of the type, or in bytes */
	const MPI_Count *large_counts;  /* in place of `counts` */
	const MPI_Aint *far_offsets;    /* in place of `offsets` */
	const struct datatype *type;
	const MPI_Datatype *types;      /* of each, in place of `type`; offsets are in bytes then */
	int types_count;
	int members;                    /* blocks that there are; 0: not known */
};

struct coll {
	struct blocks in, out;
	struct process *p;              /* first after the blocks: vcm_coll_begin() */
	const struct large *large;      /* of the call that is being checked */
	struct comm *comm;
	bool in_place;                  /* what would be in `in` is in `out` */
	const struct op *op;
	int root;                       /* on an intercommunicator also MPI_ROOT, MPI_PROC_NULL */
	int tag;                        /* of messages in the hidden context: the first */
	int tags;                       /* that the call needs */
	bool has_root;
	bool meets;                     /* it waits until all members have come */
	const char *made;               /* of a persistent request that starts: the call that made it */
	const char *call;               /* of one beside the program; NULL: the process is in it */
	const void *site;
	const char *argument;           /* in words, if all members give it; or NULL */
	/* What all members say alike, or, from PAIRED on, each two of them: all of each other, or
	 * all and the root */
	enum { ALIKE_NOT, ALIKE_BLOCKS, ALIKE_COUNTS, PAIRED, PAIRED_TO_ROOT, PAIRED_FROM_ROOT } alike;
};

/* Returns MPI_SUCCESS or the error's code. */
typedef int coll_body(struct coll *c);

/* Runs the body beside the program, which gets a request for it; the communicator, types and
 * operator live on. */
int vcm_coll_start(const struct coll *c, coll_body *body, MPI_Request *request);
/* Gives the program a persistent request, whose every start runs the body. Collective; blocks. */
int vcm_coll_init(const struct coll *c, coll_body *body, MPI_Request *request);

/* A call that was refused took no part: the next one has its tags. Returns `code`. */
static inline int
vcm_coll_refused(const struct coll *c, int code)
{
	if (c->comm != NULL)
		c->comm->calls -= c->tags;
	return code;
}

/*
 * Defines the three functions of a collective, with parameters as in <vcube/mpi_calls.h>: MPI_Name
 * blocks, MPI_Iname does not, MPI_Name_init is persistent. check_name() reads the arguments, body()
 * does it.
 */
#define COLLECTIVE_FUNCTIONS(Name, Iname, body, name) \
	COLLECTIVE_FUNCTION_(Name, Name, body, name, \
		(vcm_agree_and_block(&c), vcm_heard(&c, body(&c)))) \
	COLLECTIVE_FUNCTION_(Iname, Name, body, name, \
		(vcm_agree(&c), vcm_coll_start(&c, body, request))) \
	COLLECTIVE_FUNCTION_(Name##_init, Name, body, name, \
		((void)info, vcm_agree(&c), vcm_coll_init(&c, body, request)))
#define COLLECTIVE_FUNCTION_(This, Name, body, name, work) \
	MPI_FUNCTION(int, This, VCM_PARAMETERS_##This) \
	{ \
		struct coll c; \
		const int code = check_##name(ENTER(), &c, WITHIN_(VCM_ARGUMENTS_##Name)); \
		return code == MPI_SUCCESS ? work : vcm_coll_refused(&c, code); \
	}
/* What a list in parentheses has. */
#define WITHIN_(list) LIST_ list
#define LIST_(...) __VA_ARGS__

/* --- blocks */

/* Returns how many elements block i has; the block. */
int64_t vcm_block_count(const struct blocks *blocks, int i);
struct block vcm_block(const struct blocks *blocks, int i);
/* Returns blocks 0 .. count - 1 as one; all have the same count. */
static inline struct block
vcm_whole(const struct blocks *blocks, int count)
{
	return (struct block){blocks->buffer, blocks->count * count, blocks->type};
}

static inline size_t
vcm_block_bytes(const struct block *b)
{
	return (size_t)(b->count * b->type->size);
}

static inline struct signature
vcm_block_signature(const struct block *b)
{
	return vcm_type_signature(b->type, (int64_t)vcm_block_bytes(b), NULL);
}

static inline struct envelope
vcm_block_envelope(const struct block *b)
{
	return (struct envelope){.buffer = b->buffer, .count = b->count, .type = b->type};
}

/* The data of a block, packed unless they are one piece of memory; room for them; and what was
 * received, put where it belongs. As vcm_pack() and its kin do. */
static inline struct packed
vcm_block_pack(struct process *p, const struct block *b)
{
	const struct envelope e = vcm_block_envelope(b);

	return vcm_pack(p, &e);
}

static inline struct packed
vcm_block_room(struct process *p, const struct block *b)
{
	const struct envelope e = vcm_block_envelope(b);

	return vcm_make_room(p, &e);
}

static inline void
vcm_block_unpack(const struct block *b, struct packed *packed, size_t bytes)
{
	const struct envelope e = vcm_block_envelope(b);

	if (packed->own != NULL)
		vcm_unpack(&e, packed, bytes);
}

/* Frees what was packed, or is to hold results; mostly there is nothing. */
static inline void
vcm_free_own(void *own)
{
	if (__builtin_expect(own != NULL, 0))
		free(own);
}
/* Copies between blocks of the process. */
void vcm_block_copy(const struct block *to, const struct block *from);

/* Memory that must be there, or the process ends; free() it. */
void *vcm_memory(struct process *p, size_t bytes);

/* --- messages in the hidden context; peers are as in MPI calls on the communicator */

void vcm_hidden_send(struct coll *c, int peer, const void *data, size_t bytes);
void vcm_hidden_recv(struct coll *c, int peer, void *data, size_t room);

/* Both at once with the other side's first member, from the own side's */
void vcm_hidden_swap(struct coll *c, const void *out, size_t out_bytes, void *in,
		     size_t in_bytes);

/* The same among the members of the own side, which are all on an intracommunicator. */
void vcm_side_send(struct coll *c, int member, const struct block *block);
void vcm_side_recv(struct coll *c, int member, const struct block *block);

/* A block on its way to or from a process. */
struct parcel {
	int peer, tag;
	struct block block;
	struct packed packed;
	vcube_request *request;
};

/* Sends and receives all, at the same time. */
void vcm_exchange(struct coll *c, struct parcel *in, int in_count, struct parcel *out,
		  int out_count);

/* Sends block i of `in` to peer i, and receives block i of `out` from it. */
int vcm_alltoall_by_messages(struct coll *c);

/* Does this process have, or get, the data of all? */
static inline bool
vcm_is_root(const struct coll *c)
{
	return c->comm->inter ? c->root == MPI_ROOT : c->root == c->comm->rank;
}

/* Of a root on an intercommunicator */
static inline bool
vcm_is_root_side(const struct coll *c)
{
	return c->root == MPI_ROOT || c->root == MPI_PROC_NULL;
}

/* --- operands of reductions */

/*
 * Operands as the library's collectives take them: elements of one of its types; or, of a
 * program's operator, opaque ones; or, where the elements of the type overlap or have gaps,
 * one opaque element for the whole block, spread out in memory of our own.
 */
struct operands {
	const struct op *op;
	const struct datatype *type;
	const struct vcube_op *core;
	vcube_type element;
	size_t count;                   /* of a block of `block_count` elements of MPI's type */
	size_t bytes;                   /* of a block */
	int64_t block_count;
	int64_t first;                  /* where data begin, from the address of an MPI call */
	bool spread;
};

/* Sees operands as an operator of the program takes them. */
void vcm_operands_are_opaque(struct operands *o);

static inline struct operands
vcm_operands_of(struct coll *c, const struct datatype *type, int64_t count)
{
	struct operands o = {.op = c->op, .type = type, .block_count = count,
		.count = (size_t)count, .bytes = (size_t)(count * type->extent)};

	o.core = vcm_op_core(c->op, type, &o.element);
	if (__builtin_expect(o.core == NULL, 0))
		vcm_operands_are_opaque(&o);
	return o;
}

/* Tells the operator of the program what it works on: before each call of the library with
 * `core`, in the same thread. */
static inline void
vcm_operands_begin(struct process *p, const struct operands *o)
{
	if (__builtin_expect(vcm_op_is_users(o->op), 0))
		vcm_strand(p)->operands = o;
}

/* For operands that are spread: the functions below. */
void *vcm_operands_spread(struct process *p, const struct operands *o, void *buffer, int blocks);
void *vcm_operands_own_room(struct process *p, const struct operands *o, int blocks);
void vcm_operands_gather(const struct operands *o, void *buffer, int blocks, const void *own);

/* Returns where the library finds the operands of `blocks` blocks, or has room for them; *own
 * is to be freed. */
static inline void *
vcm_operands_in(struct process *p, const struct operands *o, void *buffer, int blocks, void **own)
{
	*own = o->spread ? vcm_operands_spread(p, o, buffer, blocks) : NULL;
	return o->spread ? *own : buffer;
}

static inline void *
vcm_operands_room(struct process *p, const struct operands *o, void *buffer, int blocks, void **own)
{
	*own = o->spread ? vcm_operands_own_room(p, o, blocks) : NULL;
	return o->spread ? *own : buffer;
}

/* Puts results where the program wants them, if they are in memory of our own. */
static inline void
vcm_operands_out(const struct operands *o, void *buffer, int blocks, const void *own)
{
	if (own != NULL)
		vcm_operands_gather(o, buffer, blocks, own);
}

#endif
