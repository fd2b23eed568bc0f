/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An MPI process: the state of a rank. Its thread finds it through a pointer of its own, and
 * nobody else uses it; several threads take turns (threads.h).
 *
 * Every function of MPI begins with ENTER(), which names the call for reports and sees to it
 * that MPI is initialized; those that may run at any time begin with ENTER_ANY_TIME().
 */
#ifndef VCM_PROCESS_H
#define VCM_PROCESS_H

#include <assert.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <mpi.h>
#include <vcube.h>
#include <vcube/mpi.h>
#include "arguments.h"
#include "object.h"

/*
 * A strand of execution on a stack of its own: the program, or a collective that runs beside it.
 * The strands of a process take turns in its thread, or are threads that take turns. The stack
 * pointer tells which one runs: that with the lowest base above the current frame.
 */
struct strand {
	uintptr_t base;                 /* an address in its first frame */
	jmp_buf end;                    /* where vcm_leave() leads to */
	const struct operands *operands; /* of the reduction that it is in: operands.c */
	struct strand *next;
};

/*
 * The call that a process is in, or was in last, for reports. Of calls that can block, what
 * explain.c needs to say what they wait for; it knows by the name what `of` points to.
 */
struct call {
	const char *name;               /* "MPI_Recv" */
	const void *site;               /* where it returns to in the program */
	const void *of;
	int peer, tag;
};

enum phase { NOT_INITIALIZED, RUNNING, FINALIZED };

struct process {
	/* Most calls read these, on one line: when a rank goes on, others have used the cache. */
	_Alignas(64) vcube_node *node;
	struct call call;
	struct comm *joined[2];         /* MPI_COMM_WORLD, MPI_COMM_SELF; NULL before MPI_Init() */
	enum phase phase;               /* RUNNING: calls are made */
	bool strict;                    /* the machine's key: all checks are made */
	bool measures;                  /* computing takes the time of the host: compute.c; or.. */
	bool shared_by_threads;         /* threads.h */

	struct shared *shared;          /* shared.h; NULL: not strict */
	struct races *races;            /* races.c; NULL: no receive yet, or not strict */
	bool heard;                     /* if strict: what others did may be known since.. */
	unsigned long heard_at;         /* ..or was then: vcm_race_heard() */
	bool ready;                     /* if strict: the send that begins is of ready mode */
	unsigned long posted_at;        /* when the receive that ends was posted: header.c; */
	struct posted *receive;         /* that receive; and whether the call waited for it; */
	bool waits;
	struct meeting *meeting;        /* what the send that begins will meet: steps.c */
	struct header *too_long;        /* of a message that has been cut; NULL: none */
	struct remarks *remarks;        /* remarks.h; NULL: none */
	struct lent *lent;              /* buffers in use, if strict: buffers.c */
	struct window *noted;           /* windows whose stores are noted, if strict: watch.h */
	enum phase world;               /* of MPI_Init() and MPI_Finalize() */
	int sessions;                   /* that are open */
	int tool_starts;                /* calls of MPI_T_init_thread() not yet ended: tool.h */
	bool handles_files;             /* MPI_File_set_errhandler() was called */
	bool closing;                   /* its objects go */
	int rank, size;                 /* in MPI_COMM_WORLD */
	int thread_level;
	struct pool pools[KIND_COUNT];
	struct slabs slabs;
	struct codes *codes;            /* of errors: code.c */
	struct errors *errors;          /* errhandler.c */
	const struct error_owner *raises_on; /* while a call that is given an error handler runs: error.h */
	struct infos *infos;            /* info.c */
	struct keyvals *keyvals;        /* attribute.c */
	struct groups *groups;          /* group.c */
	struct comms *comms;            /* comm.h */
	struct buffer *buffer;          /* for buffered sends: buffered.c */
	uint64_t lists;                 /* of requests that calls were given: wait.c */
	struct request *freed_requests; /* by the program while active: request.c */
	struct types *types;            /* notes.h */
	struct strand program;
	struct strand *beside;          /* other strands */
	int status;                     /* exit status, set by vcm_leave() */
	const void *entered_at;         /* where a thread called, which has entered since */
	vcube_time last_read;           /* by MPI_Wtime() */
	int still;                      /* how often the same since */
	int64_t since;                  /* of the thread's CPU: where the program went on computing */
};

static_assert(offsetof(struct process, shared) == 64, "what most calls read is on one line");

extern __thread struct process *vcm_process __attribute__((tls_model("initial-exec")));
/* Where the next call returns to in the program, if a function of Fortran makes it; or NULL */
extern __thread const void *vcm_from __attribute__((tls_model("initial-exec")));

/* A part of the process: opened in the order of parts.c, closed in reverse. */
struct part {
	const char *name;
	int (*open)(struct process *p);         /* 0, or VCUBE_EHOST for lack of memory */
	void (*close)(struct process *p);       /* also after an open that failed, or none */
};

