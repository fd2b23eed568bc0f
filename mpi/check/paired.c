/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the members of a collective call with counts of their own send to each other and expect
 * of each other, compared pair by pair: the call with the counts of the others, as they come.
 */
#include <stdlib.h>
#include "explain.h"
#include "paired.h"
#include "wrong.h"

/* What a member says. Elements below 0: nothing, so there is nothing to compare. */
struct row {
	const char *call;
	const void *site;
	struct signature signatures[];  /* that it sends to each, then that it receives of each */
};

static const struct signature none = {-1, SIGNATURE_ANY};

/* Of blocks for each of `members`, or of one for the root */
static void
fill(struct signature *to, const struct coll *c, const struct blocks *b, bool each)
{
	struct block one;

	for (int i = 0; i < c->comm->size; i++) {
		to[i] = none;
		if (!each && i != c->root)
			continue;
		one = each ? vcm_block(b, i) : (struct block){b->buffer, b->count, b->type};
		if (one.type != NULL)
			to[i] = vcm_block_signature(&one);
	}
}

/* In a gatherv or scatterv, the root's own block may be missing on one side. */
static struct row *
new_row(const struct coll *c)
{
	const int members = c->comm->size, me = c->comm->rank;
	const bool root = c->has_root && c->root == me;
	const bool scatters = c->alike == PAIRED_FROM_ROOT, gathers = c->alike == PAIRED_TO_ROOT;
	struct row *r = vcm_memory(c->p, sizeof *r + 2 * (size_t)members * sizeof *r->signatures);
	struct signature *const sent = r->signatures, *const received = sent + members;

	r->call = c->p->call.name;
	r->site = c->p->call.site;
	for (int i = 0; i < 2 * members; i++)
		sent[i] = none;
	if (!c->has_root || (scatters && root))
		fill(sent, c, c->in_place && !c->has_root ? &c->out : &c->in, true);
	else if (gathers && !(root && c->in_place))
		fill(sent, c, &c->in, false);
	if (!c->has_root || (gathers && root))
		fill(received, c, &c->out, true);
	else if (scatters && !(root && c->in_place))
		fill(received, c, &c->out, false);
	return r;
}

/* Returns a member with whom this one does not agree; -1: there is none. Sets both sides. */
static int
differs(struct row *const *rows, int members, int me, struct signature *mine,
	struct signature *theirs, bool *sends)
{
	for (int side = 0; side < 2; side++)
		for (int i = 0; i < members; i++) {
			if (rows[i] == NULL)
				continue;
			*sends = side == 0;
			*mine = rows[me]->signatures[side * members + i];
			*theirs = rows[i]->signatures[(1 - side) * members + me];
			if (mine->elements >= 0 && theirs->elements >= 0
			    && !vcm_signature_matches(*mine, *theirs))
				return i;
		}
	return -1;
}

struct row **
vcm_pair(const struct coll *c, struct row **rows, struct unpaired *u)
{
	const int members = c->comm->size, me = c->comm->rank;
	struct signature mine, theirs;
	bool sends;

	if (rows == NULL) {
		rows = vcm_memory(c->p, (size_t)members * sizeof(struct row *));
		for (int i = 0; i < members; i++)
			rows[i] = NULL;
	}
	rows[me] = new_row(c);
	u->with = differs(rows, members, me, &mine, &theirs, &sends);
	if (u->with >= 0)
		*u = (struct unpaired){u->with, sends, mine.elements, theirs.elements,
				       rows[u->with]->call, rows[u->with]->site};
	return rows;
}

void
vcm_pairs_free(struct row **rows, int members)
{
	for (int i = 0; rows != NULL && i < members; i++)
		free(rows[i]);
	free(rows);
}

void
vcm_complain_of_pair(const struct coll *c, const struct unpaired *u)
{
	char here[PLACE_ROOM], there[PLACE_ROOM];

	vcm_wrong(c->p, "type matching", "%s at %s %s %jd element%s %s rank %d, which %s %jd%s in %s at %s",
		  c->p->call.name, vcm_place(c->p->call.site, here),
		  u->sends ? "sends" : "receives", (intmax_t)u->mine, u->mine == 1 ? "" : "s",
		  u->sends ? "to" : "from", u->with, u->sends ? "receives" : "sends",
		  (intmax_t)u->theirs, u->mine == u->theirs ? " of other types" : "", u->call,
		  vcm_place(u->site, there));
}
