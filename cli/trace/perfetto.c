/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a trace as JSON in the trace event format, which Perfetto and chrome://tracing
 * open: the machine is a process and each node a thread of it, with calls, steps and
 * activities as nested slices, and calls that may overlap as asynchronous ones; messages are
 * flows from slice to slice; each link is a counter, 1 while it is occupied.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <jansson.h>
#include "base/status.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/units.h"
#include "trace/export.h"

/* Processes. Their numbers differ from every node's: viewers take a thread with its
 * process's number for the main thread, and show it first. */
enum { MACHINE = 1 << 16, NETWORK };

/* The open calls of a node, and those of them that have an open step; calls that overlap */
struct node {
	int calls;
	uint32_t starts;
	uint32_t stepping;              /* a bit for each depth */
};

struct writer {
	const vcube_trace *trace;
	FILE *out;
	struct export_network network;
	struct node *nodes;
	bool any;
};

/* Does the text need no escapes in JSON? */
static bool
is_plain(const char *text)
{
	for (; *text >= ' ' && *text < 0x7f && *text != '"' && *text != '\\'; text++)
		;
	return *text == '\0';
}

/* Write a JSON string. */
static void
print_text(const char *text, FILE *out)
{
	json_t *string;

	if (is_plain(text)) {
		fprintf(out, "\"%s\"", text);
		return;
	}
	string = json_string(utf8_text(text));
	if (!string)
		die(STATUS_LIMIT, "out of memory");
	json_dumpf(string, out, JSON_ENCODE_ANY);
	json_decref(string);
}

/* Write the beginning of an event, up to its name: {"ph":"X",..,"name":"..." */
static void
begin(struct writer *w, char phase, int process, int thread, vcube_time time, const char *name)
{
	fputs(w->any ? ",\n" : "\n", w->out);
	w->any = true;
	fprintf(w->out, "{\"ph\":\"%c\",\"pid\":%d,\"tid\":%d,\"ts\":%" PRId64 ".%06" PRId64
		",\"name\":", phase, process, thread, time / 1000000, time % 1000000);
	print_text(name, w->out);
}

/* Write an event of the machine; what follows its name is in printf's form. */
__attribute__((format(printf, 6, 7)))
static void
event(struct writer *w, char phase, int node, vcube_time time, const char *name, const char *rest, ...)
{
	va_list list;

	begin(w, phase, MACHINE, node, time, name);
	va_start(list, rest);
	vfprintf(w->out, rest, list);
	va_end(list);
	putc('}', w->out);
}

static void
name_something(struct writer *w, const char *what, int process, int thread, const char *name)
{
	begin(w, 'M', process, thread, 0, what);
	fputs(",\"args\":{\"name\":", w->out);
	print_text(name, w->out);
	fputs("}}", w->out);
}

static void
name_all(struct writer *w)
{
	const struct vcube_trace_head *head = vcube_trace_head(w->trace);

	name_something(w, "process_name", MACHINE, 0, vcube_trace_text(w->trace, head->machine));
	for (int i = (int)head->first; i < (int)(head->first + head->recorded); i++) {
		name_something(w, "thread_name", MACHINE, i, text("node %d", i));
		event(w, 'M', i, 0, "thread_sort_index", ",\"args\":{\"sort_index\":%d}", i);
	}
	if (w->network.loads)
		name_something(w, "process_name", NETWORK, 0, "links");
}

static void
end_step(struct writer *w, const struct vcube_event *e, int node, int depth)
{
	if (depth < 32 && w->nodes[node].stepping >> depth & 1)
		event(w, 'E', node, e->time, "", "%s", "");
	if (depth < 32)
		w->nodes[node].stepping &= ~(UINT32_C(1) << depth);
}

static void
open_call(struct writer *w, const struct vcube_event *e)
{
	w->nodes[e->rank].calls++;
	event(w, 'B', e->rank, e->time, vcube_trace_text(w->trace, e->text),
	      ",\"cat\":\"call\",\"args\":{\"rank\":%d,\"members\":%u,\"block\":%" PRIu64 "}", e->peer,
	      e->number, e->amount);
}

static void
close_call(struct writer *w, const struct vcube_event *e, int node)
{
	end_step(w, e, node, w->nodes[node].calls);
	w->nodes[node].calls--;
	event(w, 'E', node, e->time, "", "%s", "");
}

/* Write one end of a call that may overlap others, which viewers show in a row of its own. */
static void
overlapping(struct writer *w, const struct vcube_event *e, char phase, uint32_t number)
{
	char arguments[100] = "";

	if (phase == 'b')
		snprintf(arguments, sizeof arguments,
			 ",\"args\":{\"rank\":%d,\"members\":%u,\"block\":%" PRIu64 "}", e->peer, e->number,
			 e->amount);
	event(w, phase, e->rank, e->time, vcube_trace_text(w->trace, e->text),
	      ",\"cat\":\"call\",\"id\":\"%u.%" PRIu32 "\"%s", e->rank, number, arguments);
}

