/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sessions: MPI without MPI_Init(). While one is open, a process makes calls as it does between
 * MPI_Init() and MPI_Finalize(). Each has an error handler of its own; its sets of processes are
 * all ranks and the rank alone. Communicators are made of groups, which know their session.
 */
#ifndef VCM_SESSION_H
#define VCM_SESSION_H

#include "error.h"

struct session {
	struct object object;
	MPI_Session handle;
	struct errhandler *handler;
	struct buffer *buffer;          /* for buffered sends; NULL: none was attached */
};

extern const struct kind vcm_kind_session;

/* Returns the session, or NULL if the handle is none. */
struct session *vcm_session(MPI_Session handle);
#define NEED_SESSION(p, s, handle) \
	NEED(struct session, s, vcm_session(handle), vcm_no_object(p, &vcm_kind_session, handle))

/* Whose error it is that is raised on a session. */
struct error_owner vcm_session_owner(struct session *s);

#endif
