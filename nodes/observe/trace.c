/* SPDX-License-Identifier: BSD-2-Clause */
/* A recording: starting it, memory for its logs, ending it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "error.h"
#include "region.h"
#include "network.h"
#include "trace.h"
#include "recorded.h"

#define EVENTS_MOST ((uint64_t)1 << 24)
#define EVENTS_LEAST 64u                        /* for each node */
#define PAGE ((size_t)4096)
#define DATA_MOST ((uint64_t)1 << 28)
/* The most memory that we touch before the run, for each node and for all: touching it
 * evicts the program's data from the caches. */
#define READY_EACH ((size_t)1 << 17)
#define READY_ALL ((size_t)1 << 22)
#define WRITTEN ((size_t)1 << 18)               /* bytes that go to the file at once */

static void
free_chunks(struct vc_trace_chunk *c)
{
	for (struct vc_trace_chunk *next; c != NULL; c = next) {
		next = c->next;
		free(c);
	}
}

static void
free_trace(struct vc_trace *t)
{
	if (t == NULL)
		return;
	for (int i = 0; i < t->logs; i++) {
		free_chunks(t->log[i].data);
		free(t->log[i].kept);
		free(t->log[i].started);
	}
	vc_recorded_free(t);
	if (t->file != NULL)
		fclose(t->file);
	free(t->buffer);
	free(t->path);
	free(t->title);
	free(t);
}

/* Makes a trace with empty logs. Each node of a machine with threads has one, whether it is
 * traced or not: it may send to those that are. */
static struct vc_trace *
new_trace(const vcube_machine *m, const char *path, const struct vcube_trace_options *o)
{
	const bool threads = m->notes == NULL;
	const int logs = threads ? m->nodes : 1;
	const size_t bytes = sizeof(struct vc_trace) + (size_t)logs * sizeof(struct vc_trace_log);
	const int recorded = o->recorded ? o->recorded : m->nodes - o->first;
	const unsigned share = (unsigned)(threads ? m->nodes : recorded);
	struct vc_trace *t = aligned_alloc(VC_LINE, (bytes + VC_LINE - 1) / VC_LINE * VC_LINE);

	if (t == NULL)
		return NULL;
	memset(t, 0, bytes);
	t->nodes = m->nodes;
	t->logs = logs;
	t->first = o->first;
	t->last = o->first + recorded - 1;
	t->contents = o->contents;
	t->data_room = DATA_MOST / share;
	t->events = (o->events ? o->events : EVENTS_MOST) / share;
	if (t->events < EVENTS_LEAST)
		t->events = EVENTS_LEAST;
	if (!threads)
		t->recorded = calloc((size_t)m->nodes, sizeof *t->recorded);
	t->path = strdup(path);
	t->title = strdup(o->title ? o->title : "");
	if (t->path == NULL || t->title == NULL || (!threads && t->recorded == NULL)) {
		free_trace(t);
		return NULL;
	}
	return t;
}

/* Returns the distance between two nodes' logs. Nodes that do the same write at the same
 * offset in their logs, so logs must begin in different sets of the data caches and the
 * TLB: an odd number of pages and a stretch apart. */
static size_t
stride(const struct vc_trace *t)
{
	const size_t nodes = t->recorded != NULL ? (size_t)(t->last - t->first + 1) : 1;
	const size_t bytes = nodes * (size_t)t->events * VC_LOG_MOST * sizeof(uint64_t);

	if (bytes < PAGE)
		return (bytes / VC_LOG_STRETCH + 1) * VC_LOG_STRETCH;
	return (bytes / PAGE | 1) * PAGE + VC_LOG_STRETCH;
}

/* Touches the memory that logs will probably need before the first run, as a fresh page
 * costs more than all that is written into it. Whoever has all nodes in one thread wants the
 * whole soon, and does not measure the run. */
static void
make_ready(vcube_machine *m, const struct vc_trace *t)
{
	size_t bytes = READY_ALL / (unsigned)t->logs / PAGE * PAGE;

	if (m->logs_ready == stride(t) || m->in_one_thread)
		return;
	m->logs_ready = stride(t);
	if (bytes > READY_EACH)
		bytes = READY_EACH;
	if (bytes > stride(t))
		bytes = stride(t);
	for (int r = 0; bytes > 0 && r < t->logs; r++)
		vc_region_touch(m->logs.base + (size_t)r * stride(t), bytes);
	if (m->clock->expect != NULL)
		m->clock->expect(m, bytes / sizeof(uint64_t));
}

/* Maps memory for the logs, and keeps it for the next trace. */
static int
make_room(vcube_machine *m, const struct vc_trace *t, struct vcube_error *error)
{
	const size_t bytes = stride(t) * (size_t)t->logs;

	if (t->events > SIZE_MAX / 2 / VC_LOG_MOST / PAGE / (unsigned)t->nodes)
		return vc_error(error, VCUBE_EINVAL, "a trace of %llu events for each of %d nodes "
				"exceeds the address space", (unsigned long long)t->events,
				t->nodes);
	if (bytes > m->logs.bytes) {
		vc_region_unmap(&m->logs);
		m->logs_ready = 0;
		if (vc_region_map(&m->logs, bytes, 0) != 0)
			return vc_error(error, VCUBE_EHOST, "the host refused %zu bytes for the trace "
					"of %d nodes (%s); try fewer events", bytes, t->nodes,
					strerror(errno));
	}
	return 0;
}

