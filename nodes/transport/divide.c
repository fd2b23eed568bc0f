/* SPDX-License-Identifier: BSD-2-Clause */
/* Which processes share a machine, and which of them has which nodes. */
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <vcube/process.h>
#include "error.h"
#include "processes.h"

int
vc_process_of(const vcube_machine *m, int rank)
{
	const struct vc_processes *const p = m->processes;

	if (m->desc.spread == VCUBE_SPREAD_ROBIN)
		return rank % p->count;
	return (int)((long)rank * p->count / m->nodes);
}

/* Gives each process its nodes. */
static void
divide_nodes(vcube_machine *m, const struct vc_processes *p)
{
	m->local = 0;
	for (int r = 0; r < m->nodes; r++) {
		m->elsewhere[r] = vc_process_of(m, r) != p->process;
		m->local += !m->elsewhere[r];
	}
}

/* Gives it its share of the host's processors, unless somebody has confined it to some already. */
static void
divide_processors(vcube_machine *m, const struct vc_processes *p)
{
	const struct vcube_transport *const t = p->transport;
	const int *const first = m->processor + (long)t->place * m->processors / t->beside;

	if (m->processors < sysconf(_SC_NPROCESSORS_ONLN))
		return;
	m->processors = t->beside < m->processors ? m->processors / t->beside : 1;
	memmove(m->processor, first, (size_t)m->processors * sizeof *m->processor);
}

static struct vc_processes *
new_processes(vcube_machine *m, struct vc_joined *j)
{
	struct vc_processes *const p = calloc(1, sizeof *p);

	if (p == NULL)
		return NULL;
	pthread_mutex_init(&p->lock, NULL);
	p->machine = m;
	p->joined = j;
	p->transport = j->transport;
	p->process = j->transport->process;
	p->count = j->transport->processes;
	p->crowded = j->transport->beside > sysconf(_SC_NPROCESSORS_ONLN);
	p->out = calloc((size_t)p->count, sizeof *p->out);
	p->proxy = aligned_alloc(VC_LINE, sizeof *p->proxy);
	if (p->proxy != NULL) {
		memset(p->proxy, 0, sizeof *p->proxy);
		vc_pool_open(&p->proxy->pool);
	}
	p->awake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	return p;
}

static int
open_division(vcube_machine *m, struct vcube_error *error)
{
	const char *const name = m->desc.transport;
	struct vc_processes *p;
	struct vc_joined *j;

	if (name == NULL)
		return 0;
	j = vc_join(name, error);
	if (j == NULL)
		return VCUBE_EHOST;
	if (m->nodes < j->transport->processes)
		return vc_error(error, VCUBE_EINVAL, "%s has %d nodes, too few for %d processes: each takes "
				"one at least", vcube_topology_text(m->topology), m->nodes,
				j->transport->processes);
	if (!vc_joined_take(j, true))
		return vc_error(error, VCUBE_EINVAL, "transport=%s: another machine of this process uses it, "
				"and it carries one at a time", name);
	p = m->processes = new_processes(m, j);
	m->elsewhere = calloc((size_t)m->nodes, sizeof *m->elsewhere);
	if (p == NULL)
		vc_joined_take(j, false);
	if (p == NULL || p->out == NULL || p->proxy == NULL || p->awake < 0 || m->elsewhere == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for %d processes", j->transport->processes);
	m->process = p->process;
	m->process_count = p->count;
	divide_nodes(m, p);
	divide_processors(m, p);
	p->transport->arg = p;
	p->transport->land = vc_inbox_land;
	p->opening = true;
	return 0;
}

static void
close_division(vcube_machine *m)
{
	struct vc_processes *const p = m->processes;

	free(m->elsewhere);
	if (p == NULL)
		return;
	for (int i = 0; p->out != NULL && i < p->count; i++)
		vc_bytes_free(&p->out[i]);
	free(p->out);
	if (p->proxy != NULL)
		vc_pool_close(&p->proxy->pool);
	free(p->proxy);
	if (p->awake >= 0)
		close(p->awake);
	pthread_mutex_destroy(&p->lock);
	p->transport->land = NULL;
	vc_joined_take(p->joined, false);
	free(p);
}

const struct vc_part vc_part_division = {
	.open = open_division,
	.close = close_division,
};

int
vcube_process(const vcube_machine *m)
{
	return m->process;
}

int
vcube_processes(const vcube_machine *m)
{
	return m->process_count;
}

int
vcube_process_of(const vcube_machine *m, int rank)
{
	return m->processes != NULL ? vc_process_of(m, rank) : 0;
}
