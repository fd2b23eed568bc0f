/* SPDX-License-Identifier: BSD-2-Clause */
/* Sessions: their beginning and end, and their sets of processes. */
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "comm.h"
#include "info.h"
#include "request.h"
#include "session.h"
#include "start.h"

static void
release_session(struct process *p, void *object)
{
	struct session *s = object;

	vcm_object_drop(p, s->handler);
	vcm_buffer_free(p, s->buffer);
}

const struct kind vcm_kind_session = {
	KIND_SESSION, "session", sizeof(struct session), release_session
};

struct session *
vcm_session(MPI_Session handle)
{
	return vcm_object_at(handle, &vcm_kind_session);
}

struct error_owner
vcm_session_owner(struct session *s)
{
	return (struct error_owner){s->handler, &s->handle, "session", "without a name"};
}
#define session_error(p, s, code, ...) vcm_raise(p, vcm_session_owner(s), code, __VA_ARGS__)

/* --- begin and end ----------------------------------------------------------- */

static const struct {
	const char *name;
	int level;
} levels[] = {
	{"MPI_THREAD_SINGLE", MPI_THREAD_SINGLE},
	{"MPI_THREAD_FUNNELED", MPI_THREAD_FUNNELED},
	{"MPI_THREAD_SERIALIZED", MPI_THREAD_SERIALIZED},
	{"MPI_THREAD_MULTIPLE", MPI_THREAD_MULTIPLE},
};
enum { LEVELS = sizeof levels / sizeof *levels };

/* The level that hints ask for; -1: there is none of that name. */
static int
level_asked(const struct info *info)
{
	const char *name = vcm_info_value(info, "thread_level");

	if (name == NULL)
		return MPI_THREAD_SINGLE;
	for (int i = 0; i < LEVELS; i++)
		if (strcmp(levels[i].name, name) == 0)
			return levels[i].level;
	return -1;
}

static const char *
level_name(int level)
{
	int i = LEVELS - 1;

	while (i > 0 && levels[i].level > level)
		i--;
	return levels[i].name;
}

static int
begin(struct process *p, MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session)
{
	const struct info *hints = vcm_info(p, info);
	const int level = level_asked(hints);
	struct session *s;
	int code;

	NEED_PLACE(p, session);
	if (hints == NULL && info != MPI_INFO_NULL)
		return vcm_no_object(p, &vcm_kind_info, info);
	if (level < 0)
		return vcm_error(p, MPI_ERR_INFO_VALUE, "%s is not a level of thread support",
				 vcm_info_value(hints, "thread_level"));
	s = vcm_object_new(p, &vcm_kind_session);
	if (s == NULL)
		return vcm_error(p, MPI_ERR_NO_MEM, "no memory for a session");
	s->handle = (MPI_Session)(void *)s;
	code = vcm_set_errhandler(p, ON_SESSION, &s->handler, errhandler);
	if (code != MPI_SUCCESS) {
		vcm_object_drop(p, s);
		return code;
	}
	*session = s->handle;
	p->sessions++;
	vcm_begin(p, level);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Session_init, (MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session))
{
	struct process *p = ENTER_ANY_TIME();
	MPI_Session none = MPI_SESSION_NULL;
	const struct error_owner owner = {vcm_errhandler(p, errhandler), &none, "session",
		"that is to begin"};

	vcm_raise_on(p, &owner, ON_SESSION);
	return vcm_raised(p, begin(p, info, errhandler, session));
}

MPI_FUNCTION(int, Session_finalize, (MPI_Session *session))
{
	struct process *p = ENTER();
	NEED_SESSION(p, s, *session);

	vcm_buffer_flush(p, s->buffer);
	if (p->sessions == 1 && p->world != RUNNING) {
		const int code = vcm_complete(p);

		if (code != MPI_SUCCESS)
			return code;
	}
	vcm_object_drop(p, s);
	*session = MPI_SESSION_NULL;
	p->sessions--;
	vcm_end_if_last(p);
	return MPI_SUCCESS;
}

/* --- what there is ----------------------------------------------------------- */

/* Gives the program an info with one key. */
static int
give_info(struct process *p, const char *key, const char *value, MPI_Info *info)
{
	const int code = vcm_info_copy(p, NULL, info);

	return code == MPI_SUCCESS ? vcm_info_set(p, vcm_info(p, *info), key, value) : code;
}

MPI_FUNCTION(int, Session_get_info, (MPI_Session session, MPI_Info *info_used))
{
	struct process *p = ENTER();

	NEED_PLACE(p, info_used);
	if (vcm_session(session) == NULL)
		return vcm_no_object(p, &vcm_kind_session, session);
	return give_info(p, "thread_level", level_name(p->thread_level), info_used);
}

static const char *const sets[] = {"mpi://WORLD", "mpi://SELF"};
enum { SET_WORLD, SET_SELF, SETS };

/* The set of this name; it is the program's mistake if there is none. */
static int
find_set(struct process *p, struct session *s, const char *name, int *set)
{
	for (*set = 0; name != NULL && *set < SETS; ++*set)
		if (strcasecmp(sets[*set], name) == 0)
			return MPI_SUCCESS;
	return session_error(p, s, MPI_ERR_ARG, "there is no set of processes %s",
			     name == NULL ? "without a name" : name);
}

MPI_FUNCTION(int, Session_get_num_psets, (MPI_Session session, MPI_Info info, int *npset_names))
{
	struct process *p = ENTER();

	(void)info;
	NEED_PLACE(p, npset_names);
	if (vcm_session(session) == NULL)
		return vcm_no_object(p, &vcm_kind_session, session);
	*npset_names = SETS;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Session_get_nth_pset, (MPI_Session session, MPI_Info info, int n, int *pset_len,
	char *pset_name))
{
	struct process *p = ENTER();

	(void)info;
	NEED_PLACE(p, pset_len);
	NEED_SESSION(p, s, session);
	if (n < 0 || n >= SETS)
		return session_error(p, s, MPI_ERR_ARG, "number %d is not in 0 .. %d", n, SETS - 1);
	if (*pset_len > 0 && pset_name == NULL)
		return session_error(p, s, MPI_ERR_ARG, "pset_name is NULL, but shall get up to %d characters",
				     *pset_len);
	if (*pset_len > 0)
		snprintf(pset_name, (size_t)*pset_len, "%s", sets[n]);
	*pset_len = (int)strlen(sets[n]) + 1;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Session_get_pset_info, (MPI_Session session, const char *pset_name,
	MPI_Info *info))
{
	struct process *p = ENTER();
	char size[16];
	int set, code;

	NEED_PLACE(p, info);
	NEED_SESSION(p, s, session);
	code = find_set(p, s, pset_name, &set);
	if (code != MPI_SUCCESS)
		return code;
	snprintf(size, sizeof size, "%d", set == SET_WORLD ? p->size : 1);
	return give_info(p, "mpi_size", size, info);
}

MPI_FUNCTION(int, Group_from_session_pset, (MPI_Session session, const char *pset_name,
	MPI_Group *newgroup))
{
	struct process *p = ENTER();
	const struct group *members;
	int set, code;

	NEED_PLACE(p, newgroup);
	NEED_SESSION(p, s, session);
	code = find_set(p, s, pset_name, &set);
	if (code != MPI_SUCCESS)
		return code;
	members = p->comms->predefined[set == SET_WORLD ? 0 : 1]->group;
	return vcm_give_group(p, members->nodes, members->size, s, newgroup);
}
