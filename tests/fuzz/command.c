/* SPDX-License-Identifier: BSD-2-Clause */
/* Parts of the vcube command in a process that goes on after die(). */
#include <setjmp.h>
#include <stdbool.h>
/* the list of all blocks is its own */
#include "cli/base/text.c"
#include "fuzz.h"

static jmp_buf ended;
static bool inside;

_Noreturn void
die(enum status status, const char *format, ...)
{
	va_list arguments;
	char sentence[2000];

	va_start(arguments, format);
	vsnprintf(sentence, sizeof sentence, format, arguments);
	va_end(arguments);
	MUST(inside && status != STATUS_FINE && *sentence);
	longjmp(ended, 1);
}

void
in_command(void (*function)(void *arg), void *arg)
{
	inside = true;
	if (setjmp(ended) == 0)
		function(arg);
	inside = false;
	while (blocks.next != &blocks)
		discard(blocks.next->content);
}
