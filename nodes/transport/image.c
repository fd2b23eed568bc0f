/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Images: each process sends the state of its nodes, and the others enter it in their structs of
 * these nodes, so that reports read all nodes alike. That takes a struct for each node. After a run
 * without anything to report, they send only counts and results: some 100 bytes a node.
 */
#include <vcube/algorithm.h>
#include "processes.h"
#include "told.h"
#include "quiescence.h"

struct vc_shown {                       /* what came of a process; texts lie here */
	struct vc_shown *next;
	_Alignas(max_align_t) char data[];
};

struct vc_image {
	struct vc_wait wait;
	struct vcube_algorithm algorithm[VC_CALLS_MAX];
};

/* --- written ----------------------------------------------------------------- */

/* The fixed part of an image. */
struct node_record {
	int rank, code, failed_depth, depth, frames, result, groups, waits;
	uint32_t calls_made;
	uint64_t messages, bytes, steps, heap_peak, given;
	vcube_time now, worked[VCUBE_WORK_FLOP + 1];
};

struct frame_record {
	uint64_t signature;
	int collective, group;
};

struct group_record {
	uint32_t number, calls_made;
	int rank, color, size;
};

struct wait_record {
	int kind, peer, group;
	vcube_time deadline;
};

/* The state of a run in one process. */
struct run_record {
	int late, aborter, exit_code, nodes;
};

static void
write_text(struct vc_bytes *b, const char *text)
{
	const size_t bytes = text != NULL ? strlen(text) + 1 : 0;

	vc_bytes_add(b, &bytes, sizeof bytes);
	vc_bytes_add(b, text, bytes);
}

/* Returns the number of a group among those of the node; -1: all nodes. */
static int
number_of(const vcube_node *n, const vcube_group *group)
{
	const vcube_group *g = n->groups;
	int i = 0;

	for (; g != NULL && g != group; g = g->next)
		i++;
	return g != NULL ? i : -1;
}

static void
write_group(struct vc_bytes *b, const vcube_group *g)
{
	const struct group_record record = {
		.number = g->shared->number, .calls_made = g->calls_made, .rank = g->rank,
		.color = g->color, .size = g->shared->size,
	};

	vc_bytes_add(b, &record, sizeof record);
	vc_bytes_add(b, g->shared->members, (size_t)record.size * sizeof *g->shared->members);
	write_text(b, g->here);
}

static void
write_wait(struct vc_bytes *b, const vcube_node *n, const struct vc_wait *w)
{
	const struct wait_record record = {
		.kind = (int)w->kind, .peer = w->peer, .group = number_of(n, w->group),
		.deadline = w->deadline,
	};

	vc_bytes_add(b, &record, sizeof record);
}

static void
write_frame(struct vc_bytes *b, const vcube_node *n, const struct vc_frame *f, bool waits)
{
	const struct frame_record record = {
		.signature = f->signature, .group = waits ? number_of(n, f->group) : -1,
		.collective = f->algorithm != NULL ? f->algorithm->collective : 0,
	};

	vc_bytes_add(b, &record, sizeof record);
	write_text(b, f->algorithm != NULL ? f->algorithm->name : NULL);
	write_text(b, f->here);
}

static void
write_texts(struct vc_bytes *b, const vcube_node *n)
{
	write_text(b, n->failure.text);
	write_text(b, n->failed_here);
	write_text(b, n->site.here);
	write_text(b, n->step);
}

/* What a parked node waits for, as reports say it. */
static void
write_description(struct vc_bytes *b, const vcube_node *n, bool waits)
{
	char *text = NULL;
	size_t size;
	FILE *const out = waits ? open_memstream(&text, &size) : NULL;

	if (out != NULL) {
		n->machine->reporter->describe(out, n->machine, n->rank);
		fclose(out);
	}
	write_text(b, text);
	free(text);
}

