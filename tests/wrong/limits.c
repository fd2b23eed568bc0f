/* SPDX-License-Identifier: BSD-2-Clause */
/* Nodes that go on for ever; the machine has a limit. */
#include <pthread.h>
#include <unistd.h>
#include "wrong.h"

static volatile bool for_ever = true;

/* In one line. */
#define take_and_give(self, from, x) \
	(vcube_recv(self, NULL, from, x, sizeof *(x), NULL), \
	 vcube_send(self, NULL, vcube_rank(self), x, sizeof *(x)))

/* Receives from itself what is always there already. */
static int
always_finds(vcube_node *self, const struct wrong_row *row)
{
	int x = 0, rounds = 0;

	for (int i = 0; i < 1000; i++)
		vcube_send(self, NULL, vcube_rank(self), &x, sizeof x);
	if (!wrong_is_run())
		while (rounds++ < 1000)
			vcube_recv(self, NULL, row->a ? VCUBE_ANY : vcube_rank(self), &x, sizeof x, NULL);
	while (wrong_is_run() && vcube_failed(self) == 0)
		MARK(0), take_and_give(self, row->a ? VCUBE_ANY : vcube_rank(self), &x);
	return vcube_failed(self);
}

/* A backlog that takes longer to receive than the run may: no send in between. */
static int
backlog(vcube_node *self, const struct wrong_row *row)
{
	const int count = wrong_is_run() ? row->a : 100;
	int x = 0;

	if (vcube_rank(self) == 1) {
		for (int i = 0; i < count; i++)
			vcube_send(self, NULL, 0, &x, sizeof x);
		return vcube_failed(self);
	}
	for (int i = 0; i < count; i++) {
		vcube_recv(self, NULL, 1, &x, sizeof x, NULL);
		if (wrong_is_run() && i % 64 == 0)
			usleep(1000);
	}
	return vcube_failed(self);
}

static int
computes(vcube_node *self, const struct wrong_row *row)
{
	int x = 1;

	if (vcube_rank(self) == row->a) {
		MARK(0), vcube_send(self, NULL, row->a, &x, sizeof x);
		while (wrong_is_run() && for_ever)
			;
		return vcube_recv(self, NULL, row->a, &x, sizeof x, NULL);
	}
	return row->b && wrong_is_run() ? vcube_recv(self, NULL, row->a, &x, sizeof x, NULL) : 0;
}

static int
allocates(vcube_node *self, const struct wrong_row *row)
{
	(void)row;
	do {
		MARK(0), vcube_free(self, vcube_alloc(self, 100));
	} while (wrong_is_run() && for_ever);
	return vcube_failed(self);
}

static int
works(vcube_node *self, const struct wrong_row *row)
{
	(void)row;
	do {
		MARK(0), vcube_compute(self, 1);
	} while (wrong_is_run() && vcube_failed(self) == 0);
	return vcube_failed(self);
}

static int
sleeps(vcube_node *self, const struct wrong_row *row)
{
	int x = 1;

	(void)row;
	MARK(0), vcube_send(self, NULL, vcube_rank(self), &x, sizeof x);
	if (wrong_is_run() && vcube_rank(self) == 1)
		sleep(1000);
	return vcube_recv(self, NULL, vcube_rank(self), &x, sizeof x, NULL);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Holds a lock of the process at a call where others get the turn, and want it. */
static int
locks(vcube_node *self, const struct wrong_row *row)
{
	int x = 1;

	(void)row;
	if (wrong_is_run())
		pthread_mutex_lock(&lock);
	vcube_barrier(self, NULL, NULL);
	if (wrong_is_run())
		pthread_mutex_unlock(&lock);
	vcube_send(self, NULL, vcube_rank(self), &x, sizeof x);
	return vcube_recv(self, NULL, vcube_rank(self), &x, sizeof x, NULL);
}

static int
polls(vcube_node *self, const struct wrong_row *row)
{
	int x, done = 0;
	vcube_request *r = NULL;

	(void)row;
	if (vcube_rank(self) != 0)
		return wrong_is_run() ? 0 : vcube_send(self, NULL, 0, &(int){1}, sizeof x);
	r = vcube_irecv(self, NULL, 1, &x, sizeof x);
	while (!done && vcube_failed(self) == 0) {
		MARK(0), vcube_test(self, r, &done, NULL);
	}
	return vcube_failed(self);
}

static int
ping_pong(vcube_node *self, const struct wrong_row *row)
{
	const int other = 1 - vcube_rank(self);
	int x = 0;

	(void)row;
	for (int i = 0; vcube_failed(self) == 0 && (wrong_is_run() || i < 10); i++) {
		MARK(0), vcube_exchange(self, NULL, other, &x, sizeof x, &(int){0}, sizeof x, NULL);
	}
	return vcube_failed(self);
}

#define ROW(fn, nodes, machine, ends, a, b, ...) \
	{#fn " " machine, fn, nodes, machine, 0, ends, WRONG_WORDS("limit", __VA_ARGS__), a, b}

static const struct wrong_row rows[] = {
	ROW(always_finds, 2, "limit=200ms", 0, 0, 0, "node 0 was stopped", "node 1 was stopped"),
	ROW(always_finds, 2, "limit=200ms", 0, 1, 0, "node 0 was stopped", "node 1 was stopped"),
	{"backlog", backlog, 2, "limit=200ms", WRONG_TWIN_FIXED, 0, WRONG_WORDS("limit", "node 0 was stopped"), 100000, 0},
	ROW(computes, 2, "limit=100ms hard_limit=yes", -5, 0, 0, "node 0", "outside"),
	ROW(computes, 3, "limit=100ms hard_limit=yes", -5, 1, 1, "node 1", "outside", "node 2 was stopped while waiting to receive from node 1"),
	ROW(allocates, 2, "limit=100ms hard_limit=yes", -5, 0, 0, "node 0"),
	ROW(works, 2, "limit=100ms", 0, 0, 0, "node 0 was stopped", "node 1 was stopped"),
	ROW(sleeps, 2, "limit=100ms hard_limit=yes", -5, 0, 0, "node 1", "outside"),
	{"sleeps in turn", sleeps, 2, "limit=100ms hard_limit=yes fuzz=2", WRONG_TWIN_FIXED, -5, WRONG_WORDS("limit", "node 1", "turn"), 0, 0},
	{"locks", locks, 2, "limit=100ms hard_limit=yes fuzz=2", WRONG_TWIN_FIXED, -5, WRONG_WORDS("limit", "node ", "turn"), 0, 0},
	ROW(polls, 2, "limit=200ms", 0, 0, 0, "node 0"),
	ROW(ping_pong, 2, "limit=200ms", 0, 0, 0, "node 0 was stopped", "node 1 was stopped"),
};

WRONG_CLASS(limits, "limits", rows);