static void
open_step(struct writer *w, const struct vcube_event *e)
{
	const int depth = w->nodes[e->rank].calls;

	end_step(w, e, e->rank, depth);
	event(w, 'B', e->rank, e->time, vcube_trace_text(w->trace, e->text),
	      ",\"cat\":\"step\",\"args\":{\"step\":%u}", e->number);
	if (depth < 32)
		w->nodes[e->rank].stepping |= UINT32_C(1) << depth;
}

/* Write a complete slice; for messages, with one end of the flow in it. */
static void
slice(struct writer *w, const struct vcube_event *e, const char *name, vcube_time span)
{
	const bool sends = e->kind == VCUBE_EVENT_SEND;
	const bool message = sends || (e->kind == VCUBE_EVENT_GOT && e->detail == 0);
	char number[40] = "";

	if (message)
		snprintf(number, sizeof number, "\"message\":%u,", e->number);
	event(w, 'X', e->rank, e->time - span, name,
	      ",\"cat\":\"%s\",\"dur\":%" PRId64 ".%06" PRId64 ",\"args\":{%s\"amount\":%" PRIu64 "}",
	      vcube_event_name(e->kind), span / 1000000, span % 1000000, number, e->amount);
	if (message && network_has(&w->network, message_key(&w->network, e)))
		event(w, sends ? 's' : 'f', e->rank, e->time, "message",
		      ",\"cat\":\"message\",\"id\":%" PRIu64 "%s", message_key(&w->network, e),
		      sends ? "" : ",\"bp\":\"e\"");
}

static void
link_load(struct writer *w, const struct vcube_event *e, struct export_link link)
{
	char name[40];

	snprintf(name, sizeof name, "link %d-%d", link.from, link.to);
	begin(w, 'C', NETWORK, 0, e->time - e->span, name);
	fputs(",\"args\":{\"busy\":1}}", w->out);
	begin(w, 'C', NETWORK, 0, e->time, name);
	fputs(",\"args\":{\"busy\":0}}", w->out);
}

/* Close all slices left open, as after a failure. */
static void
close_all(struct writer *w, const struct vcube_event *e)
{
	for (uint32_t i = 0; i < vcube_trace_head(w->trace)->nodes; i++) {
		while (w->nodes[i].calls > 0)
			close_call(w, e, (int)i);
		end_step(w, e, (int)i, 0);
	}
}

static void
tell(struct writer *w, const struct vcube_event *e)
{
	const char *does = activity(w->trace, e);
	char name[20];

	if (does)
		slice(w, e, does, e->span);
	for (int i = network_links(&w->network, e); i > 0; i--)
		link_load(w, e, network_link(&w->network, i - 1));
	switch (e->kind) {
	case VCUBE_EVENT_CALL:
		open_call(w, e);
		break;
	case VCUBE_EVENT_RETURN:
		if (w->nodes[e->rank].calls > 0)
			close_call(w, e, e->rank);
		break;
	case VCUBE_EVENT_START:
		overlapping(w, e, 'b', w->nodes[e->rank].starts++);
		break;
	case VCUBE_EVENT_DONE:
		overlapping(w, e, 'e', e->number);
		break;
	case VCUBE_EVENT_STEP:
		open_step(w, e);
		break;
	case VCUBE_EVENT_SEND:
		snprintf(name, sizeof name, "to %d", e->peer);
		slice(w, e, name, 0);
		break;
	case VCUBE_EVENT_FAIL:
		event(w, 'i', e->rank, e->time, vcube_trace_text(w->trace, e->text),
		      ",\"cat\":\"fail\",\"s\":\"%s\"", "t");
		break;
	case VCUBE_EVENT_END:
		close_all(w, e);
		break;
	default:
		break;
	}
}

static void
print_other(struct writer *w)
{
	const struct vcube_trace_head *head = vcube_trace_head(w->trace);

	fputs("\n],\"displayTimeUnit\":\"ns\",\"otherData\":{\"title\":", w->out);
	print_text(vcube_trace_text(w->trace, head->title), w->out);
	fputs(",\"machine\":", w->out);
	print_text(vcube_trace_text(w->trace, head->machine), w->out);
	fputs(",\"error\":", w->out);
	print_text(vcube_trace_text(w->trace, head->error), w->out);
	fprintf(w->out, ",\"clock\":\"%s\",\"events_lost\":%" PRIu64 ",\"link_loads\":%s}}\n",
		head->clock == VCUBE_CLOCK_FREE ? "host" : clock_name((int)head->clock), head->lost,
		w->network.loads ? "true" : "false");
}

void
export_perfetto(const vcube_trace *trace, FILE *out)
{
	struct writer w = {
		.trace = trace, .out = out, .network = network_open(trace),
		.nodes = grow(NULL, vcube_trace_head(trace)->nodes, sizeof *w.nodes),
	};
	const struct vcube_event *e;

	fputs("{\"traceEvents\":[", out);
	name_all(&w);
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++)
		tell(&w, e);
	print_other(&w);
	network_close(&w.network);
}
