/* SPDX-License-Identifier: BSD-2-Clause */
#include "gen.h"
#include <stdio.h>

/* No request at the start, no escapes but minus signs. */
void
print_text(const char *words)
{
	fputs("\\&", stdout);
	for (; *words; words++) {
		if (*words == '\\')
			fputs("\\e", stdout);
		else if (*words == '-' && words[1] == ' ')
			fputs("\\-", stdout);
		else
			putchar(*words);
	}
	putchar('\n');
}

void
print_note(const char *name, const char *words)
{
	if (words == NULL || !*words)
		return;
	printf(".It Sy %s\n", name);
	print_text(words);
}