static int
groups_of(const vcube_node *n)
{
	int count = 0;

	for (const vcube_group *g = n->groups; g != NULL; g = g->next)
		count++;
	return count;
}

static void
write_node(struct vc_bytes *b, const vcube_node *n, bool waits)
{
	const struct vc_wait *const w = waits ? vc_wait_of(n->machine, n->rank) : NULL;
	const int deepest = n->depth > n->failed_depth ? n->depth : n->failed_depth;
	struct node_record record = {
		.rank = n->rank, .code = n->code, .depth = n->depth, .result = n->result,
		.failed_depth = n->code != 0 ? n->failed_depth : 0,
		.frames = deepest > 0 ? deepest : 1, .groups = waits ? groups_of(n) : 0,
		.waits = w != NULL, .calls_made = n->calls_made, .messages = n->messages,
		.bytes = n->bytes, .steps = n->steps, .heap_peak = vc_heap_peak(&n->heap),
		.given = waits ? 0 : n->given_bytes, .now = n->now,
	};

	memcpy(record.worked, n->worked, sizeof record.worked);
	vc_bytes_add(b, &record, sizeof record);
	write_texts(b, n);
	write_description(b, n, w != NULL);
	for (int i = 0; i < record.frames; i++)
		write_frame(b, n, &n->calls[i], waits);
	for (const vcube_group *g = waits ? n->groups : NULL; g != NULL; g = g->next)
		write_group(b, g);
	if (w != NULL)
		write_wait(b, n, w);
	vc_bytes_add(b, n->given, (size_t)record.given);
}

void
vc_image_write(struct vc_bytes *b, const vcube_machine *m, bool waits)
{
	const struct run_record record = { .late = m->late, .aborter = m->aborter,
					   .exit_code = m->exit_code, .nodes = m->local };

	vc_bytes_add(b, &record, sizeof record);
	for (int r = 0; r < m->nodes; r++)
		if (!vc_is_remote(m, r))
			write_node(b, &m->node[r], waits);
}

/* --- what nodes did ------------------------------------------------------------ */

static void
write_told(struct vc_bytes *b, const vcube_node *n)
{
	static const char none[sizeof(max_align_t)];
	struct vc_told told = {
		.rank = n->rank, .result = n->result, .now = n->now, .messages = n->messages,
		.bytes = n->bytes, .steps = n->steps, .heap_peak = vc_heap_peak(&n->heap),
		.given = n->given_bytes,
	};

	for (int kind = 0; kind <= VCUBE_WORK_FLOP; kind++)
		if (n->worked[kind] != 0)
			told.kinds |= 1u << kind;
	vc_bytes_add(b, &told, sizeof told);
	vc_bytes_add(b, n->given, n->given_bytes);
	vc_bytes_add(b, none, vc_told_given_room(&told) - n->given_bytes);
	for (int kind = 0; kind <= VCUBE_WORK_FLOP; kind++)
		if (n->worked[kind] != 0)
			vc_bytes_add(b, &n->worked[kind], sizeof n->worked[kind]);
	vc_bytes_add(b, none, vc_told_size(&told) - vc_told_used(&told));
}

void
vc_told_write(struct vc_bytes *b, const vcube_machine *m)
{
	for (int r = 0; r < m->nodes; r++)
		if (!vc_is_remote(m, r))
			write_told(b, &m->node[r]);
}

/* Keeps what came of a process. Returns NULL if there is no memory. */
static struct vc_shown *
keep(struct vc_processes *p, const void *data, size_t bytes)
{
	struct vc_shown *const shown = malloc(sizeof *shown + bytes);

	if (shown == NULL)
		return NULL;
	memcpy(shown->data, data, bytes);
	shown->next = p->shown;
	p->shown = shown;
	return shown;
}

