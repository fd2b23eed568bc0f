/* SPDX-License-Identifier: BSD-2-Clause */
/* Nonblocking sends and receives: in every order, in large numbers, polled. */
#include "support.h"

#define US ((vcube_time)1000000)

enum { FEW = 4, MOST = 5000 };

/* Short, slightly too long for a slot, and lent. */
static const size_t lengths[FEW] = {8, 41, 0, MOST};

/* Numbers 0 .. FEW - 1 in their order-th permutation. */
static void
permute(int order, int into[FEW])
{
	for (int i = 0; i < FEW; i++)
		into[i] = i;
	for (int i = FEW; i > 1; order /= i, i--) {
		const int k = order % i, swap = into[k];

		into[k] = into[i - 1];
		into[i - 1] = swap;
	}
}

struct orders {
	int sends, receives;            /* the permutation in which they are waited for */
	bool test;                      /* with vcube_test() in place of wait */
};

/* Both nodes send each other FEW messages, and wait for all of them in some order. */
static int
in_any_order(vcube_node *self, void *arg)
{
	const struct orders *o = arg;
	const int me = vcube_rank(self), other = 1 - me;
	unsigned char out[FEW][MOST], in[FEW][MOST];
	vcube_request *send[FEW], *recv[FEW];
	int first[FEW], second[FEW];

	permute(o->sends, first);
	permute(o->receives, second);
	for (int i = 0; i < FEW; i++) {
		fill(out[i], lengths[i], me, other, (unsigned)i);
		recv[i] = vcube_irecv(self, NULL, other, in[i], lengths[i]);
		send[i] = vcube_isend(self, NULL, other, out[i], lengths[i]);
	}
	for (int i = 0; i < FEW; i++) {
		struct vcube_status status = {.from = -5};
		const int k = second[i];

		/* waits for half of the sends first */
		if (i % 2 == 0)
			finish_request(self, send[first[i]], o->test, NULL);
		finish_request(self, recv[k], o->test, &status);
		CHECK(self, vcube_failed(self) || status.from == other);
		CHECK(self, vcube_failed(self) || status.bytes == lengths[k]);
		CHECK(self, vcube_failed(self) || is_filled(in[k], lengths[k], other, me, (unsigned)k));
		if (i % 2 == 1)
			finish_request(self, send[first[i]], o->test, NULL);
	}
	return vcube_failed(self);
}

static void
test_waits_in_every_order(void **state)
{
	vcube_machine *machine[] = {
		open_machine("full:2 heap=64KiB"),
		open_machine("full:2 clock=virtual heap=64KiB"),
		open_machine("full:2 fuzz=%d heap=64KiB", (int)(seed % 1000) + 1),
	};

	(void)state;
	for (int i = 0; i < 3; i++) {
		for (int k = 0; k < 24 * 24; k++) {
			struct orders o = {k % 24, k / 24, (k / 3) % 2};

			run_well(machine[i], in_any_order, &o);
		}
		vcube_close(machine[i]);
	}
}

/* Thousands of each are in flight, to and from all others. */
static int
outstanding(vcube_node *self, void *arg)
{
	enum { COUNT = 3000, LENGTH = 60 };
	const int me = vcube_rank(self), p = vcube_size(self);
	unsigned char (*out)[LENGTH] = take_block(self, (size_t)COUNT * LENGTH);
	unsigned char (*in)[LENGTH] = take_block(self, (size_t)COUNT * LENGTH);
	vcube_request **r = take_block(self, 2 * COUNT * sizeof *r);

	(void)arg;
	if (r == NULL)
		return vcube_failed(self);
	for (int i = 0; i < COUNT; i++) {
		const int to = (me + 1 + i % (p - 1)) % p;

		fill(out[i], LENGTH, me, to, (unsigned)i);
		r[i] = vcube_isend(self, NULL, to, out[i], LENGTH);
	}
	for (int i = 0; i < COUNT; i++) {
		const int from = (me + p - 1 - i % (p - 1)) % p;

		r[COUNT + i] = vcube_irecv(self, NULL, from, in[i], LENGTH);
	}
	/* the last ones first */
	for (int i = 0; i < COUNT; i++)
		vcube_wait(self, r[2 * COUNT - 1 - i], NULL);
	vcube_waitall(self, r, COUNT);
	for (int i = 0; i < COUNT && !vcube_failed(self); i++)
		CHECK(self, is_filled(in[i], LENGTH, (me + p - 1 - i % (p - 1)) % p, me,
				      (unsigned)i));
	return vcube_failed(self);
}

static void
test_thousands_outstanding(void **state)
{
	(void)state;
	try_well("full:2", outstanding, NULL);
	try_well("full:5", outstanding, NULL);
	try_well("full:5 clock=virtual", outstanding, NULL);
	try_well("full:4 fuzz=3", outstanding, NULL);
}

/* A poll under the virtual clock: 12 polls of a microsecond each come before the message
 * that arrives at 11.008 us, whatever the host does. */
static int
polls(vcube_node *self, void *arg)
{
	int64_t word = 9, count = 0;
	struct vcube_status status;
	vcube_request *r;
	int done = 0;

	(void)arg;
	if (vcube_rank(self) == 1) {
		vcube_compute(self, 10 * US);
		return vcube_send(self, NULL, 0, &word, 8);
	}
	r = vcube_irecv(self, NULL, 1, &word, 8);
	for (vcube_test(self, r, &done, &status); !done; count++)
		if (vcube_test(self, r, &done, &status) != 0)
			return vcube_failed(self);
	CHECK(self, count == 12 && vcube_now(self) == 12 * US);
	CHECK(self, status.from == 1 && status.bytes == 8 && status.arrival == 11 * US + 8000);
	return 0;
}

