/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Signatures of collective calls, which detect calls that differ.
 *
 * Every message of a collective carries a signature of the call, 64 bits that decode to
 * its arguments. So a receiver in another call can name both calls without reading the
 * sender's memory.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include "agree.h"
#include "counts.h"
#include "fiber.h"
#include "group.h"
#include "label.h"
#include "record.h"
#include "shapes.h"
#include "signature.h"
#include "sites.h"
#include "watch.h"

/* Widths of a signature's fields, from the lowest bit. A count that does not fit, elements of
 * several bytes and the function of a user's operator are folded into the field of the count,
 * with its highest bit set. A collective without a root stores a mark
 * of the algorithm's options instead, 0 if none is set. A group's number wraps to 1; 0
 * means all nodes. Algorithms count from 1, so that no signature is 0; the highest numbers
 * are for the program's own algorithms, one for each collective. */
enum { CALL_BITS = 6, COUNT_BITS = 20, GROUP_BITS = 8, ROOT_BITS = 14, OP_BITS = 4,
       TYPE_BITS = 4, ALGORITHM_BITS = 8 };
#define COUNT_FOLDED (1u << (COUNT_BITS - 1))
#define GROUP_MOST ((1u << GROUP_BITS) - 1)
#define OP_USER 15u
#define TYPE_BYTES 15u
#define ALGORITHM_OWN ((1u << ALGORITHM_BITS) - VCUBE_COLLECTIVES_COUNT)

static_assert(VCUBE_TYPES_COUNT < TYPE_BYTES, "types fit");
static_assert(VCUBE_THREADS_MAX <= 1 << ROOT_BITS, "roots fit; of more nodes, modulo that");
static_assert(CALL_BITS + COUNT_BITS + GROUP_BITS + ROOT_BITS + OP_BITS + TYPE_BITS +
	      ALGORITHM_BITS == 64, "all fit");

struct fields {
	uint64_t call : CALL_BITS, count : COUNT_BITS, group : GROUP_BITS, root : ROOT_BITS;
	uint64_t op : OP_BITS, type : TYPE_BITS, algorithm : ALGORITHM_BITS;
};
static_assert(sizeof(struct fields) == sizeof(uint64_t), "a signature is one word");
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
	      "labels (nodes/message/label.h) have the algorithm in the highest bits");

static struct fields
unpack(uint64_t bits)
{
	struct fields f;

	memcpy(&f, &bits, sizeof f);
	return f;
}

static uint64_t
pack(const struct fields *f)
{
	uint64_t bits;

	memcpy(&bits, f, sizeof bits);
	return bits;
}

/* Returns what tells the function of a program's operator from others, the same in all processes
 * and runs: how far it is from the beginning of the object that has it. */
static uintptr_t
place_of(vcube_node *self, const struct vcube_op *op)
{
	const void *const apply = (const void *)(uintptr_t)op->apply;
	Dl_info object;

	if (self->own_operator.apply != apply) {
		self->own_operator.apply = apply;
		self->own_operator.place = (uintptr_t)apply;
		if (dladdr(apply, &object) != 0)
			self->own_operator.place -= (uintptr_t)object.dli_fbase;
	}
	return self->own_operator.place;
}

static unsigned
fold(vcube_node *self, const struct vcube_call *call)
{
	const uintptr_t own = call->op == NULL || call->op->apply == NULL ? 0
		: place_of(self, call->op) ^ (call->op->commutative != 0);
	const bool unequal = vc_counts_are_known(call);
	uint64_t all = unequal ? vc_counts_mark(call) : call->count;

	if (!unequal && all < COUNT_FOLDED && own == 0 && call->type <= VCUBE_BYTES(1))
		return (unsigned)all;
	all = (all * 0x9e3779b97f4a7c15u ^ call->type) * 0x9fb21c651e98df25u ^ own;
	return COUNT_FOLDED | (unsigned)(all * 0x9e3779b97f4a7c15u >> (64 - COUNT_BITS + 1));
}

