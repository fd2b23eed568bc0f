/* SPDX-License-Identifier: BSD-2-Clause */
/* Files as a whole: what they are and how large, and what their ranks do together. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "explain.h"
#include "file.h"
#include "info.h"

enum { NOT_SAME = -1 };                 /* beside errno */

/* The first rank's: whether all have given what it gives. Frees the list. */
static bool
are_same(int64_t *arguments, int count)
{
	bool same = true;

	for (int i = 1; i < count; i++)
		same &= arguments[i] == arguments[0];
	free(arguments);
	return same;
}

static int64_t *
list_for(struct process *p, const struct file *f)
{
	int64_t *list = calloc((size_t)f->comm->size, sizeof *list);

	if (list == NULL)
		vcm_fail(p, "no memory for a list of %d ranks", f->comm->size);
	return list;
}

void
vcm_explain_file(FILE *out, const struct call *call)
{
	const struct file *f = call->of;

	fprintf(out, "file %s", f->name);
}

int
vcm_file_together(struct process *p, struct file *f, const struct duty *duty, int64_t argument)
{
	const bool first = f->comm->rank == 0;
	int64_t *all = first ? list_for(p, f) : NULL;
	int result = 0;

	vcm_note(p, f, 0, 0);
	vcm_check(p, (vcube_gather)(p->node, f->comm->line, 0, &argument, all, sizeof argument,
				    VCUBE_BYTES(1), NULL));
	if (first)
		result = are_same(all, f->comm->size) ? duty->work(f, argument) : NOT_SAME;
	vcm_check(p, (vcube_bcast)(p->node, f->comm->line, 0, &result, sizeof result,
				   VCUBE_BYTES(1), NULL));
	if (result == 0)
		return MPI_SUCCESS;
	if (result != NOT_SAME)
		return vcm_file_refused(p, f, duty->what, result);
	return vcm_file_error(p, f, MPI_ERR_NOT_SAME, "the ranks that opened the file pass "
			      "different values for the %s", duty->argument);
}

int
vcm_file_size(struct process *p, struct file *f, int64_t *size)
{
	struct stat status;

	if (fstat(f->opened->descriptor, &status) != 0)
		return vcm_file_refused(p, f, "find the size of", errno);
	*size = status.st_size;
	return MPI_SUCCESS;
}

static int
resize(struct file *f, int64_t size)
{
	return ftruncate(f->opened->descriptor, size) == 0 ? 0 : errno;
}

static int
preallocate(struct file *f, int64_t size)
{
	return size == 0 ? 0 : posix_fallocate(f->opened->descriptor, 0, size);
}

static int
sync_shared(struct file *f, int64_t unused)
{
	(void)unused;
	return fsync(f->opened->descriptor) == 0 ? 0 : errno;
}

static int
set_atomic(struct file *f, int64_t atomic)
{
	f->opened->atomic = atomic != 0;
	return 0;
}

/* Checks the arguments of a call that changes the file, and does it together. */
static int
change(struct process *p, MPI_File fh, const struct duty *duty, MPI_Offset size)
{
	NEED_FILE(p, f, fh);
	int code = vcm_file_forbid(p, f, MPI_MODE_RDONLY, MPI_ERR_READ_ONLY,
				   "it was opened for reading only");

	if (code == MPI_SUCCESS)
		code = vcm_file_not_sequential(p, f);
	if (code == MPI_SUCCESS && size < 0)
		code = vcm_file_error(p, f, MPI_ERR_ARG, "size %jd is negative", (intmax_t)size);
	return code == MPI_SUCCESS ? vcm_file_together(p, f, duty, size) : code;
}

MPI_FUNCTION(int, File_set_size, (MPI_File fh, MPI_Offset size))
{
	static const struct duty duty = {"resize", "size", resize};

	return change(ENTER(), fh, &duty, size);
}

MPI_FUNCTION(int, File_preallocate, (MPI_File fh, MPI_Offset size))
{
	static const struct duty duty = {"preallocate", "size", preallocate};

	return change(ENTER(), fh, &duty, size);
}

MPI_FUNCTION(int, File_sync, (MPI_File fh))
{
	static const struct duty duty = {"sync", NULL, sync_shared};
	struct process *p = ENTER();
	NEED_FILE(p, f, fh);

	return vcm_file_together(p, f, &duty, 0);
}

MPI_FUNCTION(int, File_set_atomicity, (MPI_File fh, int flag))
{
	static const struct duty duty = {"change", "atomicity", set_atomic};
	struct process *p = ENTER();
	NEED_FILE(p, f, fh);

	return vcm_file_together(p, f, &duty, flag != 0);
}

MPI_FUNCTION(int, File_get_atomicity, (MPI_File fh, int *flag))
{
	struct process *p = ENTER();
	NEED_FILE(p, f, fh);

	*flag = f->opened->atomic;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, File_get_size, (MPI_File fh, MPI_Offset *size))
{
	struct process *p = ENTER();
	NEED_FILE(p, f, fh);

	return vcm_file_size(p, f, size);
}

MPI_FUNCTION(int, File_get_amode, (MPI_File fh, int *amode))
{
	struct process *p = ENTER();
	NEED_FILE(p, f, fh);

	*amode = f->mode;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, File_get_group, (MPI_File fh, MPI_Group *group))
{
	struct process *p = ENTER();
	NEED_FILE(p, f, fh);

	*group = vcm_group_share(p, f->comm->group);
	return MPI_SUCCESS;
}

int
vcm_file_check_info(struct process *p, struct file *f, MPI_Info info)
{
	return info == MPI_INFO_NULL || vcm_info(p, info) != NULL ? MPI_SUCCESS
		: vcm_file_error(p, f, MPI_ERR_INFO, "the handle is not an info or has been freed");
}

MPI_FUNCTION(int, File_set_info, (MPI_File fh, MPI_Info info))
{
	struct process *p = ENTER();
	NEED_FILE(p, f, fh);

	return vcm_file_check_info(p, f, info);
}

MPI_FUNCTION(int, File_get_info, (MPI_File fh, MPI_Info *info_used))
{
	struct process *p = ENTER();

	return vcm_file(fh) == NULL ? vcm_no_file(p, fh) : vcm_info_copy(p, NULL, info_used);
}
