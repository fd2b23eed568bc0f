/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parts of the page of vcube view, and a trace as the JSON that the page reads.
 */
#ifndef VIEW_H
#define VIEW_H

#include <stdbool.h>
#include <stdio.h>
#include <vcube/observing.h>

/* Nodes that are shown one by one; of more than these, that many groups. */
enum { VIEW_NODES = 64 };
/* Events that go into a page, and moments into which a run of more is cut. */
enum { VIEW_EVENTS = 200000, VIEW_BINS = 128 };
/* Of calls within calls, the depth down to which their blocks are known. */
enum { VIEW_DEPTHS = 8 };

/* Bytes of a block of the calls in which each node is, by depth; 0: none, or no blocks. */
struct view_blocks {
	bool sets;                      /* see view_sets() */
	uint64_t begun;                 /* of the call of the event before */
	uint64_t bytes[VIEW_NODES][VIEW_DEPTHS];
};

/* page.html cut in two where the data goes, with page.css and page.js in it:
 * generated from these. */
extern const char view_head[], view_tail[];

/* One run, an object. What lies outside of the limits is summed up. */
void view_write(FILE *out, vcube_trace *trace);
/* What is combined in it are sets of nodes: a bit for each, and then their number. */
bool view_sets(const vcube_trace *trace);
/* Which messages have a start-up of their own: asked of each in the order of the trace. */
struct view_startups {
	bool together;                  /* those that start at one time have one */
	vcube_time *last;               /* of each node: when its last one started */
};
void view_startups_begin(struct view_startups *s, const vcube_trace *trace);
bool view_has_startup(struct view_startups *s, const struct vcube_event *send);
void view_startups_end(struct view_startups *s);
/* The name of a call, its formula, if there is one, and its time on this machine. */
void view_formula(FILE *out, const vcube_trace *trace, const struct vcube_event *call);
/* Events in order: CALL and GROUP say how long blocks are from there on. */
void view_note_call(struct view_blocks *blocks, const struct vcube_event *e);
/* What a MEMORY event tells of: the beginnings of its cells, bytes of each, bytes in all. */
void view_write_contents(FILE *out, const vcube_trace *trace, const struct view_blocks *blocks,
			 const struct vcube_event *e);
/* A string; also safe inside of <script>. */
void view_string(FILE *out, const char *text);
void view_field(FILE *out, const char *name, const char *text);
/* The events of a trace that is too large: sums of groups of nodes in equal parts of
 * the time, in the form of events. */
void view_write_sums(FILE *out, vcube_trace *trace, const vcube_topology *t, const int *position,
		     int groups);

#endif
