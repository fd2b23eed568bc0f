/* SPDX-License-Identifier: BSD-2-Clause */
/* Start and end of MPI in a process, its clock, and what it says of itself. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "attribute.h"
#include "comm.h"
#include "compute.h"
#include "error.h"
#include "process.h"
#include "remarks.h"
#include "request.h"
#include "start.h"
#include "threads.h"
#include "wrong.h"

/* The level that threads get who ask for one */
static int
provided_level(const struct process *p, int required)
{
	/* interleaved nodes have one thread each */
	const struct vcube_desc *const desc = vcube_machine_desc(vcube_machine_of(p->node));
	const int most = desc->fuzz != 0 || desc->digest || desc->replay != NULL
		? MPI_THREAD_FUNNELED : MPI_THREAD_MULTIPLE;

	return required > most ? most : required;
}

void
vcm_begin(struct process *p, int level)
{
	if (p->phase == RUNNING)
		return;
	p->phase = RUNNING;
	p->thread_level = provided_level(p, level);
	vcm_threads_share(p, p->thread_level);
	vcm_thread_leave();
}

static void
set_world(struct process *p, enum phase phase)
{
	p->world = phase;
	vcm_thread->team->world = phase;
}

static int
init(struct process *p, int level)
{
	int code;

	if (p->world != NOT_INITIALIZED)
		vcm_abort(p, MPI_ERR_OTHER, p->world == RUNNING ? "MPI is already initialized"
			  : "MPI was finalized; it cannot be initialized again");
	if (p->phase != RUNNING)
		p->thread_level = provided_level(p, level);
	code = vcm_join_predefined(p);
	set_world(p, RUNNING);
	vcm_begin(p, level);
	return code;
}

MPI_FUNCTION(int, Init, (int *argc, char ***argv))
{
	(void)argc, (void)argv;
	return init(ENTER_ANY_TIME(), MPI_THREAD_SINGLE);
}

MPI_FUNCTION(int, Init_thread, (int *argc, char ***argv, int required, int *provided))
{
	struct process *p = ENTER_ANY_TIME();
	const int code = init(p, required);

	(void)argc, (void)argv;
	*provided = p->thread_level;
	return code;
}

static int
check_threads(struct process *p)
{
	const int inside = vcm_threads_inside(p);

	return inside == 0 ? MPI_SUCCESS
		: vcm_error(p, MPI_ERR_OTHER, "%d other threads of the rank are still in MPI calls",
			    inside);
}

int
vcm_complete(struct process *p)
{
	if (!vcm_thread->first)
		return vcm_error(p, MPI_ERR_OTHER, "the last session is for the rank's first thread");
	vcm_buffers_flush(p);
	vcm_requests_finish(p, false);
	vcm_requests_finish(p, true);
	vcm_leaks_check(p);
	vcm_remarks_tell(p);
	return check_threads(p);
}

void
vcm_end_if_last(struct process *p)
{
	if (p->sessions > 0 || p->world == RUNNING)
		return;
	p->phase = FINALIZED;
	vcm_threads_unshare(p);
}

MPI_FUNCTION(int, Finalize, (void))
{
	struct process *p = ENTER();
	struct comm *self = vcm_comm(p, MPI_COMM_SELF);
	int code;

	if (!vcm_thread->first)
		return vcm_error(p, MPI_ERR_OTHER,
				 "only the thread that called MPI_Init_thread may call it");
	/* This is how libraries learn of the end. */
	vcm_delete_attributes(p, &self->attributes, MPI_COMM_SELF);
	vcm_buffers_flush(p);
	vcm_requests_finish(p, false);
	if (p->sessions == 0)
		vcm_leaks_check(p);
	vcm_agree_on(p, vcm_comm(p, MPI_COMM_WORLD));
	vcm_check(p, (vcube_barrier)(p->node, NULL, NULL));
	vcm_requests_finish(p, true);
	vcm_unreceived_check(p);
	vcm_remarks_tell(p);
	code = check_threads(p);
	if (code != MPI_SUCCESS)
		return code;
	set_world(p, FINALIZED);
	vcm_end_if_last(p);
	return MPI_SUCCESS;
}

MPI_FUNCTION_ANYWHERE(int, Initialized, (int *flag))
{
	*flag = vcm_team("MPI_Initialized")->world != NOT_INITIALIZED;
	return MPI_SUCCESS;
}

