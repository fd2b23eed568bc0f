/* SPDX-License-Identifier: BSD-2-Clause */
/* Opening, closing and deleting files. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "file.h"
#include "wrong.h"

static void
release_file(struct process *p, void *object)
{
	struct file *f = object;

	vcm_opened_leave(f->opened);
	vcm_view_drop(p, &f->view);
	vcm_object_drop(p, f->handler);
	vcm_object_drop(p, f->comm);
	free(f->name);
}

static const struct kind kind_file = {KIND_FILE, "file", sizeof(struct file), release_file};

struct file *
vcm_file(MPI_File handle)
{
	return vcm_object_at(handle, &kind_file);
}

enum {
	ACCESS_MODES = MPI_MODE_RDONLY | MPI_MODE_RDWR | MPI_MODE_WRONLY,
	ALL_MODES = ACCESS_MODES | MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_DELETE_ON_CLOSE |
		MPI_MODE_UNIQUE_OPEN | MPI_MODE_SEQUENTIAL | MPI_MODE_APPEND
};

static const char *
wrong_mode(int mode)
{
	const int access = mode & ACCESS_MODES;

	if (mode & ~ALL_MODES)
		return "the access mode has a bit that is none of the MPI_MODE_ of files";
	if (access != MPI_MODE_RDONLY && access != MPI_MODE_RDWR && access != MPI_MODE_WRONLY)
		return "the access mode must have exactly one of MPI_MODE_RDONLY, "
			"MPI_MODE_WRONLY and MPI_MODE_RDWR";
	if (access == MPI_MODE_RDONLY && mode & (MPI_MODE_CREATE | MPI_MODE_EXCL))
		return "MPI_MODE_RDONLY excludes MPI_MODE_CREATE and MPI_MODE_EXCL";
	if (access == MPI_MODE_RDWR && mode & MPI_MODE_SEQUENTIAL)
		return "MPI_MODE_RDWR excludes MPI_MODE_SEQUENTIAL";
	return NULL;
}

static int
check(struct process *p, const struct comm *comm, const char *name, int mode, MPI_Info info)
{
	const char *why = wrong_mode(mode);

	if (comm == NULL || comm->inter)
		return vcm_file_error(p, NULL, MPI_ERR_COMM, comm == NULL
				      ? "the handle is not a communicator"
				      : "an intercommunicator cannot open a file");
	if (why != NULL)
		return vcm_file_error(p, NULL, MPI_ERR_AMODE, "%s", why);
	if (name == NULL || name[0] == '\0')
		return vcm_file_error(p, NULL, MPI_ERR_BAD_FILE, "the file name is empty");
	return vcm_file_check_info(p, NULL, info);
}

/* Makes the rank's own part; all that is shared comes with open_shared(). */
static struct file *
new_file(struct process *p, const char *name, int mode)
{
	struct file *f = vcm_object_new(p, &kind_file);

	if (f == NULL)
		return NULL;
	f->handle = MPI_FILE_NULL;
	f->mode = mode;
	f->view = vcm_view_of_bytes();
	f->handler = vcm_object_keep(*vcm_errhandler_of_files(p));
	f->name = strdup(name);
	return f;
}

static int
flags_of(int mode)
{
	const int access = mode & MPI_MODE_RDONLY ? O_RDONLY
		: mode & MPI_MODE_WRONLY ? O_WRONLY : O_RDWR;

	return access | O_CLOEXEC | (mode & MPI_MODE_CREATE ? O_CREAT : 0) |
		(mode & MPI_MODE_EXCL ? O_EXCL : 0);
}

/* Opens it for all, with the shared pointer where it begins. */
static int
open_shared(struct file *f, int64_t mode)
{
	int64_t end;

	do
		f->opened->descriptor = open(f->name, flags_of((int)mode), 0666);
	while (f->opened->descriptor < 0 && errno == EINTR);
	if (f->opened->descriptor < 0)
		return errno;
	if (!(mode & MPI_MODE_APPEND))
		return 0;
	end = lseek(f->opened->descriptor, 0, SEEK_END);
	if (end < 0)
		return errno;
	vcm_opened_set(f->opened, end);
	return 0;
}

/* The private communicator comes first: by it the ranks find what they share. */
static int
join(struct process *p, struct file *f, struct comm *comm)
{
	static const struct duty duty = {"open", "access mode", open_shared};
	int code;

	if (f->name == NULL)
		return vcm_file_error(p, NULL, MPI_ERR_NO_MEM, "no memory for a file");
	vcm_note(p, f, 0, 0);
	code = vcm_divide(p, comm, vcm_agree_on(p, comm), 0, comm->rank, &f->comm);
	if (code != MPI_SUCCESS)
		return code;
	f->opened = vcm_opened_join(p, f->comm->contexts.line);
	if (f->opened == NULL)
		return vcm_file_error(p, NULL, MPI_ERR_NO_MEM, "no memory for a file");
	return vcm_file_together(p, f, &duty, f->mode);
}

/* No rank moves the shared pointer before all have seen it. */
static void
start_at_end(struct process *p, struct file *f)
{
	f->position = vcm_opened_advance(f->opened, 0);
	vcm_check(p, (vcube_barrier)(p->node, f->comm->line, NULL));
}

MPI_FUNCTION(int, File_open, (MPI_Comm comm, const char *filename, int amode, MPI_Info info,
	MPI_File *fh))
{
	struct process *p = ENTER();
	struct comm *c = vcm_comm(p, comm);
	int code = check(p, c, filename, amode, info);
	struct file *f;

	if (code != MPI_SUCCESS)
		return code;
	f = new_file(p, filename, amode);
	if (f == NULL)
		return vcm_file_error(p, NULL, MPI_ERR_NO_MEM, "no memory for a file");
	code = join(p, f, c);
	if (code != MPI_SUCCESS) {
		vcm_object_drop(p, f);
		return code;
	}
	if (amode & MPI_MODE_APPEND)
		start_at_end(p, f);
	*fh = f->handle = vcm_object_give(p, f);
	return MPI_SUCCESS;
}

static int
close_shared(struct file *f, int64_t unused)
{
	const bool deletes = f->mode & MPI_MODE_DELETE_ON_CLOSE;
	const int error = deletes && unlink(f->name) != 0 ? errno : 0;
	const int other = vcm_opened_close(f->opened);

	(void)unused;
	return error != 0 ? error : other;
}

MPI_FUNCTION(int, File_close, (MPI_File *fh))
{
	static const struct duty duty = {"close", NULL, close_shared};
	struct process *p = ENTER();
	NEED_FILE(p, f, *fh);
	int code;

	if (f->split.name != NULL)
		return vcm_file_error(p, f, MPI_ERR_IO, "MPI_File_%s_begin has no "
				      "MPI_File_%s_end yet", f->split.name, f->split.name);
	code = vcm_file_together(p, f, &duty, 0);
	vcm_object_take(p, f);
	*fh = MPI_FILE_NULL;
	return code;
}

MPI_FUNCTION(int, File_delete, (const char *filename, MPI_Info info))
{
	struct process *p = ENTER();
	const int code = vcm_file_check_info(p, NULL, info);

	if (code != MPI_SUCCESS)
		return code;
	return unlink(filename) == 0 ? MPI_SUCCESS : vcm_file_refused(p, NULL, "delete", errno);
}
