/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages to and from VCUBE_NOBODY. */
#include "support.h"

enum { SENDRECV, SEND_RECV, REQUESTS, EXCHANGE, EXCHANGE_ALL, WAYS };

static const struct vcube_status untouched = {.from = 77, .bytes = 78, .arrival = 79};

static void
is_nothing(vcube_node *self, const struct vcube_status *status)
{
	if (status->from != VCUBE_NOBODY || status->bytes != 0 || status->arrival != 0)
		vcube_fail(self, "from %d, %zu bytes", status->from, status->bytes);
}

/* Gives both neighbours its rank, on a line whose ends have only one. */
static void
pass(vcube_node *self, int how, const int *peer, const int *mine, int *got)
{
	struct vcube_pair pairs[2];
	vcube_request *requests[4];

	for (int i = 0; i < 2; i++) {
		pairs[i] = (struct vcube_pair){peer[i], mine, sizeof *mine, &got[i], sizeof got[i]};
		if (how == SENDRECV)
			vcube_sendrecv(self, NULL, peer[i], mine, sizeof *mine,
				       peer[!i], &got[!i], sizeof *got, NULL);
		else if (how == SEND_RECV)
			vcube_send(self, NULL, peer[i], mine, sizeof *mine);
		else if (how == EXCHANGE)       /* even ranks first with the right one */
			vcube_exchange(self, NULL, peer[i ^ (*mine & 1)], mine, sizeof *mine,
				       &got[i ^ (*mine & 1)], sizeof *got, NULL);
		requests[i] = how == REQUESTS ?
			vcube_irecv(self, NULL, peer[i], &got[i], sizeof got[i]) : NULL;
		requests[2 + i] = how == REQUESTS ?
			vcube_isend(self, NULL, peer[i], mine, sizeof *mine) : NULL;
	}
	for (int i = 0; i < 2 && how == SEND_RECV; i++)
		vcube_recv(self, NULL, peer[i], &got[i], sizeof got[i], NULL);
	if (how == REQUESTS)
		vcube_waitall(self, requests, 4);
	if (how == EXCHANGE_ALL)
		vcube_exchange_all(self, NULL, pairs, 2);
}

static int
halo(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), size = vcube_size(self);
	const int peer[2] = {
		me < size - 1 ? me + 1 : VCUBE_NOBODY,
		me > 0 ? me - 1 : VCUBE_NOBODY,
	};

	(void)arg;
	for (int how = 0; how < WAYS; how++) {
		int got[2] = {-7, -7};

		pass(self, how, peer, &me, got);
		for (int i = 0; i < 2 && vcube_failed(self) == 0; i++)
			if (got[i] != (peer[i] == VCUBE_NOBODY ? -7 : peer[i]))
				return vcube_fail(self, "way %d, from %d: %d", how, peer[i], got[i]);
	}
	return 0;
}

static void
test_edges(void **state)
{
	(void)state;
	for (int nodes = 1; nodes < 6; nodes++) {
		char text[40];

		snprintf(text, sizeof text, "linear:%d", nodes);
		try_everywhere(text, halo, NULL);
	}
}

/* Every call; none reads a buffer. */
static int
alone(vcube_node *self, void *arg)
{
	const int nobody = VCUBE_NOBODY;
	struct vcube_status status[6];
	int done = 0;

	(void)arg;
	for (int i = 0; i < 6; i++)
		status[i] = untouched;
	vcube_send(self, NULL, nobody, NULL, 8);
	vcube_recv(self, NULL, nobody, NULL, 8, &status[0]);
	vcube_recv_within(self, NULL, nobody, NULL, 8, 5, &status[1]);
	vcube_probe(self, NULL, nobody, &status[2]);
	vcube_sendrecv(self, NULL, nobody, NULL, 8, nobody, NULL, 8, &status[3]);
	vcube_exchange(self, NULL, nobody, NULL, 8, NULL, 8, &status[4]);
	vcube_exchange_all(self, NULL, &(struct vcube_pair){nobody, NULL, 8, NULL, 8}, 1);
	vcube_wait(self, vcube_isend(self, NULL, nobody, NULL, 8), NULL);
	vcube_test(self, vcube_irecv(self, NULL, nobody, NULL, 8), &done, &status[5]);
	for (int i = 0; i < 6; i++)
		is_nothing(self, &status[i]);
	if (!done || vcube_now(self) != 0)
		vcube_fail(self, "done is %d, the time %lld", done, (long long)vcube_now(self));
	return 0;
}

static void
test_nothing_comes_of_it(void **state)
{
	(void)state;
	try_for("full:2 clock=virtual send_overhead=1us recv_overhead=1us strict=yes", alone, NULL, 0);
	try_for("full:2 strict=yes", alone, NULL, 0);
}

/* Failures are reported as ever: VCUBE_NOBODY does not hide a forbidden send. */
static int
slips(vcube_node *self, void *arg)
{
	const int off = *(const int *)arg;
	int word = 0;

	return vcube_sendrecv(self, NULL, VCUBE_NOBODY, &word, sizeof word,
			      vcube_rank(self) + off, &word, sizeof word, NULL);
}

static void
test_other_ranks_are_refused(void **state)
{
	(void)state;
	for (int off = -4; off < 5; off++)
		if (off < -2 || off > 1)
			try_for("full:2", slips, &off, VCUBE_EINVAL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_edges),
		TEST(test_nothing_comes_of_it),
		TEST(test_other_ranks_are_refused),
	};

	return RUN_TESTS(tests);
}
