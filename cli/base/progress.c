/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One line on the terminal that shows progress.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "base/progress.h"

static bool quiet, shown;

/* A longer line would wrap, and progress_clear() could not remove it. */
static int
terminal_width(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) < 0 || size.ws_col < 2)
		return 79;
	return size.ws_col - 1;
}

void
progress_show(const char *format, ...)
{
	char line[512];
	va_list arguments;

	if (quiet || !isatty(STDERR_FILENO))
		return;
	va_start(arguments, format);
	vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	fprintf(stderr, "\r\033[K%.*s", terminal_width(), line);
	fflush(stderr);
	shown = true;
}

void
progress_clear(void)
{
	if (!shown)
		return;
	fputs("\r\033[K", stderr);
	fflush(stderr);
	shown = false;
}

void
progress_quiet(void)
{
	quiet = true;
}
