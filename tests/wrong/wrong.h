/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Wrong programs and their right twins. A row is both: its body asks wrong_is_run() where they
 * differ. The report on the wrong one must have the row's words and each line that the program
 * has marked; the right one must end well on every machine.
 */
#ifndef WRONG_H
#define WRONG_H

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>
#include "support.h"

struct wrong_row {
	const char *name;
	int (*body)(vcube_node *self, const struct wrong_row *row);
	int nodes;
	const char *machine;            /* more of its description, for both twins */
	unsigned only;                  /* how it cannot be told or run */
	int ends;                       /* the signal or, negated, the status that ends the process;
					   0: the run returns */
	const char *words[4];           /* of the report: what is wrong, and which nodes */
	int a, b;                       /* parameters of the body */
};

/* Told under strict=yes alone; the line is told so alone; the twin runs as it is described; it
 * needs the C++ library; the twin, too, has remarks. */
enum { WRONG_STRICT = 1, WRONG_LINE_STRICT = 2, WRONG_TWIN_FIXED = 4, WRONG_CXX = 8,
       WRONG_TWIN_REMARKS = 16 };

/* The C++ library, or NULL. */
#define WRONG_CXX_LIBRARY dlopen("libstdc++.so.6", RTLD_NOW | RTLD_GLOBAL)

#define WRONG_WORDS(...) {__VA_ARGS__}

/* Is the wrong twin run? */
bool wrong_is_run(void);

/* Marks the line of the call that follows: reports name it. */
enum { WRONG_MARKS = 3 };
void wrong_mark(int mark, const char *here);
#define MARK(i) wrong_mark(i, VCUBE_HERE)

/* The tables, a file each. */
struct wrong_class {
	const char *name;
	const struct wrong_row *rows;
	size_t count;
};
#define WRONG_CLASSES(X) \
	X(calls) X(buffers) X(heap) X(ends) X(limits) X(handles) X(waits) X(leftovers) X(order)
#define X(name) extern const struct wrong_class wrong_##name;
WRONG_CLASSES(X)
X(remarks)              /* these end well */
#undef X
#define WRONG_CLASS(id, text, table) \
	const struct wrong_class wrong_##id = {text, table, COUNT(table)}

#endif
