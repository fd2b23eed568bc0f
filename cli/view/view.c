/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube view: writes one trace, or two side by side, as a page for the browser.
 */
#include <stdio.h>
#include "base/atomic_file.h"
#include "base/status.h"
#include "commands.h"
#include "view/view.h"

enum { RUNS = 2 };

struct view_options {
	const char *traces[RUNS], *file;
	int count;
};

static void
write_page(FILE *out, vcube_trace *const *traces, int count)
{
	fputs(view_head, out);
	for (int i = 0; i < count; i++) {
		fputs(i ? ",\n" : "[", out);
		view_write(out, traces[i]);
	}
	fputs("]", out);
	fputs(view_tail, out);
}

static int
run(int argc, char **argv)
{
	struct view_options o = { 0 };
	vcube_trace *traces[RUNS];
	struct vcube_error error;
	struct atomic_file file;

	command_parse(&view_command, argc, argv, &o);
	for (int i = 0; i < o.count; i++) {
		traces[i] = vcube_trace_open(o.traces[i], &error);
		if (!traces[i])
			die(STATUS_USAGE, "%s", error.text);
	}
	atomic_file_open(&file, o.file);
	write_page(file.stream, traces, o.count);
	atomic_file_close(&file, true);
	for (int i = 0; i < o.count; i++)
		vcube_trace_close(traces[i]);
	return STATUS_FINE;
}

static const struct command_option options[] = {
	{ "output", 'o', "FILE", "write the page to FILE; - is the standard output",
	  .values = "FILE", .take = take_word, AT(view_options, file) },
	{ 0 }
};

static void
add_trace(void *into, char *word, struct argp_state *state)
{
	struct view_options *o = into;

	if (o->count == RUNS)
		argp_error(state, "a page shows one trace, or two side by side");
	o->traces[o->count++] = word;
}

static void
end(void *into, struct argp_state *state)
{
	const struct view_options *o = into;

	if (o->count == 0)
		argp_error(state, "name a trace, such as `vcube run --trace FILE' writes");
	if (!o->file)
		argp_error(state, "name the page to write, such as -o run.html");
}

const struct command view_command = {
	.name = "view",
	.summary = "write recorded runs as a page for the browser",
	.form = "TRACE [TRACE]",
	.doc = "Writes a page that shows a recorded run step by step: the blocks of each node, the "
	       "topology and the load of its links, messages in space and time, costs, and why the "
	       "run failed. Two traces appear side by side. The page is one file and needs no "
	       "network."
	       "\v"
	       "Example: vcube run allgather.ring -t ring:8 --clock virtual --trace ring.trace && "
	       "vcube view ring.trace -o ring.html",
	.values = "TRACE",
	.options = options,
	.word = add_trace,
	.end = end,
	.run = run,
};
