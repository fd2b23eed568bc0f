/* SPDX-License-Identifier: BSD-2-Clause */
/* Progress of posted receives; see the header. */
#include "match.h"
#include "progress.h"
#include "recv.h"
#include "request.h"

/* Under other clocks than the free one the resolver chooses what a receive from any takes. */
static struct vc_channel *
channel_of(vcube_node *n, const struct vcube_request *r, const struct vc_want *want)
{
	if (r->peer >= 0)
		return vc_channel_in(n, r->peer);
	return n->machine->clock->timed ? NULL : vc_any_channel(n, want);
}

/* Finds a message for a posted receive. Returns the oldest receive that accepts it, or NULL. */
static struct vcube_request *
find(vcube_node *n, struct vc_found *found)
{
	for (struct vcube_request *r = n->requests.receives.first; r != NULL; r = r->next) {
		const struct vc_want want = vc_request_want(r);
		struct vc_channel *const c = channel_of(n, r, &want);
		struct vc_slot *const slot = c == NULL ? NULL : vc_candidate(n, c, &want);
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

	return n->code == 0 && find(n, &found) != NULL;
}

int
vc_progress(vcube_node *self)
{
	struct vcube_request *r;
	struct vc_found found;

	while (self->code == 0 && (r = find(self, &found)) != NULL)
		if (vc_complete(self, r, &found, VC_NO_TIME) != 0)
			break;
	vc_wake_deferred(self);
	return self->code;
}
