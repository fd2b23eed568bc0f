/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parts of the page of vcube view, and the trace as JSON, which the page reads.
 */
#ifndef VIEW_H
#define VIEW_H

#include <stdio.h>
#include <vcube/observing.h>

/* page.html with page.css and page.js in it, cut where d3 and the data go; embed.awk
 * generates it. */
extern const char view_head[], view_body[], view_tail[];

/* Write one run as an object. Sum it up if it is too large to show event by event. */
void view_write(FILE *out, vcube_trace *trace);

#endif