static unsigned
look_up(const struct vcube_algorithm *algorithm)
{
	const struct vcube_algorithm *a;

	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++)
		if (a == algorithm)
			return (unsigned)i + 1;
	return ALGORITHM_OWN + (unsigned)algorithm->collective;
}

/* Caches the last lookup, since most calls repeat an algorithm. */
static unsigned
number_of(vcube_node *self, const struct vcube_algorithm *algorithm)
{
	if (self->called.algorithm != algorithm) {
		self->called.algorithm = algorithm;
		self->called.number = look_up(algorithm);
	}
	return self->called.number;
}

static unsigned
collective_of(const struct fields *f)
{
	return f->algorithm >= ALGORITHM_OWN ? f->algorithm - ALGORITHM_OWN
		: (unsigned)vcube_algorithm_at((int)f->algorithm - 1)->collective;
}

static unsigned
fold_group(const vcube_group *group)
{
	const uint32_t number = vc_group_number(group);

	return number <= GROUP_MOST ? number : (number - 1) % GROUP_MOST + 1;
}

static bool
has(unsigned collective, unsigned trait)
{
	return vc_shapes[collective].traits & trait;
}

static unsigned
mark_of(const struct vcube_algorithm *a, const struct vcube_setting *set)
{
	uint64_t mark = 0;

	for (int i = 0; a->options != NULL && a->options[i].name != NULL; i++) {
		mark = (mark + (unsigned)set[i].value) * 0x9e3779b97f4a7c15u;
		for (int k = 0; k < set[i].count; k++)
			mark = (mark + 1 + (unsigned)set[i].number[k]) * 0x9e3779b97f4a7c15u;
	}
	return (unsigned)(mark >> (64 - ROOT_BITS));
}

static unsigned
mark(uint64_t fields)
{
	return (unsigned)(fields * 0x9e3779b97f4a7c15u >> 56);
}

/* Returns the label of a call that runs beside the program: that of no other. It cannot be
 * read back. */
static uint64_t
label_beside(struct vc_fiber *fiber, uint64_t fields)
{
	return vc_label_beside(fiber->context, fiber->number % VC_LABEL_NO_FIBER, fiber->calls++,
			       mark(fields));
}

/* A call of the fiber's body begins. Those of successive exchanges have memory of another shape. */
static void
note_beside(const vcube_node *self, struct vc_fiber *fiber, const struct vcube_algorithm *algorithm,
	    const struct vcube_call *call)
{
	if (self->depth == 0 && algorithm->run != NULL)
		fiber->call = call;
}

/* Returns the label of a call of the program. Threads that share a node may be in calls of
 * several groups at once, so a call in a group of theirs needs a label of its own, too. */
static uint64_t
label_of(const struct vcube_call *call, uint32_t made, uint64_t fields)
{
	return call->group != NULL && vc_group_number(call->group) & VCUBE_CONTEXT_THREADS
		? vc_label_beside(vc_group_number(call->group), VC_LABEL_NO_FIBER, made, mark(fields))
		: fields;
}

static void
trace_begin(vcube_node *self, const struct vcube_call *call, uint32_t made)
{
	const struct vc_fiber *const beside = self->fibers.running;

	if (vc_calls_nest(self))
		vc_trace_call(self, call);
	else
		vc_trace_start(self, call, beside != NULL ? beside->number : made);
}

static void
trace_end(vcube_node *self)
{
	if (self->calls[self->depth - 1].start == 0)
		vc_trace_return(self);
	else
		vc_trace_done(self);
}

/* The messages of a call have its line, also those that take the fast path. */
static void
trust(vcube_node *self)
{
	vc_site_number(self);
	vc_choose_fast_path(self);
}

