/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How the command ends, how it complains, and how it shows progress.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <vcube.h>
#include "base/status.h"

const char *command_name = "vcube";

static bool complained_of_output;
static bool to_nobody;
static FILE *apart;

FILE *
results(void)
{
	return apart ? apart : stdout;
}

void
results_apart(FILE *stream)
{
	apart = stream;
}

void
results_alone(void)
{
	const int own = apart ? -1 : fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

	if (own < 0)            /* without stdout, flush_output() complains */
		return;
	if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
		dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDOUT_FILENO);
	setvbuf(stdout, NULL, _IOLBF, 0);
	apart = fdopen(own, "w");
}

enum status
status_of(int code)
{
	switch (code) {
	case VCUBE_OK:
		return STATUS_FINE;
	case VCUBE_EDEADLOCK:
		return STATUS_DEADLOCK;
	case VCUBE_EMISMATCH:
	case VCUBE_EUNRECEIVED:
	case VCUBE_EREQUEST:
		return STATUS_MISMATCH;
	case VCUBE_EHEAP:
	case VCUBE_EHOST:
	case VCUBE_ELIMIT:
		return STATUS_LIMIT;
	case VCUBE_EFAULT:
		return STATUS_FAULT;
	default:
		return STATUS_FAILED;
	}
}

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

static void
print(const char *format, va_list arguments)
{
	if (to_nobody)
		return;
	progress_clear();
	fprintf(stderr, "%s: ", command_name);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
}

void
complain_lines(const char *lines)
{
	if (!to_nobody)
		fputs(lines, stderr);
}

void
complain_to_nobody(void)
{
	to_nobody = true;
	progress_quiet();
}

enum status
complain(enum status status, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print(format, arguments);
	va_end(arguments);
	return status;
}

void
die(enum status status, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print(format, arguments);
	va_end(arguments);
	exit(status);
}

enum status
flush_output(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout) && fflush(results()) == 0 && !ferror(results()))
		return STATUS_FINE;
	/* A reader that stops early, such as head(1), needs no message. */
	if (!complained_of_output && errno != EPIPE)
		complain(STATUS_FAILED, "cannot write the output: %s", strerror(errno));
	complained_of_output = true;
	return STATUS_FAILED;
}

/* Runs at exit(), by which argp's --help ends, too. */
static void
close_output(void)
{
	if (flush_output() != STATUS_FINE)
		_exit(STATUS_FAILED);
}

void
watch_output(void)
{
	atexit(close_output);
}
