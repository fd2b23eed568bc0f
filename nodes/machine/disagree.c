/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Different calls of one group, where no message has shown it: each node waits for what the
 * other will not do. The calls of a group are its collectives, which each member counts, and
 * its rendezvous (vcube_split(), vcube_align()), where each member has a seat.
 */
#include <stdio.h>
#include "disagree.h"
#include "group.h"
#include "park.h"
#include "quiescence.h"
#include "signature.h"
#include "wait_graph.h"

/* Returns the collective that a parked node is in, or the last one of a node that has
 * returned; NULL: none. */
static const struct vc_frame *
call_of(const vcube_machine *m, int rank)
{
	const vcube_node *const n = &m->node[rank];

	if (vc_wait_of(m, rank) != NULL)
		return n->depth > 0 ? &n->calls[n->depth - 1] : NULL;
	return n->code == 0 && n->calls[0].signature != 0 ? &n->calls[0] : NULL;
}

/* Returns the wait of a node that is in a rendezvous; NULL: it is in none. */
static const struct vc_wait *
rendezvous_of(const vcube_machine *m, int rank)
{
	const struct vc_wait *const w = vc_wait_of(m, rank);

	return w != NULL && w->kind == VC_WAIT_ALIGN ? w : NULL;
}

/* Is `one` in a call of a group that `other`, a member, has not begun? */
static bool
is_ahead(const vcube_machine *m, int one, int other)
{
	const vcube_node *const n = &m->node[one];
	const struct vc_wait *const w = rendezvous_of(m, one);
	int rank;

	if (w == NULL)
		return n->depth > 0 &&
		       vc_calls_ahead(n, n->calls[n->depth - 1].group, &m->node[other]) > 0;
	rank = vc_group_find(n, w->group, other);
	return rank >= 0 && !vc_group_seat(n, w->group, rank)->seated;
}

/* Do two nodes, the first of which waits for the other, make different calls? Their collectives
 * have the same number in one group but differ; or each is in a call that the other has not
 * begun; or the other has left a collective that the first, in a rendezvous, has not begun. Two
 * rendezvous are of two groups: a deadlock like any other. */
static bool
disagree(const vcube_machine *m, int one, int other)
{
	const struct vc_wait *const w = rendezvous_of(m, one);
	const struct vc_frame *const a = call_of(m, one), *const b = call_of(m, other);

	if (a != NULL && b != NULL && vc_signature_differs(a->signature, b->signature))
		return true;
	if (w != NULL && rendezvous_of(m, other) != NULL)
		return false;
	if (vc_wait_of(m, other) != NULL && is_ahead(m, one, other) && is_ahead(m, other, one))
		return true;
	return w != NULL && b != NULL && vc_wait_of(m, other) == NULL &&
	       vc_calls_ahead(&m->node[one], w->group, &m->node[other]) < 0;
}

/* Finds the first pair that disagrees and of which one waits for the other. */
static bool
find(const vcube_machine *m, int *one, int *other)
{
	for (int r = 0; r < m->nodes; r++) {
		const int p = vc_wait_of(m, r) ? vc_wait_peer(m, r) : -1;

		if (p < 0 || !disagree(m, r, p))
			continue;
		*one = r;
		*other = p;
		return true;
	}
	return false;
}

enum { CALL_ROOM = VC_CALL_ROOM + 200 };

/* Writes the rendezvous that a node is in. */
static void
write_rendezvous(const vcube_node *n, const vcube_group *group, char buffer[CALL_ROOM])
{
	const struct vc_seat *const seat = vc_group_seat(n, group, vcube_group_rank(n, group));
	char text[VC_GROUP_ROOM] = "";

	snprintf(buffer, CALL_ROOM, "%s%s%s", vc_seat_call(seat),
		 group != NULL ? " of " : "", group != NULL ? vc_group_text(group, text) : "");
}

/* Writes the call that a node is in or, if it has returned, has made last, which the report does
 * not show elsewhere. Returns `buffer`. */
static const char *
describe(const vcube_machine *m, int rank, char buffer[CALL_ROOM])
{
	const vcube_node *const n = &m->node[rank];
	const struct vc_wait *const w = rendezvous_of(m, rank);
	const struct vc_frame *const f = call_of(m, rank);
	const bool shown = vc_wait_of(m, rank) != NULL || f->here == NULL;
	char text[VC_CALL_ROOM];

	if (w != NULL)
		write_rendezvous(n, w->group, buffer);
	else
		snprintf(buffer, CALL_ROOM, "%s%s%s", vc_signature_text(n, f->signature, text),
			 shown ? "" : " at ", shown ? "" : f->here);
	return buffer;
}

int
vc_disagree_tell(vcube_machine *m)
{
	char a[CALL_ROOM], b[CALL_ROOM];
	int one, other;

	if (!find(m, &one, &other))
		return -1;
	vc_fail(&m->node[one], VCUBE_EMISMATCH,
		"node %d is in %s and waits for node %d, which %s %s", one,
		describe(m, one, a), other,
		vc_wait_of(m, other) != NULL ? "is in" : "has returned from",
		describe(m, other, b));
	return one;
}