/* Returns the strand that runs. */
struct strand *vcm_strand(struct process *p);
/* Frees what the checks of a strict machine have noted. */
void vcm_checks_close(struct process *p);

/* Takes a strand out of `beside`. */
void vcm_strand_unlink(struct process *p, const struct strand *strand);

/* Ends the process with this exit status. A collective beside the program, or another thread,
 * only ends itself: its node has failed, which the program finds out. */
void vcm_leave(struct process *p, int status) __attribute__((noreturn));

/* Ends the process by a failure, of which a sentence tells: memory is short that it must have, or
 * it waits for what never comes. */
#define vcm_fail(p, ...) ((vcube_fail)((p)->node, __VA_ARGS__), vcm_leave(p, 1))

/* Reports a call outside of init and finalize, or in a thread that is no rank; ends that. */
void vcm_outside(const char *name, const void *site) __attribute__((noreturn));

/* Charge what the program has computed since it left MPI; it goes on computing. In between is MPI's
 * own time, for a call that blocks: the host's time is no measure of it. */
void vcm_charge_computing(struct process *p);
void vcm_resume_computing(struct process *p);

static inline void
vcm_go_on(struct process *p)
{
	if (__builtin_expect(p->measures, 0))
		vcm_resume_computing(p);
}

/* The library's reports and traces name the call, too, since calls of the library here are in
 * parentheses: they keep what was noted last. */
static inline struct process *
vcm_call(struct process *p, const char *name, const void *site)
{
	vcube_at(p->node, p->call.name = name);
	p->call.site = vcm_from != NULL ? vcm_from : site;
	p->call.of = NULL;
	vcm_from = NULL;
	if (__builtin_expect(p->measures, 0))
		vcm_charge_computing(p);
	return p;
}

static inline struct process *
vcm_enter(const char *name, const void *site)
{
	struct process *p = vcm_process;

	if (__builtin_expect(p == NULL || p->phase != RUNNING, 0))
		vcm_outside(name, site);
	return vcm_call(p, name, site);
}

static inline struct process *
vcm_enter_any_time(const char *name, const void *site)
{
	struct process *p = vcm_process;

	if (p == NULL)
		vcm_outside(name, site);
	return vcm_call(p, name, site);
}

/* Notes what the call waits for. */
static inline void
vcm_note(struct process *p, const void *of, int peer, int tag)
{
	p->call.of = of;
	p->call.peer = peer;
	p->call.tag = tag;
}

/* Does the thread have no process that is between init and finalize? */
static inline bool
vcm_is_outside(void)
{
	const struct process *p = vcm_process;

	return __builtin_expect(p == NULL || p->phase != RUNNING, 0);
}

/* Enters the process for a call, if that has other threads than this; *code: not 0 if the call
 * is refused. Returns false if there is nothing to enter. Leaves what was entered. */
bool vcm_thread_enter(const char *name, const void *site, int *code);
void vcm_thread_leave(void);

/* MPI_X, in vcm_MPI_X. */
#define THIS_CALL (__func__ + 4)
#define THIS_SITE __builtin_return_address(0)
#define ENTER() vcm_enter(THIS_CALL, THIS_SITE)
#define ENTER_ANY_TIME() vcm_enter_any_time(THIS_CALL, THIS_SITE)

/* Makes MPI_name a weak alias of PMPI_name. */
#define MPI_ALIAS(type, name, parameters) \
	extern type MPI_##name parameters __attribute__((weak, alias("PMPI_" #name)))

/* Begins the definition of PMPI_name, with names of parameters as in <vcube/mpi_calls.h>. A
 * thread that shares the process enters it first and calls again. */
#define MPI_FUNCTION(type, name, parameters) \
	static inline __attribute__((always_inline)) type vcm_MPI_##name parameters; \
	MPI_ALIAS(type, name, parameters); \
	static __attribute__((noinline, cold)) type vcm_turn_##name parameters \
	{ \
		int refused_; \
		type result_; \
\
		if (!vcm_thread_enter("MPI_" #name, THIS_SITE, &refused_)) \
			vcm_outside("MPI_" #name, THIS_SITE); \
		result_ = refused_ != MPI_SUCCESS ? (type)(intptr_t)refused_ \
			: PMPI_##name VCM_ARGUMENTS_##name; \
		vcm_thread_leave(); \
		return result_; \
	} \
	type PMPI_##name parameters \
	{ \
		if (__builtin_expect(vcm_process == NULL, 0)) \
			return vcm_turn_##name VCM_ARGUMENTS_##name; \
		return vcm_MPI_##name VCM_ARGUMENTS_##name; \
	} \
	static inline __attribute__((always_inline)) type vcm_MPI_##name parameters

/* The same for functions that any thread calls at any time, without its process. */
#define MPI_FUNCTION_ANYWHERE(type, name, parameters) \
	MPI_ALIAS(type, name, parameters); \
	type PMPI_##name parameters

#endif
