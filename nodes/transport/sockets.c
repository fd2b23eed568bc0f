/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Processes of one host, each connected with each by a pair of sockets, as `vcube launch`
 * starts them: VCUBE_SOCKETS=2:5,6,-1,7 is process 2 of 4, and its descriptors by process.
 *
 * A block is its length, in 8 bytes, and its bytes. What a socket does not take at once waits in
 * a queue, so nobody blocks.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include "error.h"
#include "joined.h"

/* A block that leaves. */
struct leaving {
	struct leaving *next;
	uint64_t length;
	char *block;
	size_t done;                    /* bytes that have left, of length and block */
};

struct line {                           /* to one process */
	int fd;
	_Atomic(short) events;          /* to wait for, relaxed, as wait() may run beside the
					   others; 0: there is no such process, or it has died */
	bool died;                      /* not told yet */
	struct leaving *first, **last;
	uint64_t length;                /* of the block that comes */
	char *block;
	size_t done;                    /* bytes of both that have come */
};

struct sockets {
	struct vcube_transport transport;       /* first */
	int next;                       /* whom to look at first */
	struct line line[];
};

static void
hang_up(struct line *l)
{
	struct leaving *b;

	/* the descriptor stays, as another thread may wait for it */
	shutdown(l->fd, SHUT_RDWR);
	atomic_store_explicit(&l->events, 0, memory_order_relaxed);
	l->died = true;
	while ((b = l->first) != NULL) {
		l->first = b->next;
		free(b->block);
		free(b);
	}
	l->last = &l->first;
	free(l->block);
	l->block = NULL;
}

static bool
is_open(const struct line *l)
{
	return atomic_load_explicit(&l->events, memory_order_relaxed) != 0;
}

