/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls that are wrong by themselves: each is refused, in words, and harms
 * nobody: ranks, routes, lengths, memory. */
#include <stdio.h>
#include <string.h>
#include "support.h"

enum { LONG = 5000 };

/* Every call that takes a partner, by number; NULL past the last. */
enum { CALLS = 8 };
static const char *const names[CALLS] = {
	"vcube_send", "vcube_recv", "vcube_recv_within", "vcube_isend", "vcube_irecv",
	"vcube_sendrecv", "vcube_exchange", "vcube_exchange_all",
};

/* Calls number n with this partner, and lengths of what is sent and received. */
static int
call(vcube_node *self, int n, vcube_group *group, int peer, void *out, size_t bytes, void *in,
     size_t room)
{
	const struct vcube_pair pair = {peer, out, bytes, in, room};

	switch (n) {
	case 0:
		return vcube_send(self, group, peer, out, bytes);
	case 1:
		return vcube_recv(self, group, peer, in, room, NULL);
	case 2:
		return vcube_recv_within(self, group, peer, in, room, 1000000000000, NULL);
	case 3:
		return vcube_wait(self, vcube_isend(self, group, peer, out, bytes), NULL);
	case 4:
		return vcube_wait(self, vcube_irecv(self, group, peer, in, room), NULL);
	case 5:
		return vcube_sendrecv(self, group, peer, out, bytes, peer, in, room, NULL);
	case 6:
		return vcube_exchange(self, group, peer, out, bytes, in, room, NULL);
	default:
		return vcube_exchange_all(self, group, &pair, 1);
	}
}

struct misuse {
	int call, peer;
	bool grouped;
};

static int
out_of_range(vcube_node *self, void *arg)
{
	const struct misuse *m = arg;
	vcube_group *group = NULL;
	char byte = 0;

	if (m->grouped)
		vcube_split(self, NULL, 0, -vcube_rank(self), &group);
	if (vcube_rank(self) != 0)
		return 0;
	return call(self, m->call, group, m->peer, &byte, 1, &byte, 1);
}

static void
test_ranks_out_of_range(void **state)
{
	static const int peers[] = {3, 4, -2, INT32_MAX, VCUBE_NOBODY + 1, VCUBE_ANY};

	(void)state;
	for (int n = 0; n < CALLS; n++)
		for (int i = 0; i < 6; i++) {
			struct misuse m = {n, peers[i], i % 2};
			vcube_machine *machine = open_machine("full:3 clock=%s", i % 2 ? "virtual" : "free");
			const bool any = peers[i] == VCUBE_ANY;

			/* a receive from any is none of these */
			if (!any || (n != 1 && n != 2)) {
				run_for(machine, out_of_range, &m, VCUBE_EINVAL);
				report_has(machine, names[n]);
				if (!any || n != 4)
					report_has(machine, "in a group of 3 (0 to 2)");
				assert_int_equal(vcube_run_failure(machine, 1)->code, 0);
			}
			vcube_close(machine);
		}
}

/* Partners that are no neighbours, with routing=none. Opposites on a ring of 4. */
static int
no_neighbour(vcube_node *self, void *arg)
{
	const struct misuse *m = arg;
	const int me = vcube_rank(self);
	char byte = 0, other;

	if (me == 0)
		return call(self, m->call, NULL, 2, &byte, 1, &other, 1);
	if (me == 2 && m->grouped)
		return call(self, m->call, NULL, 0, &byte, 1, &other, 1);
	return 0;
}