bool
vc_told_show(struct vc_processes *p, const void *data, size_t bytes)
{
	vcube_machine *const m = p->machine;
	const struct vc_shown *const shown = keep(p, data, bytes);

	if (m->told == NULL)
		m->told = calloc((size_t)m->nodes, sizeof *m->told);
	if (shown == NULL || m->told == NULL)
		return false;
	for (size_t at = 0; at < bytes;) {
		const struct vc_told *const told = (const void *)(shown->data + at);

		m->told[told->rank] = told;
		at += vc_told_size(told);
	}
	return true;
}

/* --- shown ------------------------------------------------------------------- */

static const void *
read_bytes(const char **at, size_t bytes)
{
	const void *data = *at;

	*at += bytes;
	return data;
}

static const char *
read_text(const char **at)
{
	size_t bytes;

	memcpy(&bytes, read_bytes(at, sizeof bytes), sizeof bytes);
	return bytes > 0 ? read_bytes(at, bytes) : NULL;
}

/* Returns what stands for a group here: itself, or a copy of which only the members count. */
static struct vc_group_shared *
shared_of(vcube_machine *m, const struct group_record *record, const int *members)
{
	struct vc_group_shared *s;

	pthread_mutex_lock(&m->sharing);
	s = vc_group_listed(m, record->number, members[0]);
	if (s == NULL && (s = vc_group_new(record->size, true)) != NULL) {
		memcpy(s->members, members, (size_t)record->size * sizeof *members);
		vc_group_sort(s);
		s->number = record->number;
		atomic_store_explicit(&s->holders, 1, memory_order_relaxed);
		vc_group_list(m, s);
	}
	pthread_mutex_unlock(&m->sharing);
	return s;
}

static bool
read_group(vcube_node *n, const char **at)
{
	struct group_record record;
	vcube_group *g = calloc(1, sizeof *g), **end = &n->groups;
	int *members;

	memcpy(&record, read_bytes(at, sizeof record), sizeof record);
	members = malloc((size_t)record.size * sizeof *members);
	if (g != NULL && members != NULL) {
		memcpy(members, *at, (size_t)record.size * sizeof *members);
		g->shared = shared_of(n->machine, &record, members);
	}
	free(members);
	if (g == NULL || g->shared == NULL) {
		free(g);
		return false;
	}
	read_bytes(at, (size_t)record.size * sizeof *members);
	g->rank = record.rank;
	g->color = record.color;
	g->calls_made = record.calls_made;
	g->here = read_text(at);
	while (*end != NULL)
		end = &(*end)->next;
	*end = g;
	return true;
}

static vcube_group *
group_at(const vcube_node *n, int number)
{
	vcube_group *g = number >= 0 ? n->groups : NULL;

	while (g != NULL && number-- > 0)
		g = g->next;
	return g;
}

static void
read_wait(vcube_node *n, struct vc_wait *w, const char **at)
{
	struct wait_record record;

	memcpy(&record, read_bytes(at, sizeof record), sizeof record);
	*w = (struct vc_wait){
		.kind = (enum vc_wait_kind)record.kind, .peer = record.peer,
		.deadline = record.deadline, .group = group_at(n, record.group),
	};
	if (record.kind == VC_WAIT_ALIGN && w->group != NULL)
		w->group->shared->seats[w->group->rank].seated = true;
}

/* Groups follow the frames that name them, by number. */
static void
read_frame(vcube_node *n, struct vc_image *image, int i, int *group, const char **at)
{
	struct vcube_algorithm *const a = &image->algorithm[i];
	struct frame_record record;
	const char *name;

	memcpy(&record, read_bytes(at, sizeof record), sizeof record);
	name = read_text(at);
	memset(a, 0, sizeof *a);
	a->collective = record.collective;
	a->name = name;
	n->calls[i] = (struct vc_frame){
		.signature = record.signature, .algorithm = name != NULL ? a : NULL,
		.here = read_text(at),
	};
	*group = record.group;
}