uint64_t
vc_call_fields(vcube_node *self, const struct vcube_algorithm *algorithm,
	       const struct vcube_call *call)
{
	const struct fields f = {
		.count = fold(self, call),
		.group = fold_group(call->group),
		.root = has((unsigned)call->collective, VCUBE_ROOTED)
			? (unsigned)call->root % (1u << ROOT_BITS)
			: mark_of(algorithm, call->set),
		.op = call->op == NULL ? 0 : call->op->apply ? OP_USER : (unsigned)call->op->kind + 1,
		.type = call->type < VCUBE_TYPES_COUNT ? (unsigned)call->type : TYPE_BYTES,
		.algorithm = number_of(self, algorithm),
	};

	return pack(&f);
}

bool
vc_fields_are_own(uint64_t fields)
{
	return fields >> (64 - ALGORITHM_BITS) >= ALGORITHM_OWN;
}

int
vc_call_begin(vcube_node *self, const struct vcube_algorithm *algorithm,
	      const struct vcube_call *call, uint64_t fields)
{
	struct vc_fiber *const beside = self->fibers.running;
	uint32_t *const count = call->group ? &call->group->calls_made : &self->calls_made;
	const uint32_t made = *count;

	if (beside == NULL)
		++*count;
	if (self->code == 0 && self->depth == VC_CALLS_MAX)
		vc_fail(self, VCUBE_EINVAL, "collectives nest deeper than %d", VC_CALLS_MAX);
	/* threads of a node have an order of their own */
	if (vc_unlikely(self->strict) && self->code == 0 && self->share == NULL)
		vc_agree(self, algorithm, call, beside == NULL ? made
			 : vc_agree_beside(beside->number, beside->calls));
	if (self->code != 0)
		return self->code;
	if (beside != NULL)
		note_beside(self, beside, algorithm, call);
	self->signature = beside != NULL ? label_beside(beside, fields)
		: label_of(call, made, fields | (made & ((1u << CALL_BITS) - 1)));
	self->calls[self->depth++] = (struct vc_frame){
		.signature = self->signature, .algorithm = algorithm,
		.group = call->group, .here = self->site.here, .watches = self->watches.used,
		.own = vc_fields_are_own(fields),
	};
	self->step = NULL;
	if (vc_unlikely(self->strict))
		trust(self);
	if (beside != NULL && self->depth == 1)
		vc_fiber_dwell(self, 0);
	if (vc_unlikely(self->log != NULL))
		trace_begin(self, call, made);
	return 0;
}

void
vc_call_end(vcube_node *self)
{
	if (vc_unlikely(self->log != NULL))
		trace_end(self);
	self->depth--;
	self->site.here = self->calls[self->depth].here;        /* not a line of the algorithm */
	self->signature = self->depth ? self->calls[self->depth - 1].signature : 0;
	self->step = NULL;
	if (vc_unlikely(self->strict))
		vc_choose_fast_path(self);
	if (self->fibers.running == NULL)
		vc_watches_end(self, self->calls[self->depth].watches);
	else if (self->depth == 0)
		self->fibers.running->call = NULL;
}

bool
vc_signature_differs(uint64_t a, uint64_t b)
{
	const struct fields f = unpack(a), g = unpack(b);

	return a != b && vc_label_is_call(a) && vc_label_is_call(b) && f.call == g.call &&
	       f.group == g.group;
}

int32_t
vc_calls_ahead(const vcube_node *n, const vcube_group *group, const vcube_node *other)
{
	const vcube_group *its = other->groups;

	if (group == NULL)
		return (int32_t)(n->calls_made - other->calls_made);
	while (its != NULL && its->shared != group->shared)
		its = its->next;
	return its != NULL ? (int32_t)(group->calls_made - its->calls_made) : 0;
}

