/* SPDX-License-Identifier: BSD-2-Clause */
/* Any file is refused as a trace, or can be read, shown as a page and exported in all forms. */
#include <stdlib.h>
#include <string.h>
#include <vcube/observing.h>
#include "cli/trace/export.h"
#include "cli/view/view.h"
#include "fuzz.h"

/* Makes the number of events fit the size, or most inputs would be refused for it alone. */
static void
fit(char *data, size_t size)
{
	struct vcube_trace_head *const h = (struct vcube_trace_head *)(void *)data;
	size_t rest = size - sizeof *h;

	if (h->data_bytes > rest || h->texts_bytes > rest - h->data_bytes)
		return;
	rest -= h->data_bytes + h->texts_bytes;
	h->events = rest / sizeof(struct vcube_event);
	h->data_bytes += rest % sizeof(struct vcube_event);
}

static void
walk(vcube_trace *t)
{
	const struct vcube_trace_head *const h = vcube_trace_head(t);
	const struct vcube_event *e;
	uint64_t sum = 0;

	while ((e = vcube_trace_next(t)) != NULL) {
		const unsigned char *const contents = vcube_trace_contents(t, e);

		for (uint32_t i = 0; contents != NULL && i < e->number; i++)
			sum += contents[i];
		sum += strlen(vcube_trace_text(t, e->text)) + strlen(vcube_event_name(e->kind));
		MUST(e->rank < h->nodes && e->time <= h->time);
	}
	MUST(sum > 0);
	vcube_trace_seek(t, h->time);
	MUST(vcube_trace_next(t)->time == h->time);
}

static void
view(void *trace)
{
	view_write(nowhere(), trace);
}

static void
links(void *trace)
{
	check_export_links(trace);
	export_links(trace, nowhere());
}

#define EXPORT(form) static void form(void *trace) { export_##form(trace, nowhere()); }
EXPORT(perfetto)
EXPORT(paje)
EXPORT(csv)
EXPORT(info)

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void (*const forms[])(void *trace) = { view, perfetto, paje, csv, info, links };
	struct vcube_error error = { 0 };
	char *const copy = input_text(data, size);
	vcube_trace *t;

	if (size >= sizeof(struct vcube_trace_head))
		fit(copy, size);
	t = vcube_trace_open(input_file((const uint8_t *)copy, size), &error);
	free(copy);
	if (t == NULL) {
		MUST(error.code != 0 && *error.text);
		return 0;
	}
	walk(t);
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		in_command(forms[i], t);
	vcube_trace_close(t);
	return 0;
}
