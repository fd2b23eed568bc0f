/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An index finds the numbers of things by a hash of what they are. Things are added, and all go
 * together. If memory runs out, the process ends with a sentence. Main thread only.
 */
#ifndef INDEX_H
#define INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct index {
	struct index_entry {
		uint64_t hash;
		int number;             /* plus 1; 0: there is none */
	} *list;
	size_t room, count;             /* room is a power of two, and more than twice the count */
};

/* Return a hash of bytes. */
uint64_t index_hash(const void *data, size_t bytes);

/* Return the number of the thing with this hash that is the same as `what`; -1: there is none. */
int index_find(const struct index *index, uint64_t hash,
	       bool (*is_same)(const void *what, int number), const void *what);

void index_add(struct index *index, uint64_t hash, int number);
void index_close(struct index *index);

#endif
