/* SPDX-License-Identifier: BSD-2-Clause */
/* The pointers of a file, a rank's own and the shared one; both count etypes of the view. */
#include "file.h"

/* Finds where a seek leads to; `from` is where the pointer is. */
static int
target(struct process *p, struct file *f, int64_t from, MPI_Offset offset, int whence,
       int64_t *to)
{
	int64_t size;
	int code;

	switch (whence) {
	case MPI_SEEK_SET:
		from = 0;
		break;
	case MPI_SEEK_CUR:
		break;
	case MPI_SEEK_END:
		code = vcm_file_size(p, f, &size);
		if (code != MPI_SUCCESS)
			return code;
		from = vcm_view_etypes_before(&f->view, size);
		break;
	default:
		return vcm_file_error(p, f, MPI_ERR_ARG, "whence is %d; it must be "
				      "MPI_SEEK_SET, MPI_SEEK_CUR or MPI_SEEK_END", whence);
	}
	if (__builtin_add_overflow(from, offset, to) || *to < 0)
		return vcm_file_error(p, f, MPI_ERR_ARG, "offset %jd from %jd lies outside the "
				      "file", (intmax_t)offset, (intmax_t)from);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, File_seek, (MPI_File fh, MPI_Offset offset, int whence))
{
	struct process *p = ENTER();
	NEED_FILE(p, f, fh);
	int64_t to;
	int code = vcm_file_not_sequential(p, f);

	if (code == MPI_SUCCESS)
		code = target(p, f, f->position, offset, whence, &to);
	if (code == MPI_SUCCESS)
		f->position = to;
	return code;
}

static int
move(struct file *f, int64_t to)
{
	vcm_opened_set(f->opened, to);
	return 0;
}

/* When all have come, the pointer stays until all have seen it and agree on the target. */
MPI_FUNCTION(int, File_seek_shared, (MPI_File fh, MPI_Offset offset, int whence))
{
	static const struct duty duty = {"seek in", "offset or whence", move};
	struct process *p = ENTER();
	NEED_FILE(p, f, fh);
	int64_t to;
	int code = vcm_file_not_sequential(p, f);

	if (code != MPI_SUCCESS)
		return code;
	vcm_note(p, f, 0, 0);
	vcm_check(p, (vcube_barrier)(p->node, f->comm->line, NULL));
	code = target(p, f, vcm_opened_advance(f->opened, 0), offset, whence, &to);
	return code == MPI_SUCCESS ? vcm_file_together(p, f, &duty, to) : code;
}

MPI_FUNCTION(int, File_get_position, (MPI_File fh, MPI_Offset *offset))
{
	struct process *p = ENTER();
	NEED_FILE(p, f, fh);
	const int code = vcm_file_not_sequential(p, f);

	if (code == MPI_SUCCESS)
		*offset = f->position;
	return code;
}

MPI_FUNCTION(int, File_get_position_shared, (MPI_File fh, MPI_Offset *offset))
{
	struct process *p = ENTER();
	NEED_FILE(p, f, fh);
	const int code = vcm_file_not_sequential(p, f);

	if (code == MPI_SUCCESS)
		*offset = vcm_opened_advance(f->opened, 0);
	return code;
}

MPI_FUNCTION(int, File_get_byte_offset, (MPI_File fh, MPI_Offset offset, MPI_Offset *disp))
{
	struct process *p = ENTER();
	NEED_FILE(p, f, fh);
	const int code = vcm_file_not_sequential(p, f);
	int64_t from;

	if (code != MPI_SUCCESS)
		return code;
	if (offset < 0 || __builtin_mul_overflow(offset, f->view.stored_etype->size, &from)
	    || from == INT64_MAX || !vcm_view_fits(&f->view, from + 1))
		return vcm_file_error(p, f, MPI_ERR_ARG, "offset %jd lies outside the file",
				      (intmax_t)offset);
	*disp = vcm_view_place(&f->view, from);
	return MPI_SUCCESS;
}
