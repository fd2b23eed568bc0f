/* SPDX-License-Identifier: BSD-2-Clause */
/* Waits of a sender whose message is in its channel. */
#include <string.h>
#include "message.h"
#include "progress.h"
#include "record.h"

/* How often, and for how many nanoseconds, a sender yields to the receiver of a lent message
 * before it copies the message and goes on. Others may copy megabytes meanwhile, which should
 * not make it copy, too; but on a busy host one yield may take milliseconds. */
enum { PATIENCE = 64, PATIENCE_NS = 50000000 };

/* What is offered: so long, and so many sends offer nothing if that was in vain. */
enum { OFFER_NS = 1000, OFFER_BYTES_PER_NS = 8, OFFER_MOST_NS = 20000000, SHY = 31 };

/*
 * Moves a lent message into a block. Returns false if the receiver has claimed it.
 *
 * Waiting on the host is not waiting in virtual time, and must not cause a deadlock that
 * the program does not have: a receiver that does not come for a lent message does not hold
 * up its sender. Whoever takes the claim from FREE has the message; the receiver then
 * copies from `data`, the sender has copied it to `block` before. If there is no memory for
 * the block, the message is lost, and both know it.
 */
static bool
detach(vcube_node *self, struct vc_send_wait *sent)
{
	struct vc_lent *lent = &sent->slot->lent;
	uint32_t unclaimed = VC_CLAIM_FREE;
	void *block;

	if (atomic_load_explicit(&lent->claim, memory_order_relaxed) != VC_CLAIM_FREE)
		return false;
	block = vc_pool_take(&self->pool, sent->bytes);
	/* A quick receiver has returned the segment in which the slot lies, and this block
	 * may be that very memory. Then the claim now reads as the receiver's, by VC-GIVE;
	 * otherwise the slot stays a slot. */
	if (atomic_load_explicit(&lent->claim, memory_order_relaxed) != VC_CLAIM_FREE) {
		if (block != NULL)
			vc_pool_give(block);
		return false;
	}
	lent->block = block;
	if (block != NULL)
		memcpy(block, lent->data, sent->bytes);
	/* release: VC-CLAIM, the block's content and address, unload_lent() */
	if (atomic_compare_exchange_strong_explicit(&lent->claim, &unclaimed, VC_CLAIM_SENDER,
						    memory_order_release, memory_order_relaxed)) {
		if (block == NULL)
			vc_fail(self, VCUBE_EHOST, "no memory for a message of %zu bytes",
				sent->bytes);
		return true;
	}
	if (block != NULL)
		vc_pool_give(block);
	return false;
}

/* Returns whether all other nodes are parked, or have returned: none of them takes the message
 * before this one parks, too. relaxed: one that is woken meanwhile finds a copy. */
static bool
is_awake_alone(const vcube_machine *m)
{
	return m->carriers == NULL && m->interleave == NULL && m->remote == NULL &&
	       atomic_load_explicit(&m->running, memory_order_relaxed) == 1;
}

/* The host's clock counts only where it cannot change the interleaving. */
static bool
is_impatient(const vcube_node *self, int yields, int64_t begin)
{
	return yields >= PATIENCE || is_awake_alone(self->machine) ||
	       (yields > 1 && self->machine->interleave == NULL && vc_host_ns() - begin > PATIENCE_NS);
}

/* Takes what has come for posted receives, while the node waits as its peers may wait for it. Only
 * where nothing but the bytes shows; and there may be many receives, so ever more rarely. Returns
 * whether it tried. */
static inline bool
receive_meanwhile(vcube_node *self, int yields)
{
	if (self->requests.receives.first == NULL || !vc_takes_fast_path(self) || self->log != NULL ||
	    (yields & (yields - 1)) != 0)
		return false;
	vc_progress(self);
	return true;
}

static void
reclaim(vcube_node *self, struct vc_send_wait *sent, bool receives)
{
	int64_t begin = 0;

	for (int i = 0; sent->slot != NULL && !vc_send_wait_is_taken(sent); i++) {
		if (i == 1)
			begin = vc_host_ns();
		/* a slot that was taken meanwhile may now be memory of what came */
		if (receives && receive_meanwhile(self, i) && vc_send_wait_is_taken(sent))
			break;
		if (is_impatient(self, i, begin) && detach(self, sent))
			break;
		vc_yield(self);
	}
	sent->slot = NULL;
}

/* For as long as a copy takes, more or less, but never long. Returns whether the receiver took
 * it. */
static bool
offer(vcube_node *self, struct vc_send_wait *sent)
{
	const size_t copying = OFFER_NS + sent->bytes / OFFER_BYTES_PER_NS;
	const int64_t end = vc_host_ns() + (int64_t)(copying < OFFER_MOST_NS ? copying : OFFER_MOST_NS);

	while (!vc_send_wait_is_taken(sent))
		if (vc_host_ns() < end)
			vc_pause();
		else if (detach(self, sent))
			return false;
		else
			vc_yield(self);
	return true;
}

/* --- room ---------------------------------------------------------------------- */

