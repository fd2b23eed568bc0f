/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Performance variables. A counter counts for each handle from its start to its stop, and can be
 * set; a level is what there is when it is read, and always on.
 */
#include <string.h>
#include "request.h"
#include "tool.h"

struct performance {
	const char *name, *text;
	int class;
	MPI_Datatype type;
	uint64_t (*now)(struct process *p);
};

static uint64_t
messages_sent(struct process *p)
{
	uint64_t messages, bytes;

	vcube_sent(p->node, &messages, &bytes);
	return messages;
}

static uint64_t
bytes_sent(struct process *p)
{
	uint64_t messages, bytes;

	vcube_sent(p->node, &messages, &bytes);
	return bytes;
}

static uint64_t
requests_pending(struct process *p)
{
	const struct request *r = NULL;
	uint64_t count = 0;

	while ((r = vcm_object_next(p, KIND_REQUEST, r)) != NULL)
		count += r->state == REQUEST_ACTIVE;
	return count;
}

static uint64_t
heap_used(struct process *p)
{
	return vcube_heap_used(p->node);
}

static const struct performance performances[] = {
	{"messages_sent", "messages that the rank has sent, also those of collectives",
		MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG, messages_sent},
	{"bytes_sent", "bytes of these messages", MPI_T_PVAR_CLASS_AGGREGATE, MPI_UNSIGNED_LONG_LONG,
		bytes_sent},
	{"requests_pending", "requests that are active", MPI_T_PVAR_CLASS_LEVEL, MPI_UNSIGNED,
		requests_pending},
	{"heap_used", "bytes that collectives of the rank have taken", MPI_T_PVAR_CLASS_LEVEL,
		MPI_UNSIGNED_LONG_LONG, heap_used},
};

enum { PERFORMANCES = sizeof performances / sizeof *performances };

static bool
is_level(const struct performance *v)
{
	return v->class == MPI_T_PVAR_CLASS_LEVEL;
}

int
vcm_tool_performances(void)
{
	return PERFORMANCES;
}

TOOL_NUMBER_FUNCTION(T_pvar_get_num, num_pvar, PERFORMANCES)

MPI_FUNCTION(int, T_pvar_get_index, (const char *name, int var_class, int *pvar_index))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_TOOL(p);
	NEED_TOOL_PLACE(name);
	NEED_TOOL_PLACE(pvar_index);
	for (int i = 0; i < PERFORMANCES; i++)
		if (performances[i].class == var_class && strcmp(performances[i].name, name) == 0) {
			*pvar_index = i;
			return MPI_SUCCESS;
		}
	return MPI_T_ERR_INVALID_NAME;
}

MPI_FUNCTION(int, T_pvar_get_info, (int pvar_index, char *name, int *name_len, int *verbosity,
	int *var_class, MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
	int *bind, int *readonly, int *continuous, int *atomic))
{
	struct process *p = ENTER_ANY_TIME();
	const struct performance *v;

	NEED_TOOL(p);
	if (pvar_index < 0 || pvar_index >= PERFORMANCES)
		return MPI_T_ERR_INVALID_INDEX;
	v = &performances[pvar_index];
	vcm_tool_string(v->name, name, name_len);
	vcm_tool_string(v->text, desc, desc_len);
	vcm_tool_number(verbosity, MPI_T_VERBOSITY_USER_BASIC);
	vcm_tool_number(var_class, v->class);
	vcm_tool_number(bind, MPI_T_BIND_NO_OBJECT);
	vcm_tool_number(readonly, is_level(v));
	vcm_tool_number(continuous, is_level(v));
	vcm_tool_number(atomic, !is_level(v));
	if (datatype != NULL)
		*datatype = v->type;
	if (enumtype != NULL)
		*enumtype = MPI_T_ENUM_NULL;
	return MPI_SUCCESS;
}

/* --- sessions and handles ---------------------------------------------------- */

struct MPI_ABI_T_pvar_session {
	struct object object;
};

