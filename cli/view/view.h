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
/* page.html with page.css and page.js in it, cut in two where the data goes; embed.awk
 * generates it. */
extern const char view_head[], view_tail[];

/* Write one run as an object. Sum it up if it exceeds the limits above. */
void view_write(FILE *out, vcube_trace *trace);
/* Finds the messages with a start-up of their own; ask for each in the order of the trace.
 * Messages that a node sends over all its ports at once start together, and share one. */
struct view_startups {
	bool together;                  /* messages that start together share one */
	vcube_time *last;               /* by node: when its last message started */
};
struct view_startups view_startups(const vcube_trace *trace);
bool view_has_startup(struct view_startups *s, const struct vcube_event *send);
/* Write sums in place of the events of a trace that is too large: of groups of nodes in equal
 * parts of the time. */
void view_write_sums(FILE *out, vcube_trace *trace, const vcube_topology *t, const int *position,
		     int groups);

#endif
