/* SPDX-License-Identifier: BSD-2-Clause */
/* Alarms of nodes that share a thread; the header tells what for. */
#include <stdlib.h>
#include "alarms.h"

struct vc_alarms *
vc_alarms_new(int nodes)
{
	struct vc_alarms *a = malloc(sizeof *a + (size_t)nodes * sizeof a->at[0]);

	if (a != NULL) {
		a->nodes = nodes;
		vc_alarms_reset(a);
	}
	return a;
}

void
vc_alarms_reset(struct vc_alarms *a)
{
	vc_alarms_look(a);
	a->first = INT64_MAX;
	for (int r = 0; r < a->nodes; r++)
		a->at[r] = INT64_MAX;
}

void
vc_alarms_set(struct vc_alarms *a, int rank, int64_t when)
{
	a->at[rank] = when;
	if (when < a->first)
		a->first = when;
}

void
vc_alarms_clear(struct vc_alarms *a, int rank)
{
	a->at[rank] = INT64_MAX;
}

/* At the end of a pass over all nodes, `first` is exact again. */
int
vc_alarms_next(struct vc_alarms *a, int rank)
{
	if (rank < 0)
		a->first = INT64_MAX;
	while (++rank < a->nodes) {
		if (a->at[rank] <= a->now) {
			a->at[rank] = INT64_MAX;
			return rank;
		}
		if (a->at[rank] < a->first)
			a->first = a->at[rank];
	}
	return -1;
}