struct MPI_ABI_T_pvar_handle {
	struct object object;
	MPI_T_pvar_session session;
	const struct performance *of;
	bool runs;
	uint64_t before;        /* what was counted until the last start */
	uint64_t since;         /* value of the variable then */
};

static const struct kind kind_session = {
	KIND_PVAR_SESSION, "session of performance variables", sizeof(struct MPI_ABI_T_pvar_session),
	NULL
};

static const struct kind kind_handle = {
	KIND_PVAR_HANDLE, "handle of a performance variable", sizeof(struct MPI_ABI_T_pvar_handle),
	NULL
};

/* Frees the handles of a session; NULL: of all. */
static void
free_handles(struct process *p, MPI_T_pvar_session session)
{
	MPI_T_pvar_handle h = NULL, next;

	for (h = vcm_object_next(p, KIND_PVAR_HANDLE, NULL); h != NULL; h = next) {
		next = vcm_object_next(p, KIND_PVAR_HANDLE, h);
		if (session == NULL || h->session == session)
			vcm_object_drop(p, h);
	}
}

void
vcm_tool_performances_close(struct process *p)
{
	void *s;

	free_handles(p, NULL);
	while ((s = vcm_object_next(p, KIND_PVAR_SESSION, NULL)) != NULL)
		vcm_object_drop(p, s);
}

static bool
is_session(MPI_T_pvar_session session)
{
	return vcm_object_at(session, &kind_session) != NULL;
}

MPI_FUNCTION(int, T_pvar_session_create, (MPI_T_pvar_session *session))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_TOOL(p);
	NEED_TOOL_PLACE(session);
	*session = vcm_object_new(p, &kind_session);
	return *session == NULL ? MPI_T_ERR_OUT_OF_SESSIONS : MPI_SUCCESS;
}

MPI_FUNCTION(int, T_pvar_session_free, (MPI_T_pvar_session *session))
{
	struct process *p = ENTER_ANY_TIME();

	NEED_TOOL(p);
	NEED_TOOL_PLACE(session);
	if (!is_session(*session))
		return MPI_T_ERR_INVALID_SESSION;
	free_handles(p, *session);
	vcm_object_drop(p, *session);
	*session = MPI_T_PVAR_SESSION_NULL;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, T_pvar_handle_alloc, (MPI_T_pvar_session session, int pvar_index,
	void *obj_handle, MPI_T_pvar_handle *handle, int *count))
{
	struct process *p = ENTER_ANY_TIME();

	(void)obj_handle;
	NEED_TOOL(p);
	NEED_TOOL_PLACE(handle);
	NEED_TOOL_PLACE(count);
	if (!is_session(session))
		return MPI_T_ERR_INVALID_SESSION;
	if (pvar_index < 0 || pvar_index >= PERFORMANCES)
		return MPI_T_ERR_INVALID_INDEX;
	*handle = vcm_object_new(p, &kind_handle);
	if (*handle == NULL)
		return MPI_T_ERR_OUT_OF_HANDLES;
	(*handle)->session = session;
	(*handle)->of = &performances[pvar_index];
	*count = 1;
	return MPI_SUCCESS;
}

/* MPI_SUCCESS if this is a handle of the session */
static int
check(const struct process *p, MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
	NEED_TOOL(p);
	if (!is_session(session))
		return MPI_T_ERR_INVALID_SESSION;
	return vcm_object_at(handle, &kind_handle) == NULL || handle->session != session
		? MPI_T_ERR_INVALID_HANDLE : MPI_SUCCESS;
}

MPI_FUNCTION(int, T_pvar_handle_free, (MPI_T_pvar_session session, MPI_T_pvar_handle *handle))
{
	struct process *p = ENTER_ANY_TIME();
	int code;

	NEED_TOOL_PLACE(handle);
	code = check(p, session, *handle);
	if (code != MPI_SUCCESS)
		return code;
	vcm_object_drop(p, *handle);
	*handle = MPI_T_PVAR_HANDLE_NULL;
	return MPI_SUCCESS;
}

/* --- values ------------------------------------------------------------------ */

