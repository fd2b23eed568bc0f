/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The user's position in a recording, and the break condition. Pages 0 .. moments - 1 are
 * the moments; if the run failed or has no moments, one more page shows how it ended.
 */
#ifndef MODEL_H
#define MODEL_H

#include "recording.h"

/* kind, syntax, when a page fulfils it */
#define VC_CONDITIONS(X) \
	X(VC_BREAK_NONE, "", "never") \
	X(VC_BREAK_NODE, "node R", "node R sends a message, or a message is sent to it") \
	X(VC_BREAK_PEER, "peer A B", "a message goes from A to B, or from B to A") \
	X(VC_BREAK_STEP, "step NAME", "the step has that name") \
	X(VC_BREAK_CONTENTION, "contention", "messages of several pairs of nodes share a link")

#define X(kind, form, text) kind,
enum vc_condition_kind { VC_CONDITIONS(X) };
#undef X

struct vc_condition {
	enum vc_condition_kind kind;
	int a, b;
	char text[80];                  /* as the user wrote it */
};

struct vc_model {
	const struct vc_recording *r;
	int page, pages;
	struct vc_condition condition;
};

void vc_model_open(struct vc_model *m, const struct vc_recording *r);
/* Return the page's moment; NULL for the page that shows how the run ended. */
const struct vc_moment *vc_model_moment(const struct vc_model *m);
/* Go to a page, or to the nearest that exists. False if it is the current one. */
bool vc_model_go(struct vc_model *m, int page);
/* Go forward to the next page that fulfils the condition, else to the last. True if that page
 * fulfils it. */
bool vc_model_run(struct vc_model *m);
/* Set the condition from text. False, with what is permitted in `why` and the condition
 * unchanged, if the text is wrong. */
bool vc_model_break(struct vc_model *m, const char *text, char *why, size_t room);

#endif
