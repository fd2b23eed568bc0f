/* SPDX-License-Identifier: BSD-2-Clause */
/* Alarms of nodes that share a thread; the header tells what for. */
#include <stdlib.h>
#include "alarms.h"

struct vc_alarms *
vc_alarms_new(int nodes)
{
	struct vc_alarms *a = calloc(1, sizeof *a);

	if (a != NULL && vc_event_queue_open(&a->queue, nodes) == 0)
		return a;
	vc_alarms_free(a);
	return NULL;
}

void
vc_alarms_free(struct vc_alarms *a)
{
	if (a != NULL)
		vc_event_queue_close(&a->queue);
	free(a);
}

void
vc_alarms_reset(struct vc_alarms *a, int nodes)
{
	vc_alarms_look(a);
	vc_event_queue_reset(&a->queue, nodes);
}

void
vc_alarms_set(struct vc_alarms *a, int rank, int64_t when)
{
	vc_event_queue_put(&a->queue, rank, when);
}

void
vc_alarms_clear(struct vc_alarms *a, int rank)
{
	vc_event_queue_take(&a->queue, rank);
}

int
vc_alarms_next(struct vc_alarms *a)
{
	int rank;

	if (vc_alarms_first(a) > a->now)
		return -1;
	rank = vc_event_queue_first(&a->queue);
	vc_event_queue_take(&a->queue, rank);
	return rank;
}
