/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines of addresses of the program, for reports: addr2line, which comes with the linker, reads
 * them of files. */
#ifndef VC_ADDR2LINE_H
#define VC_ADDR2LINE_H

#include <stdint.h>

/* Where a call lies. */
struct vc_code {
	const char *file;               /* that holds it; NULL: nothing is known */
	const char *symbol;             /* before it, or NULL, */
	uintptr_t past;                 /* and how far */
	uintptr_t at;                   /* in the file */
};

/* Returns the place of the call that returns to an address. */
struct vc_code vc_code_of(const void *returns_to);

/* Told of each place, from 0, one function; of several that were inlined there the innermost
 * first. `line`, such as "prog.c:12", is NULL if it is not known; the function may be "??". */
typedef void vc_line_told(void *arg, int place, const char *function, const char *line);

/* Asks for places of one file, up to as many. Returns how many places were told, 0 where there is
 * no addr2line. Calls no malloc(). */
enum { VC_LINES_AT_ONCE = 32 };
int vc_addr2line(const char *file, const uintptr_t *at, int count, vc_line_told *told, void *arg);

#endif
