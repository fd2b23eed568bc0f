/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Processes of one host, each connected with each by a pair of sockets, as `vcube launch`
 * starts them: VCUBE_SOCKETS=2:5,6,-1,7 is process 2 of 4, and its descriptors by process.
 *
 * A block is a prefix with its length, and its bytes. What a socket does not take at once waits in
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

struct prefix {
	uint64_t head, lent;            /* lengths: of what is not lent; of what is */
};

/* A block that leaves. */
struct leaving {
	struct leaving *next;
	struct prefix prefix;
	char *block;
	const char *data;               /* lent, until *left */
	int *left;
	size_t done;                    /* bytes that have left, of all three */
};

struct line {                           /* to one process */
	int fd;
	_Atomic(short) events;          /* to wait for, relaxed, as wait() may run beside the
					   others; 0: there is no such process, or it has died */
	bool died;                      /* not told yet */
	bool ended;                     /* it reads no more; what it has written is still to come */
	struct leaving *first, **last;
	struct prefix prefix;           /* of the block that comes */
	char *block;
	char *data;                     /* where what is lent is stored: behind the head, or placed */
	size_t done;                    /* bytes of all three that have come */
};

struct sockets {
	struct vcube_transport transport;       /* first */
	int next;                       /* whom to look at first */
	struct line line[];
};

/* The oldest block has left, or never will. */
static void
drop_first(struct line *l)
{
	struct leaving *const b = l->first;

	if ((l->first = b->next) == NULL)
		l->last = &l->first;
	if (b->left != NULL)
		*b->left = 1;
	free(b->block);
	free(b);
}

static void
drop_all(struct line *l)
{
	while (l->first != NULL)
		drop_first(l);
}

