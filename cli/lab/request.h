/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the lab's page asks for, as a command line of vcube: each name and value is checked, so
 * that a request can name no file, no other command and nothing that is too large. Pure.
 */
#ifndef REQUEST_H
#define REQUEST_H

#include <stdbool.h>
#include <stddef.h>

/* What one request may ask for, at most */
enum {
	NODES_MOST = 1024, BLOCK_MOST = 1 << 20, DATA_MOST = 256 << 20,
	ALGORITHMS_MOST = 16, TOPOLOGIES_MOST = 16, SIZES_MOST = 128, VALUE_MOST = 2000,
};

struct request {
	char **argv;            /* ends with NULL once it is complete */
	int count;
	bool runs;              /* it runs, and does not only predict */
	char *words, *topologies, *sizes;
	char *refused;          /* a sentence; NULL: it is fine */
};

/* Begin a request for "page", "predict", "run" or "menu", with the files of --load; false if
 * `what` is something else. */
bool request_begin(struct request *r, const char *what, char *const *loads, int load_count);
/* Add a parameter; the first wrong one is refused. */
void request_add(struct request *r, const char *key, const char *value);
void request_end(struct request *r);
void request_free(struct request *r);

/* The machine's keys that a request may set; ends with NULL. */
extern const char *const request_keys[];

#endif
