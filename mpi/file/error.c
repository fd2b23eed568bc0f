/* SPDX-License-Identifier: BSD-2-Clause */
/* Errors of files, and their handlers. */
#include <errno.h>
#include <string.h>
#include "code.h"
#include "explain.h"
#include "file.h"
#include "remarks.h"

struct error_owner
vcm_file_owner(struct process *p, struct file *file)
{
	static __thread MPI_File none;

	none = MPI_FILE_NULL;
	return file == NULL
		? (struct error_owner){*vcm_errhandler_of_files(p), &none, "file", "MPI_FILE_NULL"}
		: (struct error_owner){file->handler, &file->handle, "file", file->name};
}

void
vcm_file_remark(struct process *p, struct file *file, int code)
{
	char place[PLACE_ROOM];

	if (p->strict && !p->handles_files)
		vcm_remark(p, REMARK_FILE, "%s at %s on %s returned %s", p->call.name,
			   vcm_place(p->call.site, place), file == NULL ? "no file" : file->name,
			   vcm_code_name(p, code));
}

static int
class_of(int error)
{
	static const struct {
		int error, class;
	} classes[] = {
		{ENOENT, MPI_ERR_NO_SUCH_FILE},
		{EEXIST, MPI_ERR_FILE_EXISTS},
		{EACCES, MPI_ERR_ACCESS},
		{EPERM, MPI_ERR_ACCESS},
		{EROFS, MPI_ERR_READ_ONLY},
		{EISDIR, MPI_ERR_BAD_FILE},
		{ENOTDIR, MPI_ERR_BAD_FILE},
		{ENAMETOOLONG, MPI_ERR_BAD_FILE},
		{ELOOP, MPI_ERR_BAD_FILE},
		{ETXTBSY, MPI_ERR_FILE_IN_USE},
		{EBUSY, MPI_ERR_FILE_IN_USE},
		{ENOSPC, MPI_ERR_NO_SPACE},
		{EDQUOT, MPI_ERR_QUOTA},
		{ENOMEM, MPI_ERR_NO_MEM},
		{ESPIPE, MPI_ERR_UNSUPPORTED_OPERATION},
	};

	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
		if (classes[i].error == error)
			return classes[i].class;
	return MPI_ERR_IO;
}

int
vcm_file_refused(struct process *p, struct file *file, const char *what, int error)
{
	return vcm_raise(p, vcm_file_owner(p, file), class_of(error), "the host cannot %s it: %s", what,
			 strerror(error));
}

int
vcm_file_forbid(struct process *p, struct file *f, int modes, int code, const char *why)
{
	return (f->mode & modes) == 0 ? MPI_SUCCESS : vcm_file_error(p, f, code, "%s", why);
}

int
vcm_file_not_sequential(struct process *p, struct file *f)
{
	return vcm_file_forbid(p, f, MPI_MODE_SEQUENTIAL, MPI_ERR_UNSUPPORTED_OPERATION,
			       "MPI_MODE_SEQUENTIAL allows only accesses by the shared file pointer");
}

int
vcm_no_file(struct process *p, MPI_File handle)
{
	return vcm_file_error(p, NULL, MPI_ERR_FILE, handle == MPI_FILE_NULL
			      ? "the file is MPI_FILE_NULL"
			      : "the handle is not a file or has been closed");
}

/* The place of the handler of a file, or of those to come; NULL: the handle is none. */
static struct errhandler **
handler_of(struct process *p, MPI_File handle)
{
	struct file *f = vcm_file(handle);

	if (handle == MPI_FILE_NULL)
		return vcm_errhandler_of_files(p);
	return f == NULL ? NULL : &f->handler;
}

MPI_FUNCTION(int, File_set_errhandler, (MPI_File file, MPI_Errhandler errhandler))
{
	struct process *p = ENTER();
	struct errhandler **place = handler_of(p, file);
	const int code = place == NULL ? vcm_no_file(p, file)
		: vcm_set_errhandler(p, ON_FILE, place, errhandler);

	p->handles_files = true;
	return code;
}

MPI_FUNCTION(int, File_get_errhandler, (MPI_File file, MPI_Errhandler *errhandler))
{
	struct process *p = ENTER();
	struct errhandler **place = handler_of(p, file);

	return place == NULL ? vcm_no_file(p, file) : vcm_get_errhandler(p, *place, errhandler);
}

MPI_FUNCTION(int, File_call_errhandler, (MPI_File fh, int errorcode))
{
	struct process *p = ENTER();

	if (handler_of(p, fh) == NULL)
		return vcm_no_file(p, fh);
	vcm_raise(p, vcm_file_owner(p, vcm_file(fh)), errorcode, "the program raised error %d", errorcode);
	return MPI_SUCCESS;
}
