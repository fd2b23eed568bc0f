/* SPDX-License-Identifier: BSD-2-Clause */
/* The observer of a run, and whether sends and receives are instrumented or take the fast
 * path. */
#include "error.h"
#include "node.h"
#include "parts.h"

void
vcube_on_step(vcube_machine *m, vcube_observer *observer, void *arg)
{
	m->next_observer = observer;
	m->next_observer_arg = arg;
}

static int
begin_observer(vcube_machine *m, struct vcube_error *error)
{
	const bool takes_time = m->clock->receive != NULL;
	/* sends that take time are recorded with it */
	const bool decorated = m->next_observer != NULL || m->faults != NULL ||
			       (takes_time && m->trace != NULL);
	const bool instrumented = decorated || takes_time;

	m->observer = m->next_observer;
	m->observer_arg = m->next_observer_arg;
	m->observed = m->shows_contents = m->observer != NULL;
	if (m->remote != NULL && m->next_observer != NULL)
		return vc_error(error, VCUBE_EINVAL, "vcube_on_step: nodes of other processes are out of "
				"the observer's sight; use transport=none");
	atomic_store_explicit(&m->stop, decorated || m->remote != NULL ? VC_LOOK : 0,
			      memory_order_relaxed);
	for (int r = 0; r < m->nodes; r++) {
		vcube_node *n = &m->node[r];

		if (vc_is_remote(m, r))
			continue;
		n->instrumented = instrumented;
		n->fast_possible = !instrumented && m->clock->send == NULL && n->digest == NULL && !m->limited;
		n->alone = n->fast_possible && m->remote == NULL && m->nodes <= m->processors;
		vc_choose_fast_path(n);
	}
	return 0;
}

const struct vc_part vc_part_observer = {
	.begin = begin_observer,
};
