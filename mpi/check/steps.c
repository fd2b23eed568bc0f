/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reliance on buffering: a send may wait for its receive, and no program may rely on its going on
 * before. What the ranks do is repeated here as if all sends waited:
 *
 *   a send that blocks, or is waited for   goes on once its receive is posted
 *   a receive that is waited for           once its send has begun
 *   a collective call that blocks          once all members have come
 *
 * Each rank has a queue of steps, and a step leaves it when it can go on. The run shows which send
 * meets which receive. Steps left at the end would wait for ever. There is no warning if one of
 * them is of a receive from any source, which could take another message; nor if the program asks
 * which message is there or which request is done, since it may then do something else.
 */
#include <stdlib.h>
#include <string.h>
#include "explain.h"
#include "remarks.h"
#include "shared.h"
#include "wrong.h"

enum { STEPS_MOST = 10000 };    /* of a rank; with more there is no warning */

/* A message, as its send and its receive see it */
struct meeting {
	int references;
	int sender, receiver;           /* in MPI_COMM_WORLD; -1: not received yet */
	bool begun, posted, wild;
};

/* A receive that is posted */
struct posted {
	int references;
	bool here, wild;                /* its step has been taken; of any source */
	struct meeting *meets;          /* NULL: not known yet */
};

/* A collective call */
struct assembly {
	struct assembly *next;
	uint32_t context;
	int tag;
	int left, members;              /* that have yet to come */
	int ranks[];
};

struct step {
	struct step *next;
	enum { BEGIN, POST, SENT, RECEIVED, ALL } kind;
	bool come;                      /* to the assembly */
	struct meeting *meeting;
	struct posted *receive;
	struct assembly *assembly;
	const char *call;
	const void *site;
	int peer, tag;
};

struct queue {
	struct step *first, *last;
	int count;
	bool listed;                    /* it may go on */
	int next;
};

struct steps {
	bool off;                       /* too many of them */
	int ranks;
	int listed;                     /* first of the list; -1: it is empty */
	struct assembly *assemblies;
	struct queue queues[];
};

static struct steps *
steps_of(struct process *p)
{
	struct shared *const s = p->shared;

	if (s->steps == NULL) {
		s->steps = calloc(1, sizeof *s->steps + (size_t)p->size * sizeof(struct queue));
		if (s->steps == NULL)
			return NULL;
		s->steps->ranks = p->size;
		s->steps->listed = -1;
	}
	/* threads have no order */
	s->steps->off = s->steps->off || p->shared_by_threads;
	return s->steps->off ? NULL : s->steps;
}

/* --- objects */

static void
drop_meeting(struct meeting *m)
{
	if (m != NULL && --m->references == 0)
		free(m);
}

static void
drop_receive(struct posted *r)
{
	if (r == NULL || --r->references > 0)
		return;
	drop_meeting(r->meets);
	free(r);
}

static void
free_step(struct step *step)
{
	drop_meeting(step->meeting);
	drop_receive(step->receive);
	free(step);
}

void
vcm_steps_close(struct shared *s)
{
	struct steps *const all = s->steps;

	if (all == NULL)
		return;
	for (int i = 0; i < all->ranks; i++)
		for (struct step *step = all->queues[i].first, *next; step != NULL; step = next) {
			next = step->next;
			free_step(step);
		}
	for (struct assembly *a = all->assemblies, *next; a != NULL; a = next) {
		next = a->next;
		free(a);
	}
	free(all);
	s->steps = NULL;
}

/* --- going on */

static void
list(struct steps *s, int rank)
{
	struct queue *const q = &s->queues[rank];

	if (q->listed)
		return;
	q->listed = true;
	q->next = s->listed;
	s->listed = rank;
}

static void
free_assembly(struct steps *s, struct assembly *a)
{
	struct assembly **link = &s->assemblies;

	while (*link != a)
		link = &(*link)->next;
	*link = a->next;
	free(a);
}

/* Returns whether all have come: then the last to leave frees it. */
static bool
pass_assembly(struct steps *s, struct step *step)
{
	struct assembly *const a = step->assembly;

	if (!step->come && --a->left == 0)
		for (int i = 0; i < a->members; i++)
			list(s, a->ranks[i]);
	step->come = true;
	if (a->left > 0)
		return false;
	if (--a->left == -a->members)
		free_assembly(s, a);
	return true;
}

/* Returns whether the first step of a rank goes on. */
static bool
take(struct steps *s, struct step *step)
{
	switch (step->kind) {
	case BEGIN:
		step->meeting->begun = true;
		if (step->meeting->receiver >= 0)
			list(s, step->meeting->receiver);
		return true;
	case POST:
		step->receive->here = true;
		if (step->receive->meets != NULL) {
			step->receive->meets->posted = true;
			list(s, step->receive->meets->sender);
		}
		return true;
	case SENT:
		return step->meeting->posted;
	case RECEIVED:
		return step->meeting->begun;
	case ALL:
		break;
	}
	return pass_assembly(s, step);
}

static void
go_on(struct steps *s)
{
	while (s->listed >= 0) {
		struct queue *const q = &s->queues[s->listed];

		s->listed = q->next;
		q->listed = false;
		while (q->first != NULL && take(s, q->first)) {
			struct step *const step = q->first;

			q->first = step->next;
			q->count--;
			free_step(step);
		}
	}
}

/* Adds a step of this process, which holds its objects. */
static struct step *
add(struct process *p, struct steps *s, int kind)
{
	struct queue *const q = &s->queues[p->rank];
	struct step *const step = calloc(1, sizeof *step);

	if (step == NULL || ++q->count > STEPS_MOST) {
		s->off = true;
		free(step);
		return NULL;
	}
	step->kind = kind;
	step->call = p->call.name;
	step->site = p->call.site;
	if (q->first == NULL)
		q->first = q->last = step;
	else
		q->last = q->last->next = step;
	list(s, p->rank);
	return step;
}

