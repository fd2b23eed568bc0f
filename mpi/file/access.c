/* SPDX-License-Identifier: BSD-2-Clause */
/* Reading and writing: one access, in all the forms that MPI has of it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "coll.h"
#include "external32.h"
#include "file.h"
#include "large.h"
#include "request.h"
#include "status.h"
#include "wrong.h"

enum direction { READ, WRITE };
enum pointer { GIVEN, OWN, SHARED, ORDERED };           /* what says where */

/* As the call describes it; then, checked */
struct access {
	struct process *p;
	MPI_File fh;
	enum direction direction;
	enum pointer pointer;
	MPI_Offset offset;              /* in etypes; if it is not given, it is found */
	void *buffer;
	int64_t count;
	MPI_Datatype datatype;
	bool collective;
	/* What the check fills in */
	struct file *file;
	struct block block;
	int64_t stored;                 /* bytes of the data as they lie in the file */
	MPI_Status status;
};

/* --- checks: each returns MPI_SUCCESS, or raises an error and returns its code */

static int
check_mode(struct access *a)
{
	int code;

	if (a->direction == READ)
		code = vcm_file_forbid(a->p, a->file, MPI_MODE_WRONLY, MPI_ERR_ACCESS,
				       "it was opened for writing only");
	else
		code = vcm_file_forbid(a->p, a->file, MPI_MODE_RDONLY, MPI_ERR_READ_ONLY,
				       "it was opened for reading only");
	if (code == MPI_SUCCESS && a->pointer <= OWN)
		code = vcm_file_not_sequential(a->p, a->file);
	return code;
}

static int
check_memory(struct access *a)
{
	const struct datatype *type = vcm_type(a->datatype);

	a->count = vcm_count(a->count, LARGE_SENT);
	a->block = (struct block){a->buffer, a->count, type};
	if (a->count < 0)
		return vcm_file_error(a->p, a->file, MPI_ERR_COUNT, "count %jd is negative",
				      (intmax_t)a->count);
	if (type == NULL)
		return vcm_file_error(a->p, a->file, MPI_ERR_TYPE, a->datatype == MPI_DATATYPE_NULL
				      ? "the datatype is MPI_DATATYPE_NULL"
				      : "the handle is not a datatype or has been freed");
	if (!(type->flags & TYPE_COMMITTED))
		return vcm_file_error(a->p, a->file, MPI_ERR_TYPE, "the datatype is not committed");
	if (a->buffer == NULL && a->count > 0 && type->flags & TYPE_PREDEFINED)
		return vcm_file_error(a->p, a->file, MPI_ERR_BUFFER, "the buffer is NULL");
	if (!vcm_type_fits(type, a->count))
		return vcm_file_error(a->p, a->file, MPI_ERR_COUNT, "%jd elements do not fit in "
				      "memory", (intmax_t)a->count);
	return MPI_SUCCESS;
}

static bool
is_external(const struct access *a)
{
	return a->file->view.datarep == EXTERNAL32;
}

static int
check_etypes(struct access *a)
{
	const struct view *v = &a->file->view;

	a->stored = a->count * (is_external(a) ? vcm_external_size(a->block.type)
				: a->block.type->size);
	if (a->stored % v->stored_etype->size != 0)
		return vcm_file_error(a->p, a->file, MPI_ERR_IO, "%jd bytes are not a "
				      "multiple of the etype's %jd", (intmax_t)a->stored,
				      (intmax_t)v->stored_etype->size);
	if (a->stored > 0 && v->stored_filetype->size == 0)
		return vcm_file_error(a->p, a->file, MPI_ERR_IO, "the view has no data");
	return MPI_SUCCESS;
}

static int
check(struct access *a)
{
	NEED_FILE(a->p, f, a->fh);
	int code;

	a->file = f;
	code = check_mode(a);
	if (code == MPI_SUCCESS)
		code = check_memory(a);
	return code == MPI_SUCCESS ? check_etypes(a) : code;
}

/* --- where */

/* The last rank knows the sum when all have come, so no access by the shared pointer that a
 * rank made before can be in between. */
static int64_t
place_in_order(struct access *a, int64_t etypes)
{
	struct process *p = a->p;
	struct file *f = a->file;
	const int last = f->comm->size - 1;
	int64_t end, start = 0;

	vcm_note(p, f, 0, 0);
	vcm_check(p, (vcube_scan)(p->node, f->comm->line, &etypes, &end, 1, VCUBE_INT64, VCUBE_SUM,
				  NULL));
	if (f->comm->rank == last)
		start = vcm_opened_advance(f->opened, end);
	vcm_check(p, (vcube_bcast)(p->node, f->comm->line, last, &start, sizeof start,
				   VCUBE_BYTES(1), NULL));
	return start + end - etypes;
}

