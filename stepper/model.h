/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where somebody is in a recording, and what to stop at. Pages 0 .. moments - 1
 * are the moments; of a run that failed, or has no moments, one more says how it
 * ended.
 */
#ifndef MODEL_H
#define MODEL_H

#include "recording.h"

/* kind, how it is written, when a page fulfils it */
#define VC_CONDITIONS(X) \
	X(VC_BREAK_NONE, "", "never") \
	X(VC_BREAK_NODE, "node R", "node R sends a message, or is sent one") \
	X(VC_BREAK_PEER, "peer A B", "a message goes from A to B, or from B to A") \
	X(VC_BREAK_STEP, "step NAME", "the step has that name") \
	X(VC_BREAK_CONTENTION, "contention", "messages of several pairs of nodes share a link")

#define X(kind, form, text) kind,
enum vc_condition_kind { VC_CONDITIONS(X) };
#undef X

struct vc_condition {
	enum vc_condition_kind kind;
	int a, b;
	char text[80];                  /* as it was written */
};

struct vc_model {
	const struct vc_recording *r;
	int page, pages;
	struct vc_condition condition;
};

void vc_model_open(struct vc_model *m, const struct vc_recording *r);
/* The moment of the page; NULL: it is the one that says how the run ended. */
const struct vc_moment *vc_model_moment(const struct vc_model *m);
/* To a page, or the first or last one. False: it is there already. */
bool vc_model_go(struct vc_model *m, int page);
/* Forward to the next page that fulfils the condition, else to the last. True: it
 * is fulfilled there. */
bool vc_model_run(struct vc_model *m);
/* From its text; false with what is permitted in `why`, and the condition as it
 * was. */
bool vc_model_break(struct vc_model *m, const char *text, char *why, size_t room);

#endif
