/* SPDX-License-Identifier: BSD-2-Clause */
#include "player.h"
#include <stdlib.h>
#include "futex.h"
#include "node.h"

/* The player learns of so many nodes at a time; between two such parts, the notes may move. */
enum { PART = 4096 };

/* In `noted`: the program of a node has failed. */
#define ABANDONED UINT32_MAX

bool
vc_player_open(struct vc_player *p, vcube_machine *m)
{
	p->machine = m;
	p->self = aligned_alloc(_Alignof(vcube_node), sizeof *p->self);
	if (p->self != NULL)
		pthread_mutex_init(&p->reading, NULL);
	return p->self != NULL;
}

void
vc_player_close(struct vc_player *p)
{
	if (p->self != NULL)
		pthread_mutex_destroy(&p->reading);
	free(p->self);
}

/* What the clock reads of the struct is as in that of the program. */
static void
begin(struct vc_player *p)
{
	*p->self = p->machine->node[0];
	p->self->site.here = NULL;
	p->self->depth = 0;
	p->played = 0;
}

/* Waits until more nodes than `played` are noted. Returns how many are, or ABANDONED. */
static uint32_t
wait_noted(struct vc_player *p, uint32_t played)
{
	uint32_t noted;

	/* acquire: NOTES-NOTED, publish() */
	while ((noted = atomic_load_explicit(&p->noted, memory_order_acquire)) == played)
		vc_futex_wait(&p->noted, played, -1);
	return noted;
}

static void
publish(struct vc_player *p, uint32_t noted)
{
	/* release: NOTES-NOTED, the notes, wait_noted() */
	atomic_store_explicit(&p->noted, noted, memory_order_release);
	vc_futex_wake(&p->noted, 1);
}

static void *
run(void *player)
{
	struct vc_player *const p = player;
	vcube_machine *const m = p->machine;

	while (p->played < m->nodes) {
		const uint32_t noted = wait_noted(p, (uint32_t)p->played);
		int end = p->played + PART;

		if (noted == ABANDONED)
			break;
		if (end > (int)noted)
			end = (int)noted;
		pthread_mutex_lock(&p->reading);
		p->play(m, p->played, end);
		pthread_mutex_unlock(&p->reading);
		p->played = end;
	}
	return NULL;
}

/* Starts the thread when the first part is noted. If the host refuses it, all is played later. */
static void
start(struct vc_player *p)
{
	begin(p);
	atomic_store_explicit(&p->noted, 0, memory_order_relaxed);
	p->runs = pthread_create(&p->thread, NULL, run, p) == 0;
}

void
vc_player_add(struct vc_player *p, int rank)
{
	const vcube_machine *const m = p->machine;
	const int noted = rank + 1;

	if (p->play == NULL || noted % PART != 0 || m->trace != NULL || m->node[0].code != 0)
		return;
	if (noted == PART && noted < m->nodes)
		start(p);
	if (p->runs)
		publish(p, (uint32_t)noted);
}

static void
adopt(vcube_node *self, const vcube_node *played)
{
	if (played->code == 0)
		return;
	self->rank = played->rank;
	self->code = played->code;
	self->failure = played->failure;
	self->failed_here = played->failed_here;
	self->failed_depth = played->failed_depth;
}

void
vc_player_finish(struct vc_player *p)
{
	vcube_machine *const m = p->machine;
	vcube_node *const self = &m->node[0];

	if (p->runs) {
		publish(p, self->code == 0 ? (uint32_t)m->nodes : ABANDONED);
		pthread_join(p->thread, NULL);
		p->runs = false;
	} else if (self->code == 0) {
		begin(p);
		p->play(m, 0, m->nodes);
	}
	if (self->code == 0)
		adopt(self, p->self);
}

int
vc_player_grow(struct vc_player *p, struct vc_region *notes, size_t bytes)
{
	int code;

	if (p->self != NULL)
		pthread_mutex_lock(&p->reading);
	code = vc_region_grow(notes, bytes);
	if (p->self != NULL)
		pthread_mutex_unlock(&p->reading);
	return code;
}
