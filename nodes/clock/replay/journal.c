/* SPDX-License-Identifier: BSD-2-Clause */
/* The node's end of its journal. */
#include <string.h>
#include "journal.h"
#include "replay.h"

enum { PAGE_BYTES = 2048 - VC_LINE,     /* a power of two with the pool's line */
       PAGE_WORDS = (PAGE_BYTES - sizeof(struct vc_page)) / 8 };

static struct vc_page *
turn_page(vcube_node *self)
{
	struct vc_journal *j = &self->journal;
	struct vc_page *page = vc_pool_take(&self->pool, PAGE_BYTES);

	if (page == NULL) {
		vc_fail(self, VCUBE_EHOST, "no memory for the journal of node %d", self->rank);
		return NULL;
	}
	memset(page, 0, sizeof *page);
	page->rank = self->rank;
	if (j->last == NULL)
		/* release: JOURNAL-FIRST, vc_replayer_next() */
		atomic_store_explicit(&j->first, page, memory_order_release);
	else
		/* release: JOURNAL-NEXT, turn() in journal_reader.c */
		atomic_store_explicit(&j->last->next, page, memory_order_release);
	j->last = page;
	vc_replay_page_turned(self->machine);
	return page;
}

/* Reserves room for an act; its first word holds how long the node worked before. */
static uint64_t *
begin(vcube_node *self, enum vc_act kind, uint32_t words)
{
	struct vc_page *page = self->journal.last;
	uint64_t *act;

	if (page == NULL ||
	    atomic_load_explicit(&page->written, memory_order_relaxed) + words > PAGE_WORDS)
		page = turn_page(self);
	if (page == NULL)
		return NULL;
	act = &page->word[atomic_load_explicit(&page->written, memory_order_relaxed)];
	act[0] = (uint64_t)self->now << VC_ACT_BITS | kind;
	self->now = 0;
	return act;
}

static void
publish(vcube_node *self, uint32_t words)
{
	struct vc_page *page = self->journal.last;
	uint32_t written = atomic_load_explicit(&page->written, memory_order_relaxed);

	/* release: JOURNAL-ACT, is_here() in journal_reader.c */
	atomic_store_explicit(&page->written, written + words, memory_order_release);
	self->journal.acts++;
}

struct vc_in_flight *
vc_journal_send(vcube_node *self, int to, size_t bytes, enum vc_startup startup, int uses)
{
	const uint32_t words = sizeof(struct vc_in_flight) / 8;
	struct vc_in_flight *f = (struct vc_in_flight *)begin(self, VC_ACT_SEND, words);

	if (f == NULL)
		return NULL;
	f->to = (uint32_t)to;
	f->offset = (uint16_t)((uint64_t *)f - self->journal.last->word);
	f->startup = (uint8_t)startup;
	f->uses = (uint8_t)uses;
	f->bytes = bytes;
	f->duration = f->arrival = f->left = f->taken = VC_NOT_YET;
	publish(self, words);
	return f;
}

/* Appends an act with these operands, whole words. */
static inline bool
append(vcube_node *self, enum vc_act kind, const void *operands, size_t bytes)
{
	const uint32_t words = 1 + (uint32_t)(bytes / 8);
	uint64_t *act = begin(self, kind, words);

	if (act == NULL)
		return false;
	memcpy(act + 1, operands, bytes);
	publish(self, words);
	return true;
}

bool
vc_journal_note(vcube_node *self, enum vc_act kind, struct vc_in_flight *flight)
{
	return append(self, kind, &flight, sizeof flight);
}

bool
vc_journal_fault(vcube_node *self, const struct vc_fault_act *action)
{
	return append(self, VC_ACT_FAULT, (const uint64_t *)action + 1, sizeof *action - 8);
}

bool
vc_journal_align(vcube_node *self, const struct vcube_parts *path)
{
	return append(self, VC_ACT_ALIGN, path, sizeof *path);
}
