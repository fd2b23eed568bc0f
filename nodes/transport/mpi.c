/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The transport over an MPI, a module that is compiled once for each: blocks are messages on
 * communicators of our own. The library calls one function at a time, from several threads, so
 * MPI_THREAD_SERIALIZED is enough. An MPI tells nobody that messages come, so wait() only naps.
 *
 * A receive for a short block of any process is posted before anything is looked for: to probe for
 * each, and then to receive it, takes twice as long. It is not posted as soon as one has come,
 * since who waited for that goes on first, and an MPI looks for messages only when asked. A long
 * block is announced by a message there that has its length and, of lent data, its head; the rest
 * follows on another communicator, into memory of our own or where the library places it. Until it
 * is here, no later block is taken.
 */
#include <limits.h>
#include <mpi.h>
#include <poll.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <vcube/transport.h>

/* So often the thread only yields when nothing has come; then it sleeps for some time, in ns. */
enum { YIELDS = 100, NAP = 50000 };

enum { SHORT = 4096 };                  /* bytes */

enum tag { BLOCK, ANNOUNCEMENT };

struct announcement {
	size_t bytes;                   /* that follow, */
	size_t head_bytes;              /* behind these */
	char head[VCUBE_LENT_HEAD];
};

/* A block that leaves. */
struct leaving {
	struct leaving *next;
	void *block;                    /* NULL: it is lent, */
	int *left;                      /* until this is 1 */
	struct announcement announcement;
	MPI_Request requests[2];        /* of block and announcement */
};

static struct vcube_transport transport;
static MPI_Comm all, long_blocks;
static struct leaving *first, **last = &first;
static _Alignas(max_align_t) char short_block[SHORT];   /* that is being received, */
static MPI_Request next = MPI_REQUEST_NULL;     /* by this */
static struct {
	void *block;                    /* NULL: none */
	size_t bytes;
	int from;
	MPI_Request request;
} coming;                               /* a long block */
static atomic_int in_vain;              /* polls since a block came, relaxed: a hint to wait(), as
					   only one thread writes it at a time */
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
	MPI_Status ignored[2];          /* MPICH's type of MPI_STATUSES_IGNORE makes gcc warn */
	struct leaving *l;
	int done = 1;

	while ((l = first) != NULL) {
		MPI_Testall(2, l->requests, &done, ignored);
		if (!done)
			return;
		if ((first = l->next) == NULL)
			last = &first;
		if (l->left != NULL)
			*l->left = 1;
		free(l->block);
		free(l);
	}
}

/* Keeps a block until it has left. */
static struct leaving *
keep(void *block)
{
	struct leaving *const l = malloc(sizeof *l);

	if (l == NULL)
		return NULL;
	l->next = NULL;
	l->block = block;
	l->left = NULL;
	l->requests[0] = l->requests[1] = MPI_REQUEST_NULL;
	*last = l;
	last = &l->next;
	return l;
}

/* An MPI copies most short blocks at once. */
static bool
send_short(int to, void *block, size_t bytes)
{
	struct leaving *l;
	MPI_Request request;
	int left;

	if (MPI_Isend(block, (int)bytes, MPI_BYTE, to, BLOCK, all, &request) != MPI_SUCCESS) {
		free(block);
		return false;
	}
	MPI_Test(&request, &left, MPI_STATUS_IGNORE);
	if (left) {
		free(block);
		return true;
	}
	l = keep(block);
	if (l != NULL)
		l->requests[0] = request;
	else
		MPI_Request_free(&request);     /* and the block stays, since the MPI reads it */
	return l != NULL;
}

/* Sends what is behind the head of its announcement. */
static bool
announce(struct leaving *l, int to, const void *data, size_t bytes, size_t head_bytes)
{
	struct announcement *const a = &l->announcement;

	a->bytes = bytes;
	a->head_bytes = head_bytes;
	return MPI_Isend(a, (int)(offsetof(struct announcement, head) + head_bytes), MPI_BYTE, to,
			 ANNOUNCEMENT, all, &l->requests[1]) == MPI_SUCCESS &&
	       MPI_Isend(data, (int)bytes, MPI_BYTE, to, 0, long_blocks, &l->requests[0]) == MPI_SUCCESS;
}

static bool
send_long(int to, void *block, size_t bytes)
{
	struct leaving *const l = bytes <= INT_MAX ? keep(block) : NULL;

	if (l == NULL)
		free(block);
	return l != NULL && announce(l, to, block, bytes, 0);
}

static int
post(struct vcube_transport *t, int to, void *block, size_t bytes)
{
	(void)t;
	return (bytes <= SHORT ? send_short : send_long)(to, block, bytes) ? 0 : -1;
}

