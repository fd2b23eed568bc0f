/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses which nodes crash and when; see vcube-desc(5). Pure. */
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

const char *
vc_crash_next(const char **text, struct vc_crash *crash)
{
	char word[80];
	const size_t length = strcspn(*text, ",");
	const char *why;
	char *at;

	if (length >= sizeof word)
		return "a part of it is too long";
	memcpy(word, *text, length);
	word[length] = '\0';
	at = strchr(word, '@');
	if (at == NULL)
		return "a part of it has no @";
	*at = '\0';
	why = vc_parse_number(word, &crash->rank);
	if (why == NULL)
		why = parse_when(at + 1, crash);
	*text = (*text)[length] == ',' ? *text + length + 1 : NULL;
	return why;
}
