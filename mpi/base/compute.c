/* SPDX-License-Identifier: BSD-2-Clause */
/* What computing costs between calls of MPI. */
#include <time.h>
#include "compute.h"

static double scale;            /* of all ranks; 0: nothing is measured */

void
vcube_mpi_measure(double factor)
{
	scale = factor;
}

/* Nanoseconds of the processor for this thread */
static int64_t
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void
vcm_begin_computing(struct process *p)
{
	p->measures = scale > 0;
	if (p->measures)
		vcm_resume_computing(p);
}

void
vcm_charge_seconds(struct process *p, double seconds)
{
	if (seconds > 0)
		(vcube_compute)(p->node, seconds < (double)VCUBE_TIME_MAX * 1e-12
				? (vcube_time)(seconds * 1e12) : VCUBE_TIME_MAX);
}

void
vcm_charge_computing(struct process *p)
{
	const int64_t end = now();

	if (p->shared_by_threads) {     /* whose times do not add up */
		if (p->entered_at != NULL)
			p->call.site = p->entered_at;
		p->entered_at = NULL;
		return;
	}
	vcm_charge_seconds(p, (double)(end - p->since) * 1e-9 * scale);
	p->since = end;
}

void
vcm_resume_computing(struct process *p)
{
	p->since = now();
}