MPI_FUNCTION_ANYWHERE(int, Finalized, (int *flag))
{
	*flag = vcm_team("MPI_Finalized")->world == FINALIZED;
	return MPI_SUCCESS;
}

/* Ends a call of the first thread outside of init and finalize; others may be late. */
static const struct team *
team_in_time(const char *call)
{
	const struct team *const team = vcm_team(call);

	if (team->phase != RUNNING && vcm_process != NULL)
		vcm_outside(call, NULL);
	return team;
}

MPI_FUNCTION_ANYWHERE(int, Query_thread, (int *provided))
{
	*provided = team_in_time("MPI_Query_thread")->level;
	return MPI_SUCCESS;
}

MPI_FUNCTION_ANYWHERE(int, Is_thread_main, (int *flag))
{
	(void)team_in_time("MPI_Is_thread_main");
	*flag = vcm_thread->first;
	return MPI_SUCCESS;
}

/* Of all processes, since those of one machine end together. */
MPI_FUNCTION(int, Abort, (MPI_Comm comm, int errorcode))
{
	struct process *p = ENTER();

	(void)comm;
	(vcube_abort)(p->node, errorcode);
	vcm_leave(p, errorcode);
}

MPI_FUNCTION_ANYWHERE(int, Get_version, (int *version, int *subversion))
{
	*version = MPI_VERSION;
	*subversion = MPI_SUBVERSION;
	return MPI_SUCCESS;
}

MPI_FUNCTION_ANYWHERE(int, Abi_get_version, (int *abi_major, int *abi_minor))
{
	*abi_major = MPI_ABI_VERSION;
	*abi_minor = MPI_ABI_SUBVERSION;
	return MPI_SUCCESS;
}

MPI_FUNCTION_ANYWHERE(int, Get_library_version, (char *version, int *resultlen))
{
	*resultlen = snprintf(version, MPI_MAX_LIBRARY_VERSION_STRING, "libvcube-mpi %s",
			      vcube_version());
	return MPI_SUCCESS;
}

/* Every rank is a processor of its own, of the machine's name and the rank's number. */
MPI_FUNCTION(int, Get_processor_name, (char *name, int *resultlen))
{
	struct process *p = ENTER();
	char host[MPI_MAX_PROCESSOR_NAME - 16] = "";

	gethostname(host, sizeof host - 1);
	*resultlen = snprintf(name, MPI_MAX_PROCESSOR_NAME, "%s:%d", host, p->rank);
	return MPI_SUCCESS;
}

/* Programs compute until the time has come, but under the virtual clock computing takes none. So a
 * clock that was read this often, and has not moved, moves at each further reading. */
enum { STILL_MOST = 1000, TICK_PS = 10000 };

static double
read_clock(struct process *p)
{
	vcube_time now = vcube_now(p->node);

	p->still = now == p->last_read ? p->still + 1 : 0;
	if (p->still > STILL_MOST) {
		(vcube_compute)(p->node, TICK_PS);
		now = vcube_now(p->node);
	}
	p->last_read = now;
	return (double)now * 1e-12;
}

/* A node has a clock, except under the free clock, where the host's stands in. */
MPI_FUNCTION_ANYWHERE(double, Wtime, (void))
{
	struct timespec now;
	double time;
	int refused;

	if (vcm_team("MPI_Wtime")->has_clock) {
		if (vcm_process == NULL && vcm_thread_enter("MPI_Wtime", THIS_SITE, &refused)) {
			time = refused != MPI_SUCCESS ? 0 : PMPI_Wtime();
			vcm_thread_leave();
			return time;
		}
		return read_clock(vcm_enter_any_time("MPI_Wtime", THIS_SITE));
	}
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

MPI_FUNCTION_ANYWHERE(double, Wtick, (void))
{
	return vcm_team("MPI_Wtick")->has_clock ? 1e-12 : 1e-9;
}

/* Our level charges for computing; other libraries ignore it, as we do theirs. */
MPI_FUNCTION_ANYWHERE(int, Pcontrol, (const int level, ...))
{
	va_list arguments;

	(void)team_in_time("MPI_Pcontrol");
	va_start(arguments, level);
	if (level == VCUBE_MPI_WORK && vcm_process != NULL)
		vcm_charge_seconds(vcm_enter("MPI_Pcontrol", THIS_SITE),
				   va_arg(arguments, double));
	va_end(arguments);
	return MPI_SUCCESS;
}
