/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses which nodes crash and when, and which messages are lost; see vcube-desc(5). Pure. */
#include <string.h>
#include "fault_plan.h"
#include "units.h"

/* Parses "100" as a number of operations, "100us" as a time. */
static const char *
parse_when(const char *word, struct vc_crash *crash)
{
	crash->after = UINT64_MAX;
	crash->at = INT64_MAX;
	return word[strspn(word, "0123456789")] == '\0' ? vc_parse_number(word, &crash->after)
							: vc_parse_time(word, &crash->at);
}

enum { WORD = 80 };

/* Copies the next word of a list, advances *text, and splits the word at its @. Returns NULL, or
 * what is wrong. */
static const char *
split_next(const char **text, char word[WORD], char **behind)
{
	const size_t length = strcspn(*text, ",");

	if (length >= WORD)
		return "a part of it is too long";
	memcpy(word, *text, length);
	word[length] = '\0';
	*behind = strchr(word, '@');
	if (*behind == NULL)
		return "a part of it has no @";
	*(*behind)++ = '\0';
	*text = (*text)[length] == ',' ? *text + length + 1 : NULL;
	return NULL;
}

const char *
vc_crash_next(const char **text, struct vc_crash *crash)
{
	char word[WORD], *when;
	const char *why = split_next(text, word, &when);

	if (why == NULL)
		why = vc_parse_number(word, &crash->rank);
	return why != NULL ? why : parse_when(when, crash);
}

const char *
vc_loss_next(const char **text, struct vc_loss *loss)
{
	char word[WORD], *number, *to;
	const char *why = split_next(text, word, &number);

	if (why != NULL)
		return why;
	to = strchr(word, '-');
	if (to == NULL)
		return "a part of it names no two nodes";
	*to++ = '\0';
	why = vc_parse_number(word, &loss->from);
	if (why == NULL)
		why = vc_parse_number(to, &loss->to);
	return why != NULL ? why : vc_parse_number(number, &loss->number);
}
