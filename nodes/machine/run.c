/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A run: one thread for each node. Threads wait at the gate until all exist, so that no
 * program has started if the host refuses a thread.
 */
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "error.h"
#include "ends.h"
#include "lines.h"
#include "futex.h"
#include "parts.h"
#include "quarantine.h"
#include "quiescence.h"
#include "remote.h"
#include "request.h"
#include "record.h"
#include "watch.h"

enum { GATE_SHUT, GATE_OPEN, GATE_CANCELLED };

/* How often nodes are woken after the time limit. */
enum { AGAIN_NS = 10000000 };

bool
vc_pass_gate(vcube_machine *m)
{
	uint32_t gate;

	/* acquire: RUN-GATE, open_gate() */
	while ((gate = atomic_load_explicit(&m->gate, memory_order_acquire)) == GATE_SHUT)
		vc_futex_wait(&m->gate, GATE_SHUT, -1);
	return gate == GATE_OPEN;
}

static void
open_gate(vcube_machine *m, uint32_t gate)
{
	/* release: RUN-GATE, vc_pass_gate() */
	atomic_store_explicit(&m->gate, gate, memory_order_release);
	vc_futex_wake(&m->gate, INT_MAX);
}

void
vc_node_settle(vcube_node *self)
{
	if (self->code == 0 && self->result != 0)
		vc_fail(self, VCUBE_EPROGRAM, "the program of node %d returned %d", self->rank,
			self->result);
	vc_requests_end(self);
	vc_quarantine_empty(self);
	if (self->code == 0 && vc_heap_peak(&self->heap) > 0) {
		struct vcube_error error;

		if (vc_heap_check(&self->heap, &error) != 0)
			vc_fail(self, error.code, "heap of node %d: %s", self->rank, error.text);
	}
}

/* Ends the node after its program. */
static void
leave(vcube_node *self)
{
	self->site.here = NULL;         /* no line of the program calls what follows */
	if (self->clock->leave != NULL)
		self->clock->leave(self);
	vc_watches_end(self, 0);
	vc_node_settle(self);
	vc_ends_run(NULL, NULL);
	/* release: NODE-ENDED, its failure, is_over() */
	atomic_store_explicit(&self->ended, true, memory_order_release);
	if (vc_unlikely(self->log != NULL) && self->code != 0)
		vc_trace_fail(self);
	vc_node_leave(self);
}

void
vc_node_vanish(void *node)
{
	vcube_node *self = node;

	vc_fail(self, VCUBE_EPROGRAM, "the program of node %d ended its thread instead of returning",
		self->rank);
	leave(self);
}

static void
enter(vcube_node *self)
{
	const vcube_machine *m = self->machine;

	vc_node_enter(self);
	if (self->clock->enter != NULL)
		self->clock->enter(self);
	vc_heap_init(&self->heap, m->heaps.base + m->heap_stride * (size_t)self->rank,
		     m->desc.heap, self->strict);
}

void
vc_node_live(vcube_node *self)
{
	enter(self);
	self->result = self->machine->program(self, self->machine->arg);
	leave(self);
}

static void *
thread(void *arg)
{
	vcube_node *self = arg;
	vcube_machine *m = self->machine;

	if (!vc_pass_gate(m))
		return NULL;
	vc_ends_run(self, self->stack + m->stack_stride - VC_ENDS_STACK);
	enter(self);
	pthread_cleanup_push(vc_node_vanish, self);
	self->result = m->program(self, m->arg);
	pthread_cleanup_pop(0);
	leave(self);
	return NULL;
}

/* Where processes share the host, the kernel might run two of them on the same processor for
 * long. */
void
vc_pin(const vcube_machine *m, int place, int places, pthread_t thread)
{
	cpu_set_t set;

	if (!m->desc.pin || (m->processors < 2 && m->process_count < 2))
		return;
	CPU_ZERO(&set);
	CPU_SET(m->processor[(long)place * m->processors / places], &set);
	pthread_setaffinity_np(thread, sizeof set, &set);
}

/* Before all other programs of the host, but behind those that ask for more than the least. */
static void
prioritize(const vcube_machine *m, pthread_attr_t *attr)
{
	struct sched_param least;

	if (m->desc.priority != VCUBE_PRIORITY_REALTIME)
		return;
	least.sched_priority = sched_get_priority_min(SCHED_FIFO);
	pthread_attr_setinheritsched(attr, PTHREAD_EXPLICIT_SCHED);
	pthread_attr_setschedpolicy(attr, SCHED_FIFO);
	pthread_attr_setschedparam(attr, &least);
}

/* Starts a node's thread; `place`: among those of this process. */
static int
start(vcube_machine *m, int rank, int place)
{
	vcube_node *n = &m->node[rank];
	size_t guard = (size_t)sysconf(_SC_PAGESIZE);
	pthread_attr_t attr;
	int error = pthread_attr_init(&attr);

	if (error != 0)
		return error;
	pthread_attr_setstack(&attr, n->stack + guard, m->stack_stride - VC_ENDS_STACK - guard);
	prioritize(m, &attr);
	error = pthread_create(&n->thread, &attr, thread, n);
	pthread_attr_destroy(&attr);
	if (error == 0)
		vc_pin(m, place, m->local, n->thread);
	return error;
}

