/* SPDX-License-Identifier: BSD-2-Clause */
/* The threads of a process; the header has the design. */
#include <stdio.h>
#include <stdlib.h>
#include "comm.h"
#include "error.h"
#include "threads.h"

__thread struct thread *vcm_thread __attribute__((tls_model("initial-exec")));

const char vcube_mpi_thread_ended;

/* --- the team ---------------------------------------------------------------- */

/* Under `lock` */
static struct thread *
add(struct team *team, struct thread *t)
{
	t->team = team;
	t->next = team->threads;
	team->threads = t;
	team->references++;
	return t;
}

/* Under `lock`, which it releases */
static void
drop(struct team *team, struct thread *t)
{
	struct thread **at = &team->threads;
	const bool last = --team->references == 0;

	while (*at != t)
		at = &(*at)->next;
	*at = t->next;
	pthread_mutex_unlock(&team->lock);
	free(t);
	if (!last)
		return;
	pthread_mutex_destroy(&team->lock);
	pthread_cond_destroy(&team->left);
	free(team);
}

/* Counts threads that run; under `lock`. */
static void
count(struct team *team, int by)
{
	team->running += by;
	if (team->shared && team->process != NULL)
		vcube_threads(team->process->node, by);
}

int
vcm_threads_open(struct process *p)
{
	struct team *team = calloc(1, sizeof *team);
	struct thread *t = calloc(1, sizeof *t);

	if (team == NULL || t == NULL) {
		free(team);
		free(t);
		return VCUBE_EHOST;
	}
	pthread_mutex_init(&team->lock, NULL);
	pthread_cond_init(&team->left, NULL);
	team->process = p;
	team->machine = vcube_machine_of(p->node);
	team->rank = p->rank;
	team->has_clock = vcube_machine_desc(team->machine)->clock != VCUBE_CLOCK_FREE;
	team->running = 1;
	t->first = true;
	t->id = pthread_self();
	vcm_thread = add(team, t);
	vcm_process = p;
	return 0;
}

/* Makes those leave that are in calls, though the process ends. */
static void
drive_out(struct team *team, struct process *p)
{
	int code;

	if (vcm_process == NULL)
		vcm_thread_enter("exit", NULL, &code);
	if (vcm_threads_inside(p) > 0)
		(vcube_fail)(p->node, "rank %d ended while %d of its threads were in MPI calls",
			     p->rank, vcm_threads_inside(p));
	vcm_thread_leave();
	pthread_mutex_lock(&team->lock);
	team->process = NULL;
	while (team->inside > 0)
		pthread_cond_wait(&team->left, &team->lock);
	pthread_mutex_unlock(&team->lock);
}

void
vcm_threads_close(struct process *p)
{
	struct thread *const t = vcm_thread;

	if (t == NULL)
		return;
	if (t->team->shared)
		drive_out(t->team, p);
	vcm_thread = NULL;
	vcm_process = NULL;
	pthread_mutex_lock(&t->team->lock);
	t->team->process = NULL;
	t->team->phase = FINALIZED;
	drop(t->team, t);
}

void
vcm_threads_share(struct process *p, int level)
{
	struct team *const team = vcm_thread->team;

	pthread_mutex_lock(&team->lock);
	team->phase = p->phase;
	team->level = level;
	if (level >= MPI_THREAD_SERIALIZED
	    && (vcube_share)(p->node, team->running, &p->call, sizeof p->call) == 0) {
		team->shared = true;
		team->inside = 1;
		p->shared_by_threads = p->measures = true;
		/* `call` is of one thread, but the node knows what each of them waits for */
		vcube_explain(p->node, NULL, NULL);
	}
	pthread_mutex_unlock(&team->lock);
}

void
vcm_threads_unshare(struct process *p)
{
	struct team *const team = vcm_thread->team;

	pthread_mutex_lock(&team->lock);
	team->phase = p->phase;
	team->shared = false;
	team->inside = 0;
	pthread_mutex_unlock(&team->lock);
}

int
vcm_threads_inside(struct process *p)
{
	struct team *const team = vcm_thread->team;
	int others;

	(void)p;
	pthread_mutex_lock(&team->lock);
	others = team->inside - 1;
	pthread_mutex_unlock(&team->lock);
	return others > 0 ? others : 0;
}

struct team *
vcm_team(const char *call)
{
	if (vcm_thread == NULL)
		vcm_outside(call, __builtin_return_address(0));
	return vcm_thread->team;
}

/* --- calls ------------------------------------------------------------------- */

/* Returns the process if it admits the calling thread, else NULL and why not. */
static struct process *
admit(struct team *team, bool *together, bool *returns, const char **why)
{
	struct process *p = NULL;

	pthread_mutex_lock(&team->lock);
	*together = team->inside > 0;
	*returns = team->process != NULL && vcm_errors_return(team->process);
	if (team->shared && team->process != NULL) {
		p = team->process;
		team->inside++;
	} else if (team->process == NULL || team->phase == FINALIZED) {
		*why = "it was called after MPI_Finalize";
	} else if (team->phase == NOT_INITIALIZED) {
		*why = "before MPI_Init only the first thread of a rank may make MPI calls";
	} else {
		*why = "only the thread that called MPI_Init may make MPI calls, unless "
			"MPI_Init_thread provides MPI_THREAD_MULTIPLE";
	}
	pthread_mutex_unlock(&team->lock);
	return p;
}