static bool
is_for_later(void)
{
	return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

/* Writes as much as the socket takes of the oldest block. Returns true if that has left. */
static bool
write_some(struct line *l)
{
	struct leaving *b = l->first;
	const size_t head = sizeof b->length, of_head = b->done < head ? head - b->done : 0;
	const size_t of_block = b->done < head ? 0 : b->done - head;
	struct iovec parts[] = {
		{ (char *)&b->length + head - of_head, of_head },
		{ b->block + of_block, b->length - of_block },
	};
	const struct msghdr message = { .msg_iov = parts, .msg_iovlen = 2 };
	const ssize_t n = sendmsg(l->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);

	if (n < 0) {
		if (!is_for_later())
			hang_up(l);
		return false;
	}
	b->done += (size_t)n;
	if (b->done < head + b->length)
		return false;
	if ((l->first = b->next) == NULL)
		l->last = &l->first;
	free(b->block);
	free(b);
	return true;
}

/* Writes as much as the socket takes. */
static void
write_all(struct line *l)
{
	while (l->first != NULL && write_some(l))
		;
	if (is_open(l))
		atomic_store_explicit(&l->events, l->first != NULL ? POLLIN | POLLOUT : POLLIN,
				      memory_order_relaxed);
}

static int
post(struct vcube_transport *t, int to, void *block, size_t bytes)
{
	struct line *l = &((struct sockets *)t)->line[to];
	struct leaving *b = is_open(l) ? malloc(sizeof *b) : NULL;

	if (b == NULL) {
		free(block);
		return -1;
	}
	*b = (struct leaving){ .length = bytes, .block = block };
	*l->last = b;
	l->last = &b->next;
	write_all(l);
	return is_open(l) ? 0 : -1;
}

/* Reads what there is of the next block. Returns true if that is whole. */
static bool
read_some(struct line *l)
{
	const size_t head = sizeof l->length;

	for (;;) {
		const bool of_head = l->done < head;
		char *into = of_head ? (char *)&l->length + l->done : l->block + (l->done - head);
		const size_t want = of_head ? head - l->done : l->length - (l->done - head);
		const ssize_t n = recv(l->fd, into, want, MSG_DONTWAIT);

		if (n == 0 || (n < 0 && !is_for_later()))
			hang_up(l);
		if (n <= 0)
			return false;
		l->done += (size_t)n;
		if (l->done == head && (l->block = malloc(l->length)) == NULL) {
			hang_up(l);
			return false;
		}
		if (l->done > head && l->done == head + l->length)
			return true;
	}
}

static int
poll_line(struct line *l, void **block, size_t *bytes)
{
	write_all(l);
	if (is_open(l) && read_some(l)) {
		*block = l->block;
		*bytes = l->length;
		l->block = NULL;
		l->done = 0;
		return 1;
	}
	if (!l->died)
		return 0;
	l->died = false;
	return -1;
}

static int
poll_all(struct vcube_transport *t, int *from, void **block, size_t *bytes)
{
	struct sockets *s = (struct sockets *)t;

	for (int i = 0; i < t->processes; i++) {
		const int p = (s->next + i) % t->processes;
		const int found = poll_line(&s->line[p], block, bytes);

		*from = p;
		s->next = found == 1 ? p : s->next;
		if (found != 0)
			return found;
	}
	return 0;
}

static void
wait_any(struct vcube_transport *t, int fd, int64_t ns)
{
	const struct sockets *s = (struct sockets *)t;
	struct timespec most = { ns / 1000000000, ns % 1000000000 };
	struct pollfd fds[t->processes + 1];

	for (int p = 0; p < t->processes; p++) {
		const short events = atomic_load_explicit(&s->line[p].events, memory_order_relaxed);

		fds[p] = (struct pollfd){ .fd = events != 0 ? s->line[p].fd : -1, .events = events };
	}
	fds[t->processes] = (struct pollfd){ .fd = fd, .events = POLLIN };
	ppoll(fds, (nfds_t)t->processes + 1, &most, NULL);
}

/* Reads the descriptors. Returns how many there are, or -1. */
static int
read_list(const char *list, int *fds, int most)
{
	int count = 0;

	for (;; list++) {
		char *end;
		const long fd = strtol(list, &end, 10);

		if (end == list || fd < -1 || fd > INT_MAX || count == most)
			return -1;
		fds[count++] = (int)fd;
		if (*end == '\0')
			return count;
		if (*end != ',')
			return -1;
		list = end;
	}
}

static struct sockets *
make(int process, const int *fds, int processes)
{
	struct sockets *s = calloc(1, sizeof *s + (size_t)processes * sizeof s->line[0]);

	if (s == NULL)
		return NULL;
	s->transport = (struct vcube_transport){
		.process = process, .processes = processes, .beside = processes,
		.place = process, .post = post, .poll = poll_all, .wait = wait_any,
	};
	for (int p = 0; p < processes; p++) {
		s->line[p].fd = fds[p];
		s->line[p].events = p == process ? 0 : POLLIN;
		s->line[p].last = &s->line[p].first;
		/* programs that this one starts have no part in this */
		if (p != process)
			fcntl(fds[p], F_SETFD, FD_CLOEXEC);
	}
	return s;
}

struct vcube_transport *
vc_sockets_join(struct vcube_error *error)
{
	enum { MOST = 256 };
	const char *const place = getenv("VCUBE_SOCKETS");
	const char *const colon = place != NULL ? strchr(place, ':') : NULL;
	struct sockets *s = NULL;
	int fds[MOST], processes;

	if (colon == NULL) {
		vc_error(error, VCUBE_EINVAL, "transport=sockets: this process is not connected "
			 "with others; start the program by vcube launch, such as vcube launch 4 "
			 "PROGRAM");
		return NULL;
	}
	processes = read_list(colon + 1, fds, MOST);
	if (processes < 0 || atoi(place) < 0 || atoi(place) >= processes)
		vc_error(error, VCUBE_EINVAL, "VCUBE_SOCKETS=%.60s is not what vcube launch says", place);
	else if ((s = make(atoi(place), fds, processes)) == NULL)
		vc_error(error, VCUBE_EHOST, "no memory to join %d processes", processes);
	return s != NULL ? &s->transport : NULL;
}
