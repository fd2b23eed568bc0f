/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses orders; see the header. Pure. */
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include "order_text.h"

/* Parses digits. Returns -1 if there are none, or if the number is no int. */
static int
number(const char **text)
{
	long value = 0;
	const char *const begin = *text;

	for (; **text >= '0' && **text <= '9' && value <= INT_MAX; ++*text)
		value = 10 * value + (**text - '0');
	return *text == begin || value > INT_MAX ? -1 : (int)value;
}

static const char *
parse_answer(const char **text, struct vc_answer *answer)
{
	const bool posted = **text == '+';

	*text += posted;
	if (**text == '-' && !posted) {
		++*text;
		return *(*text) == '.' ? "a '-' stands alone" : NULL;
	}
	answer->from = number(text);
	if (answer->from >= 0 && **text == '.') {
		++*text;
		answer->which = answer->from;
		answer->from = number(text);
	}
	if (posted)
		answer->which = -1 - answer->which;
	return answer->from < 0 ? "an answer is a rank, REQUEST.RANK, +TAG.RANK, or '-'" : NULL;
}

const char *
vc_order_next(const char **text, int *node, struct vc_answer *answer, int *any)
{
	const char *why = NULL;

	*any = 0;
	*answer = (struct vc_answer){0, VC_NOTHING};
	if (*node < 0 || **text == '/') {
		*text += *node >= 0;
		*node = number(text);
		if (*node < 0 || **text != ':')
			return "the answers of a node begin with its rank and a colon";
		++*text;
	} else if (**text == ',') {
		++*text;
	}
	if (**text != '\0' && **text != '/') {
		*any = 1;
		why = parse_answer(text, answer);
	}
	if (why == NULL && **text == '\0')
		*text = NULL;
	else if (why == NULL && **text != ',' && **text != '/')
		why = "answers are separated by commas, nodes by '/'";
	return why;
}
