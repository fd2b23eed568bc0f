/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a file beside the one that the user named, and renames it. Writes in place where
 * that is impossible: /dev/null and other special files, and files in a read-only folder.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/atomic_file.h"
#include "base/status.h"
#include "base/text.h"

static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXFSZ };

/* The file that an interrupted command removes. */
static const char *volatile unfinished;

static void
remove_unfinished(void)
{
	if (unfinished)
		unlink(unfinished);
}

/* Remove the file first: a second signal, in another thread, may end the process. */
static void
interrupted(int number)
{
	remove_unfinished();
	signal(number, SIG_DFL);
	raise(number);
}

static void
watch_ends(void)
{
	struct sigaction action = { .sa_handler = interrupted }, before;
	static bool watched;

	if (watched)
		return;
	watched = true;
	atexit(remove_unfinished);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (!sigaction(signals[i], NULL, &before) && before.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
}

static mode_t
usual_mode(void)
{
	const mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

/* Open a file beside file->path that can take its place; NULL if none can. */
static FILE *
open_beside(struct atomic_file *file)
{
	struct stat there;
	const bool is_new = stat(file->path, &there) < 0;
	char room[PATH_MAX];
	const char *path = is_new ? file->path : realpath(file->path, room);
	int handle = -1;

	if (path && (is_new || (S_ISREG(there.st_mode) && access(path, W_OK) == 0))) {
		file->name = text("%s.XXXXXX", path);
		handle = mkostemp(file->name, O_CLOEXEC);
	}
	if (handle >= 0) {
		unfinished = file->name;
		watch_ends();
		fchmod(handle, is_new ? usual_mode() : there.st_mode);
		return fdopen(handle, "w");
	}
	file->name = NULL;
	return NULL;
}

void
atomic_file_open(struct atomic_file *file, const char *path)
{
	*file = (struct atomic_file) { .path = path };
	if (strcmp(path, "-") == 0)
		file->stream = results();
	else
		file->stream = open_beside(file);
	if (file->stream)
		return;
	file->stream = fopen(path, "we");
	if (!file->stream)
		die(STATUS_FAILED, "cannot write %s: %s", path, strerror(errno));
	file->name = text("%s", path);
}

static bool
take_place(const struct atomic_file *file)
{
	char room[PATH_MAX];
	const char *path = realpath(file->path, room);

	return rename(file->name, path ? path : file->path) == 0;
}

void
atomic_file_close(struct atomic_file *file, bool wanted)
{
	const bool beside = unfinished != NULL;
	bool failed;

	if (file->stream == results()) {
		if (flush_output())
			exit(STATUS_FAILED);
		return;
	}
	failed = ferror(file->stream);
	failed |= fclose(file->stream) != 0;
	if (beside && wanted && !failed)
		failed = !take_place(file);
	if (failed)
		die(STATUS_FAILED, "cannot write %s: %s", file->path, strerror(errno));
	if (beside && !wanted)
		unlink(file->name);
	unfinished = NULL;
}

/* Special files, such as /dev/null, may be written twice. */
static bool
same_file(const char *one, const char *other)
{
	struct stat a, b;

	if (strcmp(one, "-") == 0 || strcmp(other, "-") == 0)
		return false;
	if (stat(one, &a) < 0 || stat(other, &b) < 0)
		return strcmp(one, other) == 0;
	return S_ISREG(a.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

void
atomic_file_apart(const char *option, const char *path, const char *other, const char *what)
{
	if (path && other && same_file(path, other))
		die(STATUS_USAGE, "--%s %s would overwrite %s; name another file", option, path, what);
}
