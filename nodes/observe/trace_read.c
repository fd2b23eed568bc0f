/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads a trace: maps the file and checks all of it once. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "error.h"
#include "record.h"

struct vcube_trace {
	const struct vcube_trace_head *head;    /* the file */
	size_t bytes;
	const struct vcube_event *events;
	const char *data, *texts;
	uint32_t *text_at;                      /* offset of each text */
	uint64_t next;
};

const char *
vcube_event_name(int kind)
{
	static const char *const names[] = {
#define X(constant, name, text) name,
		VCUBE_EVENTS(X)
#undef X
	};

	return kind >= 0 && kind < VCUBE_EVENTS_COUNT ? names[kind] : NULL;
}

static int
no_trace(const char *path, struct vcube_error *error)
{
	return vc_error(error, VCUBE_EINVAL, "%s is not a trace of vcube", path);
}

/* Checks the head alone. */
static int
check_head(const struct vcube_trace_head *h, size_t bytes, const char *path,
	   struct vcube_error *error)
{
	static const struct vcube_trace_head unfinished;

	if (bytes >= sizeof *h && memcmp(h, &unfinished, sizeof *h) == 0)
		return vc_error(error, VCUBE_EINVAL, "%s is the trace of a run that did not end", path);
	if (bytes < sizeof h->magic || memcmp(h->magic, VCUBE_TRACE_MAGIC, sizeof h->magic) != 0)
		return no_trace(path, error);
	if (bytes < offsetof(struct vcube_trace_head, head_bytes))
		return vc_error(error, VCUBE_EINVAL, "%s is truncated in its head", path);
	if (h->order != VCUBE_TRACE_ORDER)
		return vc_error(error, VCUBE_EINVAL,
				"%s was written on a host with another byte order", path);
	if (h->version != VCUBE_TRACE_VERSION)
		return vc_error(error, VCUBE_EUNKNOWN,
				"%s has format version %u, but this library reads version %u",
				path, h->version, VCUBE_TRACE_VERSION);
	if (bytes < sizeof *h)
		return vc_error(error, VCUBE_EINVAL, "%s is truncated in its head", path);
	if (h->head_bytes != sizeof *h || h->event_bytes != sizeof(struct vcube_event) ||
	    h->nodes == 0 || h->nodes > VCUBE_NODES_MAX || h->clock >= VCUBE_CLOCKS_COUNT)
		return no_trace(path, error);
	if (h->first >= h->nodes || h->recorded == 0 || h->recorded > h->nodes - h->first)
		return vc_error(error, VCUBE_EINVAL, "%s is damaged: it has the events of %u nodes from "
				"node %u on, of %u", path, h->recorded, h->first, h->nodes);
	if (h->time < 0 || h->time > VCUBE_TIME_MAX)
		return vc_error(error, VCUBE_EINVAL, "%s is damaged: its run took %lld ps", path,
				(long long)h->time);
	return 0;
}

/* Checks that the parts fill the file exactly. */
static int
check_parts(vcube_trace *t, const char *path, struct vcube_error *error)
{
	const struct vcube_trace_head *h = t->head;
	uint64_t whole;

	if (__builtin_mul_overflow(h->events, sizeof(struct vcube_event), &whole) ||
	    __builtin_add_overflow(whole, sizeof *h, &whole) ||
	    __builtin_add_overflow(whole, h->data_bytes, &whole) ||
	    __builtin_add_overflow(whole, h->texts_bytes, &whole))
		return no_trace(path, error);
	if (whole != t->bytes)
		return vc_error(error, VCUBE_EINVAL, "%s %s: it has %zu bytes but should have %llu",
				path, t->bytes < whole ? "is truncated" : "continues past its end",
				t->bytes, (unsigned long long)whole);
	t->events = (const struct vcube_event *)(h + 1);
	t->data = (const char *)(t->events + h->events);
	t->texts = t->data + h->data_bytes;
	return 0;
}