static void
add_of_meeting(struct process *p, struct steps *s, int kind, struct meeting *m, int peer, int tag)
{
	struct step *const step = add(p, s, kind);

	if (step == NULL)
		return;
	m->references++;
	step->meeting = m;
	step->peer = peer;
	step->tag = tag;
}

/* --- what the process does */

struct meeting *
vcm_steps_begin(struct process *p)
{
	struct meeting *const m = calloc(1, sizeof *m);
	struct steps *s;

	if (m == NULL)
		return NULL;
	*m = (struct meeting){.references = 2, .sender = p->rank, .receiver = -1};
	pthread_mutex_lock(&p->shared->lock);
	s = steps_of(p);
	if (s != NULL) {
		add_of_meeting(p, s, BEGIN, m, 0, 0);
		go_on(s);
	}
	pthread_mutex_unlock(&p->shared->lock);
	return m;
}

void
vcm_steps_sent(struct process *p, struct meeting *m, const struct envelope *e)
{
	struct steps *s;

	pthread_mutex_lock(&p->shared->lock);
	s = e == NULL ? NULL : steps_of(p);
	if (s != NULL) {
		add_of_meeting(p, s, SENT, m, e->peer, e->tag);
		go_on(s);
	}
	drop_meeting(m);
	pthread_mutex_unlock(&p->shared->lock);
}

void
vcm_steps_stop(struct process *p)
{
	struct steps *s;

	pthread_mutex_lock(&p->shared->lock);
	s = steps_of(p);
	if (s != NULL)
		s->off = true;
	pthread_mutex_unlock(&p->shared->lock);
}

struct posted *
vcm_steps_post(struct process *p, bool wild)
{
	struct posted *const r = calloc(1, sizeof *r);
	struct steps *s;
	struct step *step;

	if (r == NULL)
		return NULL;
	*r = (struct posted){.references = 1, .wild = wild};
	pthread_mutex_lock(&p->shared->lock);
	s = steps_of(p);
	step = s == NULL ? NULL : add(p, s, POST);
	if (step != NULL) {
		step->receive = r;
		r->references++;
		go_on(s);
	}
	pthread_mutex_unlock(&p->shared->lock);
	return r;
}

/* The receive has got the message. */
static void
join(struct process *p, struct posted *r, struct meeting *m)
{
	m->receiver = p->rank;
	m->wild = r->wild;
	m->references++;
	r->meets = m;
	m->posted = r->here;
	if (p->shared->steps != NULL)
		list(p->shared->steps, m->sender);
}

void
vcm_steps_received(struct process *p, struct posted *r, struct meeting *m, bool waits)
{
	struct steps *s;

	pthread_mutex_lock(&p->shared->lock);
	s = steps_of(p);
	if (s != NULL && r != NULL && m != NULL) {
		join(p, r, m);
		if (waits)
			add_of_meeting(p, s, RECEIVED, m, 0, 0);
		go_on(s);
	}
	drop_meeting(m);
	drop_receive(r);
	pthread_mutex_unlock(&p->shared->lock);
}

static struct assembly *
find_assembly(struct steps *s, const struct coll *c)
{
	const int members = c->comm->size;
	struct assembly *a = s->assemblies;

	while (a != NULL && (a->context != c->comm->contexts.line || a->tag != c->tag))
		a = a->next;
	if (a != NULL)
		return a;
	a = calloc(1, sizeof *a + (size_t)members * sizeof *a->ranks);
	if (a == NULL)
		return NULL;
	*a = (struct assembly){.next = s->assemblies, .context = c->comm->contexts.line, .tag = c->tag,
		.left = members, .members = members};
	memcpy(a->ranks, c->comm->group->nodes, (size_t)members * sizeof *a->ranks);
	return s->assemblies = a;
}

void
vcm_steps_all(const struct coll *c)
{
	struct steps *s;
	struct step *step;

	pthread_mutex_lock(&c->p->shared->lock);
	s = steps_of(c->p);
	step = s == NULL ? NULL : add(c->p, s, ALL);
	if (step != NULL) {
		step->assembly = find_assembly(s, c);
		s->off = s->off || step->assembly == NULL;
	}
	if (s != NULL && !s->off)
		go_on(s);
	pthread_mutex_unlock(&c->p->shared->lock);
}

/* --- the end */

static bool
is_wild(const struct steps *s)
{
	for (int i = 0; i < s->ranks; i++)
		for (const struct step *step = s->queues[i].first; step != NULL; step = step->next)
			if ((step->meeting != NULL && step->meeting->wild)
			    || (step->receive != NULL && step->receive->wild))
				return true;
	return false;
}

void
vcm_steps_check(struct process *p)
{
	struct step left = {.kind = BEGIN};
	char place[PLACE_ROOM];
	struct steps *s;

	pthread_mutex_lock(&p->shared->lock);
	s = steps_of(p);
	if (s != NULL && s->queues[p->rank].first != NULL && !is_wild(s))
		left = *s->queues[p->rank].first;
	/* one that nobody receives is another mistake */
	if (left.kind == SENT && left.meeting->receiver < 0)
		left.kind = BEGIN;
	pthread_mutex_unlock(&p->shared->lock);
	if (left.kind == SENT)
		vcm_remark(p, REMARK_BUFFERING, "%s(destination %d, tag %d) at %s would wait for ever if "
			   "it waited for its receive", left.call, left.peer, left.tag,
			   vcm_place(left.site, place));
}
