/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * stdout and stderr of all ranks. Both are streams without a buffer, so that each call of stdio
 * reaches write_text() in the thread that made it, under the stream's lock. There each rank
 * has a line for itself, which goes out when it ends, or when the rank flushes it.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include "output.h"
#include "rank.h"

/* A line that is longer goes out in parts. */
#define LONGEST 8192

static bool with_prefix, notes_text;

static bool
write_whole(int file, struct iovec *parts, int count)
{
	while (count > 0) {
		const ssize_t n = writev(file, parts, count);
		size_t left = n > 0 ? (size_t)n : 0;

		if (n < 0 && errno != EINTR)
			return false;
		for (; count > 0 && left >= parts->iov_len; parts++, count--)
			left -= parts->iov_len;
		if (count > 0) {
			parts->iov_base = (char *)parts->iov_base + left;
			parts->iov_len -= left;
		}
	}
	return true;
}

/* Write what the rank has of its line, and this text. */
static bool
put(int file, const struct rank *rank, struct line *line, const char *text, size_t bytes)
{
	const bool is_shared = !line->instead;
	char prefix[24];
	struct iovec parts[3] = {
		{ prefix, with_prefix && is_shared
		  ? (size_t)snprintf(prefix, sizeof prefix, "[%d] ", rank->number) : 0 },
		{ line->text, line->used }, { (char *)text, bytes },
	};

	line->used = 0;
	return write_whole(is_shared ? file : line->instead, parts, 3);
}

/* Keep the beginning of a line. */
static bool
keep(int file, const struct rank *rank, struct line *line, const char *text, size_t bytes)
{
	if (!line->text && bytes)
		line->text = malloc(LONGEST);
	if (!line->text || line->used + bytes > LONGEST)
		return bytes == 0 || put(file, rank, line, text, bytes);
	memcpy(line->text + line->used, text, bytes);
	line->used += bytes;
	return true;
}

/* Returns the length of what can be written at once: one line, if it needs a prefix. */
static size_t
whole_lines(const char *text, size_t bytes)
{
	const char *end = with_prefix ? memchr(text, '\n', bytes) : memrchr(text, '\n', bytes);

	return end ? (size_t)(end + 1 - text) : 0;
}

/* FNV-1a: the same however the text is cut into calls. */
static void
note(struct rank *rank, const char *text, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		rank->printed = (rank->printed ^ (unsigned char)text[i]) * 0x100000001b3u;
}

static ssize_t
write_text(void *cookie, const char *text, size_t bytes)
{
	const int file = (int)(intptr_t)cookie;
	struct rank *rank = rank_here;
	struct line *line = rank ? &rank->lines[file - 1] : NULL;
	size_t done = 0, whole;
	bool good = true;

	if (!rank)
		return write_whole(file, &(struct iovec) { (char *)text, bytes }, 1) ? (ssize_t)bytes : 0;
	if (notes_text && file == STDOUT_FILENO)
		note(rank, text, bytes);
	while (good && (whole = whole_lines(text + done, bytes - done)) > 0) {
		good = put(file, rank, line, text + done, whole);
		done += whole;
	}
	if (good)
		good = keep(file, rank, line, text + done, bytes - done);
	return good ? (ssize_t)bytes : 0;
}

static FILE *
open_stream(int file)
{
	FILE *stream = fopencookie((void *)(intptr_t)file, "w",
				   (cookie_io_functions_t) { .write = write_text });

	if (stream)
		setvbuf(stream, NULL, _IONBF, 0);
	return stream;
}

bool
output_open(bool prefix, bool notes)
{
	FILE *out = open_stream(STDOUT_FILENO), *error = open_stream(STDERR_FILENO);

	with_prefix = prefix;
	notes_text = notes;
	if (!out || !error)
		return false;
	fflush(stdout);
	stdout = out;
	stderr = error;
	return true;
}

ssize_t
output_write(int file, const char *text, size_t bytes)
{
	return (ssize_t)fwrite(text, 1, bytes, file == STDOUT_FILENO ? stdout : stderr);
}

static void
flush(FILE *stream, int file)
{
	struct rank *rank = rank_here;

	flockfile(stream);
	if (rank && rank->lines[file - 1].used)
		put(file, rank, &rank->lines[file - 1], NULL, 0);
	funlockfile(stream);
}

void
output_flush(void)
{
	flush(stdout, STDOUT_FILENO);
	flush(stderr, STDERR_FILENO);
}

/* --- what a rank turns elsewhere */

void
output_turn(int file, int instead)
{
	struct line *line = &rank_here->lines[file - 1];
	FILE *stream = file == STDOUT_FILENO ? stdout : stderr;

	flush(stream, file);
	flockfile(stream);
	if (line->instead)
		close(line->instead);
	line->instead = instead;
	funlockfile(stream);
}

void
output_end(void)
{
	output_turn(STDOUT_FILENO, 0);
	output_turn(STDERR_FILENO, 0);
	free(rank_here->lines[0].text);
	free(rank_here->lines[1].text);
}
