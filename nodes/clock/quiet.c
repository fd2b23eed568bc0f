/* SPDX-License-Identifier: BSD-2-Clause */
/* Polls that need not ask the resolver; see the header. */
#include "quiet.h"
#include "recv.h"

/* Returns the least time from the start of a message to its arrival at another node. Faults may
 * send a copy without a start-up. The cost of a link may change during a run. */
static vcube_time
least_delay(const vcube_machine *m)
{
	const struct vcube_cost *const k = &m->cost;
	vcube_time least = k->startup;

	if (m->faults != NULL)
		return 0;
	if (least > k->exchange_startup)
		least = k->exchange_startup;
	if (least > k->exchange_all_startup)
		least = k->exchange_all_startup;
	/* vcube_signal() has this in place of a start-up */
	if (k->barrier >= 0 && least > k->barrier)
		least = k->barrier;
	if (k->barrier >= 0 && least > k->barrier_doubling)
		least = k->barrier_doubling;
	return least;
}

/* A thread that computes outside of all calls may send at its node's time, which may be earlier.
 * Where threads share the node, another one may have moved its clock on since the resolver
 * answered. */
void
vc_quiet_begin(vcube_node *self, vcube_time now)
{
	self->quiet = self->share == NULL &&
		      atomic_load_explicit(&self->machine->loose, memory_order_relaxed) == 0
		? now + least_delay(self->machine) : 0;
}

void
vc_quiet_end(vcube_node *self)
{
	if (self->quiet == 0)
		return;
	self->quiet = self->probed.until = 0;
	for (struct vcube_request *r = self->requests.receives.first; r != NULL; r = r->next)
		r->got.arrival = 0;
}

void
vc_quiet_first(vcube_node *self, vcube_request *r, vcube_time arrival)
{
	const struct vcube_request *older = self->requests.receives.first;

	while (older != NULL && older != r && older->peer >= 0)
		older = older->next;
	if (older == NULL || older == r)
		r->got.arrival = arrival < self->quiet ? arrival : self->quiet;
}

static bool
is_nothing_there(vcube_node *self, const vcube_request *r)
{
	const struct vc_want want = vc_request_want(r);

	return r->peer >= 0 ? vc_poll_front(self, r) == NULL : vc_any_channel(self, &want) == NULL;
}

/* A run that is stopped tells so where nodes wait. */
static bool
goes_on(const vcube_node *self)
{
	return atomic_load_explicit(&self->machine->stop, memory_order_relaxed) >= 0;
}

bool
vc_quiet_for(vcube_node *self, const vcube_request *r, vcube_time now)
{
	if (!goes_on(self))
		return false;
	if (vc_request_is_send(self, r))
		return now < r->remains;
	return r->peer != self->rank &&
	       (now < r->got.arrival || (now < self->quiet && is_nothing_there(self, r)));
}