/* Keeps a credit for its message, which was taken before one that was sent before it. */
static bool
keep_early(vcube_node *self, struct vc_credit_line *line)
{
	if (line->earlies == line->room) {
		const uint32_t room = line->room > 0 ? 2 * line->room : 8;
		struct vc_credit *const list = vc_pool_take(&self->pool, room * sizeof *list);

		if (list == NULL) {
			vc_fail(self, VCUBE_EHOST, "no memory for credits of messages");
			return false;
		}
		for (uint32_t i = 0; i < line->earlies; i++)
			list[i] = line->early[i];
		if (line->early != NULL)
			vc_pool_give(line->early);
		line->early = list;
		line->room = room;
	}
	line->early[line->earlies++] = line->last;
	return true;
}

/* Returns the credit of a message that was taken early, or NULL. */
static struct vc_credit *
early_of(const struct vc_credit_line *line, uint32_t number)
{
	for (uint32_t i = 0; i < line->earlies; i++)
		if (line->early[i].number == number)
			return &line->early[i];
	return NULL;
}

/* Counts a credit, if there is one. */
static bool
count_credit(vcube_node *self, struct vc_channel *c)
{
	struct vc_credit_line *const line = c->credits;
	struct vc_credit *early;

	if (!vc_channel_credited(c, &line->last))
		return false;
	line->taken += line->last.bytes ? line->last.bytes : 1;
	if (line->last.number != line->next)
		return keep_early(self, line);
	while (line->next++, line->earlies > 0 && (early = early_of(line, line->next)) != NULL)
		*early = line->early[--line->earlies];
	return true;
}

/* Returns how many of the bytes up to a message are taken: those of later ones do not count. */
static uint64_t
taken_until(const struct vc_credit_line *line, uint32_t number)
{
	uint64_t taken = line->taken;

	for (uint32_t i = 0; i < line->earlies; i++)
		if ((int32_t)(line->early[i].number - number) > 0)
			taken -= line->early[i].bytes ? line->early[i].bytes : 1;
	return taken;
}

/* Counts the arrived credits until the channel is within its capacity, up to this message, or until
 * the message itself is taken; the clock advances to that time. A later message that was waited for
 * first may have counted more. */
bool
vc_send_wait_has_room(vcube_node *self, const struct vc_send_wait *sent)
{
	struct vc_credit_line *const line = sent->channel->credits;
	const struct vc_credit *early;
	uint64_t taken;

	if (line == NULL)
		return true;
	do {
		line->made = line->last;
		taken = taken_until(line, sent->number);
		if (sent->mark <= taken || sent->mark - taken <= self->machine->desc.capacity)
			return true;
		early = early_of(line, sent->number);
		if (early != NULL) {
			line->made = *early;
			return true;
		}
	} while (count_credit(self, sent->channel));
	return false;
}

/* If there is no room for it, its receiver has to take it for a receive that it has posted,
 * whatever that waits for: nodes/kernel/park.c. */
void
vc_send_wait_publish(vcube_node *self, struct vc_send_wait *sent)
{
	struct vc_channel *const c = sent->channel;

	sent->mark = c->credits->sent += sent->bytes ? sent->bytes : 1;
	vc_queue_publish(&c->out);
	if (c->hops != 0 && self->clock->host_deadlines && !vc_send_wait_has_room(self, sent))
		vc_unpark(self->machine, c->to);
}

static bool
has_room(vcube_node *self, struct vc_wait *wait)
{
	return vc_send_wait_has_room(self, wait->sent);
}

/* Waits for room only. */
static int
wait_for_room(vcube_node *self, struct vc_send_wait *sent)
{
	struct vc_credit_line *line = sent->channel->credits;
	struct vc_wait wait = {.kind = VC_WAIT_ROOM, .peer = sent->channel->to, .deadline = VC_NO_TIME,
			       .ready = has_room, .sent = sent, .bytes = sent->bytes};

	if (vc_likely(line == NULL))
		return self->code;
	if (vc_unlikely(self->log != NULL))
		vc_trace_sending(self, true);
	if ((vc_fibers_order(self) || !vc_send_wait_has_room(self, sent)) && vc_park(self, &wait) != 0)
		return self->code;
	self->clock->room(self, &line->made);
	if (vc_unlikely(self->log != NULL))
		vc_trace_sent(self, sent);
	return self->code;
}

int
vc_send_end(vcube_node *self, struct vc_send_wait *sent)
{
	if (vc_unlikely(sent->slot != NULL) && !offer(self, sent))
		self->shy = SHY;
	return wait_for_room(self, sent);
}

void
vc_send_wait_reclaim(vcube_node *self, struct vc_send_wait *sent)
{
	reclaim(self, sent, false);
}

bool
vc_send_wait_done(vcube_node *self, struct vc_send_wait *sent)
{
	vc_send_wait_reclaim(self, sent);
	if (self->now < sent->left)
		return false;
	if (sent->channel->credits == NULL)
		return true;
	return vc_send_wait_has_room(self, sent) && sent->channel->credits->made.time <= self->now;
}

int
vc_send_wait_for(vcube_node *self, struct vc_send_wait *sent)
{
	if (vc_unlikely(self->code != 0 && sent->slot == NULL))
		return self->code;
	if (vc_unlikely(self->log != NULL))
		vc_trace_sending(self, sent->slot != NULL && !vc_send_wait_is_taken(sent));
	vc_wake_deferred(self);
	/* first: a sender that waits anyway need not copy a lent message */
	self->clock->left(self, sent);
	reclaim(self, sent, true);
	if (vc_unlikely(self->log != NULL))
		vc_trace_sent(self, sent);
	return wait_for_room(self, sent);
}
