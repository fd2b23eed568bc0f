/* SPDX-License-Identifier: BSD-2-Clause */
/* Nodes' clocks: read, advanced up to their limit; slots that most clocks share. */
#include "node.h"
#include "remote.h"
#include "told.h"

vcube_time
vc_clock_now(vcube_node *self)
{
	return self->now;
}

vcube_time
vc_clock_deadline(vcube_node *self, vcube_time limit)
{
	const vcube_time now = self->clock->now(self);

	return limit > VC_NO_TIME - now ? VC_NO_TIME - 1 : now + limit;
}

int
vc_clock_time_out(vcube_node *self, vcube_time deadline)
{
	const vcube_time now = self->clock->now(self);

	if (now < deadline)
		vc_clock_pass(self, "vcube_recv_within", deadline - now);
	return self->code;
}

vcube_time
vc_clock_clock_of(const vcube_machine *m, int rank)
{
	const struct vc_told *const told = vc_told(m, rank);

	return told != NULL ? told->now : m->node[rank].now;
}

bool
vc_clock_is_known(const vcube_machine *m, int rank)
{
	(void)m, (void)rank;
	return true;
}

uint64_t
vc_clock_nothing_done(const vcube_machine *m, int rank)
{
	(void)m, (void)rank;
	return 0;
}

int
vc_clock_ends(vcube_node *self, const char *what)
{
	return vc_fail(self, VCUBE_ELIMIT, "%s: the clock of node %d would exceed its limit of "
		       "%d days", what, self->rank, VC_TIME_DAYS);
}

int
vc_remote_refuse(vcube_node *self, const char *what)
{
	return vc_fail(self, VCUBE_EINVAL, "node %d: %s depends on when the messages of all nodes arrive, "
		       "which processes do not know of each other in virtual time; use clock=free, or one "
		       "process", self->rank, what);
}

bool
vc_clock_pass(vcube_node *self, const char *what, vcube_time time)
{
	if (time <= VCUBE_TIME_MAX - self->now) {
		self->now += time;
		return true;
	}
	vc_clock_ends(self, what);
	return false;
}

vcube_time
vcube_run_time(const vcube_machine *m)
{
	vcube_time latest = 0;

	for (int r = 0; r < m->nodes; r++)
		if (latest < m->clock->clock_of(m, r))
			latest = m->clock->clock_of(m, r);
	return latest;
}