static void
read_texts(vcube_node *n, const char **at)
{
	const char *text = read_text(at);

	strncpy(n->failure.text, text, sizeof n->failure.text - 1);
	n->failed_here = read_text(at);
	n->site.here = read_text(at);
	n->step = read_text(at);
	n->described = read_text(at);
}

static void
read_counts(vcube_node *n, const struct node_record *record)
{
	n->code = n->failure.code = record->code;
	n->failed_depth = record->failed_depth;
	n->depth = record->depth;
	n->result = record->result;
	n->calls_made = record->calls_made;
	n->messages = record->messages;
	n->bytes = record->bytes;
	n->steps = record->steps;
	n->heap.peak = record->heap_peak;
	n->now = record->now;
	memcpy(n->worked, record->worked, sizeof n->worked);
}

static bool
read_node(struct vc_processes *p, const char **at)
{
	vcube_machine *const m = p->machine;
	int group[VC_CALLS_MAX];
	struct node_record record;
	struct vc_image *image;
	vcube_node *n;

	memcpy(&record, read_bytes(at, sizeof record), sizeof record);
	n = &m->node[record.rank];
	n->rank = record.rank;
	n->machine = m;
	n->clock = m->clock;
	image = &p->image[record.rank];
	read_texts(n, at);
	read_counts(n, &record);
	for (int i = 0; i < record.frames; i++)
		read_frame(n, image, i, &group[i], at);
	for (int i = 0; i < record.groups; i++)
		if (!read_group(n, at))
			return false;
	for (int i = 0; i < record.frames; i++)
		n->calls[i].group = group_at(n, group[i]);
	if (record.waits) {
		read_wait(n, &image->wait, at);
		m->parking[n->rank].wait = &image->wait;
		atomic_store_explicit(&m->parking[n->rank].parked, VC_PARKED_HELD,
				      memory_order_relaxed);
	}
	if (record.given > 0 && (n->given = malloc(record.given)) == NULL)
		return false;
	n->given_bytes = record.given;
	if (record.given > 0)
		memcpy(n->given, read_bytes(at, record.given), record.given);
	return true;
}

/* The run is late if one process found it so; the first that knows who aborted it is right. */
static void
read_run(vcube_machine *m, const struct run_record *record)
{
	m->late = m->late || record->late;
	if (record->aborter >= 0 && (m->aborter < 0 || record->aborter < m->aborter)) {
		m->aborter = record->aborter;
		m->exit_code = record->exit_code;
	}
}

bool
vc_image_show(struct vc_processes *p, const void *data, size_t bytes)
{
	const struct vc_shown *const shown = keep(p, data, bytes);
	struct run_record record;
	const char *at;

	if (p->image == NULL)
		p->image = calloc((size_t)p->machine->nodes, sizeof *p->image);
	if (shown == NULL || p->image == NULL)
		return false;
	at = shown->data;
	memcpy(&record, read_bytes(&at, sizeof record), sizeof record);
	read_run(p->machine, &record);
	for (int i = 0; i < record.nodes; i++)
		if (!read_node(p, &at))
			return false;
	return true;
}

static void
drop_node(vcube_node *n)
{
	vcube_group *g;

	while ((g = n->groups) != NULL) {
		n->groups = g->next;
		free(g);
	}
	free(n->given);
	atomic_store_explicit(&n->machine->parking[n->rank].parked, 0, memory_order_relaxed);
	memset(n, 0, sizeof *n);
}

void
vc_image_drop(struct vc_processes *p)
{
	struct vc_shown *shown;

	while ((shown = p->shown) != NULL) {
		p->shown = shown->next;
		free(shown);
	}
	for (int r = 0; p->image != NULL && r < p->machine->nodes; r++)
		if (vc_is_remote(p->machine, r) && p->machine->node[r].machine != NULL)
			drop_node(&p->machine->node[r]);
	free(p->image);
	p->image = NULL;
	free(p->machine->told);
	p->machine->told = NULL;
}
