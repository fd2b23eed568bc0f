/* SPDX-License-Identifier: BSD-2-Clause */
/* Blocks of collectives: where they are, and how they travel. */
#include <stdlib.h>
#include "coll.h"
#include "wrong.h"

static void *
at(void *buffer, int64_t bytes)
{
	return (void *)((uintptr_t)buffer + (uintptr_t)bytes);
}

int64_t
vcm_block_count(const struct blocks *b, int i)
{
	if (b->large_counts != NULL)
		return b->large_counts[i];
	return b->counts == NULL ? b->count : b->counts[i];
}

struct block
vcm_block(const struct blocks *b, int i)
{
	struct block block = {b->buffer, vcm_block_count(b, i),
		b->types == NULL ? b->type : vcm_type(b->types[i])};
	int64_t offset;

	if (b->far_offsets == NULL && b->offsets == NULL)
		offset = i * b->count;
	else
		offset = b->far_offsets != NULL ? b->far_offsets[i] : b->offsets[i];
	block.buffer = at(b->buffer, b->types != NULL ? offset : offset * b->type->extent);
	return block;
}

void *
vcm_memory(struct process *p, size_t bytes)
{
	void *memory = malloc(bytes + 1);

	if (memory == NULL)
		vcm_fail(p, "no memory for the %zu bytes that a collective needs", bytes);
	return memory;
}

void
vcm_block_copy(const struct block *to, const struct block *from)
{
	vcm_type_copy(to->type, to->count, to->buffer, from->type, from->count, from->buffer);
}

void
vcm_hidden_send(struct coll *c, int peer, const void *data, size_t bytes)
{
	vcm_check(c->p, (vcube_tsend)(c->p->node, vcm_hidden(c->p, c->comm), c->comm->first + peer,
				      c->tag, data, bytes));
}

void
vcm_hidden_recv(struct coll *c, int peer, void *data, size_t room)
{
	vcm_check(c->p, (vcube_trecv)(c->p->node, vcm_hidden(c->p, c->comm), c->comm->first + peer,
				      c->tag, data, room, NULL));
}

void
vcm_hidden_swap(struct coll *c, const void *out, size_t out_bytes, void *in, size_t in_bytes)
{
	vcm_swap(c->p, vcm_hidden(c->p, c->comm), c->comm->first, c->tag, out, out_bytes, in,
		 in_bytes);
}

/* The place of a member of the own side in the hidden group. */
static int
member(const struct comm *comm, int rank)
{
	return comm->inter && comm->first == 0 ? comm->peers + rank : rank;
}

void
vcm_side_send(struct coll *c, int to, const struct block *b)
{
	struct packed packed = vcm_block_pack(c->p, b);

	vcm_check(c->p, (vcube_tsend)(c->p->node, vcm_hidden(c->p, c->comm), member(c->comm, to),
				      c->tag, packed.data, vcm_block_bytes(b)));
	free(packed.own);
}

void
vcm_side_recv(struct coll *c, int from, const struct block *b)
{
	struct packed packed = vcm_block_room(c->p, b);

	vcm_check(c->p, (vcube_trecv)(c->p->node, vcm_hidden(c->p, c->comm),
				      member(c->comm, from), c->tag, packed.data,
				      vcm_block_bytes(b), NULL));
	vcm_block_unpack(b, &packed, vcm_block_bytes(b));
}

/* What comes before the data of a parcel */
static size_t
header_of(const struct coll *c)
{
	return c->p->strict ? sizeof(struct header) : 0;
}

static size_t
parcel_bytes(const struct coll *c, const struct parcel *parcel)
{
	return header_of(c) + vcm_block_bytes(&parcel->block);
}

static struct packed
own_room(const struct coll *c, const struct parcel *parcel)
{
	void *const memory = vcm_memory(c->p, parcel_bytes(c, parcel));

	return (struct packed){memory, memory};
}

static struct packed
pack(const struct coll *c, const struct parcel *parcel)
{
	const struct block *const b = &parcel->block;
	struct packed packed;

	if (header_of(c) == 0)
		return vcm_block_pack(c->p, b);
	packed = own_room(c, parcel);
	vcm_header_note(c, packed.own, b);
	vcm_type_pack(b->type, b->count, b->buffer, (char *)packed.own + header_of(c));
	return packed;
}

/* What was received goes where it belongs. */
static void
unpack(struct coll *c, struct parcel *parcel, size_t bytes)
{
	const struct block *const b = &parcel->block;

	if (header_of(c) == 0) {
		vcm_block_unpack(b, &parcel->packed, bytes);
		return;
	}
	vcm_header_compare(c, parcel->packed.own, b, parcel->peer);
	vcm_type_unpack_part(b->type, b->count, b->buffer, 0, (int64_t)(bytes - header_of(c)),
			     (char *)parcel->packed.own + header_of(c));
	free(parcel->packed.own);
}

static void
start_send(struct coll *c, struct parcel *parcel)
{
	parcel->packed = (struct packed){NULL, NULL};
	parcel->request = NULL;
	if (parcel->peer == MPI_PROC_NULL)
		return;
	parcel->packed = pack(c, parcel);
	parcel->request = (vcube_tisend)(c->p->node, vcm_hidden(c->p, c->comm),
					 c->comm->first + parcel->peer, parcel->tag,
					 parcel->packed.data, parcel_bytes(c, parcel));
}

static void
receive(struct coll *c, struct parcel *parcel)
{
	struct vcube_status s = {0};

	if (parcel->peer == MPI_PROC_NULL)
		return;
	parcel->packed = c->p->strict ? own_room(c, parcel) : vcm_block_room(c->p, &parcel->block);
	vcm_check(c->p, (vcube_trecv)(c->p->node, vcm_hidden(c->p, c->comm),
				      c->comm->first + parcel->peer, parcel->tag,
				      parcel->packed.data, parcel_bytes(c, parcel), &s));
	unpack(c, parcel, s.bytes);
}

/* No process waits for a receive of another before its own sends are on their way. */
void
vcm_exchange(struct coll *c, struct parcel *in, int in_count, struct parcel *out, int out_count)
{
	for (int i = 0; i < out_count; i++)
		start_send(c, &out[i]);
	for (int i = 0; i < in_count; i++)
		receive(c, &in[i]);
	for (int i = 0; i < out_count; i++) {
		vcm_check(c->p, (vcube_wait)(c->p->node, out[i].request, NULL));
		free(out[i].packed.own);
	}
}
