/* SPDX-License-Identifier: BSD-2-Clause */
/* Progress of posted receives; see the header. */
#include "match.h"
#include "progress.h"
#include "recv.h"
#include "request.h"

/* Under other clocks than the free one the resolver chooses what a receive from any takes, for
 * which its node parks; where threads share the node, another one may end the request meanwhile. */
static bool
is_chosen_for(const vcube_node *n, const struct vcube_request *r)
{
	return r->peer < 0 && n->machine->clock->timed;
}

struct vc_slot *
vc_message_for(vcube_node *n, const struct vcube_request *r, struct vc_channel **channel)
{
	const struct vc_want want = vc_request_want(r);

	if (r->peer >= 0)
		*channel = vc_channel_in(n, r->peer);
	else
		*channel = is_chosen_for(n, r) && n->share != NULL ? NULL : vc_any_channel(n, &want);
	return *channel != NULL ? vc_candidate(n, *channel, &want) : NULL;
}

/* Finds a message for a posted receive. Returns the oldest receive that accepts it, or NULL. */
static struct vcube_request *
find(vcube_node *n, struct vc_found *found)
{
	for (struct vcube_request *r = n->requests.receives.first; r != NULL; r = r->next) {
		struct vc_channel *c;
		struct vc_slot *const slot = vc_message_for(n, r, &c);
		struct vcube_request *const oldest = slot == NULL ? NULL
			: vc_posted(n, c->from, slot->label, NULL);

		*found = (struct vc_found){c, slot, NULL};
		if (oldest != NULL)
			return oldest;
	}
	return NULL;
}

bool
vc_can_progress(vcube_node *n)
{
	struct vc_found found;
	struct vcube_request *const r = n->code == 0 ? find(n, &found) : NULL;

	n->machine->parking[n->rank].posted = n->machine->clock->timed ? r : NULL;
	return r != NULL;
}

static void
complete(vcube_node *self, struct vcube_request *r, const struct vc_found *found)
{
	if (is_chosen_for(self, r))
		vc_request_complete_held(self, r);
	else
		vc_complete(self, r, found, VC_NO_TIME);
}

static void
complete_all(vcube_node *self)
{
	struct vcube_request *r;
	struct vc_found found;

	while (self->code == 0 && (r = find(self, &found)) != NULL)
		complete(self, r, &found);
}

/* Threads that share the node may have ended it since, and posted another receive in its memory.
 * What is in front by now may be for an older one. */
static void
complete_one(vcube_node *self, struct vcube_request *r)
{
	struct vc_found found = {NULL, NULL, NULL};

	if (r->list != &self->requests.receives)
		return;
	if (!is_chosen_for(self, r)) {
		found.slot = vc_message_for(self, r, &found.channel);
		if (found.slot == NULL)
			return;
		r = vc_posted(self, found.channel->from, found.slot->label, NULL);
	}
	if (r != NULL)
		complete(self, r, &found);
	else
		complete_all(self);     /* that one fits none, as its receive will tell */
}

int
vc_progress(vcube_node *self)
{
	struct vc_parking *const parking = &self->machine->parking[self->rank];
	struct vcube_request *const one = parking->posted;

	parking->posted = NULL;
	if (self->clock->take_posted == NULL || !self->clock->take_posted(self))
		one != NULL ? complete_one(self, one) : complete_all(self);
	parking->chosen = NULL;         /* not for the wait that goes on now */
	vc_wake_deferred(self);
	return self->code;
}