static void
test_polls_are_counted_in_virtual_time(void **state)
{
	vcube_machine *machine = open_machine("linear:2 clock=virtual poll=1us");

	(void)state;
	host_busy();
	for (int i = 0; i < 100; i++)
		run_well(machine, polls, NULL);
	host_idle();
	vcube_close(machine);
	try_well("linear:2 clock=virtual poll=1us fuzz=4", polls, NULL);
}

/* A poll in vain tells how long those after it are in vain: by the least cost of a message, however
 * it is sent. */
enum sending { SEND, EXCHANGE, EXCHANGE_ALL, SIGNAL, SIGNAL_AGAIN, TO_ITSELF };
enum { POLL = 100000, SENT = 550000 };

struct coming {
	enum sending by;
	const char *costs;
	vcube_time takes;               /* from SENT to its arrival */
};

static const struct coming comings[] = {
	{SEND, "startup=1us", US},
	{EXCHANGE, "startup=1us exchange_startup=100ns", US / 10},
	{EXCHANGE_ALL, "startup=1us exchange_all_startup=200ns", US / 5},
	{SIGNAL, "startup=1us barrier=100ns barrier_doubling=1us", US / 10},
	{SIGNAL_AGAIN, "startup=1us barrier=1us barrier_doubling=0", 0},
	{TO_ITSELF, "startup=1us", 0},
};

static int
tell(vcube_node *self, enum sending by)
{
	const struct vcube_pair pair = {.peer = 0};

	vcube_compute(self, SENT);
	switch (by) {
	case SEND:
		vcube_sendrecv(self, NULL, 0, NULL, 0, 0, NULL, 0, NULL);
		break;
	case EXCHANGE:
		vcube_exchange(self, NULL, 0, NULL, 0, NULL, 0, NULL);
		break;
	case EXCHANGE_ALL:
		vcube_exchange_all(self, NULL, &pair, 1);
		break;
	default:
		vcube_signal(self, NULL, 0, 0, by == SIGNAL ? 0 : 1);
		break;
	}
	return vcube_failed(self);
}

static int
comes(vcube_node *self, void *arg)
{
	const struct coming *const coming = arg;
	const int itself = coming->by == TO_ITSELF;
	const vcube_time arrival = itself ? POLL : SENT + coming->takes;
	vcube_request *r;
	int done = 0;

	if (vcube_rank(self) == 1)
		return itself ? 0 : tell(self, coming->by);
	r = itself ? vcube_tirecv(self, NULL, VCUBE_ANY, 1, NULL, 0) : vcube_irecv(self, NULL, 1, NULL, 0);
	for (vcube_test(self, r, &done, NULL); !done && !vcube_failed(self); vcube_test(self, r, &done, NULL))
		if (itself) {
			vcube_tsend(self, NULL, 0, 1, NULL, 0);
			vcube_now(self);        /* by the replaying clock, it has to be known */
		}
	/* by the first poll at or after its arrival */
	CHECK(self, vcube_failed(self) || vcube_now(self) == (arrival + POLL - 1) / POLL * POLL);
	return itself ? vcube_failed(self) : vcube_send(self, NULL, 1, NULL, 0);
}

static void
test_polls_after_one_in_vain(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2 * COUNT(comings); i++) {
		struct coming coming = comings[i / 2];
		vcube_machine *machine = open_machine("full:2 clock=virtual per_byte=0 poll=100ns %s%s",
						      coming.costs, i % 2 ? " routing=none" : "");

		run_well(machine, comes, &coming);
		vcube_close(machine);
	}
}

/* A group may be freed before the receives that were begun in it. */
static int
frees_the_group(vcube_node *self, void *arg)
{
	int got[2] = {0, 0}, number[2] = {7, 8};
	vcube_request *request;
	vcube_group *group;

	(void)arg;
	vcube_split(self, NULL, vcube_rank(self) / 2, -vcube_rank(self), &group);
	if (vcube_rank(self) % 2 == 0) {
		vcube_send(self, group, 0, &number[0], sizeof number[0]);
		vcube_send(self, group, 0, &number[1], sizeof number[1]);
		return vcube_failed(self);
	}
	request = vcube_irecv(self, group, 1, &got[0], sizeof got[0]);
	vcube_group_free(self, group);
	/* completes the request first, by this deadline */
	CHECK(self, vcube_recv_within(self, NULL, vcube_rank(self) - 1, &got[1], sizeof got[1],
				      100000000 * US, NULL) == 0);
	vcube_wait(self, request, NULL);
	CHECK(self, got[0] == 7 && got[1] == 8);
	return vcube_failed(self);
}

static void
test_groups_go_first(void **state)
{
	(void)state;
	try_everywhere("full:4", frees_the_group, NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_waits_in_every_order),
		TEST(test_thousands_outstanding),
		TEST(test_polls_are_counted_in_virtual_time),
		TEST(test_polls_after_one_in_vain),
		TEST(test_groups_go_first),
	};

	return RUN_TESTS(tests);
}
