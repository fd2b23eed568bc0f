/* SPDX-License-Identifier: BSD-2-Clause */
/* Views: from places in the data to places in the file, and back. */
#include <string.h>
#include <strings.h>
#include "external.h"
#include "file.h"

struct view
vcm_view_of_bytes(void)
{
	const struct datatype *byte = vcm_type(MPI_BYTE);

	return (struct view){0, NATIVE, byte, byte, byte, byte};
}

void
vcm_view_drop(struct process *p, const struct view *v)
{
	vcm_type_drop(p, v->etype);
	vcm_type_drop(p, v->filetype);
	vcm_type_drop(p, v->stored_etype);
	vcm_type_drop(p, v->stored_filetype);
}

void
vcm_view_each(const struct view *v, int64_t from, int64_t to, layout_visit *visit, void *arg)
{
	const struct datatype *t = v->stored_filetype;
	struct layout copies;
	int64_t first;

	if (from >= to)
		return;
	first = from / t->size;
	from -= first * t->size;
	to -= first * t->size;
	copies = vcm_layout_repeat((to - 1) / t->size + 1, t->extent, t->layout);
	vcm_layout_each(&copies, v->displacement + first * t->extent, from, to, visit, arg);
}

bool
vcm_view_fits(const struct view *v, int64_t data)
{
	const struct datatype *t = v->stored_filetype;

	return data == 0 || v->displacement + (__int128)((data - 1) / t->size) * t->extent
		+ t->true_lb + t->true_extent <= INT64_MAX;
}

static bool
take_place(void *arg, uint32_t basic, int64_t at, int64_t bytes)
{
	(void)basic, (void)bytes;
	*(int64_t *)arg = at;
	return false;
}

int64_t
vcm_view_place(const struct view *v, int64_t from)
{
	int64_t place = v->displacement;

	if (v->stored_filetype->size > 0)
		vcm_view_each(v, from, from + 1, take_place, &place);
	return place;
}

struct count {
	int64_t data, end;
};

static bool
count_before(void *arg, uint32_t basic, int64_t at, int64_t bytes)
{
	struct count *c = arg;

	(void)basic;
	if (at < c->end)
		c->data += bytes < c->end - at ? bytes : c->end - at;
	return at < c->end;
}

/* The copies of the filetype that end before the place are counted as such. */
int64_t
vcm_view_etypes_before(const struct view *v, int64_t end)
{
	const struct datatype *t = v->stored_filetype;
	const int64_t rest = end - v->displacement, used = t->true_lb + t->true_extent;
	const int64_t whole = t->size > 0 && rest >= used ? (rest - used) / t->extent + 1 : 0;
	struct count c = {whole * t->size, end};

	vcm_view_each(v, c.data, c.data + t->size, count_before, &c);
	return (c.data + v->stored_etype->size - 1) / v->stored_etype->size;
}

static const char *const datareps[] = {"native", "internal", "external32"};

static int
check_datarep(struct process *p, struct file *f, const char *name, enum datarep *datarep)
{
	for (*datarep = NATIVE; *datarep <= EXTERNAL32; ++*datarep)
		if (name != NULL && strcasecmp(name, datareps[*datarep]) == 0)
			return MPI_SUCCESS;
	return vcm_file_error(p, f, MPI_ERR_UNSUPPORTED_DATAREP, "datarep is \"%.40s\"; it must be "
			      "\"native\", \"internal\" or \"external32\"", name ? name : "");
}

static int
check_type(struct process *p, struct file *f, const char *what, MPI_Datatype handle,
	   const struct datatype **type)
{
	*type = vcm_type(handle);
	if (*type == NULL)
		return vcm_file_error(p, f, MPI_ERR_TYPE, "the %s %s", what,
				      handle == MPI_DATATYPE_NULL ? "is MPI_DATATYPE_NULL"
				      : "is not a datatype or has been freed");
	if (!((*type)->flags & TYPE_COMMITTED))
		return vcm_file_error(p, f, MPI_ERR_TYPE, "the %s is not committed", what);
	return MPI_SUCCESS;
}

/* The order of a filetype's ranges */
struct order {
	int64_t start, end;             /* of the last one */
	bool back, overlap;
};

static bool
check_order(void *arg, uint32_t basic, int64_t at, int64_t bytes)
{
	struct order *o = arg;

	(void)basic;
	o->back = at < o->start;
	o->overlap |= at < o->end;
	o->start = at;
	o->end = at + bytes;
	return !o->back;
}

static int
check_filetype(struct process *p, struct file *f, const struct view *v)
{
	const struct datatype *t = v->stored_filetype, *e = v->stored_etype;
	struct order o = {0};

	if (e->size == 0)
		return vcm_file_error(p, f, MPI_ERR_IO, "the etype has no data");
	if (t->size % e->size != 0)
		return vcm_file_error(p, f, MPI_ERR_IO, "the filetype has %jd bytes of data, not a "
				      "multiple of the etype's %jd", (intmax_t)t->size,
				      (intmax_t)e->size);
	if (t->size > 0 && t->extent <= 0)
		return vcm_file_error(p, f, MPI_ERR_IO, "the filetype's extent is %jd; it must be "
				      "more than 0", (intmax_t)t->extent);
	vcm_layout_each(t->layout, 0, 0, t->size, check_order, &o);
	if (o.back)
		return vcm_file_error(p, f, MPI_ERR_IO, "the filetype's displacements are "
				      "negative or decrease");
	if (o.overlap && !(f->mode & MPI_MODE_RDONLY))
		return vcm_file_error(p, f, MPI_ERR_IO, "the filetype's data overlap, which is "
				      "allowed only in a file opened with MPI_MODE_RDONLY");
	return MPI_SUCCESS;
}