/* Waits for the end of the run; stops it when its limit expires. */
static void
attend(vcube_machine *m)
{
	int64_t deadline = m->desc.limit > 0 ? vc_host_ns() + m->desc.limit / 1000 : -1;
	int64_t end = INT64_MAX;

	/* acquire: RUN-END, vc_node_leave() */
	while (atomic_load_explicit(&m->over, memory_order_acquire) == 0) {
		vc_futex_wait(&m->over, 0, deadline);
		if (deadline < 0 || vc_host_ns() < deadline)
			continue;
		if (!m->late)
			end = m->desc.hard_limit ? vc_host_ns() + m->desc.limit / 1000 : INT64_MAX;
		if (vc_host_ns() >= end)
			vc_ends_late(m);
		vc_stop_late(m);
		deadline = vc_host_ns() + AGAIN_NS;
	}
}

/* Begins every part. Returns 0, or the error that prevents the run. */
static int
begin(vcube_machine *m)
{
	int code = 0;

	atomic_store_explicit(&m->gate, GATE_SHUT, memory_order_relaxed);
	for (int i = 0; m->way->parts[i] != NULL && code == 0; i++)
		if (m->way->parts[i]->begin != NULL)
			code = m->way->parts[i]->begin(m, &m->error);
	return code;
}

/* Finishes every part once all threads have ended. Returns the run's error. */
static int
finish(vcube_machine *m)
{
	for (int i = 0; m->way->parts[i] != NULL; i++)
		if (m->way->parts[i]->finish != NULL)
			m->way->parts[i]->finish(m);
	return m->error.code;
}

int
vc_refused_thread(vcube_machine *m, int number, int of, int error)
{
	if (error == EPERM && m->desc.priority == VCUBE_PRIORITY_REALTIME)
		return vc_error(&m->error, VCUBE_EHOST, "the host does not permit priority=realtime: it "
				"takes CAP_SYS_NICE or a limit of real-time priorities (ulimit -r) of 1; "
				"without them choose priority=normal");
	return vc_error(&m->error, VCUBE_EHOST, "the host refused thread %d of %d (%s)", number,
			of, strerror(error));
}

int
vc_run_started(vcube_machine *m, int code)
{
	if (m->remote != NULL)
		code = m->remote->begin(m, code, &m->error);
	m->began = vc_host_ns();
	open_gate(m, code == 0 ? GATE_OPEN : GATE_CANCELLED);
	if (code == 0)
		m->remote != NULL ? m->remote->attend(m, vc_ends_late) : attend(m);
	return code;
}

int
vc_run_threads(vcube_machine *m)
{
	int started = 0, place = 0, error = 0, code;

	vc_ends_watch();
	vc_turns_begin(&m->turns);
	for (; started < m->nodes && error == 0; started++)
		if (!vc_is_remote(m, started))
			error = start(m, started, place++);
	started -= error != 0;
	code = error != 0 ? vc_refused_thread(m, started + 1, m->nodes, error) : 0;
	code = vc_run_started(m, code);
	for (int r = 0; r < started; r++)
		if (!vc_is_remote(m, r))
			pthread_join(m->node[r].thread, NULL);
	return code;
}

int
vc_run_once(vcube_machine *m, vcube_program *program, void *arg)
{
	const int code = begin(m);

	if (code != 0)
		return m->remote != NULL ? m->remote->begin(m, code, &m->error) : code;
	if (program == NULL)
		return vc_error(&m->error, VCUBE_EINVAL, "vcube_run: the program is NULL");
	m->program = program;
	m->arg = arg;
	return m->way->run(m) == 0 ? finish(m) : m->error.code;
}

int
vc_refuse_running(vcube_machine *m, const char *call, const void *returns_to)
{
	vcube_node *const caller = vc_ends_node();
	char place[VC_LINE_ROOM];

	if (caller == NULL || caller->machine != m)
		return VCUBE_EINVAL;
	caller->site.here = NULL;       /* the line of its last call */
	return vc_fail(caller, VCUBE_EINVAL, "%s%s: node %d passes the machine that runs it, "
		       "which it can do only after the run", call, vc_lines_at(returns_to, place),
		       caller->rank);
}

bool
vc_run_begin(vcube_machine *m)
{
	/* acquire: RUN-BUSY, vc_run_end() */
	return !atomic_exchange_explicit(&m->busy, true, memory_order_acquire);
}

void
vc_run_end(vcube_machine *m)
{
	for (int r = 0; r < m->threads; r++)
		if (!vc_is_remote(m, r))
			vc_node_retire(&m->node[r]);
	/* release: RUN-BUSY, vc_run_begin() */
	atomic_store_explicit(&m->busy, false, memory_order_release);
}

int
vcube_run(vcube_machine *m, vcube_program *program, void *arg)
{
	struct vcube_explored explored;
	int code;

	if (m == NULL)
		return VCUBE_EINVAL;
	if (m->desc.explore != VCUBE_EXPLORE_NO) {
		code = vcube_explore(m, program, arg, NULL, &explored);
		vcube_explored_clear(&explored);
		return code;
	}
	if (!vc_run_begin(m))
		return vc_refuse_running(m, "vcube_run", __builtin_return_address(0));
	code = (m->desc.digest ? vc_run_twice : vc_run_once)(m, program, arg);
	vc_run_end(m);
	return code;
}
