/* SPDX-License-Identifier: BSD-2-Clause */
/* The replay's end of a journal: reads act by act, and gives pages back. */
#include "node.h"
#include "replayer.h"

void
vc_page_give(struct vc_replay *r, struct vc_page *page)
{
	if (!page->fed) {
		vc_pool_give(page);
	} else if (page->again) {
		page->after = r->idle;
		r->idle = page;
	}
}

/* Keeps a page that the replayer has passed while its flights are in use. */
static void
keep(struct vc_replay *r, struct vc_replayer *p, struct vc_page *page)
{
	page->passed = true;
	if (page->uses == 0) {
		vc_page_give(r, page);
		return;
	}
	page->before = NULL;
	page->after = p->kept;
	if (p->kept != NULL)
		p->kept->before = page;
	p->kept = page;
}

void
vc_in_flight_used(vcube_machine *m, struct vc_in_flight *f)
{
	struct vc_page *page = vc_in_flight_page(f);

	f->uses--;
	if (--page->uses > 0 || !page->passed)
		return;
	if (page->after != NULL)
		page->after->before = page->before;
	*(page->before ? &page->before->after : &m->replay->player[page->rank].kept) = page->after;
	vc_page_give(m->replay, page);
}

/* Returns whether there is an act at the replayer's place in its page. */
static bool
is_here(const struct vc_replayer *p)
{
	/* acquire: JOURNAL-ACT, publish() in journal.c */
	return p->at < atomic_load_explicit(&p->page->written, memory_order_acquire);
}

void
vc_replayer_turn_to(struct vc_replay *r, struct vc_replayer *p, struct vc_page *page)
{
	struct vc_page *old = p->page;

	p->page = page;
	p->at = p->fetched = 0;
	if (old != NULL)
		keep(r, p, old);
}

/* Moves to the next page. After seeing that it exists, checks this one once more for acts
 * written before. */
static bool
turn(struct vc_replay *r, struct vc_replayer *p)
{
	/* acquire: JOURNAL-NEXT, turn_page() in journal.c */
	struct vc_page *next = atomic_load_explicit(&p->page->next, memory_order_acquire);

	if (next == NULL || is_here(p))
		return next != NULL;
	vc_replayer_turn_to(r, p, next);
	return true;
}

/* As vc_replayer_next(), for a journal that is written as it is read. */
static uint64_t *
next_fed(vcube_machine *m, int rank, struct vc_replayer *p)
{
	struct vc_page *page;

	if (p->page != NULL && is_here(p))
		return &p->page->word[p->at];
	page = m->replay->feed(m, rank);
	if (page == NULL)
		return NULL;
	vc_replayer_turn_to(m->replay, p, page);
	return page->word;
}

uint64_t *
vc_replayer_next(vcube_machine *m, int rank)
{
	struct vc_replayer *p = &m->replay->player[rank];

	if (vc_unlikely(m->replay->feed != NULL))
		return next_fed(m, rank, p);
	if (p->page == NULL)
		/* acquire: JOURNAL-FIRST, turn_page() in journal.c */
		p->page = atomic_load_explicit(&m->node[rank].journal.first, memory_order_acquire);
	while (p->page != NULL && !is_here(p))
		if (!turn(m->replay, p))
			return NULL;
	return p->page != NULL ? &p->page->word[p->at] : NULL;
}