static void
test_neighbours_alone(void **state)
{
	static const char *const machines[] = {
		"ring:4 clock=virtual routing=none", "ring:4 routing=none", "ring:4 routing=none fuzz=1",
		"hypercube:2 mapping=0,1,3,2 clock=virtual routing=none account=yes",
	};

	(void)state;
	for (int n = 0; n < CALLS; n++)
		for (int i = 0; i < 4; i++) {
			struct misuse m = {n, 2, false};
			vcube_machine *machine = open_machine("%s", machines[i]);

			/* 0 and 2 sit opposite to each other on the first three; on the
			 * last, rank 2 sits at position 3, opposite to 0 */
			run_for(machine, no_neighbour, &m, VCUBE_EROUTE);
			report_has(machine, "node 0 and node 2 are no neighbours on ");
			report_has(machine, i == 3 ? "hypercube:2" : "ring:4");
			report_has(machine, "routing=none");
			vcube_close(machine);
		}
	/* without it the message arrives */
	for (int n = 5; n < CALLS; n++)
		try_well("ring:4 clock=free", no_neighbour, &(struct misuse){n, 2, true});
}

/* Too long a message is the receiver's failure alone, and goes no further than
 * its buffer. `bytes` go to a buffer of `room`. */
struct lengths {
	int call;
	size_t bytes, room;
};

static int
too_long(vcube_node *self, void *arg)
{
	const struct lengths *l = arg;
	const bool both = l->call >= 5;
	unsigned char out[LONG], in[LONG];
	const int me = vcube_rank(self);

	memset(out, 0x11, sizeof out);
	memset(in, 0xee, sizeof in);
	if (me == 0)
		return both ? call(self, l->call, NULL, 1, out, l->bytes, in, 1)
			    : call(self, l->room % 2 ? 0 : 3, NULL, 1, out, l->bytes, in, 1);
	call(self, l->call, NULL, l->call == 1 && l->room == 0 ? VCUBE_ANY : 0, out, 1, in, l->room);
	for (size_t i = l->room; i < sizeof in; i++)
		if (in[i] != 0xee)
			return 99;
	return vcube_failed(self);
}

static void
test_too_long_a_message(void **state)
{
	static const size_t rooms[] = {0, 1, 8, 24, 40, 999, 1000};
	static const size_t more[] = {1, 41, 4000};
	char words[200];

	(void)state;
	for (int n = 1; n < CALLS; n++)
		for (int i = 0; i < 7; i++)
			for (int k = 0; k < 3 && n != 3; k++) {
				struct lengths l = {n, rooms[i] + more[k], rooms[i]};
				vcube_machine *machine =
					open_machine("full:2 %s", k ? "clock=virtual" : "fuzz=2");

				run_for(machine, too_long, &l, VCUBE_ETRUNC);
				snprintf(words, sizeof words, "a message of %zu bytes from node 0 is "
					 "longer than the buffer of %zu bytes", l.bytes, l.room);
				error_has(vcube_run_failure(machine, 1), VCUBE_ETRUNC, words);
				assert_int_equal(vcube_run_result(machine, 1), VCUBE_ETRUNC);
				assert_int_equal(vcube_run_failure(machine, 0)->code, 0);
				vcube_close(machine);
			}
}

/* Arguments that are refused without a partner. */
static int
bad_arguments(vcube_node *self, void *arg)
{
	struct vcube_pair pair = {0};
	char byte;

	if (*(const int *)arg == 0)
		return vcube_recv_within(self, NULL, 0, &byte, 1, -1, NULL);
	if (*(const int *)arg == 1)
		return vcube_exchange_all(self, NULL, &pair, -1);
	vcube_free(self, &byte);
	return vcube_failed(self);
}

static void
test_bad_arguments(void **state)
{
	static const char *const words[] = {
		"a limit of -1 ps is negative", "a count of -1 is negative",
		"is not the address of a block",
	};

	(void)state;
	for (int how = 0; how < 3; how++) {
		vcube_machine *machine = open_machine("linear:1");

		run_for(machine, bad_arguments, &how, VCUBE_EINVAL);
		report_has(machine, words[how]);
		vcube_close(machine);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_ranks_out_of_range),
		TEST(test_neighbours_alone),
		TEST(test_too_long_a_message),
		TEST(test_bad_arguments),
	};

	return RUN_TESTS(tests);
}