/* Opens the file; fails for pipes, which cannot seek. */
static int
open_file(struct vc_trace *t, struct vcube_error *error)
{
	t->file = fopen(t->path, "we");
	if (t->file == NULL || fseek(t->file, 0, SEEK_SET) != 0)
		return vc_error(error, VCUBE_EHOST, "the trace %s cannot be written: %s", t->path,
				strerror(errno));
	t->buffer = malloc(WRITTEN);
	if (t->buffer != NULL)
		setvbuf(t->file, t->buffer, _IOFBF, WRITTEN);
	return 0;
}

static int
check_options(const vcube_machine *m, const struct vcube_trace_options *o, struct vcube_error *error)
{
	if (o->first < 0 || o->first >= m->nodes || o->recorded < 0 || o->recorded > m->nodes - o->first)
		return vc_error(error, VCUBE_EINVAL, "no trace of %d nodes from node %d on: the machine "
				"has nodes 0 to %d", o->recorded, o->first, m->nodes - 1);
	if (m->notes != NULL && o->contents > 0)
		return vc_error(error, VCUBE_EINVAL, "no contents of memory in a trace with threads=no, "
				"where no data are moved; use threads=yes");
	return 0;
}

int
vcube_trace_start(vcube_machine *m, const char *path, const struct vcube_trace_options *options,
		  struct vcube_error *error)
{
	static const struct vcube_trace_options none;
	struct vc_trace *t;
	int code;

	if (atomic_load_explicit(&m->busy, memory_order_relaxed))
		return vc_error(error, VCUBE_EINVAL, "a run is in progress: start a trace before the "
				"run that it records");
	if (m->remote != NULL)
		return vc_error(error, VCUBE_EINVAL, "no trace of nodes that processes share, as each "
				"has a clock of its own; use transport=none");
	if (m->trace != NULL)
		return vc_error(error, VCUBE_EINVAL,
				"a trace into %s is already started, and the next run will write it",
				m->trace->path);
	if (options == NULL)
		options = &none;
	code = check_options(m, options, error);
	if (code != 0)
		return code;
	t = new_trace(m, path, options);
	if (t == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for the trace of %d nodes", m->nodes);
	code = make_room(m, t, error);
	if (code == 0)
		code = open_file(t, error);
	if (code != 0) {
		free_trace(t);
		return code;
	}
	make_ready(m, t);
	m->trace = t;
	return 0;
}

/* Begins an empty log. */
static struct vc_log *
begin_log(vcube_machine *m, int rank)
{
	struct vc_log *const log = &m->trace->log[rank].log;
	vcube_node *const n = &m->node[rank];
	const size_t bytes = stride(m->trace);

	log->words = log->at = (uint64_t *)(void *)(m->logs.base + (size_t)rank * bytes);
	log->end = log->words + bytes / sizeof(uint64_t);
	log->lean = log->epoch = log->brief = 0;
	log->clock = NULL;
	log->undated = false;
	m->clock->log_begin(n, log);
	return log;
}

/* Without threads, all nodes share a struct. */
static int
structs(const vcube_machine *m)
{
	return m->notes != NULL ? 1 : m->nodes;
}

static int
begin_trace(vcube_machine *m, struct vcube_error *error)
{
	(void)error;
	if (m->trace != NULL)
		m->trace->ticks = vc_host_ticks();
	for (int r = 0; r < structs(m); r++) {
		if (vc_is_remote(m, r))
			continue;
		m->node[r].log = m->trace ? begin_log(m, r) : NULL;
		m->node[r].receiving_any = m->node[r].receiving_late = false;
	}
	if (m->trace == NULL)
		return 0;
	m->observed = true;
	m->shows_contents |= m->trace->contents > 0;
	if (m->network != NULL) {
		m->network->noted_first = m->trace->first;
		m->network->noted_last = m->trace->last;
		m->network->noting = m->faults != NULL || m->desc.switching == VCUBE_SWITCHING_STORE
				     ? VC_NOTE_ALL : VC_NOTE_UNLIKE;
	}
	m->trace->ns = vc_host_ns();
	return 0;
}

/* Writes the file and frees the trace. */
static void
finish_trace(vcube_machine *m)
{
	struct vcube_error error = {0};

	if (m->trace == NULL)
		return;
	if (vc_trace_write(m, &error) != 0 && m->error.code == 0)
		m->error = error;
	free_trace(m->trace);
	m->trace = NULL;
	for (int r = 0; r < structs(m); r++)
		m->node[r].log = NULL;
}

static void
close_trace(vcube_machine *m)
{
	free_trace(m->trace);
	m->trace = NULL;
	vc_region_unmap(&m->logs);
}

const struct vc_part vc_part_trace = {
	.begin = begin_trace,
	.finish = finish_trace,
	.close = close_trace,
};
