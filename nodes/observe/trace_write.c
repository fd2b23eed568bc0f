/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes the file of a trace after the run. */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "merge.h"
#include "trace.h"

/* The texts of a trace: each once, numbered in the order of their first use. */
struct texts {
	void *tree;             /* of struct text, sorted by text: see tsearch(3) */
	char *bytes;            /* all texts, one after another */
	size_t used, room;
	uint32_t count;
	bool refused;           /* memory ran out for a text, whose number is 0 */
};

struct text {
	const char *text;       /* follows the struct, in elements of the tree */
	uint32_t number;
};

static int
by_text(const void *a, const void *b)
{
	return strcmp(((const struct text *)a)->text, ((const struct text *)b)->text);
}

static bool
append(struct texts *t, const char *text, size_t bytes)
{
	if (t->room - t->used < bytes) {
		const size_t room = 2 * (t->room + bytes);
		char *larger = realloc(t->bytes, room);

		if (larger == NULL)
			return false;
		t->bytes = larger;
		t->room = room;
	}
	memcpy(t->bytes + t->used, text, bytes);
	t->used += bytes;
	return true;
}

static uint32_t
add(struct texts *t, const char *text)
{
	const size_t bytes = strlen(text) + 1;
	struct text *new = malloc(sizeof *new + bytes);

	if (new == NULL)
		return 0;
	*new = (struct text){memcpy(new + 1, text, bytes), t->count};
	if (!append(t, text, bytes) || tsearch(new, &t->tree, by_text) == NULL) {
		free(new);
		return 0;
	}
	return t->count++;
}

/* Begins with the empty text, number 0. */
static void
begin_texts(struct texts *t)
{
	*t = (struct texts){0};
	add(t, "");
	t->refused = t->count == 0;
}

static void
free_texts(struct texts *t)
{
	tdestroy(t->tree, free);
	free(t->bytes);
}

/* Returns the number of a text, which it adds if it is new; NULL is the empty text. */
static uint32_t
number_of(struct texts *t, const char *text)
{
	const struct text wanted = {.text = text};
	struct text *const *found;
	uint32_t number;

	if (text == NULL || *text == '\0')
		return 0;
	found = tfind(&wanted, &t->tree, by_text);
	if (found != NULL)
		return (*found)->number;
	number = add(t, text);
	t->refused |= number == 0;
	return number;
}

struct writer {
	const vcube_machine *machine;
	FILE *file;
	struct vcube_trace_head head;
	struct texts texts;
	uint64_t *data;                 /* offset of each node's contents in the data */
};

static const char *const waits[] = {
#define X(kind, text) [kind] = text,
	VC_WAITS(X)
#undef X
};

static uint32_t
name_of(struct writer *w, const struct vcube_algorithm *a)
{
	char name[160];

	snprintf(name, sizeof name, "%s.%s", vcube_collective_name(a->collective), a->name);
	return number_of(&w->texts, name);
}

/* Converts an event to the form of the file. */
static struct vcube_event
convert(struct writer *w, const struct vc_event *r)
{
	struct vcube_event e = {
		.time = r->time, .span = r->span, .amount = r->amount, .number = r->number,
		.peer = r->peer, .rank = r->rank, .kind = r->kind, .detail = r->detail,
	};

	switch (r->kind) {
	case VCUBE_EVENT_CALL:
	case VCUBE_EVENT_RETURN:
	case VCUBE_EVENT_START:
	case VCUBE_EVENT_DONE:
		e.text = name_of(w, r->algorithm);
		break;
	case VCUBE_EVENT_RECV:
		return (struct vcube_event){
			.time = r->time, .peer = r->peer, .rank = e.rank, .kind = r->kind,
			.detail = r->any,
		};
	case VCUBE_EVENT_WAIT:
		e.text = number_of(&w->texts, waits[r->detail]);
		e.number = number_of(&w->texts, r->text);
		e.detail = 0;
		break;
	case VCUBE_EVENT_MEMORY:
		e.amount += w->data[r->rank];
		/* fall through */
	case VCUBE_EVENT_GROUP:
	case VCUBE_EVENT_STEP:
	case VCUBE_EVENT_WORK:
	case VCUBE_EVENT_WATCH:
	case VCUBE_EVENT_FAIL:
		e.text = number_of(&w->texts, r->text);
		break;
	default:
		break;
	}
	return e;
}

static void
put(struct writer *w, const struct vcube_event *e)
{
	w->head.events += fwrite(e, sizeof *e, 1, w->file);
}