static int
lend(struct vcube_transport *t, int to, const void *head, size_t head_bytes, const void *data,
     size_t bytes, int *left)
{
	struct leaving *const l = bytes <= INT_MAX ? keep(NULL) : NULL;

	(void)t;
	*left = 0;
	if (l == NULL)
		return -1;
	l->left = left;
	memcpy(l->announcement.head, head, head_bytes);
	return announce(l, to, data, bytes, head_bytes) ? 0 : -1;
}

static void
receive_next(void)
{
	MPI_Irecv(short_block, SHORT, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, all, &next);
}

/* Returns 1 and the long block if it is here, else 0. */
static int
take_long(int *from, void **block, size_t *bytes)
{
	int done;

	MPI_Test(&coming.request, &done, MPI_STATUS_IGNORE);
	if (!done)
		return 0;
	*from = coming.from;
	*block = coming.block;
	*bytes = coming.bytes;
	coming.block = NULL;
	return 1;
}

/* Begins to receive the block that is announced. Returns false if there is no memory. */
static bool
expect_long(const struct vcube_transport *t, int from)
{
	const struct announcement *const a = (const void *)short_block;
	void *const place = a->head_bytes > 0 && t->land != NULL
		? t->land(t->arg, a->head, a->head_bytes, a->bytes) : NULL;

	coming.from = from;
	coming.bytes = a->head_bytes + (place != NULL ? 0 : a->bytes);
	coming.block = malloc(coming.bytes);
	if (coming.block == NULL)
		return false;
	memcpy(coming.block, a->head, a->head_bytes);
	MPI_Irecv(place != NULL ? place : (char *)coming.block + a->head_bytes, (int)a->bytes, MPI_BYTE,
		  from, 0, long_blocks, &coming.request);
	return true;
}

/* As poll(). An empty block says that its process has left. */
static int
take_short(int count, void **block, size_t *bytes)
{
	*bytes = (size_t)count;
	*block = count > 0 ? malloc(*bytes) : NULL;
	if (*block != NULL)
		memcpy(*block, short_block, *bytes);
	gone += count == 0;
	return *block != NULL ? 1 : -1;
}

static int
poll_any(struct vcube_transport *t, int *from, void **block, size_t *bytes)
{
	MPI_Status status;
	int found = 0, count;

	free_left();
	if (coming.block != NULL)
		return take_long(from, block, bytes);
	if (next == MPI_REQUEST_NULL)
		receive_next();
	MPI_Test(&next, &found, &status);
	if (!found) {
		atomic_store_explicit(&in_vain, atomic_load_explicit(&in_vain, memory_order_relaxed) + 1,
				      memory_order_relaxed);
		return 0;
	}
	atomic_store_explicit(&in_vain, 0, memory_order_relaxed);
	*from = status.MPI_SOURCE;
	if (status.MPI_TAG == ANNOUNCEMENT)
		return expect_long(t, *from) ? take_long(from, block, bytes) : -1;
	MPI_Get_count(&status, MPI_BYTE, &count);
	return take_short(count, block, bytes);
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

/* An MPI that ends calls it first. */
static int
stop_receiving(MPI_Comm self, int key, void *value, void *state)
{
	(void)self, (void)key, (void)value, (void)state;
	if (next != MPI_REQUEST_NULL)
		MPI_Cancel(&next);
	MPI_Wait(&next, MPI_STATUS_IGNORE);
	return MPI_SUCCESS;
}

struct vcube_transport *
vcube_transport_join(struct vcube_error *error)
{
	MPI_Comm here;
	int begun, key, level = MPI_THREAD_SERIALIZED;

	MPI_Initialized(&begun);
	if (begun)
		MPI_Query_thread(&level);
	else if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS)
		level = MPI_THREAD_SINGLE;
	if (level < MPI_THREAD_SERIALIZED)
		return refuse(error, "this MPI does not let several threads call it, one at a time");
	MPI_Comm_dup(MPI_COMM_WORLD, &all);
	MPI_Comm_dup(MPI_COMM_WORLD, &long_blocks);
	MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, stop_receiving, &key, NULL);
	MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
	MPI_Comm_rank(all, &transport.process);
	MPI_Comm_size(all, &transport.processes);
	MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
	MPI_Comm_size(here, &transport.beside);
	MPI_Comm_rank(here, &transport.place);
	MPI_Comm_free(&here);
	transport.post = post;
	transport.poll = poll_any;
	transport.wait = nap;
	transport.lend = lend;
	/* who has begun MPI ends it */
	if (!begun && atexit(leave) != 0)
		return refuse(error, "the host cannot call it at exit");
	return &transport;
}