static int
start(struct process *p, MPI_T_pvar_handle h)
{
	if (is_level(h->of))
		return MPI_T_ERR_PVAR_NO_STARTSTOP;
	if (!h->runs)
		h->since = h->of->now(p);
	h->runs = true;
	return MPI_SUCCESS;
}

static int
stop(struct process *p, MPI_T_pvar_handle h)
{
	if (is_level(h->of))
		return MPI_T_ERR_PVAR_NO_STARTSTOP;
	if (h->runs)
		h->before += h->of->now(p) - h->since;
	h->runs = false;
	return MPI_SUCCESS;
}

static int
set(struct process *p, MPI_T_pvar_handle h, uint64_t value)
{
	if (is_level(h->of))
		return MPI_T_ERR_PVAR_NO_WRITE;
	h->before = value;
	h->since = h->of->now(p);
	return MPI_SUCCESS;
}

static int
reset(struct process *p, MPI_T_pvar_handle h)
{
	return set(p, h, 0);
}

static void
get(struct process *p, MPI_T_pvar_handle h, void *buf)
{
	const bool on = h->runs || is_level(h->of);
	const uint64_t value = h->before + (on ? h->of->now(p) - h->since : 0);

	if (h->of->type == MPI_UNSIGNED)
		*(unsigned *)buf = (unsigned)value;
	else
		*(unsigned long long *)buf = value;
}

/* Does it to a handle; or to all of the session that permit it. */
static int
apply(struct process *p, MPI_T_pvar_session session, MPI_T_pvar_handle handle,
      int (*work)(struct process *p, MPI_T_pvar_handle h))
{
	MPI_T_pvar_handle h = NULL;
	int code;

	if (handle != MPI_T_PVAR_ALL_HANDLES) {
		code = check(p, session, handle);
		return code == MPI_SUCCESS ? work(p, handle) : code;
	}
	NEED_TOOL(p);
	if (!is_session(session))
		return MPI_T_ERR_INVALID_SESSION;
	while ((h = vcm_object_next(p, KIND_PVAR_HANDLE, h)) != NULL)
		if (h->session == session)
			(void)work(p, h);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, T_pvar_start, (MPI_T_pvar_session session, MPI_T_pvar_handle handle))
{
	return apply(ENTER_ANY_TIME(), session, handle, start);
}

MPI_FUNCTION(int, T_pvar_stop, (MPI_T_pvar_session session, MPI_T_pvar_handle handle))
{
	return apply(ENTER_ANY_TIME(), session, handle, stop);
}

MPI_FUNCTION(int, T_pvar_reset, (MPI_T_pvar_session session, MPI_T_pvar_handle handle))
{
	return apply(ENTER_ANY_TIME(), session, handle, reset);
}

MPI_FUNCTION(int, T_pvar_read, (MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf))
{
	struct process *p = ENTER_ANY_TIME();
	const int code = check(p, session, handle);

	if (code != MPI_SUCCESS)
		return code;
	NEED_TOOL_PLACE(buf);
	get(p, handle, buf);
	return MPI_SUCCESS;
}

/* All counters are numbers of 64 bits. */
MPI_FUNCTION(int, T_pvar_write, (MPI_T_pvar_session session, MPI_T_pvar_handle handle,
	const void *buf))
{
	struct process *p = ENTER_ANY_TIME();
	const int code = check(p, session, handle);

	if (code != MPI_SUCCESS)
		return code;
	NEED_TOOL_PLACE(buf);
	return is_level(handle->of) ? MPI_T_ERR_PVAR_NO_WRITE
		: set(p, handle, *(const unsigned long long *)buf);
}

MPI_FUNCTION(int, T_pvar_readreset, (MPI_T_pvar_session session, MPI_T_pvar_handle handle,
	void *buf))
{
	struct process *p = ENTER_ANY_TIME();
	const int code = check(p, session, handle);

	if (code != MPI_SUCCESS)
		return code;
	NEED_TOOL_PLACE(buf);
	if (is_level(handle->of))
		return MPI_T_ERR_PVAR_NO_ATOMIC;
	get(p, handle, buf);
	return reset(p, handle);
}
