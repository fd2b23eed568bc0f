/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints a recording as plain lines, for logs, slow lines and screen readers. */
#ifndef LINES_H
#define LINES_H

#include <stdio.h>
#include "recording.h"

void vc_lines(const struct vc_recording *r, FILE *out);

/* Print a part of moment number i: messages, a line each; clocks, and nodes that do not stand
 * at the step; the links that messages crossed in the step, a line each. */
typedef void vc_lines_part(const struct vc_recording *r, int i, const char *indent, FILE *out);
vc_lines_part vc_lines_messages, vc_lines_nodes, vc_lines_links;

/* Print how the run ended, in lines of at most `width` characters; 0: unwrapped. */
void vc_lines_failure(const struct vc_recording *r, int width, FILE *out);

/* The messages of a moment in words of at most `room` bytes */
void vc_say_traffic(const struct vc_moment *m, char *text, size_t room);

#endif
