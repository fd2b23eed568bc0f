/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls beside the program; see the header. */
#include <stdlib.h>
#include <string.h>
#include "beside.h"
#include "fiber.h"

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
	return self->fibers.running != NULL ? find(self, self->fibers.running->request) : NULL;
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

static struct vc_beside *
new_beside(struct vc_explore *x)
{
	const size_t n = (size_t)x->nodes;
	struct vc_beside *b = x->idle_besides;

	if (b != NULL)
		x->idle_besides = b->next;
	else if ((b = malloc(sizeof *b + 2 * n * sizeof *b->past)) != NULL)
		b->seen = b->past + n;
	return b;
}

void
vc_beside_begin(vcube_node *self, const struct vcube_request *r)
{
	struct vc_explore *const x = self->machine->explore;
	const size_t bytes = (size_t)x->nodes * sizeof *x->past;
	struct vc_beside *const b = new_beside(x);

	if (b == NULL) {
		vc_fail(self, VCUBE_EHOST, "no memory for what a call beside the program depends on");
		return;
	}
	memcpy(b->past, vc_past_of(self), bytes);
	memcpy(b->seen, vc_seen_of(self), bytes);
	b->request = r;
	b->next = x->besides;
	x->besides = b;
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

	/* a send that waits for its receiver learns nothing from it */
	if (n->machine->desc.capacity != SIZE_MAX)
		return false;
	for (int from = 0; b != NULL && from < x->nodes; from++)
		if (b->seen[from] > x->seen[n->rank * x->nodes + from])
			return false;
	return true;
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
