/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls beside the program; see the header. */
#include <stdlib.h>
#include <string.h>
#include "beside.h"
#include "fiber.h"

/* Beyond, messages of a node that posted receives have taken are not told apart. */
enum { TAKEN_MOST = 64 };

static struct vc_beside *
find(const vcube_node *n, const struct vcube_request *r)
{
	struct vc_beside *b = n->machine->explore->besides;

	while (b != NULL && b->request != r)
		b = b->next;
	return b;
}

static struct vc_beside *
running(const vcube_node *self)
{
	struct vc_beside *const b = self->machine->explore->answers[self->rank].taking;

	if (b != NULL || self->fibers.running == NULL)
		return b;
	return find(self, self->fibers.running->request);
}

uint32_t *
vc_past_of(vcube_node *self)
{
	struct vc_explore *const x = self->machine->explore;
	struct vc_beside *const b = running(self);

	return b != NULL ? b->past : &x->past[self->rank * x->nodes];
}

uint32_t *
vc_seen_of(vcube_node *self)
{
	struct vc_explore *const x = self->machine->explore;
	struct vc_beside *const b = running(self);

	return b != NULL ? b->seen : &x->seen[self->rank * x->nodes];
}

uint64_t *
vc_known_of(vcube_node *self)
{
	struct vc_explore *const x = self->machine->explore;
	struct vc_beside *const b = running(self);

	return b != NULL ? b->known : &x->known[self->rank * x->nodes];
}

static struct vc_beside *
new_beside(struct vc_explore *x)
{
	const size_t n = (size_t)x->nodes;
	struct vc_beside *b = x->idle_besides;

	if (b != NULL)
		x->idle_besides = b->next;
	else if ((b = malloc(sizeof *b + n * (sizeof *b->known + 2 * sizeof *b->past))) != NULL)
		b->seen = (b->past = (uint32_t *)(b->known + n)) + n;
	return b;
}

static struct vc_beside *
begin(vcube_node *self, const struct vcube_request *r)
{
	struct vc_explore *const x = self->machine->explore;
	const size_t bytes = (size_t)x->nodes * sizeof *x->past;
	struct vc_beside *const b = new_beside(x);

	if (b == NULL) {
		vc_fail(self, VCUBE_EHOST, "no memory for what a call beside the program depends on");
		return NULL;
	}
	memcpy(b->past, vc_past_of(self), bytes);
	memcpy(b->seen, vc_seen_of(self), bytes);
	memcpy(b->known, vc_known_of(self), (size_t)x->nodes * sizeof *b->known);
	b->taken = 0;
	b->request = r;
	b->next = x->besides;
	return x->besides = b;
}

void
vc_beside_begin(vcube_node *self, const struct vcube_request *r)
{
	begin(self, r);
}

struct vc_beside *
vc_beside_take(vcube_node *self, const struct vcube_request *r)
{
	struct vc_explore *const x = self->machine->explore;
	struct vc_beside *const b = begin(self, r);
	const int number = x->answers[self->rank].taken_so++;

	if (b != NULL)
		b->taken = (uint64_t)1 << (number < TAKEN_MOST ? number : TAKEN_MOST - 1);
	if (number >= TAKEN_MOST)
		x->left_out |= 1u << VCUBE_LEFT_POSTED;
	x->any_taken = true;
	return b;
}

bool
vc_beside_is_one(const vcube_node *n, const struct vcube_request *r)
{
	return find(n, r) != NULL;
}

bool
vc_beside_is_known(const vcube_node *n, const struct vcube_request *r)
{
	const struct vc_explore *const x = n->machine->explore;
	const struct vc_beside *const b = find(n, r);

	if (b != NULL && (b->taken & x->known[n->rank * x->nodes + n->rank]) != 0)
		return true;
	/* a send that waits for its receiver learns nothing from it */
	if (n->machine->desc.capacity != SIZE_MAX && (b == NULL || b->taken == 0))
		return false;
	for (int from = 0; b != NULL && from < x->nodes; from++)
		if (b->seen[from] > x->seen[n->rank * x->nodes + from] && from != n->rank)
			return false;
	return true;
}

void
vc_known_join(uint64_t *into, const uint64_t *from, int count)
{
	for (int i = 0; i < count; i++)
		into[i] |= from[i];
}

static void
join(uint32_t *into, const uint32_t *from, int count)
{
	for (int i = 0; i < count; i++)
		if (into[i] < from[i])
			into[i] = from[i];
}

void
vc_beside_learn(vcube_node *self, const struct vcube_request *r)
{
	struct vc_explore *const x = self->machine->explore;
	struct vc_beside *const b = find(self, r);

	if (b == NULL)
		return;
	b->request = NULL;
	join(vc_past_of(self), b->past, x->nodes);
	join(vc_seen_of(self), b->seen, x->nodes);
	if (x->any_taken)
		vc_known_join(vc_known_of(self), b->known, x->nodes);
}

void
vc_besides_reset(struct vc_explore *x)
{
	struct vc_beside **last = &x->besides;

	while (*last != NULL)
		last = &(*last)->next;
	*last = x->idle_besides;
	x->idle_besides = x->besides;
	x->besides = NULL;
}

void
vc_besides_drop(struct vc_explore *x)
{
	vc_besides_reset(x);
	for (struct vc_beside *b; (b = x->idle_besides) != NULL; free(b))
		x->idle_besides = b->next;
}
