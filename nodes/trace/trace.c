/* SPDX-License-Identifier: BSD-2-Clause */
/* Logs of a run that is recorded: how one is started, how they grow, and go. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "lib/error.h"
#include "nodes/trace/trace.h"

enum { CHUNK_FIRST = 96, CHUNK_MOST = 26000 };  /* records: 4 KiB, 1 MiB */
#define EVENTS_MOST ((uint64_t)1 << 24)
#define EVENTS_LEAST 64u                        /* of a node */
#define DATA_MOST ((uint64_t)1 << 28)

/* Room for records at the end of a log; where there is none, the spare one. */
struct vc_event *
vc_trace_grow(struct vc_trace_log *log)
{
	struct vc_trace_chunk *const old = log->chunk;
	size_t room = old == NULL ? CHUNK_FIRST : 2 * old->room;
	struct vc_trace_chunk *c;

	if (room > CHUNK_MOST)
		room = CHUNK_MOST;
	if (room > log->room)
		room = log->room;
	c = room > 0 ? malloc(sizeof *c + room * sizeof(struct vc_event)) : NULL;
	if (c == NULL) {
		log->lost++;
		return &log->spare;
	}
	*c = (struct vc_trace_chunk){.room = room, .used = room};
	*(old == NULL ? &log->chunks : &old->next) = c;
	log->chunk = c;
	log->room -= room;
	log->at = (struct vc_event *)(c + 1);
	log->end = log->at + room;
	return log->at++;
}

static void
free_chunks(struct vc_trace_chunk *c)
{
	for (struct vc_trace_chunk *next; c != NULL; c = next) {
		next = c->next;
		free(c);
	}
}

void
vc_trace_free(struct vc_trace *t)
{
	if (t == NULL)
		return;
	for (int i = 0; i < t->nodes; i++) {
		free_chunks(t->log[i].chunks);
		free_chunks(t->log[i].data);
		free(t->log[i].kept);
		free(t->log[i].marks);
	}
	if (t->file != NULL)
		fclose(t->file);
	free(t->path);
	free(t->title);
	free(t);
}

/* With all its logs, empty. */
static struct vc_trace *
new_trace(int nodes, const char *path, const struct vcube_trace_options *o)
{
	const size_t bytes = sizeof(struct vc_trace) + (size_t)nodes * sizeof(struct vc_trace_log);
	struct vc_trace *t = aligned_alloc(VC_LINE, (bytes + VC_LINE - 1) / VC_LINE * VC_LINE);
	uint64_t share = (o->events ? o->events : EVENTS_MOST) / (unsigned)nodes;

	if (t == NULL)
		return NULL;
	memset(t, 0, bytes);
	t->nodes = nodes;
	t->contents = o->contents;
	t->data_room = DATA_MOST / (unsigned)nodes;
	if (share < EVENTS_LEAST)
		share = EVENTS_LEAST;
	for (int i = 0; i < nodes; i++)
		t->log[i].room = share;
	t->path = strdup(path);
	t->title = strdup(o->title ? o->title : "");
	if (t->path == NULL || t->title == NULL) {
		vc_trace_free(t);
		return NULL;
	}
	return t;
}

int
vcube_trace_start(vcube_machine *m, const char *path, const struct vcube_trace_options *options,
		  struct vcube_error *error)
{
	static const struct vcube_trace_options none;
	struct vc_trace *t;

	if (m->trace != NULL)
		return vc_error(error, VCUBE_EINVAL,
				"a trace is started already, into %s, and is written by the next run",
				m->trace->path);
	t = new_trace(m->nodes, path, options ? options : &none);
	if (t == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for the trace of %d nodes", m->nodes);
	t->file = fopen(path, "we");
	if (t->file == NULL || fseek(t->file, 0, SEEK_SET) != 0) {
		vc_error(error, VCUBE_EHOST, "the trace %s cannot be written: %s", path,
			 strerror(errno));
		vc_trace_free(t);
		return VCUBE_EHOST;
	}
	m->trace = t;
	return 0;
}

void
vc_trace_begin(vcube_machine *m)
{
	for (int r = 0; r < m->nodes; r++)
		m->node[r].log = m->trace ? &m->trace->log[r] : NULL;
	if (m->trace == NULL)
		return;
	m->looked_at = true;
	/* else they follow from the topology, and the start and the arrival of a message */
	m->trace->hops = m->replay != NULL && (m->desc.switching == VCUBE_SWITCHING_STORE ||
					       vc_links_differ(&m->links));
	m->trace->ticks = vc_host_ticks();
	m->trace->ns = vc_host_ns();
}

int
vc_trace_end(vcube_machine *m, struct vcube_error *error)
{
	const int code = vc_trace_write(m, error);

	vc_trace_free(m->trace);
	m->trace = NULL;
	for (int r = 0; r < m->nodes; r++)
		m->node[r].log = NULL;
	return code;
}
