/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses which nodes crash and when, and which messages are lost or late; see vcube-desc(5).
 * Pure. */
#include <stdio.h>
#include <string.h>
#include "far.h"
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

/* Parses FROM-TO and N. */
static const char *
parse_message(const char *nodes, const char *number, struct vc_loss *message)
{
	const char *const line = strchr(nodes, '-');
	char from[WORD];
	const char *why;

	if (line == NULL)
		return "a part of it does not name two nodes";
	snprintf(from, sizeof from, "%.*s", (int)(line - nodes), nodes);
	why = vc_parse_number(from, &message->from);
	if (why == NULL)
		why = vc_parse_number(line + 1, &message->to);
	return why != NULL ? why : vc_parse_number(number, &message->number);
}

const char *
vc_loss_next(const char **text, struct vc_loss *loss)
{
	char word[WORD], *number;
	const char *const why = split_next(text, word, &number);

	return why != NULL ? why : parse_message(word, number, loss);
}

const char *
vc_delay_next(const char **text, struct vc_delay *delay)
{
	char word[WORD], *number, *time;
	const char *why = split_next(text, word, &number);

	if (why != NULL)
		return why;
	time = strchr(number, ':');
	if (time == NULL)
		return "a part of it has no colon and time";
	*time++ = '\0';
	why = parse_message(word, number, &delay->message);
	if (why == NULL)
		why = vc_parse_time(time, &delay->time);
	return why == NULL && delay->time > VC_COST_MOST ? "a delay is too long; at most 1000s is permitted" : why;
}
