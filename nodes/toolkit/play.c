/* SPDX-License-Identifier: BSD-2-Clause */
#include "play.h"
#include <stdio.h>
#include <vcube/authoring.h>

/* The most bytes of a node's blocks that a play reserves, and of all blocks that it moves. */
static const size_t reserve_most = (size_t)1 << 40, move_most = (size_t)64 << 20;

/* Has each block a length of its own, which all members know? */
static bool
is_unequal(const struct vcube_predicted_call *call)
{
	return call->length != NULL &&
	       vcube_collective_shape(call->algorithm->collective)->traits & VCUBE_UNEQUAL;
}

static bool
has_counts(const struct vcube_predicted_call *call)
{
	return vcube_collective_shape(call->algorithm->collective)->traits & VCUBE_COUNTS;
}

static size_t
length(const struct vcube_predicted_call *call, int from, int to)
{
	return call->length != NULL ? call->length(call->arg, from, to) : call->terms->m;
}

/* --- the program of a node ----------------------------------------------------------- */

struct played {
	const struct vcube_predicted_call *call;
	int64_t left;           /* messages that may still be sent */
};

/* Counts what the node has sent. As nodes run one after the other, the run ends soon. */
static void
count_messages(vcube_node *self, struct played *played)
{
	uint64_t messages, bytes;

	if (has_counts(played->call))
		return;
	vcube_sent(self, &messages, &bytes);
	if (messages > (uint64_t)played->left)
		vcube_fail(self, "more messages than the call may be played with");
	else
		played->left -= (int64_t)messages;
}

static void
no_operation(const void *left, const void *right, void *into, size_t count, vcube_type type)
{
	(void)left, (void)right, (void)into, (void)count, (void)type;
}

/* Fills in the elements of unequal blocks. Returns the bytes of all. */
static size_t
count(const struct vcube_predicted_call *call, size_t *counts)
{
	size_t end = 0;

	for (int i = 0; i < call->terms->p; i++)
		end += counts[i] = length(call, 0, i) / call->terms->unit;
	return end * call->terms->unit;
}

/* Places the blocks of `in`, or of `out`, one after the other. Returns their bytes. */
static size_t
place(const struct vcube_predicted_call *call, int me, bool out, size_t *counts, size_t *offsets)
{
	const size_t unit = call->terms->unit;
	size_t end = 0;

	for (int i = 0; i < call->terms->p; i++) {
		offsets[i] = end;
		counts[i] = (out ? length(call, i, me) : length(call, me, i)) / unit;
		end += counts[i];
	}
	return end * unit;
}

static int
program(vcube_node *self, void *arg)
{
	struct played *const played = arg;
	const struct vcube_predicted_call *const call = played->call;
	const struct vcube_terms *const t = call->terms;
	const struct vcube_op op = {
		.name = "any", .commutative = call->op == NULL || call->op->commutative,
		.apply = no_operation,
	};
	const size_t p = (size_t)t->p, tables = has_counts(call) ? 4 : is_unequal(call);
	size_t *const counts = vcube_scratch(self, tables * p * sizeof *counts);
	size_t in = t->m * p, out = t->m * p;
	struct vcube_call c = {
		.collective = call->algorithm->collective, .root = call->root, .count = t->m / t->unit,
		.type = VCUBE_BYTES(t->unit), .op = &op, .set = t->set,
	};

	if (counts == NULL)
		return vcube_failed(self);
	if (has_counts(call)) {
		in = place(call, vcube_rank(self), false, counts, counts + p);
		out = place(call, vcube_rank(self), true, counts + 2 * p, counts + 3 * p);
		c.in_counts = counts;
		c.in_offsets = counts + p;
		c.out_counts = counts + 2 * p;
		c.out_offsets = counts + 3 * p;
	}
	if (is_unequal(call)) {
		in = out = count(call, counts);
		c.in_counts = c.out_counts = counts;
	}
	c.in = vcube_scratch(self, in);
	c.out = vcube_scratch(self, out);
	vcube_call(self, call->algorithm, &c);
	count_messages(self, played);
	return vcube_failed(self);
}

/* --- the machine --------------------------------------------------------------------- */

static int
refuse(struct vcube_error *error, int code, const char *why)
{
	if (error != NULL) {
		error->code = code;
		snprintf(error->text, sizeof error->text, "%s", why);
	}
	return -1;
}

/* Computes the bytes of a node's heap. Returns -1 if the play would take too much memory. */
static int
size_heap(const struct vcube_predicted_call *call, size_t *heap, struct vcube_error *error)
{
	const size_t p = (size_t)call->terms->p;
	const size_t blocks = call->terms->m + 64;      /* and what tells about each */
	size_t most = has_counts(call) ? move_most / p : reserve_most / 16;

	if (blocks > most / p)
		return refuse(error, VCUBE_ELIMIT, "the blocks are too long to play the call");
	*heap = 16 * p * blocks + (1 << 20);
	return 0;
}

/* Opens a machine as described, but in this process, without faults, and without threads where it
 * need have none. */
static vcube_machine *
open_machine(const struct vcube_desc *desc, const struct vcube_predicted_call *call,
	     struct vcube_error *error)
{
	struct vcube_desc d = *desc;    /* whose texts stay those of the other */

	d.clock = VCUBE_CLOCK_VIRTUAL;
	d.threads = has_counts(call) ? VCUBE_THREADS_YES :
		    d.capacity != SIZE_MAX ? VCUBE_THREADS_ONE : VCUBE_THREADS_NO;
	d.drop = d.duplicate = d.corrupt = 0;
	d.jitter = 0;
	d.crash = d.lose = NULL;
	d.fuzz = 0;
	d.strict = 0;
	d.limit = 0;
	d.hard_limit = 0;
	d.transport = NULL;
	d.explore = VCUBE_EXPLORE_NO;
	d.faults = VCUBE_TRY_NO;
	d.replay = NULL;
	return size_heap(call, &d.heap, error) == 0 ? vcube_open_desc(&d, error) : NULL;
}

vcube_time
vc_play(struct vc_player *player, const struct vcube_desc *desc,
	const struct vcube_predicted_call *call, int64_t messages, struct vcube_error *error)
{
	struct played played = {call, messages};

	if (has_counts(call) && messages < INT64_MAX)
		return refuse(error, VCUBE_ELIMIT, "nobody counts the messages before threads run");
	if (player->machine == NULL)
		player->machine = open_machine(desc, call, error);
	if (player->machine == NULL)
		return -1;
	if (vcube_run(player->machine, program, &played) == 0)
		return vcube_run_time(player->machine);
	if (error != NULL)
		*error = *vcube_run_error(player->machine);
	return -1;
}

void
vc_play_end(struct vc_player *player)
{
	vcube_close(player->machine);
}