static int
check_texts(vcube_trace *t, const char *path, struct vcube_error *error)
{
	const struct vcube_trace_head *h = t->head;
	uint64_t at = 0;

	if (h->texts == 0 || h->texts > h->texts_bytes || h->texts_bytes > UINT32_MAX ||
	    t->texts[0] != '\0' || t->texts[h->texts_bytes - 1] != '\0')
		return vc_error(error, VCUBE_EINVAL, "%s has damaged texts", path);
	t->text_at = malloc(h->texts * sizeof *t->text_at);
	if (t->text_at == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for the %u texts of %s", h->texts,
				path);
	for (uint32_t i = 0; i < h->texts; i++) {
		if (at >= h->texts_bytes)
			return vc_error(error, VCUBE_EINVAL, "%s has damaged texts", path);
		t->text_at[i] = (uint32_t)at;
		at += strlen(t->texts + at) + 1;
	}
	return at == h->texts_bytes ? 0
		: vc_error(error, VCUBE_EINVAL, "%s has damaged texts", path);
}

/* The least and the greatest peer of an event. */
struct range {
	int32_t least, most;
};

static struct range
peers_of(const struct vcube_event *e, uint32_t nodes)
{
	const struct range rank = {0, (int32_t)nodes - 1};

	switch (e->kind) {
	case VCUBE_EVENT_WATCH:
	case VCUBE_EVENT_MEMORY:        /* a depth */
		return (struct range){0, VC_CALLS_MAX};
	case VCUBE_EVENT_CALL:
	case VCUBE_EVENT_START:
		return (struct range){0, (int32_t)(e->number - 1)};
	case VCUBE_EVENT_GOT:
		return e->detail == 0 ? rank : (struct range){-1, rank.most};
	case VCUBE_EVENT_GROUP:
	case VCUBE_EVENT_SEND:
	case VCUBE_EVENT_HOP:
	case VCUBE_EVENT_ARRIVE:
	case VCUBE_EVENT_SENT:
		return rank;
	default:
		return (struct range){-1, rank.most};
	}
}

static bool
begins_call(const struct vcube_event *e)
{
	return e->kind == VCUBE_EVENT_CALL || e->kind == VCUBE_EVENT_START;
}

/* Is the span no time? */
static bool
has_elements(const struct vcube_event *e)
{
	return begins_call(e) || e->kind == VCUBE_EVENT_MEMORY;
}

/* Is the detail a type of elements? */
static bool
has_type(const struct vcube_event *e)
{
	return has_elements(e) || e->kind == VCUBE_EVENT_WATCH;
}

/* Is a call's block of so many bytes as its elements have? */
static bool
has_block(const struct vcube_event *e)
{
	const size_t size = e->detail == VCUBE_TRACE_BYTES ? 0 : vcube_type_size(e->detail);
	uint64_t bytes;

	return size == 0 ||
	       (!__builtin_mul_overflow((uint64_t)e->span, size, &bytes) && bytes == e->amount);
}

static bool
is_of_run(const struct vcube_event *e)
{
	return (e->kind == VCUBE_EVENT_RUN || e->kind == VCUBE_EVENT_END) && e->rank == 0;
}

/* Names the first field of an event that is out of range; NULL if there is none. `time` is
 * that of the event before. */
static const char *
fault_of(const vcube_trace *t, const struct vcube_event *e, vcube_time time)
{
	const struct vcube_trace_head *h = t->head;
	const struct range peers = peers_of(e, h->nodes);

	if (e->kind >= VCUBE_EVENTS_COUNT)
		return "kind";
	if (e->rank - h->first >= h->recorded && !is_of_run(e))
		return "node";
	if (e->time < time || e->time > h->time)
		return "time";
	if (e->span < 0 || (e->span > VCUBE_TIME_MAX && !has_elements(e)))
		return "span";
	if (e->text >= h->texts)
		return "text";
	if (has_type(e) && e->detail != VCUBE_TRACE_BYTES && vcube_type_size(e->detail) == 0)
		return "type";
	if (begins_call(e) && !has_block(e))
		return "block";
	if (begins_call(e) && (e->number == 0 || e->number > h->nodes))
		return "number of members";
	if (e->peer < peers.least || e->peer > peers.most)
		return "peer";
	if (e->kind == VCUBE_EVENT_GROUP && e->amount >= h->nodes)
		return "root";
	if (e->kind == VCUBE_EVENT_WAIT && e->number >= h->texts)
		return "place";
	if (e->kind == VCUBE_EVENT_MEMORY &&
	    (e->number > h->data_bytes || e->amount > h->data_bytes - e->number))
		return "memory";
	return NULL;
}