static int
check_displacement(struct process *p, struct file *f, int64_t *displacement)
{
	const bool current = *displacement == MPI_DISPLACEMENT_CURRENT;
	const bool sequential = f->mode & MPI_MODE_SEQUENTIAL;

	if (current != sequential)
		return vcm_file_error(p, f, MPI_ERR_DISP, "the displacement in a file opened %s "
				      "MPI_MODE_SEQUENTIAL must %sbe MPI_DISPLACEMENT_CURRENT",
				      sequential ? "with" : "without", sequential ? "" : "not ");
	if (current)
		*displacement = vcm_view_place(&f->view, vcm_opened_advance(f->opened, 0)
					       * f->view.stored_etype->size);
	return *displacement >= 0 ? MPI_SUCCESS
		: vcm_file_error(p, f, MPI_ERR_DISP, "displacement %jd is negative",
				 (intmax_t)*displacement);
}

/* Sets the types of the view as they lie in the file; holds all of them. */
static int
store_types(struct process *p, struct view *v)
{
	int code = MPI_SUCCESS;

	vcm_type_keep(v->etype);
	vcm_type_keep(v->filetype);
	v->stored_etype = v->etype;
	v->stored_filetype = v->filetype;
	if (v->datarep != EXTERNAL32) {
		vcm_type_keep(v->etype);
		vcm_type_keep(v->filetype);
		return MPI_SUCCESS;
	}
	v->stored_filetype = vcm_type(MPI_BYTE);        /* until it is made */
	code = vcm_external_type(p, v->etype, &v->stored_etype);
	if (code == MPI_SUCCESS)
		code = vcm_external_type(p, v->filetype, &v->stored_filetype);
	return code;
}

static int
start_again(struct file *f, int64_t unused)
{
	(void)unused;
	vcm_opened_set(f->opened, 0);
	return 0;
}

MPI_FUNCTION(int, File_set_view, (MPI_File fh, MPI_Offset disp, MPI_Datatype etype,
	MPI_Datatype filetype, const char *datarep, MPI_Info info))
{
	static const struct duty duty = {
		"view", "extent of the etype or the datarep", start_again
	};
	struct process *p = ENTER();
	NEED_FILE(p, f, fh);
	struct view view = {.displacement = disp};
	int code = vcm_file_check_info(p, f, info);

	if (code == MPI_SUCCESS)
		code = check_displacement(p, f, &view.displacement);
	if (code == MPI_SUCCESS)
		code = check_datarep(p, f, datarep, &view.datarep);
	if (code == MPI_SUCCESS)
		code = check_type(p, f, "etype", etype, &view.etype);
	if (code == MPI_SUCCESS)
		code = check_type(p, f, "filetype", filetype, &view.filetype);
	if (code != MPI_SUCCESS)
		return code;
	code = store_types(p, &view);
	if (code == MPI_SUCCESS)
		code = check_filetype(p, f, &view);
	if (code == MPI_SUCCESS)
		code = vcm_file_together(p, f, &duty, view.stored_etype->extent * 4 + view.datarep);
	if (code != MPI_SUCCESS) {
		vcm_view_drop(p, &view);
		return code;
	}
	vcm_view_drop(p, &f->view);
	f->view = view;
	f->position = 0;
	return MPI_SUCCESS;
}

/* The program frees types that are not predefined. */
static MPI_Datatype
give_type(struct process *p, const struct datatype *type)
{
	vcm_type_keep(type);
	if (!(type->flags & TYPE_PREDEFINED))
		vcm_object_give(p, (void *)type);
	return vcm_type_handle(type);
}

MPI_FUNCTION(int, File_get_view, (MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype,
	MPI_Datatype *filetype, char *datarep))
{
	struct process *p = ENTER();
	NEED_FILE(p, f, fh);

	*disp = f->view.displacement;
	*etype = give_type(p, f->view.etype);
	*filetype = give_type(p, f->view.filetype);
	strcpy(datarep, datareps[f->view.datarep]);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, File_get_type_extent, (MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent))
{
	struct process *p = ENTER();
	NEED_FILE(p, f, fh);
	const struct datatype *type, *stored;
	int code = check_type(p, f, "datatype", datatype, &type);

	if (code != MPI_SUCCESS)
		return code;
	*extent = type->extent;
	if (f->view.datarep != EXTERNAL32)
		return MPI_SUCCESS;
	code = vcm_external_type(p, type, &stored);
	if (code == MPI_SUCCESS)
		*extent = stored->extent;
	vcm_type_drop(p, stored);
	return code;
}