static void
hang_up(struct line *l)
{
	/* the descriptor stays, as another thread may wait for it */
	shutdown(l->fd, SHUT_RDWR);
	atomic_store_explicit(&l->events, 0, memory_order_relaxed);
	l->died = true;
	drop_all(l);
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

static bool
takes_blocks(const struct line *l)
{
	return is_open(l) && !l->ended;
}

/* A write has failed. A process that has ended may have said why, so that is read. */
static void
stop_writing(struct line *l)
{
	if (errno != EPIPE && errno != ECONNRESET) {
		hang_up(l);
		return;
	}
	l->ended = true;
	drop_all(l);
}

/* Takes bytes that have left off the parts of a block. */
static void
skip(struct iovec *parts, int count, size_t done)
{
	for (int i = 0; i < count && done > 0; i++) {
		const size_t part = done < parts[i].iov_len ? done : parts[i].iov_len;

		parts[i].iov_base = (char *)parts[i].iov_base + part;
		parts[i].iov_len -= part;
		done -= part;
	}
}

/* Writes as much as the socket takes of the oldest block. Returns true if that has left. */
static bool
write_some(struct line *l)
{
	struct leaving *const b = l->first;
	struct iovec parts[] = {
		{ &b->prefix, sizeof b->prefix },
		{ b->block, b->prefix.head },
		{ (void *)(uintptr_t)b->data, b->prefix.lent },
	};
	const struct msghdr message = { .msg_iov = parts, .msg_iovlen = 3 };
	ssize_t n;

	skip(parts, 3, b->done);
	n = sendmsg(l->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);

	if (n < 0) {
		if (!is_for_later())
			stop_writing(l);
		return false;
	}
	b->done += (size_t)n;
	if (b->done < sizeof b->prefix + b->prefix.head + b->prefix.lent)
		return false;
	drop_first(l);
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

/* Takes over block->block. */
static int
add(struct vcube_transport *t, int to, const struct leaving *block)
{
	struct line *l = &((struct sockets *)t)->line[to];
	struct leaving *b = takes_blocks(l) ? malloc(sizeof *b) : NULL;

	if (b == NULL) {
		free(block->block);
		return -1;
	}
	*b = *block;
	*l->last = b;
	l->last = &b->next;
	write_all(l);
	return takes_blocks(l) ? 0 : -1;
}

static int
post(struct vcube_transport *t, int to, void *block, size_t bytes)
{
	return add(t, to, &(struct leaving){ .prefix.head = bytes, .block = block });
}

static int
lend(struct vcube_transport *t, int to, const void *head, size_t head_bytes, const void *data,
     size_t bytes, int *left)
{
	char *const block = malloc(head_bytes);

	*left = 0;
	if (block == NULL)
		return -1;
	memcpy(block, head, head_bytes);
	return add(t, to, &(struct leaving){ .prefix = { head_bytes, bytes }, .block = block,
					     .data = data, .left = left });
}

/* Returns where the next bytes are stored, and how many may follow there. */
static char *
next_part(struct line *l, size_t *room)
{
	const size_t head = sizeof l->prefix, data = head + l->prefix.head;

	if (l->done < head) {
		*room = head - l->done;
		return (char *)&l->prefix + l->done;
	}
	if (l->done < data) {
		*room = data - l->done;
		return l->block + (l->done - head);
	}
	*room = data + l->prefix.lent - l->done;
	return l->data + (l->done - data);
}

/* Finds a place for what is lent, when its head is there. Returns false if there is no memory. */
static bool
place(const struct vcube_transport *t, struct line *l)
{
	char *longer;

	l->data = t->land != NULL ? t->land(t->arg, l->block, l->prefix.head, l->prefix.lent) : NULL;
	if (l->data != NULL)
		return true;
	longer = realloc(l->block, l->prefix.head + l->prefix.lent);
	if (longer == NULL)
		return false;
	l->block = longer;
	l->data = longer + l->prefix.head;
	return true;
}

/* Makes room for the part that follows. Returns false if there is no memory. */
static bool
begin_part(const struct vcube_transport *t, struct line *l)
{
	if (l->done == sizeof l->prefix)
		return (l->block = malloc(l->prefix.head)) != NULL;
	return l->prefix.lent == 0 || l->done != sizeof l->prefix + l->prefix.head || place(t, l);
}

/* Reads what there is of the next block. Returns true if that is whole. */
static bool
read_some(const struct vcube_transport *t, struct line *l)
{
	for (;;) {
		size_t room;
		char *const into = next_part(l, &room);
		const ssize_t n = recv(l->fd, into, room, MSG_DONTWAIT);

		if (n == 0 || (n < 0 && !is_for_later()))
			hang_up(l);
		if (n <= 0)
			return false;
		l->done += (size_t)n;
		if ((size_t)n < room)
			continue;
		if (!begin_part(t, l)) {
			hang_up(l);
			return false;
		}
		if (l->done > sizeof l->prefix &&
		    l->done == sizeof l->prefix + l->prefix.head + l->prefix.lent)
			return true;
	}
}

static int
poll_line(const struct vcube_transport *t, struct line *l, void **block, size_t *bytes)
{
	write_all(l);
	if (is_open(l) && read_some(t, l)) {
		const bool placed = l->prefix.lent > 0 && l->data != l->block + l->prefix.head;

		*block = l->block;
		*bytes = l->prefix.head + (placed ? 0 : l->prefix.lent);
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
		const int found = poll_line(t, &s->line[p], block, bytes);

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

/* A program that another one has started may find that one's environment, but not its descriptors.
 * Returns the first process without one, or -1. */
static int
find_unconnected(int process, const int *fds, int processes)
{
	for (int p = 0; p < processes; p++) {
		socklen_t size = sizeof(int);
		int type;

		if (p != process && getsockopt(fds[p], SOL_SOCKET, SO_TYPE, &type, &size) < 0)
			return p;
	}
	return -1;
}

static struct sockets *
make(int process, const int *fds, int processes)
{
	struct sockets *s = calloc(1, sizeof *s + (size_t)processes * sizeof s->line[0]);

	if (s == NULL)
		return NULL;
	s->transport = (struct vcube_transport){
		.process = process, .processes = processes, .beside = processes,
		.place = process, .post = post, .poll = poll_all,
		.wait = wait_any, .lend = lend,
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
	int fds[MOST], processes, process, other;
	char *end;

	if (colon == NULL) {
		vc_error(error, VCUBE_EINVAL, "transport=sockets: this process is not connected "
			 "with others; start the program by vcube launch, such as vcube launch 4 "
			 "PROGRAM");
		return NULL;
	}
	process = (int)strtol(place, &end, 10);
	processes = read_list(colon + 1, fds, MOST);
	if (end != colon || process < 0 || process >= processes)
		vc_error(error, VCUBE_EINVAL, "VCUBE_SOCKETS=%.60s is not what vcube launch says", place);
	else if ((other = find_unconnected(process, fds, processes)) >= 0)
		vc_error(error, VCUBE_EINVAL, "VCUBE_SOCKETS=%.60s: descriptor %d is not a socket here, so "
			 "this is not the process that vcube launch started; use transport=none", place,
			 fds[other]);
	else if ((s = make(process, fds, processes)) == NULL)
		vc_error(error, VCUBE_EHOST, "no memory to join %d processes", processes);
	return s != NULL ? &s->transport : NULL;
}
