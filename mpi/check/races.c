/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Message races: a receive of any source took a message, or a probe found one, and could have taken
 * one of another source as well. That is so if the other message was there; or if it comes before
 * this process has sent anything since, since then nobody can have waited for the first receive.
 */
#include <stdlib.h>
#include "explain.h"
#include "remarks.h"
#include "shared.h"
#include "watch.h"
#include "wrong.h"

enum { KEPT_MOST = 64 };

/* A receive of any source that has taken a message */
struct taken {
	const struct comm *comm;
	int tag;                /* or MPI_ANY_TAG */
	int source;
	uint64_t posted;
	char text[CALL_ROOM];
};

struct races {
	uint64_t posted;        /* receives so far */
	const struct request *of;       /* what ends; NULL: a receive that has just been posted */
	int count;
	struct taken taken[KEPT_MOST];  /* since this process has sent something */
};

static struct races *
races_of(struct process *p)
{
	if (p->races == NULL)
		p->races = calloc(1, sizeof *p->races);
	return p->races;
}

uint64_t
vcm_race_posted(struct process *p)
{
	struct races *const races = races_of(p);

	return races == NULL ? 0 : ++races->posted;
}

void
vcm_race_ends(struct process *p, const struct request *r)
{
	if (p->races != NULL)
		p->races->of = r;
}

void
vcm_race_restart(struct process *p)
{
	if (p->races != NULL)
		p->races->count = 0;
}

void
vcm_race_sends(struct process *p)
{
	vcm_race_restart(p);
	if (p->noted != NULL)
		vcm_watch_note(p);
	if (p->strict)
		atomic_fetch_add_explicit(&p->shared->sends[p->rank], 1, memory_order_relaxed);
}

unsigned long
vcm_race_now(const struct process *p)
{
	return 1 + atomic_fetch_add_explicit(&p->shared->clock, 1, memory_order_relaxed);
}

unsigned long
vcm_race_heard(struct process *p)
{
	if (p->heard)
		p->heard_at = vcm_race_now(p);
	p->heard = false;
	return p->heard_at;
}

unsigned
vcm_race_sent(const struct process *p, int rank)
{
	return atomic_load_explicit(&p->shared->sends[rank], memory_order_relaxed);
}

static void
tell(struct process *p, const char *text, int source, int other, const char *when)
{
	vcm_remark(p, REMARK_RACE, "%s took the message from rank %d, but one from rank %d %s", text,
		   source, other, when);
}

/* Was a message of another source there? Where an order is enforced, the probe would need an answer
 * of it, which the program without checks does not have. */
static bool
is_another(struct process *p, const struct envelope *e, int source, const char *text)
{
	struct vcube_status s;
	int there;

	if (vcube_machine_desc(vcube_machine_of(p->node))->replay != NULL)
		return false;
	vcm_check(p, (vcube_tiprobe)(p->node, e->comm->line, VCUBE_ANY, vcm_tag(e), &there, &s));
	if (!there || s.from - e->comm->first == source)
		return false;
	tell(p, text, source, s.from - e->comm->first, "was there, too");
	return true;
}

/* Tells an earlier receive that could have taken this message. */
static void
tell_earlier(struct process *p, const struct envelope *e, uint64_t posted, int source, int tag)
{
	struct races *const races = p->races;

	for (int i = 0; i < races->count; i++) {
		const struct taken *t = &races->taken[i];

		if (t->comm != e->comm || t->source == source || t->posted > posted
		    || (t->tag != MPI_ANY_TAG && t->tag != tag))
			continue;
		tell(p, t->text, t->source, source, "could have arrived first");
		races->taken[i] = races->taken[--races->count];
		return;
	}
}

/* A receive of its own, or that of a request, which was made elsewhere */
static void
explain(struct process *p, const struct request *of, char text[CALL_ROOM])
{
	FILE *out = of == NULL ? NULL : fmemopen(text, CALL_ROOM, "w");

	if (out == NULL) {
		vcm_explain(p, text, CALL_ROOM);
		return;
	}
	vcm_explain_request(out, of);
	fclose(out);
}

void
vcm_race_check(struct process *p, const struct envelope *e, int source, int tag)
{
	struct races *const races = races_of(p);
	const struct request *of;
	char text[CALL_ROOM];
	uint64_t posted;

	if (races == NULL)
		return;
	of = races->of;
	races->of = NULL;
	posted = of != NULL ? of->posted : vcm_race_posted(p);
	tell_earlier(p, e, posted, source, tag);
	if (e->peer != MPI_ANY_SOURCE)
		return;
	explain(p, of, text);
	if (is_another(p, e, source, text) || races->count == KEPT_MOST)
		return;
	races->taken[races->count] = (struct taken){e->comm, e->tag, source, posted, ""};
	snprintf(races->taken[races->count++].text, CALL_ROOM, "%s", text);
}
