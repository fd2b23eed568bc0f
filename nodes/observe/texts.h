/* SPDX-License-Identifier: BSD-2-Clause */
/* The texts of a trace: each once, numbered in the order in which they come up. */
#ifndef VC_TEXTS_H
#define VC_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct vc_texts {
	void *tree;             /* of struct text, by what it says: see tsearch(3) */
	char *bytes;            /* all of them, one behind the other */
	size_t used, room;
	uint32_t count;
	bool refused;           /* there was no memory for one, which is 0 now */
};

/* With the empty text, number 0. */
void vc_texts_init(struct vc_texts *texts);
void vc_texts_free(struct vc_texts *texts);
/* The number of a text; NULL is the empty one. */
uint32_t vc_texts_number(struct vc_texts *texts, const char *text);

#endif
