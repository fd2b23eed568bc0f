/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Message races: a receive of any source took a message, while one of another source was there
 * that it could have taken as well. The program may well be right, so this is a warning.
 */
#include <stdlib.h>
#include "explain.h"
#include "wrong.h"

static struct races *
note(struct process *p)
{
	if (p->races == NULL)
		p->races = calloc(1, sizeof *p->races);
	if (p->races != NULL)
		p->races->count++;
	return p->races;
}

void
vcm_race_check(struct process *p, const struct envelope *e, int source)
{
	struct vcube_status s;
	struct races *races;
	char text[CALL_ROOM];
	int there;

	vcm_check(p, (vcube_tiprobe)(p->node, e->comm->line, VCUBE_ANY, vcm_tag(e), &there, &s));
	if (!there || s.from - e->comm->first == source)
		return;
	races = note(p);
	if (races == NULL || races->count > 1)
		return;
	vcm_explain(p, text, sizeof text);
	snprintf(races->first, sizeof races->first, "%s took the message of rank %d, and one of rank %d "
		 "was there, too", text, source, s.from - e->comm->first);
}

void
vcm_races_tell(const struct process *p)
{
	if (p->races != NULL)
		fprintf(stderr, "warning: rank %d: message race: %s; %d such receive%s: the result may "
			"depend on the order\n", p->rank, p->races->first, p->races->count,
			p->races->count == 1 ? "" : "s");
}
