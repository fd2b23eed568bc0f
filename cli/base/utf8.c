/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Text for JSON, which has to be UTF-8.
 */
#include <jansson.h>
#include <stdbool.h>
#include "base/text.h"
#include "base/utf8.h"

static bool
is_ascii(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text >= 0x80)
			return false;
	return true;
}

const char *
utf8_text(const char *words)
{
	json_t *string;
	char *plain;

	if (is_ascii(words))
		return words;
	string = json_string(words);
	json_decref(string);
	if (string)
		return words;
	plain = text("%s", words);
	for (char *c = plain; *c; c++)
		if ((unsigned char)*c >= 0x80)
			*c = '?';
	return plain;
}
