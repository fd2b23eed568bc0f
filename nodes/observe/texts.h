/* SPDX-License-Identifier: BSD-2-Clause */
/* The texts of a trace: each once, numbered in the order of their first use. */
#ifndef VC_TEXTS_H
#define VC_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct vc_texts {
	void *tree;             /* of struct text, sorted by text: see tsearch(3) */
	char *bytes;            /* all texts, one after another */
	size_t used, room;
	uint32_t count;
	bool refused;           /* memory ran out for a text, whose number is 0 */
};

/* Begins with the empty text, number 0. */
void vc_texts_init(struct vc_texts *texts);
void vc_texts_free(struct vc_texts *texts);
/* Returns the number of a text, which it adds if it is new; NULL is the empty text. */
uint32_t vc_texts_number(struct vc_texts *texts, const char *text);

#endif
