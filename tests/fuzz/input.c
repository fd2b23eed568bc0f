/* SPDX-License-Identifier: BSD-2-Clause */
/* Inputs as files and as strings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "fuzz.h"

_Noreturn void
fuzz_fail(const char *condition, const char *file, int line)
{
	fprintf(stderr, "%s:%d: not so: %s\n", file, line, condition);
	abort();
}

const char *
input_file(const uint8_t *data, size_t size)
{
	static char path[40];
	static int file = -1;

	if (file < 0) {
		file = memfd_create("input", MFD_CLOEXEC);
		snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	}
	MUST(file >= 0 && ftruncate(file, 0) == 0);
	MUST(pwrite(file, data, size, 0) == (ssize_t)size);
	return path;
}

char *
input_text(const uint8_t *data, size_t size)
{
	char *const text = malloc(size + 1);

	MUST(text != NULL);
	if (size > 0)
		memcpy(text, data, size);
	text[size] = '\0';
	return text;
}

FILE *
nowhere(void)
{
	static FILE *stream;

	if (stream == NULL)
		stream = fopen("/dev/null", "we");
	MUST(stream != NULL);
	return stream;
}