static int
check_events(const vcube_trace *t, const char *path, struct vcube_error *error)
{
	const uint64_t last = t->head->events - 1;
	const char *field;
	vcube_time time = 0;

	if (t->head->events < 2 || t->events[0].kind != VCUBE_EVENT_RUN ||
	    t->events[last].kind != VCUBE_EVENT_END)
		return vc_error(error, VCUBE_EINVAL, "%s is damaged: its run has no beginning or no end",
				path);
	for (uint64_t i = 0; i <= last; i++) {
		field = fault_of(t, &t->events[i], time);
		if (field != NULL)
			return vc_error(error, VCUBE_EINVAL, "%s is damaged at event %llu: its %s is "
					"out of range", path, (unsigned long long)i, field);
		time = t->events[i].time;
	}
	return time == t->head->time ? 0
		: vc_error(error, VCUBE_EINVAL, "%s is damaged: its run ends at another time than its "
			   "last event", path);
}

static int
check_all(vcube_trace *t, const char *path, struct vcube_error *error)
{
	int code = check_head(t->head, t->bytes, path, error);

	if (code == 0)
		code = check_parts(t, path, error);
	if (code == 0)
		code = check_texts(t, path, error);
	return code ? code : check_events(t, path, error);
}

/* Maps the whole file. Returns 0 or an errno. */
static int
map(vcube_trace *t, const char *path)
{
	const int file = open(path, O_RDONLY | O_CLOEXEC);
	struct stat stat;
	int code = file < 0 || fstat(file, &stat) != 0 ? errno : 0;

	if (code == 0 && S_ISDIR(stat.st_mode))
		code = EISDIR;
	if (code == 0 && stat.st_size > 0) {
		void *const at = mmap(NULL, (size_t)stat.st_size, PROT_READ, MAP_PRIVATE, file, 0);

		if (at == MAP_FAILED)
			code = errno;
		else
			t->head = at;
		t->bytes = (size_t)stat.st_size;
	}
	if (file >= 0)
		close(file);
	return code;
}

vcube_trace *
vcube_trace_open(const char *path, struct vcube_error *error)
{
	vcube_trace *t = calloc(1, sizeof *t);
	int code = t ? map(t, path) : ENOMEM;

	if (code != 0)
		vc_error(error, VCUBE_EHOST, "%s cannot be read: %s", path, strerror(code));
	else
		code = t->head ? check_all(t, path, error) : no_trace(path, error);
	if (code == 0)
		return t;
	vcube_trace_close(t);
	return NULL;
}

void
vcube_trace_close(vcube_trace *t)
{
	if (t == NULL)
		return;
	if (t->head != NULL)
		munmap((void *)t->head, t->bytes);
	free(t->text_at);
	free(t);
}

const struct vcube_trace_head *
vcube_trace_head(const vcube_trace *t)
{
	return t->head;
}

const struct vcube_event *
vcube_trace_at(const vcube_trace *t, uint64_t i)
{
	return i < t->head->events ? &t->events[i] : NULL;
}

const struct vcube_event *
vcube_trace_next(vcube_trace *t)
{
	return vcube_trace_at(t, t->next) ? &t->events[t->next++] : NULL;
}

void
vcube_trace_seek(vcube_trace *t, vcube_time time)
{
	uint64_t low = 0, high = t->head->events;

	while (low < high) {
		const uint64_t middle = low + (high - low) / 2;

		if (t->events[middle].time < time)
			low = middle + 1;
		else
			high = middle;
	}
	t->next = low;
}

const char *
vcube_trace_text(const vcube_trace *t, uint32_t number)
{
	return number < t->head->texts ? t->texts + t->text_at[number] : "";
}

const void *
vcube_trace_contents(const vcube_trace *t, const struct vcube_event *e)
{
	return e->kind == VCUBE_EVENT_MEMORY ? t->data + e->amount : NULL;
}
