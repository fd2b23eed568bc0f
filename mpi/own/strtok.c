/* SPDX-License-Identifier: BSD-2-Clause */
/* strtok() with a position of the rank's own. */
#include <string.h>

char *
strtok(char *text, const char *separators)
{
	static char *rest;

	return strtok_r(text, separators, &rest);
}
