/* SPDX-License-Identifier: BSD-2-Clause */
/* Posted receives that others wait for; see the header. */
#include "posted.h"
#include "recv.h"

static bool
some_wait(const vcube_machine *m)
{
	return m->desc.capacity != SIZE_MAX || atomic_load_explicit(&m->confirms, memory_order_relaxed);
}

/* Finds the first message of a node that a receive takes. */
static bool
find_from(vcube_node *n, const struct vcube_request *r, int from, struct vc_found *found)
{
	const struct vc_want want = vc_request_want(r);
	struct vc_channel *const c = vc_channel_in(n, from);
	struct vc_slot *const slot = vc_candidate(n, c, &want);

	*found = (struct vc_found){c, slot, NULL};
	return slot != NULL && vc_posted(n, from, slot->label, NULL) == r;
}

struct vcube_request *
vc_posted_find(vcube_node *n, struct vc_found *found)
{
	struct vcube_request *r = some_wait(n->machine) ? n->requests.receives.first : NULL;

	for (; r != NULL; r = r->next)
		if (r->peer >= 0 && find_from(n, r, r->peer, found))
			return r;
	return NULL;
}
