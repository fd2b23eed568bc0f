/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The transport over an MPI, a module that is compiled once for each: blocks are messages on a
 * communicator of our own. The library calls one function at a time, from several threads, so
 * MPI_THREAD_SERIALIZED is enough. An MPI tells nobody that messages come, so wait() only naps.
 */
#include <limits.h>
#include <mpi.h>
#include <poll.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <vcube/transport.h>

/* So often the thread only yields when nothing has come; then it sleeps for some time, in ns. */
enum { YIELDS = 100, NAP = 50000 };

/* A block that leaves. */
struct leaving {
	struct leaving *next;
	void *block;
	MPI_Request request;
};

static struct vcube_transport transport;
static MPI_Comm all;
static struct leaving *first, **last = &first;
static atomic_int in_vain;              /* polls since a block came, relaxed: a hint to wait() */
static int gone;                        /* processes that have said that they leave */

static struct vcube_transport *
refuse(struct vcube_error *error, const char *why)
{
	error->code = VCUBE_EHOST;
	snprintf(error->text, sizeof error->text, "transport=mpi: %s", why);
	return NULL;
}

/* Frees the blocks that have left, oldest first. */
static void
free_left(void)
{
	struct leaving *l;
	int done = 1;

	while ((l = first) != NULL) {
		MPI_Test(&l->request, &done, MPI_STATUS_IGNORE);
		if (!done)
			return;
		if ((first = l->next) == NULL)
			last = &first;
		free(l->block);
		free(l);
	}
}

static int
post(struct vcube_transport *t, int to, void *block, size_t bytes)
{
	struct leaving *l = bytes <= INT_MAX ? malloc(sizeof *l) : NULL;

	(void)t;
	if (l == NULL || MPI_Isend(block, (int)bytes, MPI_BYTE, to, 0, all, &l->request) != MPI_SUCCESS) {
		free(block);
		free(l);
		return -1;
	}
	l->block = block;
	l->next = NULL;
	*last = l;
	last = &l->next;
	free_left();
	return 0;
}

/* An empty block says that its process has left. */
static int
poll_any(struct vcube_transport *t, int *from, void **block, size_t *bytes)
{
	MPI_Message message;
	MPI_Status status;
	int found = 0, count;

	(void)t;
	free_left();
	MPI_Improbe(MPI_ANY_SOURCE, 0, all, &found, &message, &status);
	if (!found) {
		atomic_fetch_add_explicit(&in_vain, 1, memory_order_relaxed);
		return 0;
	}
	atomic_store_explicit(&in_vain, 0, memory_order_relaxed);
	MPI_Get_count(&status, MPI_BYTE, &count);
	*from = status.MPI_SOURCE;
	*bytes = (size_t)count;
	*block = malloc(*bytes + 1);
	if (*block == NULL)
		return -1;
	MPI_Mrecv(*block, count, MPI_BYTE, &message, MPI_STATUS_IGNORE);
	if (count > 0)
		return 1;
	free(*block);
	gone++;
	return -1;
}

static void
nap(struct vcube_transport *t, int fd, int64_t ns)
{
	struct pollfd one = { .fd = fd, .events = POLLIN };
	const struct timespec most = { .tv_nsec = ns < NAP ? (long)ns : NAP };

	(void)t;
	if (atomic_load_explicit(&in_vain, memory_order_relaxed) < YIELDS)
		sched_yield();
	else
		ppoll(&one, 1, &most, NULL);
}

/* At exit(): those who still need this process learn that it has gone. What is still on its way
 * here is received, since an MPI may complain of messages that nobody took. */
static void
leave(void)
{
	int done, from;
	size_t bytes;
	void *block;

	MPI_Finalized(&done);
	if (done)
		return;
	for (int to = 0; to < transport.processes; to++)
		if (to != transport.process)
			post(&transport, to, malloc(1), 0);
	while (gone < transport.processes - 1)
		if (poll_any(&transport, &from, &block, &bytes) == 1)
			free(block);
		else
			sched_yield();
	while (first != NULL)
		free_left();
	MPI_Finalize();
}

struct vcube_transport *
vcube_transport_join(struct vcube_error *error)
{
	MPI_Comm here;
	int begun, level = MPI_THREAD_SERIALIZED;

	MPI_Initialized(&begun);
	if (begun)
		MPI_Query_thread(&level);
	else if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS)
		level = MPI_THREAD_SINGLE;
	if (level < MPI_THREAD_SERIALIZED)
		return refuse(error, "this MPI does not let several threads call it, one at a time");
	MPI_Comm_dup(MPI_COMM_WORLD, &all);
	MPI_Comm_rank(all, &transport.process);
	MPI_Comm_size(all, &transport.processes);
	MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
	MPI_Comm_size(here, &transport.beside);
	MPI_Comm_free(&here);
	transport.post = post;
	transport.poll = poll_any;
	transport.wait = nap;
	/* who has begun MPI ends it */
	if (!begun && atexit(leave) != 0)
		return refuse(error, "the host cannot call it at exit");
	return &transport;
}
