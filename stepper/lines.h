/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints a recording as plain lines, for logs, slow lines and screen readers. */
#ifndef LINES_H
#define LINES_H

#include <stdio.h>
#include "recording.h"

void vc_lines(const struct vc_recording *r, FILE *out);

/* Print a part of one moment: messages, a line each; clocks, and nodes that do not stand at
 * the step. */
typedef void vc_lines_part(const struct vc_recording *r, const struct vc_moment *m,
			   const char *indent, FILE *out);
vc_lines_part vc_lines_messages, vc_lines_nodes;

/* Print the links that messages crossed in the step of moment number i, a line each. */
void vc_lines_links(const struct vc_recording *r, int i, FILE *out);

/* Print how the run ended, in lines of at most `width` characters; 0: unwrapped. */
void vc_lines_failure(const struct vc_recording *r, int width, FILE *out);

/* Texts of both renderers, of at most `room` bytes. */
void vc_say_time(vcube_time time, char *text, size_t room);        /* "12.5 us", exact */
void vc_say_traffic(const struct vc_moment *m, char *text, size_t room);
void vc_say_transfer(const struct vc_transfer *t, char *text, size_t room);
/* Name a link by the ranks of its ends or, as in vcube-desc(5), switch numbers: "3>s1". */
void vc_say_link(const struct vc_recording *r, long link, char *text, size_t room);

#endif