/* Writes " of group 2 ...", or nothing if the node has no groups. */
static void
of_group(const vcube_node *n, unsigned folded, char *buffer, size_t size)
{
	const vcube_group *g = n->groups;
	char text[VC_GROUP_ROOM];

	while (g != NULL && fold_group(g) != folded)
		g = g->next;
	if (g != NULL)
		snprintf(buffer, size, " of %s", vc_group_text(g, text));
	else if (folded != 0)
		snprintf(buffer, size, " of group %u, which node %d has freed", folded, n->rank);
	else
		snprintf(buffer, size, "%s", n->groups ? " of all nodes" : "");
}

const char *
vc_signature_text(const vcube_node *n, uint64_t signature, char buffer[VC_CALL_ROOM])
{
	const struct fields f = unpack(signature);
	const unsigned collective = vc_label_is_call(signature) ? collective_of(&f) : 0;
	const struct vcube_algorithm *a = vcube_algorithm_at((int)f.algorithm - 1);
	const char *ops[] = {
#define X(name, text) ", " #name,
		VCUBE_OPS(X)
#undef X
	};
	const char *op = f.op == 0 ? "" : f.op == OP_USER ? ", own operator" : ops[f.op - 1];
	char count[40], root[40] = "", group[VC_GROUP_ROOM + 8];

	if (!vc_label_is_call(signature)) {
		snprintf(buffer, VC_CALL_ROOM, signature ? "a collective beside the program"
							 : "no collective");
		return buffer;
	}
	if (has(collective, VCUBE_COUNTS))
		snprintf(count, sizeof count, "by member");
	else if (has(collective, VCUBE_UNEQUAL) && f.count & COUNT_FOLDED)
		snprintf(count, sizeof count, "by member, marked %x", f.count & ~COUNT_FOLDED);
	else if (f.count & COUNT_FOLDED)
		snprintf(count, sizeof count, "and size marked %x", f.count & ~COUNT_FOLDED);
	else
		snprintf(count, sizeof count, "%u", f.count);
	if (has(collective, VCUBE_ROOTED))
		snprintf(root, sizeof root, ", root %u%s", f.root,
			 n->machine->nodes > 1 << ROOT_BITS ? " modulo 16384" : "");
	else if (f.root != 0)
		snprintf(root, sizeof root, ", options (mark %x)", f.root);
	of_group(n, f.group, group, sizeof group);
	snprintf(buffer, VC_CALL_ROOM, "%s.%s (count %s, type %s%s%s, call %u)%s",
		 vcube_collective_name((int)collective), a ? a->name : "own", count,
		 f.type == TYPE_BYTES ? "bytes" : vcube_type_name(f.type), op, root, f.call, group);
	return buffer;
}

int
vc_signature_not_due(vcube_node *self, int from, size_t bytes, size_t room)
{
	const struct fields f = unpack(self->signature);
	const bool is_call = vc_label_is_call(self->signature);
	const bool counted = is_call && has(collective_of(&f), VCUBE_COUNTS);
	char call[VC_CALL_ROOM];

	if (bytes < room && (counted || !is_call))
		return self->code;      /* such algorithms tell lengths by themselves */
	if (bytes < room)
		return vc_fail(self, VCUBE_EMISMATCH, "a message of %zu bytes from node %d is shorter "
			       "than the %zu that node %d expects in %s", bytes, from, room, self->rank,
			       vc_signature_text(self, self->signature, call));
	return vc_fail(self, counted ? VCUBE_EMISMATCH : VCUBE_ETRUNC,
		       "a message of %zu bytes from node %d is longer than %s of %zu bytes", bytes,
		       from, counted ? "the block that alltoallv expects (out_counts)" : "the buffer",
		       room);
}

int
vc_signature_mismatch(vcube_node *self, uint64_t found, int from)
{
	char mine[VC_CALL_ROOM], theirs[VC_CALL_ROOM];

	return vc_fail(self, VCUBE_EMISMATCH,
		       "node %d receives in %s what node %d sent in %s", self->rank,
		       vc_signature_text(self, self->signature, mine), from,
		       vc_signature_text(self, found, theirs));
}