/* Not through the node, which is the first thread's: that may be in a call. */
static int
refuse(const struct thread *t, const char *call, bool returns, const char *why)
{
	if (returns)
		return MPI_ERR_OTHER;
	fprintf(stderr, "%s in another thread of rank %d: %s\n", call, t->team->rank, why);
	vcube_abort_by(t->team->machine, t->team->rank, MPI_ERR_OTHER);
	longjmp(((struct thread *)t)->strand.end, 1);
}

bool
vcm_thread_enter(const char *call, const void *site, int *code)
{
	struct thread *const t = vcm_thread;
	bool together, returns;
	const char *why = NULL;
	struct process *p;

	*code = MPI_SUCCESS;
	if (vcm_process != NULL || t == NULL)
		return false;
	p = admit(t->team, &together, &returns, &why);
	if (p == NULL) {
		*code = refuse(t, call, returns, why);
		return true;
	}
	vcube_enter(p->node);
	vcm_process = p;
	p->entered_at = site;
	if (!t->first) {
		t->strand.next = p->beside;
		p->beside = &t->strand;
	}
	if (together && p->thread_level == MPI_THREAD_SERIALIZED)
		*code = vcm_error(vcm_call(p, call, site), MPI_ERR_OTHER, "another thread of the rank is "
				  "in a call, but MPI_Init_thread was called with MPI_THREAD_SERIALIZED");
	return true;
}

void
vcm_thread_leave(void)
{
	struct thread *const t = vcm_thread;
	struct process *const p = vcm_process;

	if (p == NULL || !t->team->shared)
		return;
	if (!t->first)
		vcm_strand_unlink(p, &t->strand);
	vcm_process = NULL;
	vcube_leave(p->node);
	pthread_mutex_lock(&t->team->lock);
	t->team->inside--;
	pthread_cond_signal(&t->team->left);
	pthread_mutex_unlock(&t->team->lock);
}

/* --- their beginning and end ------------------------------------------------- */

static void
end(void *arg)
{
	struct thread *const t = arg;
	struct team *const team = t->team;

	vcm_thread_leave();
	vcm_thread = NULL;
	pthread_mutex_lock(&team->lock);
	if (!t->joined)
		count(team, -1);
	drop(team, t);
}

static void *
run(void *arg)
{
	struct thread *const t = arg;
	void *volatile result = (void *)&vcube_mpi_thread_ended;

	/* its maker has its id */
	pthread_mutex_lock(&t->team->lock);
	pthread_mutex_unlock(&t->team->lock);
	vcm_thread = t;
	pthread_cleanup_push(end, t);
	t->strand.base = (uintptr_t)__builtin_frame_address(0);
	if (setjmp(t->strand.end) == 0)
		result = t->run(t->arg);
	pthread_cleanup_pop(1);
	return result;
}

int
vcube_mpi_thread_create(vcube_mpi_create *create, pthread_t *id, const pthread_attr_t *attributes,
			void *(*body)(void *), void *arg)
{
	struct team *const team = vcm_thread != NULL ? vcm_thread->team : NULL;
	struct thread *t = team != NULL ? calloc(1, sizeof *t) : NULL;
	int code;

	if (t == NULL)
		return create(id, attributes, body, arg);
	t->run = body;
	t->arg = arg;
	pthread_mutex_lock(&team->lock);
	add(team, t);
	count(team, 1);
	code = create(&t->id, attributes, run, t);
	*id = t->id;
	if (code != 0) {
		count(team, -1);
		drop(team, t);
		return code;
	}
	pthread_mutex_unlock(&team->lock);
	return 0;
}

/* Under `lock` */
static struct thread *
find(const struct team *team, pthread_t id)
{
	struct thread *t = team->threads;

	while (t != NULL && !pthread_equal(t->id, id))
		t = t->next;
	return t;
}

/* Counts the caller out as long as a thread of its process runs: when that ends, it is
 * counted in the other's place. */
static void
wait_for(pthread_t id, bool begins)
{
	struct team *const team = vcm_thread->team;
	struct thread *t;

	pthread_mutex_lock(&team->lock);
	t = find(team, id);
	if (t != NULL && t->joined != begins) {
		t->joined = begins;
		count(team, begins ? -1 : 1);
	}
	pthread_mutex_unlock(&team->lock);
}

int
vcube_mpi_thread_join(vcube_mpi_join *join, pthread_t id, void **result)
{
	int code;

	/* in a call of MPI the thread is no outsider */
	if (vcm_thread == NULL || (vcm_process != NULL && vcm_thread->team->shared))
		return join(id, result);
	wait_for(id, true);
	code = join(id, result);
	if (code != 0)
		wait_for(id, false);
	return code;
}