/* Finds the offset, and moves the pointer behind what is asked for, as MPI defines it. */
static int
place(struct access *a)
{
	const struct view *v = &a->file->view;
	const int64_t etypes = a->stored / v->stored_etype->size;
	int64_t from, to;

	if (a->pointer == OWN) {
		a->offset = a->file->position;
		a->file->position += etypes;
	} else if (a->pointer == SHARED) {
		a->offset = vcm_opened_advance(a->file->opened, etypes);
	} else if (a->pointer == ORDERED) {
		a->offset = place_in_order(a, etypes);
	}
	if (a->offset < 0 || __builtin_mul_overflow(a->offset, v->stored_etype->size, &from)
	    || __builtin_add_overflow(from, a->stored, &to) || !vcm_view_fits(v, to))
		return vcm_file_error(a->p, a->file, MPI_ERR_ARG, "offset %jd is %s",
				      (intmax_t)a->offset, a->offset < 0 ? "negative"
				      : "beyond the largest in a file");
	return MPI_SUCCESS;
}

/* --- the transfer */

struct transfer {
	int descriptor;
	enum direction direction;
	char *data;
	int64_t done;
	int error;                      /* errno */
};

/* Moves a range; ends where the file does. */
static bool
move(void *arg, uint32_t basic, int64_t at, int64_t bytes)
{
	struct transfer *t = arg;
	const int64_t end = t->done + bytes;

	(void)basic;
	while (t->done < end) {
		const size_t rest = (size_t)(end - t->done);
		const ssize_t n = t->direction == READ
			? pread(t->descriptor, t->data + t->done, rest, at)
			: pwrite(t->descriptor, t->data + t->done, rest, at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			t->error = errno;
		if (n <= 0)
			return false;
		t->done += n;
		at += n;
	}
	return true;
}

/* The data as they lie in the file, or room for them. */
static struct packed
stage(const struct access *a)
{
	struct packed packed;

	if (!is_external(a))
		return a->direction == READ ? vcm_block_room(a->p, &a->block)
			: vcm_block_pack(a->p, &a->block);
	packed.data = packed.own = vcm_memory(a->p, (size_t)a->stored);
	if (a->direction == WRITE)
		vcm_external_convert(a->block.type, a->count, a->buffer, packed.own, a->stored,
				     true);
	return packed;
}

/* Puts `bytes` bytes of the file where the program wants them; returns as how many of the
 * packed form they count. */
static int64_t
unstage(const struct access *a, struct packed *packed, int64_t bytes)
{
	if (!is_external(a)) {
		if (a->direction == READ)
			vcm_block_unpack(&a->block, packed, (size_t)bytes);
	} else if (a->direction == READ) {
		bytes = vcm_external_convert(a->block.type, a->count, a->buffer, packed->own,
					     bytes, false);
	} else if (bytes == a->stored) {
		bytes = (int64_t)vcm_block_bytes(&a->block);
	}
	free(packed->own);
	packed->own = NULL;
	return bytes;
}

static int
transfer(struct access *a)
{
	struct opened *s = a->file->opened;
	const int64_t from = a->offset * a->file->view.stored_etype->size;
	struct packed packed = stage(a);
	struct transfer t = {s->descriptor, a->direction, packed.data, 0, 0};

	if (s->atomic)
		pthread_mutex_lock(&s->lock);
	vcm_view_each(&a->file->view, from, from + a->stored, move, &t);
	if (s->atomic)
		pthread_mutex_unlock(&s->lock);
	vcm_status_none(&a->status);
	vcm_status_set_bytes(&a->status, unstage(a, &packed, t.done));
	return t.error == 0 ? MPI_SUCCESS
		: vcm_file_refused(a->p, a->file, a->direction == READ ? "read" : "write", t.error);
}

/* --- the forms */

/* If strict, compares collective calls. Ordered ones wait for each other anyway. */
static void
agree(struct access *a)
{
	struct file *f = a->p->strict && a->collective ? vcm_file(a->fh) : NULL;

	if (f != NULL)
		vcm_agree_on(a->p, f->comm);
}

static int
run(struct access *a)
{
	int code;

	agree(a);
	code = check(a);

	if (code == MPI_SUCCESS)
		code = place(a);
	return code == MPI_SUCCESS ? transfer(a) : code;
}

/* Gives all but the error, which only calls that end several requests set. */
static void
give_status(const MPI_Status *from, MPI_Status *status)
{
	int error;

	if (status == MPI_STATUS_IGNORE)
		return;
	error = status->MPI_ERROR;
	*status = *from;
	status->MPI_ERROR = error;
}

static int
finish(struct access *a, MPI_Status *status)
{
	const int code = run(a);

	if (code == MPI_SUCCESS)
		give_status(&a->status, status);
	return code;
}

static int
give_request(struct access *a, MPI_Request *request)
{
	const int code = run(a);
	struct request *r;

	if (code != MPI_SUCCESS)
		return code;
	r = vcm_request_new(a->p, REQUEST_FILE, NULL);
	r->state = REQUEST_DONE;
	r->status = a->status;
	if (a->p->strict)
		vcm_lend(a->p, &a->block, a->direction == READ, (struct lending){.request = r});
	*request = (MPI_Request)(void *)r;
	return MPI_SUCCESS;
}

static int
begin(struct access *a, const char *name)
{
	struct file *f = vcm_file(a->fh);
	int code;

	if (f != NULL && f->split.name != NULL)
		return vcm_file_error(a->p, f, MPI_ERR_IO, "MPI_File_%s_begin has no "
				      "MPI_File_%s_end yet", f->split.name, f->split.name);
	code = run(a);
	if (code == MPI_SUCCESS)
		a->file->split = (struct split){name, a->buffer, a->status};
	return code;
}

static int
end(struct process *p, MPI_File fh, const char *name, const void *buffer, MPI_Status *status)
{
	NEED_FILE(p, f, fh);

	if (f->split.name == NULL || strcmp(f->split.name, name) != 0)
		return vcm_file_error(p, f, MPI_ERR_IO, "there was no MPI_File_%s_begin", name);
	if (f->split.buffer != buffer)
		return vcm_file_error(p, f, MPI_ERR_BUFFER, "the buffer is not that of the begin call");
	f->split.name = NULL;
	give_status(&f->split.status, status);
	return MPI_SUCCESS;
}

/* Parameters of a call that is given the offset, and of others; and what they become. */
#define AT(data) MPI_File fh, MPI_Offset offset, data buf, int count, MPI_Datatype datatype
#define HERE(data) MPI_File fh, data buf, int count, MPI_Datatype datatype
#define ACCESS(direction, pointer, offset, collective) \
	{ENTER(), fh, direction, pointer, offset, (void *)buf, count, datatype, collective, .file = NULL}

#define BLOCKS(name, parameters, ...) \
	MPI_FUNCTION(int, File_##name, (parameters, MPI_Status *status)) \
	{ \
		struct access a = ACCESS(__VA_ARGS__); \
		return finish(&a, status); \
	}
#define STARTS(name, parameters, ...) \
	MPI_FUNCTION(int, File_##name, (parameters, MPI_Request *request)) \
	{ \
		struct access a = ACCESS(__VA_ARGS__); \
		return give_request(&a, request); \
	}
#define SPLITS(name, data, parameters, ...) \
	MPI_FUNCTION(int, File_##name##_begin, (parameters)) \
	{ \
		struct access a = ACCESS(__VA_ARGS__); \
		return begin(&a, #name); \
	} \
	MPI_FUNCTION(int, File_##name##_end, (MPI_File fh, data buf, MPI_Status *status)) \
	{ \
		return end(ENTER(), fh, #name, buf, status); \
	}

/* `data` is the type of the buffer */
#define ALL_FORMS(verb, direction, data) \
	BLOCKS(verb##_at, AT(data), direction, GIVEN, offset, false) \
	BLOCKS(verb##_at_all, AT(data), direction, GIVEN, offset, true) \
	BLOCKS(verb, HERE(data), direction, OWN, 0, false) \
	BLOCKS(verb##_all, HERE(data), direction, OWN, 0, true) \
	BLOCKS(verb##_shared, HERE(data), direction, SHARED, 0, false) \
	BLOCKS(verb##_ordered, HERE(data), direction, ORDERED, 0, false) \
	STARTS(i##verb##_at, AT(data), direction, GIVEN, offset, false) \
	STARTS(i##verb##_at_all, AT(data), direction, GIVEN, offset, true) \
	STARTS(i##verb, HERE(data), direction, OWN, 0, false) \
	STARTS(i##verb##_all, HERE(data), direction, OWN, 0, true) \
	STARTS(i##verb##_shared, HERE(data), direction, SHARED, 0, false) \
	SPLITS(verb##_at_all, data, AT(data), direction, GIVEN, offset, true) \
	SPLITS(verb##_all, data, HERE(data), direction, OWN, 0, true) \
	SPLITS(verb##_ordered, data, HERE(data), direction, ORDERED, 0, false)
ALL_FORMS(read, READ, void *)
ALL_FORMS(write, WRITE, const void *)
