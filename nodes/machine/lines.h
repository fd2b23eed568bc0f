/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses of the program as functions and lines. */
#ifndef VC_LINES_H
#define VC_LINES_H

#include <stdio.h>

/* Writes "node 1"; if the rank is negative, that it is a thread without a node. */
void vc_lines_who(FILE *out, int rank);

/* Writes where the call that returns to an address lies, " at prog.c:12", as far as addr2line knows
 * it; else "". Returns `buffer`. */
enum { VC_LINE_ROOM = 200 };
const char *vc_lines_at(const void *returns_to, char buffer[VC_LINE_ROOM]);

/* Writes a line for each return address, "node 1 in main at prog.c:12", as far as addr2line
 * knows it; else the symbol. Those without either are left out. */
void vc_lines_write(FILE *out, int rank, void *const *frames, int count);

#endif
