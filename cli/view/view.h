/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parts of the page of vcube view, and the trace as JSON, which the page reads.
 */
#ifndef VIEW_H
#define VIEW_H

#include <stdbool.h>
#include <stdio.h>
#include <vcube/observing.h>

/* The most nodes that the page shows singly; a larger machine becomes that many groups */
enum { VIEW_NODES = 64 };
/* The most events in a page; a longer run becomes VIEW_BINS equal parts of time */
enum { VIEW_EVENTS = 200000, VIEW_BINS = 128 };
/* The depth of nested calls down to which their blocks are known */
enum { VIEW_DEPTHS = 8 };

/* The block size of each node's open calls, by depth; 0: no call, or no blocks */
struct view_blocks {
	bool sets;                      /* see view_sets() */
	uint64_t begun;                 /* block size of the CALL just before; 0: none */
	uint64_t bytes[VIEW_NODES][VIEW_DEPTHS];
};

/* page.html with page.css and page.js in it, cut in two where the data goes; embed.awk
 * generates it. */
extern const char view_head[], view_tail[];

/* Write one run as an object. Sum it up if it exceeds the limits above. */
void view_write(FILE *out, vcube_trace *trace);
/* Does the run combine sets of nodes: a bit for each, and then their number? */
bool view_sets(const vcube_trace *trace);
/* Finds the messages with a start-up of their own; ask for each in the order of the trace. */
struct view_startups {
	bool together;                  /* messages that start together share one */
	vcube_time *last;               /* by node: when its last message started */
};
void view_startups_begin(struct view_startups *s, const vcube_trace *trace);
bool view_has_startup(struct view_startups *s, const struct vcube_event *send);
void view_startups_end(struct view_startups *s);
/* Write the name of a call, its formula, if it has one, and its time on this machine. */
void view_formula(FILE *out, const vcube_trace *trace, const struct vcube_event *call);
/* Take the events in order: CALL and GROUP set the block size from there on. */
void view_note_call(struct view_blocks *blocks, const struct vcube_event *e);
/* Write a MEMORY event: the beginnings of its cells, bytes of each, bytes in all. */
void view_write_contents(FILE *out, const vcube_trace *trace, const struct view_blocks *blocks,
			 const struct vcube_event *e);
/* Write a JSON string that is also safe inside <script>. */
void view_string(FILE *out, const char *text);
void view_field(FILE *out, const char *name, const char *text);
/* Write sums in place of the events of a trace that is too large: of groups of nodes in equal
 * parts of the time. */
void view_write_sums(FILE *out, vcube_trace *trace, const vcube_topology *t, const int *position,
		     int groups);

#endif
