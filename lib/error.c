/* SPDX-License-Identifier: BSD-2-Clause */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Not iscntrl(): bytes of UTF-8 must pass in every locale. */
static void
keep_one_line(char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = '?';
}

int
vc_error(struct vcube_error *error, int code, const char *format, ...)
{
	const char cut[] = "...";
	va_list list;
	int length;

	if (!error)
		return code;
	error->code = code;
	va_start(list, format);
	length = vsnprintf(error->text, sizeof error->text, format, list);
	va_end(list);
	if (length < 0)
		error->text[0] = '\0';
	if (length >= (int)sizeof error->text)
		memcpy(error->text + sizeof error->text - sizeof cut, cut, sizeof cut);
	keep_one_line(error->text);
	return code;
}

void
vc_list_add(char *list, size_t room, const char *name)
{
	const size_t length = strlen(list);

	snprintf(list + length, room - length, "%s%s", length > 0 ? ", " : "", name);
}

const char *
vcube_strerror(int code)
{
	switch (code) {
#define X(name, value, text) case name: return text;
	VCUBE_ERRORS(X)
#undef X
	}
	return "not an error code of libvcube";
}
