/* SPDX-License-Identifier: BSD-2-Clause */
/* What a strict machine lends to a collective that runs beside the program. */
#ifndef VCM_SHADOW_H
#define VCM_SHADOW_H

#include "wrong.h"

struct shadow {
	void *real;             /* the program's buffer */
	void *memory;           /* in place of it; NULL: there is none */
};

/* Lends the blocks of a collective to its request, and lets it receive to a copy. */
void vcm_shadow_begin(struct process *p, const struct request *r, struct shadow *s, struct coll *c);
/* Puts what was received where it belongs. */
void vcm_shadow_end(struct shadow *s, struct coll *c);
/* Frees the copy of a collective that did not end. */
void vcm_shadow_drop(struct shadow *s, struct coll *c);

#endif
