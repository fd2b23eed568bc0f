/* SPDX-License-Identifier: BSD-2-Clause */
/* A sequence of bytes that grows: packets to send, and what processes tell each other. */
#ifndef VC_BYTES_H
#define VC_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct vc_bytes {
	char *data;                     /* from malloc() */
	size_t used, room;
	bool failed;                    /* there was no memory */
};

/* Appends room for that many bytes, and returns it; NULL: no memory. */
static inline void *
vc_bytes_more(struct vc_bytes *b, size_t bytes)
{
	if (b->room - b->used < bytes) {
		const size_t room = 2 * b->room + bytes;
		char *data = b->failed ? NULL : realloc(b->data, room);

		b->failed = data == NULL;
		if (b->failed)
			return NULL;
		b->data = data;
		b->room = room;
	}
	b->used += bytes;
	return b->data + b->used - bytes;
}

static inline bool
vc_bytes_add(struct vc_bytes *b, const void *data, size_t bytes)
{
	void *into = vc_bytes_more(b, bytes);

	if (into != NULL && bytes > 0)
		memcpy(into, data, bytes);
	return into != NULL;
}

static inline void
vc_bytes_free(struct vc_bytes *b)
{
	free(b->data);
	*b = (struct vc_bytes){0};
}

#endif