static bool
write_events(struct writer *w)
{
	struct vc_merge *g = vc_merge_new(w->machine);
	struct vc_event next;
	bool refused = true;

	if (g != NULL) {
		put(w, &(struct vcube_event){.kind = VCUBE_EVENT_RUN, .peer = -1});
		while (vc_merge_next(g, &next)) {
			struct vcube_event e = {.time = next.time};

			if (vc_trace_has(w->machine->trace, next.rank)) {
				e = convert(w, &next);
				put(w, &e);
			}
			if (w->head.time < e.time)
				w->head.time = e.time;
		}
		put(w, &(struct vcube_event){
			.kind = VCUBE_EVENT_END, .peer = -1, .time = w->head.time,
		});
		refused = vc_merge_refused(g);
		w->head.lost = vc_merge_lost(g);
	}
	vc_merge_free(g);
	return !refused;
}

static void
write_data(struct writer *w)
{
	const struct vc_trace *t = w->machine->trace;

	for (int i = 0; i < t->logs; i++)
		for (const struct vc_trace_chunk *c = t->log[i].data; c != NULL; c = c->next)
			fwrite(c + 1, 1, c->used, w->file);
}

/* Computes the offset of each node's contents, and their total size. */
static bool
add_up(struct writer *w)
{
	const vcube_machine *m = w->machine;
	const struct vc_trace *t = m->trace;

	w->data = malloc((size_t)t->logs * sizeof *w->data);
	if (w->data == NULL)
		return false;
	for (int i = 0; i < t->logs; i++) {
		w->data[i] = w->head.data_bytes;
		w->head.data_bytes += t->log[i].bytes;
	}
	return true;
}

static bool
describe(struct writer *w)
{
	const vcube_machine *m = w->machine;
	const int length = vcube_desc_print(&m->desc, NULL, 0);
	char *const text = malloc((size_t)length + 1);

	if (text == NULL)
		return false;
	vcube_desc_print(&m->desc, text, (size_t)length + 1);
	w->head.title = number_of(&w->texts, m->trace->title);
	w->head.machine = number_of(&w->texts, text);
	w->head.topology = number_of(&w->texts, vcube_topology_text(m->topology));
	w->head.mapping = number_of(&w->texts, m->desc.mapping);
	w->head.error = number_of(&w->texts, m->error.text);
	w->head.report = number_of(&w->texts, m->report);
	free(text);
	return true;
}

/* Writes everything but the head; the file is no trace before it has one. */
static bool
write_parts(struct writer *w)
{
	fwrite(&(struct vcube_trace_head){0}, sizeof w->head, 1, w->file);
	if (!add_up(w))
		return false;
	if (!describe(w) || !write_events(w) || w->texts.refused)
		return false;
	write_data(w);
	fwrite(w->texts.bytes, 1, w->texts.used, w->file);
	w->head.texts = w->texts.count;
	w->head.texts_bytes = w->texts.used;
	return true;
}

/* Completes the file with its head. Returns 0 or an errno. */
static int
write_file(struct writer *w)
{
	if (fflush(w->file) != 0 || ferror(w->file) || fseek(w->file, 0, SEEK_SET) != 0)
		return errno ? errno : EIO;
	errno = 0;
	fwrite(&w->head, sizeof w->head, 1, w->file);
	return fflush(w->file) != 0 ? errno : 0;
}

int
vc_trace_write(vcube_machine *m, struct vcube_error *error)
{
	struct writer w = {
		.machine = m, .file = m->trace->file,
		.head = {
			.magic = VCUBE_TRACE_MAGIC, .order = VCUBE_TRACE_ORDER,
			.version = VCUBE_TRACE_VERSION, .head_bytes = sizeof w.head,
			.event_bytes = sizeof(struct vcube_event), .nodes = (uint32_t)m->nodes,
			.time = m->clock->lateness != NULL || m->notes != NULL ? vcube_run_time(m) : 0,
			.first = (uint32_t)m->trace->first,
			.recorded = (uint32_t)(m->trace->last - m->trace->first + 1),
			.clock = m->desc.clock, .seed = m->desc.seed, .code = m->error.code,
		},
	};
	int refused = ENOMEM;

	begin_texts(&w.texts);
	if (write_parts(&w))
		refused = write_file(&w);
	free(w.data);
	free_texts(&w.texts);
	if (refused == 0)
		return 0;
	return vc_error(error, VCUBE_EHOST, "the trace %s cannot be written: %s", m->trace->path,
			strerror(refused));
}
